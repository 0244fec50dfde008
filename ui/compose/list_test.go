package compose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/scene"
)

// fired fires beams at many ports of a field of 12 by 12 squares, and sets an atom that contradicts some of the beams.
const fired = ":fire 1;fire 2;fire 3;fire 4;fire 5;fire 6;fire 7;fire 8;fire 9;fire 10;fire 13;fire 15;fire 16;fire 17;fire 19\n:set a12"

// rows returns the ports of the visible rows of the list.
func (d driver) rows() []string {
	var list []string
	for _, spot := range d.p.page.scene.Spots {
		if d.p.page.wheels[desk.OverBeside].Contains(spot.Area.X+1, spot.Area.Y+1) && strings.HasPrefix(spot.Name, "port") {
			list = append(list, spot.Name)
		}
	}
	return list
}

// The list of beams scrolls with keys, with the mouse wheel over it and with clicks on its scroll bar. It contains all beams,
// starting with those that contradict the atoms set.
func TestTheListOfBeamsScrolls(t *testing.T) {
	for _, at := range []size{usual, {1024, 768}} {
		d := sit(t, "atommaster size=12#3", at)
		d.do(fired)
		all, first := desk.Listed(d.play().Now.View), d.rows()
		n := len(first)
		if n == 0 || n >= len(all) || !slices.Equal(first, all[:n]) {
			t.Fatalf("%v: the list of %q does not start with the first ones: %q", at, all, first)
		}
		middle := func() (x, y float64) {
			return d.p.page.wheels[desk.OverBeside].X + 20, d.p.page.wheels[desk.OverBeside].Y + 40
		}
		shows := func(what string, from int) {
			t.Helper()
			if got := d.rows(); !slices.Equal(got, all[from:from+n]) {
				t.Errorf("%v: %s, %q are shown, want %q", at, what, got, all[from:from+n])
			}
		}
		x, y := middle()
		d.send(moved(x, y), wheeled(x, y, 1), wheeled(x, y, 1))
		shows("two notches of the wheel", 2)
		if d.play().Back {
			t.Error("the wheel over the list looks back")
		}
		d.send(wheeled(x, y, -1), wheeled(x, y, -1))
		shows("and back", 0)
		step := min(max(1, n-1), len(all)-n)
		d.press(")")
		shows("a page by the key", step)
		d.press("(")
		shows("and back by the key", 0)
		d.click(desk.ButtonSpot + ")")
		shows("a page by the bar", step)
		for range len(all) {
			d.press(")")
		}
		shows("at the end", len(all)-n)
		d.do(":fire 20")
		if got := d.rows(); slices.Contains(all, got[0]) && !slices.Contains(got, "port20") {
			t.Errorf("%v: after another beam %q are shown", at, got)
		}
	}
}

// The status bar shows its full text in windows of every size, with fields of every size.
func TestTheStatusBarIsWhole(t *testing.T) {
	for fields := 8; fields <= 12; fields++ {
		d := sit(t, fmt.Sprintf("atommaster size=%d atoms=6#3", fields), usual)
		for port := range 4 * fields {
			d.do(fmt.Sprint(":fire ", port+1))
		}
		bar := d.play().Now.View.Status().Bar
		for _, at := range layoutSizes {
			var words []string
			for _, text := range textsOf(d.p.compose(at.w, at.h).scene) {
				words = append(words, text.text)
			}
			if got := strings.Join(words, " "); !strings.Contains(got, bar) {
				t.Errorf("%d fields, %v: there is no %q in %q", fields, at, bar, got)
			}
		}
	}
}

// Manual, "Sound effects": an icon in the lower right corner shows for a short time whether sound is on.
func TestTheSpeaker(t *testing.T) {
	d := sit(t, "atommaster#3", usual)
	shown := func() (waves, cross bool) {
		port, _ := d.p.page.scene.Spot("port16")
		right, _ := d.p.page.scene.Spot("port17")
		x, _ := right.Middle()
		_, y := port.Middle()
		for _, sh := range d.p.page.scene.Shapes {
			near := sh.X > x-port.Area.W && sh.X < x+port.Area.W && sh.Y > y-port.Area.H && sh.Y < y+port.Area.H
			waves = waves || near && sh.Kind == scene.Path && sh.Stroke == scene.Text
			cross = cross || near && sh.Kind == scene.Segment && sh.Stroke == scene.Bad
		}
		return waves, cross
	}
	for _, c := range []struct {
		what         string
		do           func()
		waves, cross bool
	}{
		{"before", func() {}, false, false},
		{"off", func() { d.press("s") }, false, true},
		{"on", func() { d.press("s") }, true, false},
		{"a second later", func() { d.p.Desk.Tick(); d.draw() }, true, false},
		{"when the moment is over", func() { d.p.Desk.Tick(); d.draw() }, false, false},
		{"off again", func() { d.press("s") }, false, true},
		{"until something else is done", func() { d.press("right") }, false, false},
	} {
		c.do()
		if waves, cross := shown(); waves != c.waves || cross != c.cross {
			t.Errorf("%s: waves %t, crossed out %t", c.what, waves, cross)
		}
		if d.p.Desk.Ticks() != (c.waves || c.cross) {
			t.Errorf("%s: ticks %t", c.what, d.p.Desk.Ticks())
		}
	}
}
