package term

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/draw/qr"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// shows reports whether a screen has a drawing somewhere.
func shows(screen, drawing grid.Grid) bool {
	for y := range screen.H - drawing.H + 1 {
		for x := range screen.W - drawing.W + 1 {
			same := true
			for row := 0; same && row < drawing.H; row++ {
				same = slices.Equal(screen.Row(y + row)[x:x+drawing.W], drawing.Row(row))
			}
			if same {
				return true
			}
		}
	}
	return false
}

// The link of a hosted game is shown as a QR code until the guest joins: beside the board if there is room, and after a key
// is pressed.
func TestScan(t *testing.T) {
	code := qr.Encode(desktest.Link)
	for _, c := range []struct {
		name, id string
		w, h     int
		keys     string
		on       qr.Terminal
		border   int
	}{
		{"others may watch", "ataxx", 80, 24, "Q", qr.Terminal{}, qr.Quiet},
		{"a page", "atom4", 80, 24, "Q", qr.Terminal{}, qr.Quiet},
		{"a small page", "ataxx", 40, 20, "Q", qr.Terminal{}, qr.Narrow},
		{"beside the board", "ataxx", 120, 44, "", qr.Terminal{}, qr.Quiet},
		{"beside a large board", "atom4", 120, 44, "", qr.Terminal{}, qr.Narrow},
		{"beside a list", "atommaster#17", 120, 44, "", qr.Terminal{}, qr.Quiet},
		{"without colours", "atom4", 80, 24, "Q", qr.Terminal{Mono: true}, qr.Quiet},
		{"without Unicode", "atom4", 80, 50, "Q", qr.Terminal{ASCII: true}, qr.Quiet},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := desktest.Apart(t, c.id, map[bool]string{false: "awaited", true: "watchable"}[c.name == "others may watch"])
			d := driver{t, opened(desk.Config{Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: tb, NoMotion: true, Net: desktest.Nowhere{}})}.begin(c.w, c.h)
			d.s.painter.ASCII = c.on.ASCII
			if c.on.Mono {
				d.s.painter.Depth = palette.None
			}
			d.press(c.keys)
			if !shows(d.screen(), code.Grid(c.border, c.on)) {
				t.Errorf("the code is not there:\n%s", d.screen())
			}
			if c.name == "others may watch" {
				d.want("Link for spectators: " + desktest.Link + "/watch")
			}
			tb.Met(table.Present)
			d.s.desk.News()
			if text := d.screen().String(); strings.Contains(text, "Scan to join") || shows(d.screen(), code.Grid(qr.Narrow, c.on)) {
				t.Errorf("the code is still there:\n%s", text)
			}
		})
	}
}

// If a QR code does not fit, the page names the size that it needs. Without a code, Q quits as q does, in case Caps Lock is
// on.
func TestScanWithoutRoom(t *testing.T) {
	begin := func(state string) driver {
		return driver{t, opened(desk.Config{
			Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: desktest.Apart(t, "ataxx", state), NoMotion: true, Net: desktest.Nowhere{},
		})}.begin(40, 18)
	}
	begin("awaited").press("Q").want("The QR code needs 33 columns and 20", "rows; this terminal is 40x18.")
	d := begin("pageless")
	d.typeLine("qr")
	d.want("This build of attic has no page")
	if d.press("Q"); !d.s.desk.Quitting {
		t.Error("Q without a code does not quit")
	}
}
