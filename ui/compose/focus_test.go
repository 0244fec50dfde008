package compose

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
)

// tiny is the size for tests that do not look at the picture.
var tiny = usual

// pressable returns the buttons and characters of the page: on are those that do something now, off those that do
// not.
func (d driver) pressable() (on, off []string) {
	for _, spot := range d.p.page.scene.Spots {
		button := spot.Name != sliderSpot && strings.HasPrefix(spot.Name, desk.ButtonSpot) && !strings.HasPrefix(spot.Name, desk.StepSpot)
		if d.p.Desk.Pages.Covers() && strings.HasPrefix(spot.Name, desk.LineSpot) { // arrow keys choose among the lines of a chooser
			button = false
		}
		switch {
		case !button, spot.Name == sliderSpot: // the slider is being dragged; [ and ] do the same
		case d.p.page.off[spot.Name]:
			off = append(off, spot.Name)
		default:
			on = append(on, spot.Name)
		}
	}
	return on, off
}

// round presses key until the focus has gone through the whole page, and returns the spots that had the focus.
func (d driver) round(start, key string) (been []string) {
	d.t.Helper()
	for d.press(start); d.p.focus != ""; d.press(key) {
		if slices.Contains(been, d.p.focus) {
			d.t.Fatalf("%s leads back to %s", key, d.p.focus)
		}
		been = append(been, d.p.focus)
		d.wantFocusSeen()
	}
	return been
}

// wantFocusSeen checks that the page shows which button has the keyboard focus.
func (d driver) wantFocusSeen() {
	d.t.Helper()
	s := d.p.page.scene
	for _, spot := range s.Spots {
		if spot.Name == d.p.focus && slices.ContainsFunc(s.Shapes, func(sh scene.Shape) bool {
			ring := area(sh)
			return sh.Kind == scene.Rect && sh.Fill == scene.None && sh.Stroke == scene.Accent && sh.Width >= 2 &&
				spot.Area.Within(ring) && ring.W < spot.Area.W+10 && ring.Within(s.View)
		}) {
			return
		}
	}
	d.t.Errorf("nothing shows that %s has the keyboard focus", d.p.focus)
}

// On every page, the keyboard reaches exactly the buttons that do something, forwards and backwards.
func TestEveryButtonIsReachedByKeys(t *testing.T) {
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			d := open(t, page.ID, page.Programs, page.Script, tiny)
			if p := d.p.Desk.Play; p == nil && d.p.Desk.Pages.Top() == nil || p != nil && d.p.Desk.Typing() {
				if d.press("shift+tab"); d.p.focus != "" { // on this page, keys choose an entry or type text
					t.Errorf("%s has the keyboard focus", d.p.focus)
				}
				return
			}
			on, _ := d.pressable()
			if len(on) == 0 {
				t.Fatal("there is no button")
			}
			slices.Sort(on)
			on = slices.Compact(on) // the icon for sound is a button too
			for _, way := range [][2]string{{"f6", "tab"}, {"f6", "f6"}, {"shift+tab", "shift+tab"}, {"f6", "right"}, {"shift+tab", "left"}} {
				been := slices.Sorted(slices.Values(d.round(way[0], way[1])))
				if !slices.Equal(been, on) {
					t.Errorf("%v go through %q, want %q", way, been, on)
				}
			}
		})
	}
}

// Tab goes to the buttons unless it has another function.
func TestTab(t *testing.T) {
	for _, c := range []struct {
		what, id, script string
		focus            bool
	}{
		{"a game with a single input mode", "atom4", "tab", true},
		{"a game with two, where Tab switches the mode", "atommaster#17", "tab", false},
		{"the second Tab there", "atommaster#17", "tab tab", false},
		{"the next button", "atommaster#17", "f6 tab", true},
		{"Esc leaves the buttons", "atom4", "tab esc", false},
		{"a key of the board leaves them", "atom4", "tab u", false},
		{"the wheel leaves them", "atom4", "tab\nwheel -1", false},
		{"help", "atommaster#17", "?\ntab", true},
		{"a list to choose from", "atommaster#17", ",\ntab", true},
		{"typing", "atom4", ":\ntab", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			if d := open(t, c.id, "", c.script, tiny); (d.p.focus != "") != c.focus {
				t.Errorf("%q has the keyboard focus", d.p.focus)
			}
		})
	}
}

// Enter and Space on a button do the same as a click on it.
func TestEveryButtonIsPressedByKeys(t *testing.T) {
	for _, page := range []string{"atom4, against the program", "atom4, help", "ataxx, set-up", "atommaster, start"} {
		again := func() driver { return openNamed(t, page, tiny) }
		on, _ := again().pressable()
		for n, spot := range on {
			t.Run(page+", "+spot, func(t *testing.T) {
				t.Parallel()
				clicked := again()
				before := clicked.became()
				if !clicked.click(spot) {
					t.Fatal("the button is not on the page")
				}
				want := clicked.became()
				if want == before && !slices.Contains(quiet, spot) {
					t.Error("a click changes nothing")
				}
				key := []string{"enter", "space"}[n%2]
				d := again().press("f6")
				for d.p.focus != spot {
					d.press("tab")
				}
				if d.press(key); d.became() != want {
					t.Errorf("%s leads to\n%s\nand a click leads to\n%s", key, d.became(), want)
				}
			})
		}
	}
}

// quiet lists buttons that may change nothing.
var quiet = []string{desk.ButtonSpot + "pgup", desk.ButtonSpot + "c"}

// became describes the state of the window.
func (d driver) became() string {
	text := d.words()
	for seat := range 2 {
		if p := d.p.Desk.Play; p != nil && seat < len(p.Info.Seats) {
			text += "character " + string(rune('0'+d.seatFace(seat))) + "\n"
		}
	}
	if d.p.Desk.Settings.Silent {
		text += "it is silent\n"
	}
	if d.x.full {
		text += "it fills the screen"
	}
	if d.p.Desk.Quitting {
		text += "it quits"
	}
	return text
}

// A disabled button is pale, the mouse pointer does not become a hand over it, and clicks on it do nothing.
func TestButtonsThatMeanNothingNow(t *testing.T) {
	seen := 0
	for _, page := range desktest.Visits {
		d := open(t, page.ID, page.Programs, page.Script, tiny)
		_, off := d.pressable()
		for _, spot := range off {
			seen++
			d.point(spot)
			if d.p.Clickable() {
				t.Errorf("%s: the mouse is a hand over %s", page.Name, spot)
			}
			before := d.became()
			d.click(spot)
			if after := d.became(); after != before {
				t.Errorf("%s: a click on %s leads to\n%s\nfrom\n%s", page.Name, spot, after, before)
			}
		}
	}
	if seen < 10 {
		t.Errorf("there are only %d disabled buttons", seen)
	}
}

// The arrow keys reach the entries of the menu and the items of each, and Enter starts the chosen one.
func TestTheMenuByKeys(t *testing.T) {
	d := open(t, "", "", "", tiny)
	for entry := range len(d.p.Desk.Games) + 1 {
		if d.p.Desk.Menu.Entry != entry {
			t.Fatalf("after pressing right %d times, the menu is at entry %d", entry, d.p.Desk.Menu.Entry)
		}
		items := d.p.Desk.Menu.Items()
		for i := range items {
			d.press("down")
			if d.p.Desk.Menu.Item != i {
				t.Errorf("entry %d: after pressing down %d times, the menu is at item %d", entry, i+1, d.p.Desk.Menu.Item)
			}
			if _, ok := d.p.page.scene.Spot(desk.ItemSpot + strconv.Itoa(i)); !ok {
				t.Errorf("entry %d: item %d is not visible", entry, i)
			}
		}
		d.press("esc right")
	}
	d.press("left left left left enter enter")
	if d.p.Desk.Play == nil || d.play().Info.Name != "atom4" {
		t.Errorf("pressing Enter twice does not start a game of the first entry\n%s", d.words())
	}
}

// The mouse pointer is a hand where a click does something.
func TestTheHand(t *testing.T) {
	for _, c := range []struct {
		what, id, script string
		hand             bool
	}{
		{"a button", "atom4", ":i10\npoint key:u", true},
		{"a button that does nothing now", "atom4", "point key:u", false},
		{"a move of the list", "atom4", ":i10\npoint key:step 1", true},
		{"a legal move", "atom4", ":i10\npoint h10", true},
		{"an empty vertex without a legal move", "atom4", ":i10\npoint e5", false},
		{"a piece of the player", "ataxx", ":start\npoint a7", true},
		{"a piece of the opponent", "ataxx", ":start\npoint a1", false},
		{"a target of the chosen piece", "ataxx", ":start\nclick a7\npoint b6", true},
		{"a square out of reach", "ataxx", ":start\nclick a7\npoint d4", false},
		{"a character", "ataxx", "point " + FaceSpot + "0", true},
		{"a game in the menu", "", "point entry 1", true},
		{"an item of the menu", "", "point item 0", true},
	} {
		t.Run(c.what, func(t *testing.T) {
			if d := open(t, c.id, "", c.script, usual); d.p.Clickable() != c.hand {
				t.Errorf("the pointer is a hand: %v", d.p.Clickable())
			}
		})
	}
}
