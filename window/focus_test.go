package window

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/desk"
	"attic/scene"
)

// tiny makes windows of the usual size with few pixels, for tests of much that is not looked at.
var tiny = size{usualW, usualH, 0.1}

// pressable returns the buttons and characters of the page: those that mean something now, and those that do not.
func (d driver) pressable() (on, off []string) {
	for _, spot := range d.w.page.scene.Spots {
		button := spot.Name != sliderSpot && strings.HasPrefix(spot.Name, desk.ButtonSpot) && !strings.HasPrefix(spot.Name, desk.StepSpot)
		if p := d.w.desk.Play; p != nil && p.Chooser.On && !p.Chooser.Drawer && strings.HasPrefix(spot.Name, desk.LineSpot) { // the arrows choose among them
			button = false
		}
		switch {
		case !button, spot.Name == sliderSpot: // the slider is being dragged; [ and ] do the same
		case d.w.page.off[spot.Name]:
			off = append(off, spot.Name)
		default:
			on = append(on, spot.Name)
		}
	}
	return on, off
}

// round goes through the page with one key until it has gone through all, and returns where it has been.
func (d driver) round(start, key string) (been []string) {
	d.t.Helper()
	for d.press(start); d.w.focus != ""; d.press(key) {
		if slices.Contains(been, d.w.focus) {
			d.t.Fatalf("%s leads back to %s", key, d.w.focus)
		}
		been = append(been, d.w.focus)
		d.wantFocusSeen()
	}
	return been
}

// wantFocusSeen checks that the page shows which button the keyboard is at.
func (d driver) wantFocusSeen() {
	d.t.Helper()
	s := d.w.page.scene
	for _, spot := range s.Spots {
		if spot.Name == d.w.focus && slices.ContainsFunc(s.Shapes, func(sh scene.Shape) bool {
			ring := area(sh)
			return sh.Kind == scene.Rect && sh.Fill == scene.None && sh.Stroke == scene.Accent && sh.Width >= 2 &&
				spot.Area.Within(ring) && ring.W < spot.Area.W+10 && ring.Within(s.View)
		}) {
			return
		}
	}
	d.t.Errorf("nothing shows that the keyboard is at %s", d.w.focus)
}

// On every page every button that means something is reached, forth and back, and no other.
func TestEveryButtonIsReachedByKeys(t *testing.T) {
	for _, page := range pages {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, page.id, page.programs, page.script, tiny)
			if p := d.w.desk.Play; p == nil && d.w.desk.Pager() == nil || p != nil && d.w.desk.Typing() {
				if d.press("shift+tab"); d.w.focus != "" { // keys choose among entries, or are typed
					t.Errorf("the keyboard is at %s", d.w.focus)
				}
				return
			}
			on, _ := d.pressable()
			if len(on) == 0 {
				t.Fatal("there is no button")
			}
			slices.Sort(on)
			on = slices.Compact(on) // the sign of sound is a button too
			for _, way := range [][2]string{{"f6", "tab"}, {"f6", "f6"}, {"shift+tab", "shift+tab"}, {"f6", "right"}, {"shift+tab", "left"}} {
				been := slices.Sorted(slices.Values(d.round(way[0], way[1])))
				if !slices.Equal(been, on) {
					t.Errorf("%v go through %q, and there are %q", way, been, on)
				}
			}
		})
	}
}

// Tab goes to the buttons where it has nothing else to do.
func TestTab(t *testing.T) {
	for _, c := range []struct {
		what, id, script string
		focus            bool
	}{
		{"a game of one kind of input", "atom4", "tab", true},
		{"a game of two, of which it goes to the other", "atommaster#17", "tab", false},
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
			if d := open(t, c.id, "", c.script, tiny); (d.w.focus != "") != c.focus {
				t.Errorf("the keyboard is at %q", d.w.focus)
			}
		})
	}
}

// Enter and Space on a button do what a click on it does.
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
					t.Fatal("it is not on the page")
				}
				want := clicked.became()
				if want == before && !slices.Contains(quiet, spot) {
					t.Error("a click changes nothing")
				}
				key := []string{"enter", "space"}[n%2]
				d := again().press("f6")
				for d.w.focus != spot {
					d.press("tab")
				}
				if d.press(key); d.became() != want {
					t.Errorf("%s leads to\n%s\nand a click to\n%s", key, d.became(), want)
				}
			})
		}
	}
}

// quiet are buttons that may change nothing.
var quiet = []string{desk.ButtonSpot + "pgup", desk.ButtonSpot + "c"}

// became says what has come of it all.
func (d driver) became() string {
	text := d.words()
	for seat := range 2 {
		if p := d.w.desk.Play; p != nil && seat < len(p.Info.Seats) {
			text += "character " + string(rune('0'+d.w.face(seat))) + "\n"
		}
	}
	if d.w.desk.Settings.Silent {
		text += "it is silent\n"
	}
	if d.x.full {
		text += "it fills the screen"
	}
	if d.w.desk.Quitting {
		text += "it quits"
	}
	return text
}

// A button that means nothing now is pale, no hand, and clicks on it do nothing.
func TestButtonsThatMeanNothingNow(t *testing.T) {
	seen := 0
	for _, page := range pages {
		d := open(t, page.id, page.programs, page.script, tiny)
		_, off := d.pressable()
		for _, spot := range off {
			seen++
			d.point(spot)
			if d.x.hand {
				t.Errorf("%s: the mouse is a hand over %s", page.name, spot)
			}
			before := d.became()
			d.click(spot)
			if after := d.became(); after != before {
				t.Errorf("%s: a click on %s leads to\n%s\nfrom\n%s", page.name, spot, after, before)
			}
		}
	}
	if seen < 10 {
		t.Errorf("there are only %d of them", seen)
	}
}

// The entries of the menu and what can be done with each are reached by arrows, and pressed.
func TestTheMenuByKeys(t *testing.T) {
	d := open(t, "", "", "", tiny)
	for entry := range len(d.w.desk.Games) + 1 {
		if d.w.desk.Menu.Entry != entry {
			t.Fatalf("%d times to the right it is at %d", entry, d.w.desk.Menu.Entry)
		}
		items := d.w.desk.Menu.Items()
		for i := range items {
			d.press("down")
			if d.w.desk.Menu.Item != i {
				t.Errorf("entry %d: %d times down it is at %d", entry, i+1, d.w.desk.Menu.Item)
			}
			if _, ok := d.w.page.scene.Spot(desk.ItemSpot + strconv.Itoa(i)); !ok {
				t.Errorf("entry %d: item %d is not to be seen", entry, i)
			}
		}
		d.press("esc right")
	}
	d.press("left left left left enter enter")
	if d.w.desk.Play == nil || d.play().Info.Name != "atom4" {
		t.Errorf("Enter twice begins no game of the first entry\n%s", d.words())
	}
}

// The mouse is a hand where a click does something.
func TestTheHand(t *testing.T) {
	for _, c := range []struct {
		what, id, script string
		hand             bool
	}{
		{"a button", "atom4", ":i10\npoint key:u", true},
		{"a button that does nothing now", "atom4", "point key:u", false},
		{"a move of the list", "atom4", ":i10\npoint key:step 1", true},
		{"a place to play", "atom4", ":i10\npoint h10", true},
		{"an empty place where nothing can be played", "atom4", ":i10\npoint e5", false},
		{"a piece of one's own", "ataxx", ":start\npoint a7", true},
		{"a piece of the other side", "ataxx", ":start\npoint a1", false},
		{"a target of the chosen piece", "ataxx", ":start\nclick a7\npoint b6", true},
		{"a square out of reach", "ataxx", ":start\nclick a7\npoint d4", false},
		{"a character", "ataxx", "point " + faceSpot + "0", true},
		{"a game in the menu", "", "point entry 1", true},
		{"an item of the menu", "", "point item 0", true},
	} {
		t.Run(c.what, func(t *testing.T) {
			if d := open(t, c.id, "", c.script, usual); d.x.hand != c.hand {
				t.Errorf("it is a hand: %v", d.x.hand)
			}
		})
	}
}
