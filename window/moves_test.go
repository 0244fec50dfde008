package window

import (
	"testing"

	"attic/desk"
	"attic/window/x11"
)

// The slider shows the position at the point where it is pressed and to which it is dragged, until the button is released.
func TestSlider(t *testing.T) {
	d := sit(t, "ataxx", size{1200, 1000, 1})
	d.typeLine("start")
	for _, move := range []string{"a7-b6", "g7-g6", "b6-c5", "g6-f5"} {
		d.typeLine(move)
	}
	s := d.w.page.slider
	if s.last-s.first != 5 {
		t.Fatalf("the slider runs from step %d to step %d\n%s", s.first, s.last, d.words())
	}
	y := int(s.area.Y + s.area.H/2)
	at := func(part float64) int { return int(s.x + part*s.w) }
	for _, c := range []struct {
		what string
		do   x11.Event
		ply  int
	}{
		{"pressed at its beginning", x11.Press{X: at(0), Y: y, Button: 1}, 0},
		{"dragged", x11.Motion{X: at(0.6), Y: y, Held: true}, 3},
		{"dragged away from the line", x11.Motion{X: at(0.4), Y: y - 200, Held: true}, 2},
		{"dragged past its end", x11.Motion{X: at(1) + 50, Y: y, Held: true}, 5},
		{"dragged back", x11.Motion{X: at(0.2), Y: y, Held: true}, 1},
		{"let go", x11.Motion{X: at(0.8), Y: y}, 1},
		{"held again, but not pressed here", x11.Motion{X: at(0.8), Y: y, Held: true}, 1},
	} {
		d.send(c.do)
		if got := d.w.desk.Play.Now.Ply; got != c.ply {
			t.Errorf("%s: step %d is shown, want %d", c.what, got, c.ply)
		}
	}
	if !d.click(desk.StepSpot + "3") {
		t.Fatal("the list lacks a move")
	}
	if got := d.w.desk.Play.Now.Ply; got != 3 {
		t.Errorf("a click on a move shows step %d", got)
	}
}
