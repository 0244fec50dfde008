package compose

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
)

// steadySizes are the sizes in which the positions of controls are checked.
var steadySizes = []size{usual, {1000, 700}, {640, 480}, {600, 400}, {400, 700}, {320, 400}}

// In every state of random games, no control moves within a phase, and no two controls overlap.
func TestControlsAreSteady(t *testing.T) {
	for _, at := range steadySizes {
		t.Run(at.String(), func(t *testing.T) {
			desktest.Steady(t, 24, func(t testing.TB, id string) desktest.Hands { return sit(t, id, at) }, controls,
				desk.LineKey+"host", desk.LineKey+"join ")
		})
	}
}

// controls returns the areas of the page's controls, without those that appear only if something is too long: scroll bars, and the key for
// the rest of a sentence.
func controls(h desktest.Hands) map[string]desktest.Place {
	list := map[string]desktest.Place{}
	for _, spot := range h.(driver).p.page.scene.Spots {
		if key, ok := strings.CutPrefix(spot.Name, desk.ButtonSpot); ok && !strings.HasPrefix(spot.Name, desk.StepSpot) && !strings.HasPrefix(spot.Name, FaceSpot) && key != "(" && key != ")" && key != desk.ReadKey {
			list[key] = desktest.Place{X: spot.Area.X, Y: spot.Area.Y, W: spot.Area.W, H: spot.Area.H}
		}
	}
	return list
}

// The board has priority: it has at least these sizes, in points.
func TestTheBoardComesFirst(t *testing.T) {
	for _, c := range []struct {
		at    size
		least float64
	}{
		{usual, 588},
		{size{600, 400}, 210},
		{size{320, 400}, 220},
	} {
		d := open(t, "ataxx", "2", ":start;a7-b6", c.at)
		a7, _ := d.p.page.scene.Spot("a7")
		g1, _ := d.p.page.scene.Spot("g1")
		if got := g1.Area.X + g1.Area.W - a7.Area.X; got < c.least {
			t.Errorf("at %s the board has %.0f points, want %.0f", c.at, got, c.least)
		}
	}
}

// The drawer and forms leave the board in place. In a narrow window, the board may become smaller, or they take up the whole page.
func TestTheBoardStays(t *testing.T) {
	for _, at := range []size{usual, {800, 600}, {640, 480}, {600, 400}, {400, 800}, {400, 700}, {320, 400}} {
		for _, id := range []string{"ataxx", "atom4", "atommaster#17"} {
			d := open(t, id, "", "sample", at)
			places := func() map[string]scene.Rectangle {
				board, list := d.boardSpots(), map[string]scene.Rectangle{}
				for _, spot := range d.p.page.scene.Spots {
					if board[spot.Name] && !d.listed(spot.Name) {
						list[spot.Name] = spot.Area
					}
				}
				return list
			}
			before := places()
			for _, key := range []string{",", "w", "W"} {
				d.press(key)
				now := places()
				for spot, area := range now {
					if at.w > 400 && area != before[spot] {
						t.Fatalf("%s at %s: with %s %s is at %v, and was at %v", id, at, key, spot, area, before[spot])
					}
				}
				if len(now) == 0 && !(at.w <= 400) {
					t.Errorf("%s at %s: %s leaves no board", id, at, key)
				}
				d.press("esc")
			}
		}
	}
}

// At every size, the page of Atom-4 shows the game's device, whose turn it is, and the goal.
func TestTheTurnIsAlwaysToBeSeen(t *testing.T) {
	for _, at := range append(layoutSizes, steadySizes...) {
		for _, script := range []string{"", ":i10", ":i10\npoint h8", "sample\n[ [", ":i10\n: h 1"} {
			d := open(t, "atom4", "", script, at)
			wheel := 0
			for _, sh := range d.p.page.scene.Shapes {
				if strings.HasPrefix(sh.Key, "aside wheel") {
					wheel++
				}
			}
			if wheel < 7 { // six colours, and the ring around the next colour
				t.Errorf("%s, after %q: %d parts of the wheel are visible", at, script, wheel)
			}
			d.want("four whites")
		}
	}
}

// Atom-4's board shows the occupied part with a margin; z and a click on the control show the whole board.
func TestTheWholeBoard(t *testing.T) {
	has := func(d driver, spot string) bool { _, ok := d.p.page.scene.Spot(spot); return ok }
	d := open(t, "atom4", "", "", usual)
	if has(d, "a1") || !has(d, "g11") {
		t.Error("at first, the board does not show the occupied part with a margin of two")
	}
	for _, script := range []string{"z", "click key:z"} {
		if d.do(script); !has(d, "a1") || !has(d, "p16") {
			t.Errorf("%s does not show the whole board", script)
		}
		if d.do(script); has(d, "a1") {
			t.Errorf("%s again shows the whole board", script)
		}
	}
	d.press("left left left left left left left left left")
	if _, at := d.play().Cursor.Pointed(); !has(d, at) {
		t.Errorf("the cursor leaves the visible part, to %s", at)
	}
}

// The visible part of Atom-4's board grows step by step during a move that enlarges it.
func TestTheFrameGrows(t *testing.T) {
	d := moving(t, "atom4", tiny)
	frame := func() scene.Rectangle {
		_, from := d.p.stage.framed()
		return from
	}
	grew := false
	for _, text := range []string{"i10", "h10", "h11", "g11", "g12", "f12", "f13", "e13"} {
		before := frame()
		d.typeLine(text)
		at := frame()
		d.wait(d.p.stage.motion.Duration() / 2)
		half := frame()
		d.wait(d.p.stage.motion.Duration())
		after := frame()
		if at != before {
			t.Errorf("%s: the part jumps from %v to %v", text, before, at)
		}
		if before != after {
			grew = true
			if half == before || half == after {
				t.Errorf("%s: the part is %v in the middle of the move, %v before and %v after", text, half, before, after)
			}
		}
	}
	if !grew {
		t.Error("the part never grows")
	}
}
