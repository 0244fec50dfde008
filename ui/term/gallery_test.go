package term

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/dev/race"
	"attic/draw/palette"
	"attic/games"
	"attic/match/store"
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

// TestGoldenApart compares screens of games with Bo, a person on another machine, with a golden file.
func TestGoldenApart(t *testing.T) {
	race.Plain(t)
	var a album
	for _, c := range []struct{ id, state, script string }{
		{"atom4", "awaited", "# awaited\npoint h8\n# awaited, and looking around\nY\n# copied\nN\n# what can be done"},
		{"atom4", "pageless", "# awaited, without a page\nY\n# copied, without a page"},
		{"atom4", "waiting", "# Bo is to move\npoint h8\n# Bo is to move, and looking around\nenter\n# too early\nN\n# what can be asked"},
		{"atom4", "asking", "# asked"},
		{"atom4", "offered", "# a draw offered\npoint h8\n# a draw offered, and looking around\nN\n# an answer"},
		{"atom4", "away", "# away"},
		{"atom4", "left", "# left"},
		{"atom4", "joined", "# joined"},
		{"ataxx", "awaited", "# Ataxx, awaited"},
		{"ataxx", "watchable", "# Ataxx, and others may watch\nN\n# what can be done then"},
		{"ataxx", "set-up", "# Ataxx, set-up"},
		{"ataxx", "offered", "# Ataxx, a draw offered\nsize 120 40\n# Ataxx, 120x40"},
		{"ataxx", "joined", "# Ataxx, joined"},
		{"atommaster#17", "awaited", "# Atommaster, awaited"},
		{"atommaster#17", "offered", "# Atommaster, a draw offered"},
		{"atom4", "", "N\n# host or join"},
	} {
		tb := desktest.Seat(t, c.id, "")
		if c.state != "" {
			tb = desktest.Apart(t, c.id, c.state)
		}
		a.driver = driver{t, opened(desk.Config{
			Games: desktest.Menu(t), Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true, Paused: true, Net: desktest.Nowhere{},
		})}.begin(80, 24)
		a.do(c.script)
	}
	a.compare("apart")
}
