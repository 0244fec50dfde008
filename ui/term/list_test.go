package term

import (
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
)

const fired = ":fire 1;fire 2;fire 3;fire 4;fire 5;fire 6;fire 7;fire 8;fire 9;fire 10;fire 13;fire 15;fire 16;fire 17;fire 19\n:set a12"

// rows returns the ports in the visible rows of the list of beams.
func (d driver) rows() []string {
	var list []string
	g, f := d.screen(), d.s.play().current()
	for y := range g.H {
		if spot := g.At(f.panelX, y).Spot; strings.HasPrefix(spot, "port") {
			list = append(list, spot)
		}
	}
	return list
}

// The list of beams scrolls with keys, with the wheel over it and with clicks on its arrows, from the first beam to the last.
func TestTheListOfBeamsScrolls(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 26}} {
		d := sit(t, "atommaster size=12#3", size[0], size[1])
		d.do(fired)
		all, first := desk.Listed(d.play().Now.View), d.rows()
		n := len(first)
		if n == 0 || n >= len(all) || !slices.Equal(first, all[:n]) {
			t.Fatalf("%v: want the first of the beams %q, but these are shown: %q", size, all, first)
		}
		shows := func(what string, from int) {
			t.Helper()
			if got := d.rows(); !slices.Equal(got, all[from:from+n]) {
				t.Errorf("%v: after %s, %q are shown, want %q", size, what, got, all[from:from+n])
			}
		}
		wheel := func(button uv.MouseButton) {
			g, f := d.screen(), d.s.play().current()
			for y := range g.H {
				if spot := g.At(f.panelX, y).Spot; strings.HasPrefix(spot, "port") {
					d.send(uv.MouseWheelEvent{X: f.panelX, Y: y, Button: button})
					return
				}
			}
		}
		wheel(uv.MouseWheelDown)
		wheel(uv.MouseWheelDown)
		shows("two notches down with the wheel", 2)
		if d.play().Back {
			t.Error("the wheel over the list goes back to an earlier position")
		}
		wheel(uv.MouseWheelUp)
		wheel(uv.MouseWheelUp)
		shows("two notches up", 0)
		step := min(max(1, n-1), len(all)-n)
		d.press(")")
		shows("a page down by key", step)
		d.press("(")
		shows("a page up by key", 0)
		if !d.click(desk.ButtonSpot + ")") {
			t.Errorf("%v: there is no arrow to click", size)
		}
		shows("a click on the arrow", step)
		for range len(all) {
			d.press(")")
		}
		shows("scrolling to the end", len(all)-n)
	}
}

// A square shows immediately whether an atom was set or removed there. A sign beside the atom previews Enter; just after an atom
// was set, there is no sign.
func TestASquareChangesAtOnce(t *testing.T) {
	d := sit(t, "atommaster#3", 80, 24)
	square := func() string {
		g := d.screen()
		var text []rune
		for _, i := range g.Cells("a8") {
			text = append(text, g.At(i%g.W, i/g.W).Rune)
		}
		return string(text)
	}
	for _, c := range []struct{ what, press, want string }{
		{"hiding: the cursor", "tab", " @!"},
		{"hidden", "enter", " @ "},
		{"removed while hiding", "enter", " @!"},
		{"a beam, and back on the field: the cursor", "tab enter tab", " @?"},
		{"set", "enter", " @ "},
		{"what Enter would do after the cursor came back", "right left", " @-"},
		{"removed", "enter", "   "},
	} {
		if got := square(); strings.TrimSpace(got) != "" && c.press == "tab" {
			t.Errorf("before Tab the square shows %q", got)
		}
		d.press(c.press)
		if got := square(); got != c.want {
			t.Errorf("%s: the square shows %q, want %q", c.what, got, c.want)
		}
	}
}

// The icon for sound appears in the lower right corner of the field for about two seconds (manual of Atommaster, "Sound effects").
func TestTheIconForSound(t *testing.T) {
	d := sit(t, "atommaster#3", 80, 24)
	rows := func() (list []int) {
		for y, line := range strings.Split(d.screen().String(), "\n") {
			if strings.Contains(line, "♪") {
				list = append(list, y)
			}
		}
		return list
	}
	_, y, ok := d.screen().Middle("port16")
	if !ok || len(rows()) > 0 {
		t.Fatalf("port 16 is missing, or an icon is on rows %v before s is pressed", rows())
	}
	d.press("s")
	if got := rows(); !slices.Equal(got, []int{y}) {
		t.Errorf("the icon is on rows %v, want %d", got, y)
	}
	d.send(clockMsg{})
	d.send(clockMsg{})
	if got := rows(); len(got) > 0 {
		t.Errorf("after two seconds the icon is on rows %v", got)
	}
}
