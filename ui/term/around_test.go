package term

import (
	"testing"

	"attic/dev/desktest"
	"attic/dev/race"
)

// On the smallest screen, a board that does not fit is shown around the cursor, and the arrow keys reach its far
// corners.
func TestABoardLargerThanTheScreen(t *testing.T) {
	race.Plain(t)
	for _, c := range []struct {
		id, keys string
		corners  []string
	}{
		{"atom4", "right down", []string{"p1"}},
		{"atommaster size=12 atoms=6#17", "right", []string{"port13", "port25", "port37"}},
	} {
		t.Run(c.id, func(t *testing.T) {
			d := driver{t, opened(desktest.Visit{ID: c.id}.Begin(t))}.begin(40, 16)
			d.do("sample")
			p := d.play()
			seen := map[string]bool{}
			for range 60 {
				d.press(c.keys)
				at := p.Cursor.Cursors[p.Cursor.Track]
				if seen[at] = true; len(d.screen().Cells(at)) == 0 {
					t.Fatalf("the cursor on %s is not on the screen\n%s", at, d.screen())
				}
			}
			for _, corner := range c.corners {
				if !seen[corner] {
					t.Errorf("the cursor was never on %s, but on %v", corner, seen)
				}
			}
		})
	}
}
