package window

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/desktest"
	"attic/store"
	"attic/window/x11"
)

// Ctrl with + or - makes everything larger or smaller, Ctrl with 0 resets the size, and the next window keeps it.
func TestZoom(t *testing.T) {
	kept := emptyStore(t)
	open := func(at size) driver {
		return begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, "ataxx", ""), NoMotion: true}, at)
	}
	d := open(usual)
	for _, c := range []struct {
		key  string
		zoom int
	}{{"ctrl++", 110}, {"ctrl+=", 125}, {"ctrl+-", 110}, {"ctrl+0", 100}, {"ctrl+-", 90}, {"ctrl+_", 80}} {
		d.send(x11.Key{Name: c.key})
		if got := int(1200/d.page().View.W*100 + 0.5); got != c.zoom {
			t.Errorf("after %s the zoom is %d %%, want %d", c.key, got, c.zoom)
		}
		d.wantPainted(c.key)
	}
	if got := kept.Settings().Zoom; got != 80 {
		t.Errorf("the zoom remembered is %d", got)
	}
	if again := open(usual); again.page().View.W != 1500 {
		t.Errorf("the next window is %g points wide", again.page().View.W)
	}
	for range 20 {
		d.send(x11.Key{Name: "ctrl++"})
	}
	if d.page().View.W != 600 || d.page().View.H != 400 || kept.Settings().Zoom != store.MostZoom {
		t.Errorf("at the largest zoom, the page has %g by %g points", d.page().View.W, d.page().View.H)
	}
	if small := open(size{400, 500, 1}); small.page().View.W != leastW || small.page().View.H != leastH {
		t.Errorf("a small window shows %g by %g points", small.page().View.W, small.page().View.H)
	}
	for range 20 {
		d.send(x11.Key{Name: "ctrl+-"})
	}
	if kept.Settings().Zoom != store.LeastZoom {
		t.Errorf("the smallest zoom is %d %%", kept.Settings().Zoom)
	}
	x, y, _ := d.pixelAt("a7", 0.5)
	if d.send(x11.Motion{X: x, Y: y}); d.over() != "a7" {
		t.Errorf("the mouse over a7 is over %q", d.over())
	}
	menu := begin(t, desk.Config{Store: kept}, usual).do("up right right right down")
	menu.want("Zoom", "50 %")
}

// over returns the spot of the board under the mouse.
func (d driver) over() string {
	_, at := d.play().Pointed()
	return at
}

// pixelAt returns the middle of a spot in pixels; scale is the number of pixels per point.
func (d driver) pixelAt(spot string, scale float64) (x, y int, ok bool) {
	s, ok := d.page().Spot(spot)
	px, py := s.Middle()
	return int(px * scale), int(py * scale), ok
}

// F11 and the icon beside the note make the window fill the screen, on any page.
func TestFullScreen(t *testing.T) {
	d := sit(t, "ataxx", usual).press("f11")
	if !d.x.full {
		t.Error("F11 does not fill the screen")
	}
	if d.click("key:f11"); d.x.full {
		t.Error("a click on the icon does not restore the window")
	}
	if d.press("w f11"); !d.x.full || !d.w.pages.Desk.Form.On {
		t.Error("with a form F11 does not fill the screen")
	}
	menu := begin(t, desk.Config{Store: emptyStore(t)}, usual).press("f11")
	if !menu.x.full {
		t.Error("on the menu F11 does not fill the screen")
	}
	d.press("esc ?")
	for range 20 {
		if text := d.words(); strings.Contains(text, "F11") && strings.Contains(text, "Ctrl++") {
			return
		}
		d.press("down down down")
	}
	t.Error("help does not describe these keys")
}

// The settings change the board under the pieces on the page itself, a theme given at the start stays, and the next window has that board.
func TestBoards(t *testing.T) {
	kept := emptyStore(t)
	d := begin(t, desk.Config{Store: kept, NoMotion: true}, usual)
	d.w.Theme = "light"
	d.w.Restyle()
	items := d.w.Settings()
	if items[0].Label != "Board" || items[0].Value != "plain" {
		t.Fatalf("the first setting is %+v", items[0])
	}
	items[0].Change(1)
	d.do("up right right right")
	d.want("Board", "wood")
	if d.w.theme.Name != "light" || d.w.theme.Board.Name != "wood" {
		t.Errorf("the page is %s on %s", d.w.theme.Name, d.w.theme.Board.Name)
	}
	d.wantPainted("with another board")
	if again := begin(t, desk.Config{Store: kept}, usual); again.w.theme.Board.Name != "wood" || again.w.theme.Name != "dark" {
		t.Errorf("the next window is %s on %s", again.w.theme.Name, again.w.theme.Board.Name)
	}
}
