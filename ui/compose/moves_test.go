package compose

import (
	"testing"

	"attic/desk"
)

// While the button is held, the slider shows the position for the point where it was pressed or to which it has
// been dragged.
func TestSlider(t *testing.T) {
	d := sit(t, "ataxx", size{1200, 1000})
	d.typeLine("start")
	for _, move := range []string{"a7-b6", "g7-g6", "b6-c5", "g6-f5"} {
		d.typeLine(move)
	}
	s := d.p.page.slider
	if s.last-s.first != 5 {
		t.Fatalf("the slider runs from step %d to step %d\n%s", s.first, s.last, d.words())
	}
	y := s.area.Y + s.area.H/2
	at := func(part float64) float64 { return s.x + part*s.w }
	for _, c := range []struct {
		what string
		do   event
		ply  int
	}{
		{"pressed at its beginning", pressed(at(0), y), 0},
		{"dragged", drawn(at(0.6), y), 3},
		{"dragged away from the line", drawn(at(0.4), y-200), 2},
		{"dragged past its end", drawn(at(1)+50, y), 5},
		{"dragged back", drawn(at(0.2), y), 1},
		{"let go", moved(at(0.8), y), 1},
		{"held again, but not pressed here", drawn(at(0.8), y), 1},
	} {
		d.send(c.do)
		if got := d.p.Desk.Play.Now.Ply; got != c.ply {
			t.Errorf("%s: step %d is shown, want %d", c.what, got, c.ply)
		}
	}
	if !d.click(desk.StepSpot + "3") {
		t.Fatal("the list lacks a move")
	}
	if got := d.p.Desk.Play.Now.Ply; got != 3 {
		t.Errorf("a click on a move shows step %d", got)
	}
}
