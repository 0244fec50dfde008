package term

import (
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
)

// A piece can be dragged to a square in reach; dropped anywhere else, it does not move. In both cases it is no longer chosen.
func TestDragging(t *testing.T) {
	for _, c := range []struct{ what, to, shown, played string }{
		{"onto a square", "b6", "a7-b6", "start, a7-b6"},
		{"out of reach", "e4", "", "start"},
		{"onto nothing", "", "", "start"},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sit(t, "ataxx", leastW, leastH)
			d.do(":start")
			g := d.screen()
			at := func(spot string) uv.Mouse {
				cells := g.Cells(spot)
				if len(cells) == 0 {
					return uv.Mouse{Y: g.H - 1, Button: uv.MouseLeft}
				}
				return uv.Mouse{X: cells[0] % g.W, Y: cells[0] / g.W, Button: uv.MouseLeft}
			}
			from, to := at("a7"), at(c.to)
			d.send(uv.MouseMotionEvent(from))
			d.send(uv.MouseClickEvent(from))
			d.send(uv.MouseMotionEvent(to))
			d.want(c.shown)
			d.send(uv.MouseReleaseEvent(to))
			if got := d.played(); got != c.played {
				t.Errorf("moves played: %q, want %q", got, c.played)
			}
			if chosen := d.play().Cursor.Chosen; len(chosen) > 0 {
				t.Errorf("%v is still chosen", chosen)
			}
		})
	}
}

// The wheel scrolls the text or list under the mouse; only over the board, it steps through the game.
func TestTheWheel(t *testing.T) {
	d := sit(t, "atom4", 80, 24)
	d.do(":i10;h10;h11")
	d.send(uv.MouseWheelEvent{X: 0, Y: 23, Button: uv.MouseWheelUp})
	if d.play().Back {
		t.Error("over the key line the wheel steps through the game")
	}
	if d.do("wheel up"); !d.play().Back || d.play().Ply != 2 {
		t.Errorf("over the board the wheel leads to ply %d", d.play().Ply)
	}
	t.Run("the list of moves", func(t *testing.T) {
		d := sit(t, "ataxx", 80, 24)
		d.do(":start")
		for range 40 {
			d.typeLine(d.play().Cursor.Moves[0].Text)
		}
		before := d.screen().String()
		over := d.s.wheels[desk.OverMoves]
		d.send(uv.MouseWheelEvent{X: over.x + 1, Y: over.y + 1, Button: uv.MouseWheelUp})
		if d.screen().String() == before || d.play().Back {
			t.Errorf("the list does not scroll; an earlier position is shown: %v\n%s", d.play().Back, before)
		}
		d.send(uv.MouseWheelEvent{X: over.x + 1, Y: over.y + 1, Button: uv.MouseWheelDown})
		if got := d.screen().String(); got != before {
			t.Errorf("the list does not scroll back to\n%s\nbut to\n%s", before, got)
		}
	})
	t.Run("the list of games", func(t *testing.T) {
		d := sit(t, "ataxx", 80, 24)
		d.press("o")
		list, form := &desk.Field{Kind: desk.List, Rows: make([]desk.Row, 30)}, &d.s.desk.Form
		form.Fields, form.Focus = append([]*desk.Field{list}, form.Fields...), 1
		d.screen()
		for _, c := range []struct {
			button uv.MouseButton
			at     int
		}{{uv.MouseWheelDown, 1}, {uv.MouseWheelDown, 2}, {uv.MouseWheelUp, 1}, {uv.MouseWheelUp, 0}, {uv.MouseWheelUp, 0}} {
			d.send(uv.MouseWheelEvent{X: d.s.wheels[desk.OverForm].x + 1, Y: d.s.wheels[desk.OverForm].y + 1, Button: c.button})
			if list.At != c.at {
				t.Errorf("the wheel leads to row %d, want %d", list.At, c.at)
			}
		}
		d.press("shift+tab end pgup")
		if list.At == 0 || list.At == 29 {
			t.Errorf("End and PgUp lead to row %d", list.At)
		}
	})
}
