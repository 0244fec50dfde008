package window

import (
	"strings"
	"testing"

	"attic/window/x11"
)

// A piece is dragged with the mouse: the page shows on the way what the move would do, and after the drop what it did.
func TestDragging(t *testing.T) {
	for _, c := range []struct{ what, script, to, shown, played, chosen string }{
		{"onto a square", "", "b6", "a7-b6", "start, a7-b6", ""},
		{"far", "", "c5", "a7-c5", "start, a7-c5", ""},
		{"onto nothing", "", "", "", "start", ""},
		{"out of reach", "", "e4", "", "start", ""},
		{"onto a piece of the other side", "", "a1", "", "start", ""},
		{"not at all", "", "a7", "a7 can extend", "start", "a7"},
		{"after a click", "click a7", "b6", "a7-b6", "start, a7-b6", ""},
		{"not at all after a click", "click a7", "a7", "", "start", ""},
		{"after a click on another one", "click g1", "b6", "a7-b6", "start, a7-b6", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sit(t, "ataxx", usual).do(":start\n" + c.script)
			x, y, _ := d.pixel("a7")
			d.send(x11.Motion{X: x, Y: y}, x11.Press{X: x, Y: y, Button: 1})
			tx, ty := 1, 1
			if c.to != "" {
				tx, ty, _ = d.pixel(c.to)
			}
			d.send(x11.Motion{X: (x + tx) / 2, Y: (y + ty) / 2}, x11.Motion{X: tx, Y: ty})
			d.want(c.shown)
			if got := dragged(d); got != (c.to != "a7") {
				t.Errorf("a piece follows the mouse: %v", got)
			}
			d.send(x11.Release{X: tx, Y: ty, Button: 1})
			if got := d.played(); got != c.played {
				t.Errorf("played %q, want %q", got, c.played)
			}
			if got := strings.Join(d.play().Chosen, " "); got != c.chosen {
				t.Errorf("chose %q, want %q", got, c.chosen)
			}
			if dragged(d) {
				t.Error("a piece still follows the mouse")
			}
			d.wantPainted(c.what)
		})
	}
	t.Run("releasing the other button does not end the drag", func(t *testing.T) {
		d := sit(t, "ataxx", usual).do(":start")
		x, y, _ := d.pixel("a7")
		tx, ty, _ := d.pixel("b6")
		d.send(x11.Press{X: x, Y: y, Button: 1}, x11.Release{X: tx, Y: ty, Button: 3}, x11.Release{X: tx, Y: ty, Button: 1})
		if got := d.played(); got != "start, a7-b6" {
			t.Errorf("played %q", got)
		}
	})
	t.Run("where a click plays a move, nothing is dragged", func(t *testing.T) {
		d := sit(t, "atom4", usual)
		x, y, _ := d.pixel("i10")
		tx, ty, _ := d.pixel("h10")
		d.send(x11.Press{X: x, Y: y, Button: 1}, x11.Motion{X: tx, Y: ty}, x11.Release{X: tx, Y: ty, Button: 1})
		if got := d.played(); got != "i10" {
			t.Errorf("played %q", got)
		}
	})
}

// dragged reports whether a piece is drawn at the mouse.
func dragged(d driver) bool {
	for _, sh := range d.w.page.scene.Shapes {
		if strings.HasPrefix(sh.Key, "dragged ") {
			return true
		}
	}
	return false
}
