package atommaster_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/draw/grid"
	"attic/game"
)

// screen returns the contents of a full screen for a state, as answers to a list of questions:
//
//	"grid W H"              the board for an area of this size, and its layers
//	"look TRACK SPOT W H"   the preview of the cursor there
//	"panel W H"             the contents beside the board
//	"steps W H"             the steps in which the last move is shown, one digit a cell
func screen(t *testing.T, s game.State, seat int, questions string) string {
	t.Helper()
	var b strings.Builder
	v := s.View(seat)
	for question := range strings.SplitSeq(questions, ";") {
		fmt.Fprintln(&b, "\n?", question)
		var what, track, spot string
		var w, h int
		form := "%s %d %d"
		into := []any{&what, &w, &h}
		if strings.HasPrefix(question, "look") {
			form, into = "%s %s %s %d %d", []any{&what, &track, &spot, &w, &h}
		}
		if _, err := fmt.Sscanf(question, form, into...); err != nil {
			t.Fatalf("%q: %v", question, err)
		}
		switch g := v.Grid(w, h); what {
		case "grid":
			b.WriteString(framed(g))
			for _, l := range g.Layers {
				fmt.Fprintf(&b, "layer %s\n%s", l.Name, framed(g.With(l)))
			}
		case "look":
			p := v.Look(track, spot)
			fmt.Fprintln(&b, game.Typed(p.Sentence))
			if w > 0 {
				b.WriteString(framed(g.Trace(p.Paths...).Mark(p.Marks...)))
			}
		case "panel":
			b.WriteString(framed(v.Panel(w, h)))
		case "steps":
			for y := range g.H {
				for x := range g.W {
					c := g.At(x, y)
					if c.Step > 0 {
						c.Rune = rune('0' + c.Step)
					} else if c.Rune != ' ' {
						c.Rune = '.'
					}
					g.Set(x, y, c)
				}
			}
			b.WriteString(framed(g))
		}
	}
	return b.String()
}

func framed(g grid.Grid) string {
	rule := strings.Repeat("=", g.W)
	return fmt.Sprintf("%s\n%s%s\n", rule, g, rule)
}

// The screens in testdata were compared with the manual by hand.
func TestScreens(t *testing.T) {
	const noted = known + ";fire 6;fire 12;sure b6;maybe d5;free a1;set b6"
	for _, c := range []struct{ name, options, moves, questions string }{
		{"screen-start", "", "balls", "grid 80 30;grid 90 40;look query port12 80 30;look query corner 0 0;look query e5 0 0;look set e5 0 0;look hide e5 0 0;panel 40 20"},
		{"screen-middle", "", noted, "grid 45 20;grid 80 30;grid 90 40;look query port6 45 20;look query port18 45 20;look query port13 0 0;look set b6 80 30;look set a1 80 30;look set d5 45 20;panel 40 20;panel 21 20;panel 12 2"},
		{"screen-contradicts", "", "balls;" + noted + ";set e1;fire 29;fire 2", "look query port12 45 20;look query port2 45 20;look query port29 0 0;panel 22 20;panel 12 20"},
		{"screen-evaluated", "", known + ";fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1;evaluate", "grid 80 30;look query port9 45 20;look query port2 45 20;look query port13 0 0;look set b6 0 0;look set a1 0 0;look set c8 0 0;look set h8 0 0;panel 40 20"},
		{"screen-learning", "", "learn;" + known + ";fire 2;fire 9", "grid 80 30;steps 45 20;look query port9 0 0;look query port13 0 0;look set c3 0 0;look set a1 0 0;panel 40 20"},
		{"screen-table", "table=yes", "answer 1 24;answer 5 12;answer 8 9;answer 3 A", "grid 40 13;grid 45 20;grid 80 30;look query port2 45 20;look query port5 45 20;look set e5 0 0;panel 40 20;panel 21 20"},
		{"screen-table-clash", "table=yes", "answer 1 24;answer 2 A", "grid 45 20;panel 40 20;panel 21 20"},
		{"screen-largest", "size=12 atoms=6", "hide a1,c4,e5,l12,k3,g9;fire 2;fire 1;fire 48;set l12;set a1;free b2;sure l12", "grid 60 20;grid 70 30;grid 90 40;look query port2 60 20;look set b2 60 20"},
		{"screen-smallest", "size=5 atoms=3", "hide a1,c4,e5;fire 2;fire 8;set c4;maybe c4", "grid 40 18;grid 44 20;grid 80 30;look query port2 40 18"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gametest.Compare(t, c.name+".golden", screen(t, play(t, c.options, c.moves), solver, c.questions))
		})
	}
}
