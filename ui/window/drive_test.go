package window

import (
	"fmt"
	"image"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/desktest"
	"attic/draw/paint"
	"attic/draw/scene"
	"attic/games"
	"attic/match/store"
	"attic/table"
	"attic/ui/window/x11"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// monitor is a display in memory. It records the calls of its methods.
type monitor struct {
	events chan x11.Event
	scale  float64
	canvas paint.Canvas
	shown  []image.Rectangle // the parts in the last Show
	shows  int
	title  string
	urgent bool
	hand   bool
	copied string
	full   bool
	asked  []bool // for each AskPaste: whether it asked for the text selected last
}

func (m *monitor) Events() <-chan x11.Event     { return m.events }
func (m *monitor) Scale() float64               { return m.scale }
func (m *monitor) Size() (w, h int)             { return m.canvas.W, m.canvas.H }
func (m *monitor) Canvas() paint.Canvas         { return m.canvas }
func (m *monitor) Show(parts []image.Rectangle) { m.shown, m.shows = parts, m.shows+1 }
func (m *monitor) SetTitle(text string)         { m.title = text }
func (m *monitor) SetUrgent(urgent bool)        { m.urgent = urgent }
func (m *monitor) SetCursor(hand bool)          { m.hand = hand }
func (m *monitor) Copy(text string)             { m.copied = text }
func (m *monitor) AskPaste(primary bool)        { m.asked = append(m.asked, primary) }
func (m *monitor) ToggleFull()                  { m.full = !m.full }

type driver struct {
	t     testing.TB
	w     *window
	x     *monitor
	clock *time.Time // the window's simulated clock
}

// size is the size of a window in points, and its number of pixels per point.
type size struct{ w, h, scale float64 }

func (s size) String() string { return fmt.Sprintf("%gx%g at %g", s.w, s.h, s.scale) }

var (
	usual = size{usualW, usualH, 1}
	tiny  = size{usualW, usualH, 0.1} // for tests that do not look at the picture
)

// sit returns the window of a game in which people play all sides and moves are shown without motion.
func sit(t testing.TB, id string, at size) driver {
	t.Helper()
	return begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, id, ""), NoMotion: true}, at)
}

func emptyStore(t testing.TB) store.Store { return store.Open(t.TempDir(), games.Find) }

// begin opens a window. Unless the configuration says otherwise, it offers all games, played by people.
func begin(t testing.TB, c desk.Config, at size) driver {
	t.Helper()
	return beginWith(t, Config{Desk: c}, at)
}

// beginWith is like begin, but also takes the configuration of the window.
func beginWith(t testing.TB, c Config, at size) driver {
	t.Helper()
	c.Desk.May = command.Everything
	if c.Desk.Games == nil {
		c.Desk.Games = desktest.Menu(t)
	}
	if c.Desk.Open == nil {
		c.Desk.Open = desktest.People(t)
	}
	x := &monitor{events: make(chan x11.Event), scale: at.scale, canvas: paint.NewCanvas(int(at.w*at.scale), int(at.h*at.scale))}
	clock := time.Date(2026, 3, 7, 18, 5, 0, 0, time.UTC)
	d := driver{t, newWindow(c, x), x, &clock}
	d.w.pages.Now = func() time.Time { return *d.clock }
	t.Cleanup(func() { must(t, d.w.pages.Desk.Close()) })
	d.w.draw()
	return d
}

// send sends an event to the window, and draws the result.
func (d driver) send(events ...x11.Event) driver {
	d.t.Helper()
	for _, e := range events {
		must(d.t, d.w.take(e))
	}
	d.w.draw()
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

func keyNamed(name string) x11.Event {
	switch {
	case name == "ctrl":
		return x11.CtrlAlone{}
	case name == "space":
		return x11.Key{Name: name, Text: " "}
	case len([]rune(name)) == 1:
		return x11.Key{Name: name, Text: name}
	}
	return x11.Key{Name: name}
}

// typeLine types a line after a colon.
func (d driver) typeLine(line string) driver {
	d.t.Helper()
	events := []x11.Event{keyNamed(":")}
	for _, r := range line {
		name := string(r)
		if r == ' ' {
			name = "space"
		}
		events = append(events, keyNamed(name))
	}
	return d.send(append(events, keyNamed("enter"))...)
}

// pixel returns the middle of a spot in pixels, and whether the page has the spot. The test fails if something
// covers the spot there.
func (d driver) pixel(spot string) (x, y int, ok bool) {
	d.t.Helper()
	s, ok := d.page().Spot(spot)
	if !ok {
		return 0, 0, false
	}
	px, py := s.Middle()
	x, y = int(px*d.x.scale), int(py*d.x.scale)
	if got := d.page().At(float64(x)/d.x.scale, float64(y)/d.x.scale); got != spot {
		d.t.Fatalf("the middle of %s is covered by %s\n%s", spot, got, d.words())
	}
	if x < 0 || y < 0 || x >= d.x.canvas.W || y >= d.x.canvas.H {
		d.t.Fatalf("%s is outside the window at %d,%d", spot, x, y)
	}
	return x, y, true
}

// point moves the mouse to the middle of a spot, and reports whether the page has the spot.
func (d driver) point(spot string) bool {
	d.t.Helper()
	x, y, ok := d.pixel(spot)
	if ok {
		d.send(x11.Motion{X: x, Y: y})
	}
	return ok
}

// click moves the mouse to the middle of a spot and clicks; it reports whether the page has the spot.
func (d driver) click(spot string) bool {
	d.t.Helper()
	if !d.point(spot) {
		return false
	}
	x, y, ok := d.pixel(spot)
	if !ok {
		d.t.Fatalf("%s disappeared when the mouse reached it", spot)
	}
	d.send(x11.Press{X: x, Y: y, Button: 1}, x11.Release{X: x, Y: y, Button: 1})
	return true
}

func (d driver) resize(w, h float64) driver {
	d.t.Helper()
	pw, ph := int(w*d.x.scale), int(h*d.x.scale)
	if pw != d.x.canvas.W || ph != d.x.canvas.H {
		d.x.canvas = paint.NewCanvas(pw, ph)
	}
	return d.send(x11.Resize{W: pw, H: ph})
}

// do carries out a script of [desktest.Do], which may also have these lines:
//
//	ctrl             press the Ctrl key alone
//	wheel -1 e5      turn the mouse wheel over a spot
//	size 800 600     resize the window, in points
//	wait 80ms        let time pass, with frames of motion
func (d driver) do(script string) driver {
	d.t.Helper()
	desktest.Do(d.t, d, script, map[string]func(string){
		"wheel": func(how string) {
			steps, spot, _ := strings.Cut(how, " ")
			by, err := strconv.Atoi(steps)
			must(d.t, err)
			x, y, ok := d.pixel(spot)
			if !ok {
				d.t.Fatalf("%s is not shown:\n%s", spot, d.words())
			}
			d.send(x11.Wheel{X: x, Y: y, By: by})
		},
		"size": func(size string) {
			var w, h float64
			_, err := fmt.Sscan(size, &w, &h)
			must(d.t, err)
			d.resize(w, h)
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
	d.w.pages.Step()
	d.w.draw()
}

func (d driver) play() *desk.Play {
	d.t.Helper()
	if d.w.pages.Desk.Play == nil {
		d.t.Fatal("no game is shown")
	}
	return d.w.pages.Desk.Play
}

// words returns all text on the page, a line for each piece.
func (d driver) words() string { return desktest.Words(d.page()) }

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

func (d driver) page() scene.Scene { return d.w.pages.Compose(d.w.sizeOn(d.x.canvas)) }

// painted returns the page, painted from scratch.
func (d driver) painted() paint.Canvas {
	c := paint.NewCanvas(d.x.canvas.W, d.x.canvas.H)
	paint.New(d.w.theme, d.w.scale).Paint(c, d.page())
	return c
}

// wantPainted checks that the display shows the page, to the last pixel.
func (d driver) wantPainted(when string) {
	d.t.Helper()
	want := d.painted()
	for i, pixel := range d.x.canvas.Pix {
		if pixel != want.Pix[i] {
			d.t.Fatalf("%s: pixel %d,%d is %06x, and %06x when everything is painted", when, i%want.W, i/want.W, pixel, want.Pix[i])
		}
	}
}

var _ desktest.Hands = driver{}

func (d driver) Desk() *desk.Desk { return d.w.pages.Desk }

func (d driver) Press(keys string) { d.press(keys) }

func (d driver) Type(line string) { d.typeLine(line) }

func (d driver) Paste(text string) { d.send(x11.Paste{Text: text}) }

func (d driver) Point(spot string) bool { return d.point(spot) }

func (d driver) Click(spot string) bool { return d.click(spot) }

func (d driver) Choose(line string) bool { return d.click(desk.LineSpot + line) }

func (d driver) Take(e table.Event) {
	d.play().Motion.Take(e)
	d.w.draw()
}

func (d driver) Shown() string {
	d.w.draw() // show changes that came without input
	return d.words()
}
