package term

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/draw/palette"
)

// On screens of all sizes, every page shows its blocks and something to click besides the board; the smallest screen may instead show the size that the
// page needs. "make gallery" shows the pages.
func TestPages(t *testing.T) {
	gallery := desktest.NewGallery(t, "terminal", "")
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			c := page.Begin(t)
			c.May = command.Everything
			d := driver{t, opened(c)}.begin(120, 40)
			d.do(page.Script)
			for _, at := range [][2]int{{40, 16}, {80, 24}, {120, 40}, {200, 60}} {
				d.do(fmt.Sprintf("size %d %d", at[0], at[1]))
				shown := d.screen()
				if small := at[0] == 40 && strings.Contains(shown.String(), "Enlarge the window"); !small && !d.goesOn() {
					t.Errorf("at %v nothing can be pressed:\n%s", at, shown)
				} else if missing := desktest.Missing(d.s.desk, shown.String()); at[0] > 40 && len(missing) > 0 {
					t.Errorf("at %v the screen lacks %q:\n%s", at, missing, shown)
				}
				if gallery.Wants(page) {
					gallery.Hang(page, fmt.Sprintf("%dx%d", at[0], at[1]), func(l desktest.Look, png bool) []byte {
						if png {
							return nil
						}
						var out bytes.Buffer
						must(t, palette.SVG(&out, l.Theme, []palette.Frame{{Grid: shown}}))
						return out.Bytes()
					})
				}
			}
		})
	}
}

// goesOn reports whether the screen has a button or a line to choose.
func (d driver) goesOn() bool {
	g := d.screen()
	for y := range g.H {
		for x := range g.W {
			for _, kind := range []string{desk.ButtonSpot, desk.EntrySpot, desk.ItemSpot} {
				if strings.HasPrefix(g.At(x, y).Spot, kind) {
					return true
				}
			}
		}
	}
	return false
}
