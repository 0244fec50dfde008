package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
)

// On a square of the field, the cursor does not cover the contents; on the ring of ports, it may cover the port's number.
func TestTheCursorOnAFieldCoversNothing(t *testing.T) {
	d := sit(t, "atommaster#3", usual)
	covers := func(spot string) bool {
		place, ok := d.p.page.scene.Spot(spot)
		if !ok {
			t.Fatalf("the page has no %s", spot)
		}
		x, y := place.Middle()
		for _, sh := range d.p.page.scene.Shapes {
			if sh.Kind == scene.Rect && sh.Fill == scene.Query && math.Hypot(sh.X-x, sh.Y-y) < 1 {
				return true
			}
		}
		return false
	}
	if !covers("port1") {
		t.Error("the query cursor is not on its port")
	}
	d.press("enter tab enter")
	if at := d.p.Desk.Play.Cursor.Cursors["set"]; covers(at) {
		t.Errorf("the cursor covers the atom on %s", at)
	}
}

// Manual, "Game rules": the query cursor is a white question mark on blue. In set mode it stays at its port, in orange,
// even while an atom appears, and the cursor on the field is an atom with a question mark, or with an exclamation mark while hiding.
func TestTheCursorsOfTheManual(t *testing.T) {
	d := sit(t, "atommaster#3", usual)
	signs := func() string { // the signs of the cursors, their spots and colours
		var list []string
		s := d.p.stage.sceneNow()
		for _, sh := range newGamePage(&d.p.page).marks(s) {
			if ground, on := scene.Ground(sh.Fill); on && sh.Kind == scene.Letters {
				list = append(list, fmt.Sprint(s.At(sh.X, sh.Y), sh.Text, map[scene.Colour]string{scene.Query: "blue", scene.Waiting: "orange"}[ground]))
			}
		}
		return strings.Join(list, " ")
	}
	for _, c := range []struct{ clause, press, want string }{
		{"in query mode", "", "port1?blue"},
		{"it moves", "right", "port2?blue"},
		{"hiding, after one press", "ctrl", "port2?orange a8!blue"},
		{"a hidden atom is visible at once", "enter", "port2?orange"},
		{"and the cursor moves on", "right", "port2?orange b8!blue"},
		{"back in query mode", "left enter ctrl", "port2?blue"},
		{"after a beam it stands on the next port", "enter ctrl", "port3?orange a8?blue"},
		{"an atom that is set is visible at once", "enter", "port3?orange"},
		{"and is removed there", "left", "port3?orange"},
		{"elsewhere another would be set", "right", "port3?orange b8?blue"},
	} {
		d.press(c.press)
		if got := signs(); got != c.want {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
	d.p.Desk.Play.Motion.Moving = true
	if got := signs(); got != "port3?orange" {
		t.Errorf("while a move is shown: %q", got)
	}
}

// The numbers and lines of an expected line of play do not cover the dots on the squares that a chosen piece can reach, whichever
// came first.
func TestHintNumbersAndTheChosenPiece(t *testing.T) {
	for _, keys := range []string{"h h h\nclick f2", "click f2\nh h h"} {
		d := begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, "ataxx start=yes", ""), NoMotion: true, Paused: true}, usual)
		d.do(":a7-b6;g7-f6;g1-f2;a1-b2\n" + keys)
		marks, hint := newGamePage(&d.p.page).marks(d.p.stage.sceneNow()), d.play().Advised().Shapes
		numbers := 0
		for _, dot := range d.play().Now.View.Look("", d.play().Cursor.Chosen...).Shapes {
			if dot.Kind != scene.Circle {
				continue
			}
			if !slices.Contains(marks, dot) {
				t.Errorf("%q: a dot at %g, %g is not drawn", keys, dot.X, dot.Y)
			}
			for _, sh := range hint {
				if sh.Kind == scene.Circle && sh.Fill != scene.None {
					numbers++
					if math.Hypot(sh.X-dot.X, sh.Y-dot.Y) < (sh.W+dot.W)/2 {
						t.Errorf("%q: a number at %g, %g covers a dot", keys, sh.X, sh.Y)
					}
				}
				if end := math.Hypot(sh.X+sh.W-dot.X, sh.Y+sh.H-dot.Y); sh.Kind == scene.Segment && end < dot.W/2 {
					t.Errorf("%q: a line ends on the dot at %g, %g", keys, dot.X, dot.Y)
				}
			}
		}
		if numbers == 0 {
			t.Errorf("%q: no number or no dot is drawn", keys)
		}
	}
}

// A hint stays on the board, as the game drew it, until Esc removes the hint.
func TestAHintIsDrawn(t *testing.T) {
	for _, id := range []string{"atom4", "ataxx"} {
		d := begin(t, desk.Config{Store: emptyStore(t), Table: desktest.Seat(t, id, ""), NoMotion: true, Paused: true}, usual)
		if id == "ataxx" {
			d.press("t")
		}
		d.press("h")
		shapes := d.play().Advised().Shapes
		if len(shapes) == 0 {
			t.Fatalf("%s: no hint is drawn:\n%s", id, d.words())
		}
		drawn := func() int {
			n := 0
			for _, sh := range shapes {
				if slices.Contains(newGamePage(&d.p.page).marks(d.p.stage.sceneNow()), sh) {
					n++
				}
			}
			return n
		}
		if n := drawn(); n != len(shapes) {
			t.Errorf("%s: %d of %d shapes are on the board", id, n, len(shapes))
		}
		d.press("right")
		if n := drawn(); n != len(shapes) {
			t.Errorf("%s: %d of %d shapes are on the board after the cursor has moved", id, n, len(shapes))
		}
		d.press("esc")
		if n := drawn(); n == len(shapes) {
			t.Errorf("%s: the whole hint is still on the board", id)
		}
	}
}

// The button of a switch has an additional shape while the switch is on.
func TestASwitchShowsThatItIsOn(t *testing.T) {
	for _, at := range []size{usual, {400, 700}, {320, 480}} {
		d := open(t, "atommaster#17", "", judged, at)
		inside := func() (list []scene.Shape) {
			button, ok := d.p.page.scene.Spot(desk.ButtonSpot + "x")
			if !ok { // it is in the drawer
				button, ok = d.press(",").p.page.scene.Spot(desk.ButtonSpot + "x")
			}
			if !ok {
				t.Fatalf("%s: there is no button for the paths of the beams", at)
			}
			for _, sh := range d.p.page.scene.Shapes {
				if sh.Kind == scene.Rect && area(sh).Within(button.Area) {
					list = append(list, sh)
				}
			}
			return list
		}
		off := inside()
		on := len(off) + 1
		for _, want := range []int{on, len(off)} {
			if d.press("x"); len(inside()) != want {
				t.Errorf("%s: the button has %d shapes, want %d", at, len(inside()), want)
			}
		}
	}
}
