package compose

import (
	"strings"
	"testing"
)

// While a piece is dragged with the mouse, the page previews the move; after the drop, it reports the move.
func TestDragging(t *testing.T) {
	for _, c := range []struct{ what, script, to, shown, played, chosen string }{
		{"onto a square", "", "b6", "a7-b6", "start, a7-b6", ""},
		{"far", "", "c5", "a7-c5", "start, a7-c5", ""},
		{"onto nothing", "", "", "", "start", ""},
		{"out of reach", "", "e4", "", "start", ""},
		{"onto a piece of the other side", "", "a1", "", "start", ""},
		{"not at all", "", "a7", "The piece on a7 can extend", "start", "a7"},
		{"after a click", "click a7", "b6", "a7-b6", "start, a7-b6", ""},
		{"not at all after a click", "click a7", "a7", "", "start", ""},
		{"after a click on another one", "click g1", "b6", "a7-b6", "start, a7-b6", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := sit(t, "ataxx", usual).do(":start\n" + c.script)
			x, y, _ := d.middle("a7")
			d.send(moved(x, y), pressed(x, y))
			tx, ty := 1.0, 1.0
			if c.to != "" {
				tx, ty, _ = d.middle(c.to)
			}
			d.send(moved((x+tx)/2, (y+ty)/2), moved(tx, ty))
			d.want(c.shown)
			if got := dragged(d); got != (c.to != "a7") {
				t.Errorf("a piece follows the mouse: %v", got)
			}
			d.send(released(tx, ty))
			if got := d.played(); got != c.played {
				t.Errorf("played %q, want %q", got, c.played)
			}
			if got := strings.Join(d.play().Cursor.Chosen, " "); got != c.chosen {
				t.Errorf("chose %q, want %q", got, c.chosen)
			}
			if dragged(d) {
				t.Error("a piece still follows the mouse")
			}
		})
	}
	t.Run("where a click plays a move, nothing is dragged", func(t *testing.T) {
		d := sit(t, "atom4", usual)
		x, y, _ := d.middle("i10")
		tx, ty, _ := d.middle("h10")
		d.send(pressed(x, y), moved(tx, ty), released(tx, ty))
		if got := d.played(); got != "i10" {
			t.Errorf("played %q", got)
		}
	})
}

// dragged reports whether a piece is drawn at the mouse.
func dragged(d driver) bool {
	for _, sh := range d.p.page.scene.Shapes {
		if strings.HasPrefix(sh.Key, "dragged ") {
			return true
		}
	}
	return false
}
