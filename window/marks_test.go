package window

import (
	"math"
	"testing"

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
