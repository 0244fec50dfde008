package atom4

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// Themes lists the names of the ideas in hints of Atom-4.
func (Game) Themes() []string { return idea.Names() }

// Theme returns an idea of the move in the parameter better that the one in worse lacks: preferably an idea that few other moves have, otherwise
// the strongest. If the worse move lets the other player win immediately, or only the better one threatens a row, only ideas with threats count.
func (Game) Theme(gv game.View, better, worse string) (name, says string) {
	v, ok := gv.(view)
	if !ok {
		return "", ""
	}
	best, err := v.read(better)
	other, err2 := v.read(worse)
	if err != nil || err2 != nil {
		return "", ""
	}
	ideas := idea.Of(v.pos, best)
	if told := telling(v.pos, best, v.others(best), other); told != nil {
		ideas = append([]idea.Idea{*told}, ideas...)
	}
	a, b := effectOf(v.pos, best), effectOf(v.pos, other)
	loses, threatens := len(b.hits()) > 0, len(a.aims()) > 0 && len(b.aims()) == 0
	for _, i := range ideas {
		if i.Name != idea.CounterThreat && (loses || threatens && i.Name != idea.DoubleThreat) {
			continue
		}
		if !i.Holds(v.pos, other) {
			return i.Name, fmt.Sprintf("%s would %s.", best, does(v.pos, i))
		}
	}
	return "", ""
}

func (v view) others(best rules.Square) []rules.Square {
	return slices.DeleteFunc(v.pos.Moves(nil), func(s rules.Square) bool { return s == best })
}

// The fewest pieces on the board in the middle and at the end of a round.
const (
	middlePieces = 21
	endPieces    = 41
)

// Stages implements [game.Stager].
func (Game) Stages() []game.Stage {
	return []game.Stage{
		{Name: "opening"},
		{Name: "middle", From: fmt.Sprintf("at least %d pieces are on the board", middlePieces)},
		{Name: "end", From: fmt.Sprintf("at least %d pieces are on the board", endPieces)},
	}
}

// Stage implements [game.Stager].
func (Game) Stage(gv game.View) int {
	v, ok := gv.(view)
	switch {
	case !ok || v.pos.Count() < middlePieces:
		return 0
	case v.pos.Count() < endPieces:
		return 1
	}
	return 2
}

// clues holds the ideas in words that need no lesson, for the first step of a hint.
var clues = map[string]string{
	idea.DoubleThreat: "threaten two lines at once", idea.CounterThreat: "stop a line and threaten one of your own",
	idea.ToCome: "leave pieces that your next colours can turn", idea.BrokenPlan: "keep your opponent's next two colours from completing a line",
	idea.SafePieces: "make a piece that cannot be changed at once", idea.FarPropagator: "change a distant piece through your own",
	idea.Crossing: "change a piece where your opponent's lines cross", idea.BrokenLine: "break your opponent's line",
	idea.TwoWays: "leave yourself two ways to build a line", idea.SpoiledColour: "leave your opponent's next colour less to turn",
}

// tells is like does, but adds the name of the idea in brackets, unless only a lesson explains the name.
func tells(p rules.Position, i idea.Idea) string {
	if i.Name == idea.FarPropagator || i.Name == idea.SpoiledColour {
		return does(p, i)
	}
	return does(p, i) + " (" + i.Name + ")"
}

// does describes a move in p by its idea, to follow "would".
func does(p rules.Position, i idea.Idea) string {
	goal, target := p.Player().Goal(), p.Player().Goal().Opposite()
	last := i.Colour.Next().Next()
	said := ""
	switch i.Name {
	case idea.DoubleThreat:
		said = fmt.Sprintf("threaten a line by %s on %s, and no reply could stop both", i.Colour, either(i.At, someSquares))
		if len(i.At) > 2 {
			said = fmt.Sprintf("threaten lines by %s on %s, and no single reply could stop them all", i.Colour, either(i.At, someSquares))
		}
	case idea.CounterThreat:
		said = fmt.Sprintf("stop the line on %s and threaten one by %s on %s", ends(i.Rows[0]), i.Colour, either(i.At, someSquares))
	case idea.ToCome:
		switch {
		case i.Then != nil:
			said = fmt.Sprintf("prepare a line on %s: %s on %s and then %s on %s would complete it", ends(i.Rows[0]), i.Colour, i.At[0], last, i.Then[0])
		case i.Rows != nil:
			said = fmt.Sprintf("let %s on %s make %s %ss on %s next turn", i.Colour, i.At[0], phrase.Number(i.Count), goal, ends(i.Rows[0]))
		default:
			said = fmt.Sprintf("let %s on %s turn %s %s next turn", i.Colour, i.At[0], phrase.List(texts(i.Pieces)), goal)
		}
	case idea.BrokenPlan:
		said = fmt.Sprintf("spoil the line on %s, which %s on %s and then %s on %s would complete", ends(i.Rows[0]), i.Colour, i.At[0], last, i.Then[0])
	case idea.SafePieces:
		said = fmt.Sprintf("make %s %ss on %s, and no reply could change them", phrase.Number(i.Count), goal, ends(i.Rows[0]))
		if i.Count == 1 {
			said = fmt.Sprintf("turn %s %s, and no reply could change it", i.Pieces[0], goal)
		}
	case idea.FarPropagator:
		said = fmt.Sprintf("turn %s %s through %s on %s", i.Pieces[0], i.Colour, phrase.Plural(len(i.At), "the "+goal.String()), phrase.List(texts(i.At)))
	case idea.Crossing:
		var lines []string
		for _, line := range i.Rows {
			lines = append(lines, ends(line))
		}
		said = fmt.Sprintf("turn %s %s, where lines of %ss cross: %s", i.Pieces[0], i.Colour, target, phrase.List(lines))
	case idea.BrokenLine:
		said = fmt.Sprintf("turn %s %s, one of %s %ss on %s", i.Pieces[0], i.Colour, phrase.Number(i.Count), target, ends(i.Rows[0]))
	case idea.TwoWays:
		said = fmt.Sprintf("let %s turn %s pieces %s next turn, whatever %s plays", i.Colour, phrase.Number(i.Count), goal, p.Player().Other())
		if i.Rows != nil {
			said = fmt.Sprintf("let %s make %s %ss in a line next turn, whatever %s plays", i.Colour, phrase.Number(i.Count), goal, p.Player().Other())
		}
	case idea.SpoiledColour:
		left := "no piece"
		if i.Count > 0 {
			left = "only " + phrase.Number(i.Count) + " " + phrase.Plural(i.Count, "piece")
		}
		said = fmt.Sprintf("leave %s %s to turn %s; otherwise %[1]s on %[4]s could turn %[5]s", i.Colour, left, target, i.At[0], phrase.List(texts(i.Pieces)))
	}
	return said
}

// drawnLines returns the lines of an idea that are drawn: for a single safe piece, none.
func drawnLines(i idea.Idea) []rules.Row {
	if i.Name == idea.SafePieces && i.Count == 1 {
		return nil
	}
	return i.Rows
}

// drawn draws an idea of a move by the player self: its lines, and the vertices for the colours to come.
func drawn(i idea.Idea, self rules.Player) game.Preview {
	var d drawing
	var legend []string
	d.rows(drawnLines(i), scene.Accent, grid.Accent)
	switch len(drawnLines(i)) {
	case 0:
	case 1:
		legend = append(legend, "= is the line")
	default:
		legend = append(legend, "= are the lines")
	}
	if i.Name != idea.FarPropagator && len(i.At) > 0 {
		r, colour, role := '+', scene.Good, grid.Good
		if i.Colour.Owner() != self {
			r, colour, role = '!', scene.Bad, grid.Bad
		}
		d.places(i.At, i.Colour, r, colour, role)
		d.places(i.Then, i.Colour.Next().Next(), r, colour, role)
		where := fmt.Sprintf("%c where %s would be placed", r, i.Colour)
		if len(i.Then) > 0 {
			where = string(r) + " where the next colours would be placed"
		}
		legend = append(legend, where)
	}
	if len(legend) > 0 {
		d.p.Legend = phrase.Capital(strings.Join(legend, ", ")) + "."
	}
	return d.p
}

// choose returns the strongest idea of the best move that at most a quarter of the worse moves have too, or of all others if none is known to be
// worse. It prefers one that the other move lacks.
func (c *contrast) choose() *idea.Idea {
	others := view{pos: c.best.p}.others(c.Best)
	worse := slices.DeleteFunc(slices.Clone(others), func(s rules.Square) bool { return !c.Worse(s, margin) })
	if len(worse) == 0 {
		worse = others
	}
	return telling(c.best.p, c.Best, worse, c.Other)
}

// telling returns the strongest idea of the move in the parameter best that at most a quarter of the other moves have too. It prefers an idea
// that the move in the parameter not lacks.
func telling(p rules.Position, best rules.Square, others []rules.Square, not rules.Square) *idea.Idea {
	var shared *idea.Idea
	for _, i := range idea.Of(p, best) {
		n := 0
		for _, s := range others {
			if i.Holds(p, s) {
				n++
			}
			if 4*n > len(others) {
				break
			}
		}
		switch {
		case 4*n > len(others):
		case !i.Holds(p, not):
			return &i
		case shared == nil:
			shared = &i
		}
	}
	return shared
}

// answered searches for the reply to a move. The parameter next is the position after this move, and best is the position after the best move.
func answered(ctx context.Context, engine *bot.Engine, best, next rules.Position, nodes int64) refutation {
	t := engine.Search(ctx, next, search.Limits{Nodes: nodes}, nil)
	a := refutation{reply: t.Best, win: max(t.Wins(), 0)}
	for _, i := range idea.Of(next, t.Best) {
		if best.Over() || !best.Legal(t.Best) || !i.Holds(best, t.Best) {
			a.idea = &i
			break
		}
	}
	return a
}

// refutation is the other player's best answer to a move.
type refutation struct {
	reply rules.Square
	win   int        // plies to the other player's win from the position after the move; 0: unknown
	idea  *idea.Idea // an idea that the reply would not have after the best move, or nil
}
