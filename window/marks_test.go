package window

import (
	"math"
	"slices"
	"testing"

	"attic/desk/desktest"
	"attic/scene"
)

// On a field the cursor leaves to be seen what stands there; on a ring of ports it may cover the port's number.
func TestTheCursorOnAFieldCoversNothing(t *testing.T) {
	d := sit(t, "atommaster#3", usual)
	covers := func(spot string) bool {
		place, ok := d.w.page.scene.Spot(spot)
		if !ok {
			t.Fatalf("the page has no %s", spot)
		}
		x, y := place.Middle()
		for _, sh := range d.w.page.scene.Shapes {
			if sh.Kind == scene.Rect && sh.Fill == scene.Accent && math.Hypot(sh.X-x, sh.Y-y) < 1 {
				return true
			}
		}
		return false
	}
	if !covers("port1") {
		t.Error("the query cursor is not on its port")
	}
	d.press("enter tab enter")
	if at := d.w.desk.Play.Cursors["set"]; covers(at) {
		t.Errorf("the cursor covers the atom on %s", at)
	}
}

// A hint lies on the board as it was drawn by the game, until it is let go.
func TestAHintIsDrawn(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx"} {
		d := begin(t, Config{Store: emptyStore(t), Table: desktest.Seat(t, id, ""), NoMotion: true, paused: true}, usual)
		if id == "ataxx" {
			d.press("t")
		}
		d.press("h")
		shapes := d.play().Advised().Shapes
		if len(shapes) == 0 {
			t.Fatalf("%s: no hint is drawn:\n%s", id, d.words())
		}
		drawn := func() int {
			n := 0
			for _, sh := range shapes {
				if slices.Contains(d.w.marks(d.w.sceneNow()), sh) {
					n++
				}
			}
			return n
		}
		if n := drawn(); n != len(shapes) {
			t.Errorf("%s: %d of %d shapes lie on the board", id, n, len(shapes))
		}
		d.press("right")
		if n := drawn(); n != len(shapes) {
			t.Errorf("%s: %d of %d shapes lie on the board when the cursor has moved", id, n, len(shapes))
		}
		d.press("esc")
		if n := drawn(); n == len(shapes) {
			t.Errorf("%s: all still lies on the board", id)
		}
	}
}
