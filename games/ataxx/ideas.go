package ataxx

import (
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// rare limits how common the idea of a hint may be: at most one in rare of the worse moves has it.
const rare = 5

// Themes implements [game.Themer].
func (Game) Themes() []string { return idea.Names() }

// Theme implements [game.Themer].
func (Game) Theme(gv game.View, better, played string) (name, says string) {
	v, ok := gv.(view)
	if !ok || v.setting || v.pos.Over() {
		return "", ""
	}
	good, _, err := state{v}.Play(better)
	if err != nil {
		return "", ""
	}
	bad, _, err := state{v}.Play(played)
	if err != nil {
		return "", ""
	}
	a, b := good.(state).last.Canonical(), bad.(state).last.Canonical()
	if reply, leaves := idea.Leaves(v.pos, b); leaves {
		if _, leaves := idea.Leaves(v.pos, a); !leaves {
			hole := effectOf(v.pos, bad.(state).last)
			flaw, _ := hole.answeredBy([]rules.Move{reply})
			return idea.Fill.String(), fmt.Sprintf("%v%s.", hole.move, strings.TrimPrefix(flaw, "it"))
		}
	}
	e := effectOf(v.pos, good.(state).last)
	for _, f := range idea.Of(v.pos, a) {
		if !idea.Has(v.pos, b, f.Kind) {
			return f.Kind.String(), fmt.Sprintf("%v would %s.", e.move, e.tell(f))
		}
	}
	return "", ""
}

// The most empty squares in the middle and at the end of a game: two thirds and one third of those empty at the beginning.
const (
	middleEmpty = 30
	endEmpty    = 15
)

// Stages implements [game.Stager].
func (Game) Stages() []game.Stage {
	return []game.Stage{
		{Name: "opening"},
		{Name: "middle", From: fmt.Sprintf("at most %d squares are empty", middleEmpty)},
		{Name: "end", From: fmt.Sprintf("at most %d squares are empty", endEmpty)},
	}
}

// Stage implements [game.Stager].
func (Game) Stage(gv game.View) int {
	v, ok := gv.(view)
	switch {
	case !ok || v.pos.Empty() > middleEmpty:
		return 0
	case v.pos.Empty() > endEmpty:
		return 1
	}
	return 2
}

// telling returns the first idea of the move that few enough of the other moves have (see the constant rare), or nil. The parameter not is a
// move whose ideas are skipped, or a pass.
func (a advised) telling(others []rules.Move, not rules.Move) *idea.Found {
	for _, f := range idea.Of(a.pos, a.move) {
		n := 0
		for _, m := range others {
			if idea.Has(a.pos, m, f.Kind) {
				n++
			}
		}
		if n*rare <= len(others) && (not == rules.Pass || !idea.Has(a.pos, not, f.Kind)) {
			return &f
		}
	}
	return nil
}

// tell describes the move by one of its ideas, to follow "would" or "could then".
func (e effect) tell(f idea.Found) string {
	mover, other := e.pos.Turn(), e.next.Turn()
	took := ""
	if e.taken > 0 {
		took = "take " + phrase.Number(e.taken) + " and "
	}
	switch f.Kind {
	case idea.Shut:
		return fmt.Sprintf("%sleave %s without a move", took, other)
	case idea.Sacrifice:
		return fmt.Sprintf("sacrifice pieces: %s could take %s, but would be cut off from %s empty squares", other, phrase.Number(e.lost), phrase.Number(f.Squares.Count()))
	case idea.Fill:
		return fmt.Sprintf("fill the hole at %v, from which %s could take %s", e.move.To(), other, phrase.Number(f.Count))
	case idea.Cut:
		return fmt.Sprintf("%scut %s off from %s empty squares", took, other, phrase.Number(f.Squares.Count()))
	case idea.Use:
		return fmt.Sprintf("go into the hole at %v and take %s; %s could take %s in return", e.move.To(), phrase.Number(e.taken), other, atMost(e.lost))
	case idea.Safe:
		if e.taken == 1 {
			return "take one, which could not be taken back at once"
		}
		return fmt.Sprintf("take %s, and none of them could be taken back at once", phrase.Number(e.taken))
	case idea.Edge:
		return fmt.Sprintf("%sput a piece %s that %s could not take at once", took, where(e.move.To()), other)
	case idea.Jump:
		return fmt.Sprintf("take %s with a jump, where no extension takes %s", phrase.Number(e.taken), moreThan(f.Count, "any"))
	case idea.Consolidate:
		return fmt.Sprintf("add a piece and leave %s %s to take", other, atMost(e.lost))
	case idea.Save:
		kept := names(f.Squares)
		if len(kept) > 3 {
			kept = []string{phrase.Number(len(kept)) + " squares"}
		}
		return fmt.Sprintf("fill a square that %s could reach, and save %s, which only %s can reach now", other, phrase.List(kept), mover)
	case idea.Even:
		return fmt.Sprintf("leave %s empty squares, an even number: if both sides only extend, %s fills the last one", phrase.Number(f.Count), mover)
	}
	return fmt.Sprintf("leave %s %s after %s's best answer, and no other move does better", mover, atLeast(f.Count), other)
}

func where(sq rules.Square) string {
	if sq.Near().Count() == 3 {
		return "in the corner"
	}
	return "on the edge"
}

func atMost(n int) string {
	if n == 0 {
		return "nothing"
	}
	return "at most " + phrase.Number(n)
}

// moreThan returns "more than" and a number in words, or the parameter none for 0.
func moreThan(n int, none string) string {
	if n == 0 {
		return none
	}
	return "more than " + phrase.Number(n)
}

func shown(f *idea.Found, other rules.Side) (p game.Preview) {
	if f == nil || f.Squares == 0 {
		return p
	}
	for _, sq := range squares(f.Squares) {
		x, y := place(sq)
		p.Marks = append(p.Marks, grid.Mark{Spot: sq.String(), Rune: 'x', Role: grid.Accent, Place: true})
		p.Shapes = append(p.Shapes, scene.Ring(x, y, mark, thin, scene.Accent))
	}
	p.Legend = fmt.Sprintf("x is out of reach of %s.", other)
	return p
}

// answeredBy describes the other side's answer by an idea or by its captures, and returns the idea's name or "". The parameter line holds the
// expected moves, the answer first. The result says is "" if there is nothing to show.
func (e effect) answeredBy(line []rules.Move) (says, theme string) {
	if len(line) == 0 || line[0] == rules.Pass || e.move == rules.Pass {
		return "", ""
	}
	r := effectOf(e.next, line[0])
	to, took := r.move.To(), phrase.Number(r.taken)
	if r.taken >= idea.Crowd {
		makes := "make a hole at %v"
		switch {
		case to == e.move.From():
			makes = "leave a hole at %v"
		case (to.Near()&e.pos.Own()).Count() >= idea.Crowd && e.pos.Theirs().Reach().Has(to):
			makes = "leave the hole at %v open"
		}
		return fmt.Sprintf("it would "+makes+", and %v could take %s", to, r.move, took), idea.Use.String()
	}
	for _, f := range idea.Of(e.next, line[0]) {
		if slices.Contains([]idea.Kind{idea.Shut, idea.Sacrifice, idea.Cut, idea.Safe, idea.Edge, idea.Jump}, f.Kind) && (r.taken > 0 || f.Kind <= idea.Cut) {
			return fmt.Sprintf("%v could then %s", r.move, r.tell(f)), f.Kind.String()
		}
	}
	switch {
	case r.taken >= 2:
		return fmt.Sprintf("%v could then take %s", r.move, took), ""
	case len(line) < 2 || line[1] == rules.Pass:
		return "", ""
	}
	next, lead := r.next.Sourced(line[1]), e.ahead(r.next.Play(line[1]))
	if lead >= e.ahead(e.pos) {
		return "", ""
	}
	return fmt.Sprintf("after %v and %v %s would be %s", r.move, next, e.pos.Turn(), standing(lead)), ""
}
