package term

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"attic/desk"
)

const fired = ":fire 1;fire 2;fire 3;fire 4;fire 5;fire 6;fire 7;fire 8;fire 9;fire 10;fire 13;fire 15;fire 16;fire 17;fire 19\n:set a12"

// rows returns the ports of the rows of the list that are shown.
func (d driver) rows() []string {
	var list []string
	g, f := d.screen(), d.play().current()
	for y := range g.H {
		if spot := g.At(f.panelX, y).Spot; strings.HasPrefix(spot, "port") {
			list = append(list, spot)
		}
	}
	return list
}

// The list of beams scrolls by keys, by the wheel over it and by clicks on its arrows; all beams can be seen, those that
// contradict the atoms set first.
func TestTheListOfBeamsScrolls(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 26}} {
		d := sit(t, "atommaster size=12#3", size[0], size[1])
		d.do(fired)
		all, first := d.s.Listed(), d.rows()
		n := len(first)
		if n == 0 || n >= len(all) || !slices.Equal(first, all[:n]) {
			t.Fatalf("%v: of %q the first ones are shown: %q", size, all, first)
		}
		shows := func(what string, from int) {
			t.Helper()
			if got := d.rows(); !slices.Equal(got, all[from:from+n]) {
				t.Errorf("%v: %s, %q are shown, want %q", size, what, got, all[from:from+n])
			}
		}
		wheel := func(button tea.MouseButton) {
			g, f := d.screen(), d.play().current()
			for y := range g.H {
				if spot := g.At(f.panelX, y).Spot; strings.HasPrefix(spot, "port") {
					d.send(tea.MouseWheelMsg{X: f.panelX, Y: y, Button: button})
					return
				}
			}
		}
		wheel(tea.MouseWheelDown)
		wheel(tea.MouseWheelDown)
		shows("two notches of the wheel", 2)
		if d.play().Back {
			t.Error("the wheel over the list looks back")
		}
		wheel(tea.MouseWheelUp)
		wheel(tea.MouseWheelUp)
		shows("and back", 0)
		step := min(max(1, n-1), len(all)-n)
		d.press(")")
		shows("a page by the key", step)
		d.press("(")
		shows("and back by the key", 0)
		if !d.click(desk.ButtonSpot + ")") {
			t.Errorf("%v: there is no arrow", size)
		}
		shows("a page by the arrow", step)
		for range len(all) {
			d.press(")")
		}
		shows("at the end", len(all)-n)
	}
}

// A square shows at once that an atom was set there or removed: the cursor's atom has a sign, one that is set has none.
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
		{"let go", "enter", " @!"},
		{"back, a beam, and to the field: the cursor", "tab enter tab", " @?"},
		{"set", "enter", " @ "},
		{"what Enter would do next", "right left", " @-"},
		{"removed", "enter", "   "},
	} {
		if got := square(); strings.TrimSpace(got) != "" && c.press == "tab" {
			t.Errorf("before, the square shows %q", got)
		}
		d.press(c.press)
		if got := square(); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Manual, "Sound effects": the icon stands in the lower right corner of the field for a moment.
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
		t.Fatalf("there is no port 16, or an icon on rows %v", rows())
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
