package window

import (
	"math"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/match/store"
	"attic/ui/window/x11"
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
	if got := kept.Profile.Settings().Zoom; got != 80 {
		t.Errorf("the zoom remembered is %d", got)
	}
	if again := open(usual); again.page().View.W != 1500 {
		t.Errorf("the next window is %g points wide", again.page().View.W)
	}
	for range 20 {
		d.send(x11.Key{Name: "ctrl++"})
	}
	if d.page().View.W != 600 || d.page().View.H != 400 || kept.Profile.Settings().Zoom != store.MostZoom {
		t.Errorf("at the largest zoom, the page has %g by %g points", d.page().View.W, d.page().View.H)
	}
	if small := open(size{400, 500, 1}); small.page().View.W != leastW || small.page().View.H != leastH {
		t.Errorf("a small window shows %g by %g points", small.page().View.W, small.page().View.H)
	}
	for range 20 {
		d.send(x11.Key{Name: "ctrl+-"})
	}
	if kept.Profile.Settings().Zoom != store.LeastZoom {
		t.Errorf("the smallest zoom is %d %%", kept.Profile.Settings().Zoom)
	}
	x, y, _ := d.pixelAt("a7", 0.5)
	if d.send(x11.Motion{X: x, Y: y}); d.over() != "a7" {
		t.Errorf("the mouse over a7 is over %q", d.over())
	}
	menu := begin(t, desk.Config{Store: kept}, usual).do("up right right right down")
	menu.want("Zoom", "50 %")
}

// A window that is larger than 1920 by 1080 shows everything larger; the zoom is relative to that. On a desktop with its own scale, only windows
// larger by that scale do so.
func TestLargeWindows(t *testing.T) {
	kept := emptyStore(t)
	for _, c := range []struct{ w, h, scale, points float64 }{
		{1920, 1080, 1, 1920}, {2560, 1440, 1, 1920}, {3840, 2160, 1, 1920}, {3840, 2160, 2, 1920}, {3440, 1440, 1, 2580}, {2560, 700, 1, 2560},
	} {
		d := begin(t, desk.Config{Store: kept}, size{c.w / c.scale, c.h / c.scale, c.scale})
		if got := d.page().View.W; math.Abs(got-c.points) > 1 {
			t.Errorf("%g by %g pixels at scale %g show %g points, want %g", c.w, c.h, c.scale, got, c.points)
		}
	}
	d := begin(t, desk.Config{Store: kept}, size{3840, 2160, 1})
	if d.send(x11.Key{Name: "ctrl+-"}); math.Abs(d.page().View.W-1920/0.9) > 1 {
		t.Errorf("at 90 %% there are %g points", d.page().View.W)
	}
}

// over returns the spot of the board under the mouse.
func (d driver) over() string {
	_, at := d.play().Cursor.Pointed()
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
	for range 40 {
		if text := d.words(); strings.Contains(text, "F11") && strings.Contains(text, "Ctrl++") {
			return
		}
		d.press("down down down")
	}
	t.Error("help does not describe these keys")
}

// Each game has its own kind of board, which the settings change. The change is visible on the settings page itself and in the next window. A game
// without a choice has the board that older versions kept for all games.
func TestBoards(t *testing.T) {
	kept := emptyStore(t)
	must(t, kept.Profile.Set(&store.Settings{}, func(s *store.Settings) { *s = store.Settings{Board: "ink"} }))
	d := begin(t, desk.Config{Store: kept, NoMotion: true}, usual)
	squares := func(d driver) (list []int) {
		for i := range scene.Boards {
			if slices.ContainsFunc(d.page().Shapes, func(sh scene.Shape) bool {
				return sh.Fill == scene.Square.OnBoard(i) || sh.Fill == scene.Plate.OnBoard(i)
			}) {
				list = append(list, i)
			}
		}
		return list
	}
	if got := squares(d); !slices.Equal(got, []int{2}) {
		t.Fatalf("the menu shows the boards %v", got)
	}
	items := d.w.Settings()
	if items[0].Label != "Atom-4 board" || items[0].Value != "ink" || items[1].Label != "Ataxx board" {
		t.Fatalf("the first settings are %+v", items[:2])
	}
	items[0].Change(1)
	items[1].Change(-1)
	d.do("click entry 3\nto Board and pieces\nenter")
	d.want("Atom-4 board", "plain", "Ataxx board", "wood", "Atommaster board", "ink")
	if got := squares(d); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("the settings show the boards %v", got)
	}
	d.wantPainted("with other boards")
	d.do("to Pieces\nleft")
	d.wantPainted("with distinct pieces")
	if want, _ := palette.Find("dark"); d.w.theme.Colour(scene.Red) != want.Wear(scene.Distinct, nil).Colour(scene.Red) {
		t.Errorf("red is %v", d.w.theme.Colour(scene.Red))
	}
	for id, want := range map[string]int{"atom4": 0, "ataxx": 1, "atommaster#17": 2} {
		again := begin(t, desk.Config{Store: kept, Table: desktest.Seat(t, id, ""), NoMotion: true}, usual)
		if got := squares(again); !slices.Equal(got, []int{want}) {
			t.Errorf("%s is played on the boards %v, want %d", id, got, want)
		}
		grained := slices.ContainsFunc(again.page().Shapes, func(sh scene.Shape) bool { return sh.Stroke == scene.Grain.OnBoard(1) })
		if grained != (want == 1) {
			t.Errorf("%s: grained is %t", id, grained)
		}
	}
}
