package compose

import (
	"testing"

	"attic/dev/desktest"
)

// handSizes are the sizes of phones and of a tablet.
var handSizes = []size{{390, 844}, {320, 568}, {360, 640}, {844, 390}, {667, 375}, {768, 1024}, {1024, 768}}

// On a page for fingers, everything of a game but its board is large enough to touch, nothing overlaps, and the board is large.
func TestFingers(t *testing.T) {
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			d := open(t, page.ID, page.Programs, page.Script, usual)
			if d.p.Desk.Play == nil || d.p.Desk.Pages.Covers() || d.p.Desk.Form.On {
				t.Skip("not the page of a game")
			}
			d.p.Desk.Fingers = true
			for _, at := range handSizes {
				d.p.stage.asides = asides{}
				*d.size = at
				d.send(moved(-1, -1))
				d.draw() // what has no room is in the drawer only after the page is known
				for _, wrong := range d.layoutErrors(at) {
					t.Errorf("%s: %s", at, wrong)
				}
				board := d.boardSpots()
				for _, spot := range d.p.page.scene.Spots {
					if a := spot.Area; !board[spot.Name] && (a.W < finger || a.H < finger) {
						t.Errorf("%s: %s is only %g by %g", at, spot.Name, a.W, a.H)
					}
				}
			}
		})
	}
}
