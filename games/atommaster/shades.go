package atommaster

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// shadesWord is the command that shows on each square how likely an atom is there, judged by the answers alone.
const shadesWord = "shades"

// shading returns the move that shows shades, or hides them. Showing them cannot be undone, and is not allowed in games with
// a player on another machine.
func (p public) shading() game.Move {
	m := game.Move{Text: shadesWord + " on", Label: "Shades", Key: "p", Final: !p.Helped, Alone: true, On: p.Shades}
	if p.Shades {
		m.Text = shadesWord + " off"
	}
	return m
}

// shade shows or hides shades; without on or off it switches.
func (st state) shade(rest string) (state, game.Move, error) {
	m := st.shading()
	switch {
	case st.Phase == Finished:
		return st, game.Move{}, game.Illegal("this deal is over; %s to deal again", game.Type("new"))
	case st.Phase != Solving:
		return st, game.Move{}, game.Illegal("fire a beam first; shades are for the search")
	case rest != "" && rest != "on" && rest != "off":
		return st, game.Move{}, game.Unreadable("%s takes on or off, not %q", game.Command(shadesWord), phrase.Clip(rest))
	case rest != "" && shadesWord+" "+rest != m.Text:
		return st, game.Move{}, game.Illegal("shades are %s already", rest)
	}
	st.Shades, st.Helped = !st.Shades, true
	st.Last = "The shades are off; this deal counts as played with help."
	if st.Shades {
		st.Last = "Shades show how likely atoms are, in percent; this deal counts as played with help."
	}
	return st, m, nil
}

// chances holds how likely an atom is on each square.
type chances struct {
	shown bool // to this seat; otherwise everything else is unknown
	known bool // at least one fitting layout was found
	exact bool // counted in all fitting layouts; otherwise in a sample
	field rules.Field
	atoms [256]int32 // in how many layouts each square has an atom
	total int32
}

// chanceOf returns how likely an atom is on a square, from 0 to 1.
func (c chances) chanceOf(s rules.Square) float64 { return float64(c.atoms[s]) / float64(c.total) }

// percent writes how likely an atom is on a square: "·" if there surely is none, "!!" if there surely is one, otherwise a percentage from
// 1 to 99, or from 0 to 99 with a sample.
func (c chances) percent(s rules.Square) string {
	x := c.chanceOf(s)
	switch {
	case c.exact && x == 0:
		return "·"
	case c.exact && x == 1:
		return "!!"
	}
	least := 1.0
	if x == 0 {
		least = 0
	}
	return fmt.Sprintf("%.0f", max(least, min(math.Round(100*x), 99)))
}

// latest caches the chances computed last, because every picture of a position asks again.
var latest struct {
	sync.Mutex
	held [8]struct { // more than are needed at a time
		of      string
		chances chances
	}
	next int // the number of the one to replace next
}

// chances returns how likely atoms are, if that is shown.
func (v seen) chances() chances {
	if !v.Shades || v.Phase != Solving || v.Hider {
		return chances{}
	}
	k := v.knowledge()
	key := fmt.Sprint(k.Field, k.Atoms, k.Shots)
	latest.Lock()
	defer latest.Unlock()
	for _, held := range latest.held {
		if held.of == key {
			return held.chances
		}
	}
	held := &latest.held[latest.next]
	held.of, held.chances = key, chancesBy(k)
	latest.next = (latest.next + 1) % len(latest.held)
	return held.chances
}

// chancesBy counts the atoms in the layouts that fit what is known.
func chancesBy(k infer.Knowledge) chances {
	survey, err := infer.Look(context.Background(), k, 0)
	if err != nil || len(survey.Set) == 0 {
		return chances{shown: true}
	}
	c := chances{shown: true, known: true, exact: survey.Listed, field: k.Field, total: int32(len(survey.Set))}
	for _, i := range survey.Set {
		for _, s := range survey.Boards.Squares(i) {
			c.atoms[s]++
		}
	}
	return c
}

// draw writes how likely an atom is on an empty square, whose middle is at x, y.
func (c chances) draw(g grid.Grid, x, y int, s rules.Square) {
	text, role := c.percent(s), grid.Muted
	if text == "!!" {
		role = grid.Accent
	}
	if len([]rune(text)) > 1 {
		x-- // two columns and a blank
	}
	g.Put(x, y, text, role, s.String())
}

// title says whether the percentages on the squares are exact.
func (c chances) title() string {
	switch {
	case !c.shown:
		return ""
	case !c.known: // counting would take too long
		return "% unknown"
	case c.exact:
		return "% exact"
	}
	return "% sampled"
}

// tint draws how likely an atom is on a square as a tint of it.
func (c chances) tint(s rules.Square) []scene.Shape {
	if !c.known {
		return nil
	}
	tint := keyed("shade", scene.Box(-squareSide/2, -squareSide/2, squareSide, squareSide, squareRound, scene.Accent))
	tint.Fade = 1 - 0.45*c.chanceOf(s)
	return []scene.Shape{tint}
}

// word writes how likely an atom is on a square.
func (c chances) word(s rules.Square) scene.Shape {
	return keyed("chance", scene.Word(0, 0, 0.24, c.percent(s), scene.Centre, scene.Text))
}

// mostDescribed is the number of squares for which a description says how likely atoms are.
const mostDescribed = 12

// describe names the squares on which atoms are most likely.
func (c chances) describe() string {
	switch {
	case !c.shown:
		return ""
	case !c.known:
		return "It would take too long to find out how likely atoms are."
	}
	var squares []rules.Square
	for s := range c.field.Squares() {
		if c.atoms[s] > 0 {
			squares = append(squares, s)
		}
	}
	slices.SortStableFunc(squares, func(a, b rules.Square) int { return cmp.Compare(c.atoms[b], c.atoms[a]) })
	var list []string
	for _, s := range squares[:min(len(squares), mostDescribed)] {
		if text := c.percent(s); text == "!!" {
			list = append(list, s.String()+" surely")
		} else {
			list = append(list, fmt.Sprintf("%v %s %%", s, text))
		}
	}
	how := "exactly"
	if !c.exact {
		how = "from a sample"
	}
	return fmt.Sprintf("Atoms are most likely, %s, on: %s.", how, strings.Join(list, ", "))
}

// help returns what the score says about help.
func (p public) help() string {
	if p.Helped {
		return ", with help"
	}
	return ""
}
