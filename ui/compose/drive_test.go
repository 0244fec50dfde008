package compose

import (
	"cmp"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/games"
	"attic/match/store"
)

var update = flag.Bool("update", false, "rewrite testdata/*.svg")

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// monitor is a device in memory.
type monitor struct {
	still
	pages  *Pages
	copied string
	full   bool
}

func (m *monitor) Keys() []desk.Button {
	return []desk.Button{{Key: "ctrl+v", Label: "paste moves or a game ID; the middle mouse button pastes the selected text"}, {Key: FullKey, Label: "switch full screen on or off"}, {Key: "ctrl++", Label: "zoom in"}}
}

func (m *monitor) Settings() []desk.MenuItem { return desk.BoardSettings(m.pages.Desk) }

func (m *monitor) Unthemed() string { return "dark (default)" }

func (m *monitor) Own(key string) bool {
	if key == FullKey {
		m.full = !m.full
	}
	return key == FullKey
}

func (m *monitor) Copy(text string, told func(desk.Copied)) {
	m.copied = text
	told(desk.CopiedSurely)
}

// driver operates pages in the tests.
type driver struct {
	t     testing.TB
	p     *Pages
	x     *monitor
	size  *size
	clock *time.Time // simulated
}

type size struct{ w, h float64 }

func (s size) String() string { return fmt.Sprintf("%gx%g", s.w, s.h) }

var usual = size{1200, 800}

// sit returns the pages of a game in which people play all sides and moves are shown without motion.
func sit(t testing.TB, id string, at size) driver {
	t.Helper()
	return begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, id, ""), NoMotion: true}, at)
}

func emptyStore(t testing.TB) store.Store { return store.Open(t.TempDir(), games.Find) }

// begin makes pages. Unless the configuration says otherwise, they offer all games, played by people, to a person who may do everything.
func begin(t testing.TB, c desk.Config, at size) driver {
	t.Helper()
	c.May = cmp.Or(c.May, command.Everything)
	if c.Games == nil {
		c.Games = desktest.Menu(t)
	}
	if c.Open == nil {
		c.Open = desktest.People(t)
	}
	x := new(monitor)
	clock := time.Date(2026, 3, 7, 18, 5, 0, 0, time.UTC)
	d := driver{t, New(c, x), x, &at, &clock}
	x.pages = d.p
	d.p.Now = func() time.Time { return *d.clock }
	t.Cleanup(func() { must(t, d.p.Desk.Close()) })
	d.draw()
	return d
}

func (d driver) draw() { d.p.Compose(d.size.w, d.size.h) }

// event is an input from a device.
type event func(*Pages)

func moved(x, y float64) event           { return func(p *Pages) { p.Point(x, y, false) } }
func drawn(x, y float64) event           { return func(p *Pages) { p.Point(x, y, true) } }
func pressed(x, y float64) event         { return func(p *Pages) { p.Press(x, y) } }
func released(x, y float64) event        { return func(p *Pages) { p.Release(x, y) } }
func wheeled(x, y float64, by int) event { return func(p *Pages) { p.Wheel(x, y, by) } }

func pasted(text string) event {
	return func(p *Pages) {
		p.Skip()
		p.Desk.Paste(text)
	}
}

// send sends events to the pages, and composes the result.
func (d driver) send(events ...event) driver {
	d.t.Helper()
	for _, e := range events {
		e(d.p)
	}
	d.draw()
	return d
}

// press presses keys, given by their names with blanks between them.
func (d driver) press(keys string) driver {
	d.t.Helper()
	for name := range strings.FieldsSeq(keys) {
		d.send(keyNamed(name))
	}
	return d
}

func keyNamed(name string) event {
	return func(p *Pages) {
		switch {
		case name == "space":
			p.Key(name, " ")
		case len([]rune(name)) == 1:
			p.Key(name, name)
		default:
			p.Key(name, "")
		}
	}
}

// typeLine types a line after a colon.
func (d driver) typeLine(line string) driver {
	d.t.Helper()
	events := []event{keyNamed(":")}
	for _, r := range line {
		name := string(r)
		if r == ' ' {
			name = "space"
		}
		events = append(events, keyNamed(name))
	}
	return d.send(append(events, keyNamed("enter"))...)
}

// middle returns the middle of a spot, and whether the page has the spot. The test fails if something covers the spot there.
func (d driver) middle(spot string) (x, y float64, ok bool) {
	d.t.Helper()
	s, ok := d.p.page.scene.Spot(spot)
	if !ok {
		return 0, 0, false
	}
	x, y = s.Middle()
	if got := d.p.page.scene.At(x, y); got != spot {
		d.t.Fatalf("the middle of %s is covered by %s\n%s", spot, got, d.words())
	}
	if x < 0 || y < 0 || x >= d.size.w || y >= d.size.h {
		d.t.Fatalf("%s is outside the page at %g,%g", spot, x, y)
	}
	return x, y, true
}

// point moves the pointer to the middle of a spot, and reports whether the page has the spot.
func (d driver) point(spot string) bool {
	d.t.Helper()
	x, y, ok := d.middle(spot)
	if ok {
		d.send(moved(x, y))
	}
	return ok
}

// click moves the pointer to the middle of a spot and clicks; it reports whether the page has the spot.
func (d driver) click(spot string) bool {
	d.t.Helper()
	if !d.point(spot) {
		return false
	}
	x, y, ok := d.middle(spot)
	if !ok {
		d.t.Fatalf("%s disappeared when the pointer reached it", spot)
	}
	d.send(pressed(x, y), released(x, y))
	return true
}

func (d driver) resize(w, h float64) driver {
	*d.size = size{w, h}
	return d.send()
}

// do carries out a script of [desktest.Do], which may also have these lines:
//
//	ctrl             press the Ctrl key alone
//	wheel -1         turn the mouse wheel over the board, or over another spot: wheel -1 key:step 1
//	size 800 600     resize the page, in points
//	wait 80ms        let time pass, with frames of motion
//	fingers          show the page on a touch screen
func (d driver) do(script string) driver {
	d.t.Helper()
	desktest.Do(d.t, d, script, map[string]func(string){
		"wheel": func(how string) {
			steps, spot, named := strings.Cut(how, " ")
			by, err := strconv.Atoi(steps)
			must(d.t, err)
			board := d.p.page.wheels[desk.OverBoard]
			x, y := board.X+board.W/2, board.Y+board.H/2
			if named {
				var ok bool
				if x, y, ok = d.middle(spot); !ok {
					d.t.Fatalf("%s is not shown:\n%s", spot, d.words())
				}
			}
			d.send(wheeled(x, y, by))
		},
		"size": func(size string) {
			var w, h float64
			_, err := fmt.Sscan(size, &w, &h)
			must(d.t, err)
			d.resize(w, h)
		},
		"fingers": func(string) {
			d.p.Desk.Fingers = true
			d.send()
		},
		"wait": func(long string) {
			duration, err := time.ParseDuration(long)
			must(d.t, err)
			d.wait(duration)
		},
	})
	return d
}

func (d driver) wait(long time.Duration) {
	*d.clock = d.clock.Add(long)
	d.p.Step()
	d.draw()
}

func (d driver) play() *desk.Play {
	d.t.Helper()
	if d.p.Desk.Play == nil {
		d.t.Fatal("no game is shown")
	}
	return d.p.Desk.Play
}

// words returns all text on the page, a line for each piece.
func (d driver) words() string { return desktest.Words(d.p.page.scene) }

// want checks that texts are on the page.
func (d driver) want(texts ...string) {
	d.t.Helper()
	for _, text := range texts {
		if !strings.Contains(d.words(), text) {
			d.t.Errorf("%q is not on the page:\n%s", text, d.words())
		}
	}
}

func (d driver) played() string { return desktest.Played(d.play()) }
