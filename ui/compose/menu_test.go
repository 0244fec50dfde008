package compose

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/scene"
)

// rowsShown returns the vertical position of each line of the menu by its label and, if all games are shown with their lines, its game.
func (d driver) rowsShown() map[string]float64 {
	m, list := d.p.Desk.Menu, map[string]float64{}
	for entry := range d.p.Desk.Games {
		for i, it := range m.ItemsOf(entry) {
			spot, name := fmt.Sprint(desk.ItemSpot, i), it.Label
			if entry != m.Entry {
				spot += fmt.Sprint(" ", entry)
			}
			if s, ok := d.p.page.scene.Spot(spot); ok && name != "Continue" {
				list[name] = math.Round(s.Area.Y)
			}
		}
	}
	return list
}

// The lines of the menu do not move when a game is kept, when there are statistics, and when another game is chosen.
func TestNoLineOfTheMenuMoves(t *testing.T) {
	for _, at := range gallerySizes {
		var before map[string]float64
		for _, id := range []string{"", library} {
			d := open(t, id, "", "", at)
			for entry := range d.p.Desk.Games {
				if entry != d.p.Desk.Menu.Entry {
					d.click(fmt.Sprint(desk.EntrySpot, entry))
				}
				now := d.rowsShown()
				for label, y := range now {
					if was, ok := before[label]; ok && was != y && strings.Contains("Play, Learn, Today, Play a friend, More, Lessons, Puzzles, Your side", label) {
						t.Errorf("%s: %q is at %g in game %d, and was at %g", at, label, y, entry, was)
					}
				}
				before = now
			}
		}
	}
}

// The keys left and right go to the line beside, and then to the same line of the next game; a click on a line of any game chooses that line.
func TestTheMenuAcross(t *testing.T) {
	d := open(t, library, "", "1\nto Host", usual)
	m := d.p.Desk.Menu
	at := func() string { return fmt.Sprint(m.Entry, " ", m.Items()[m.Item].Label) }
	for _, c := range []struct{ key, want string }{
		{"right", "0 Join"},
		{"right", "1 Join"},
		{"left", "1 Host"},
		{"left", "0 Host"},
		{"left", "0 Host"},
		{"up up", "0 Play a friend"},
		{"enter right", "0 More"},
		{"right", "1 More"},
		{"up up up up", "1 Play"},
		{"right", "2 Play"},
		{"up", "2 Continue"},
		{"right", "2 Continue"},
	} {
		if d.press(c.key); at() != c.want {
			t.Errorf("%s leads to %s, want %s", c.key, at(), c.want)
		}
	}
	d.point("item 1 0")
	if at() != "0 Learn" {
		t.Errorf("the mouse over a line of another game chooses %s", at())
	}
	x, y, _ := d.middle("item 0 1")
	if d.send(pressed(x, y), released(x, y)); d.p.Desk.Play == nil || d.play().Info.Name != "ataxx" {
		t.Errorf("a click on a line of another game does not start it:\n%s", d.words())
	}
}

// On a phone, each game has one large button that starts it. The games to continue are above, and the guides to the chosen game below. Everything is large
// enough to be touched, with and without the lines under More.
func TestTheMenuOfAPhone(t *testing.T) {
	at := size{390, 844}
	for _, id := range []string{"", library} {
		d := open(t, id, "", "", at)
		touched := func() {
			t.Helper()
			for _, s := range d.p.page.scene.Spots {
				if s.Area.H < 44 || s.Area.W < 44 || !s.Area.Within(scene.Rectangle{W: at.w, H: at.h}) {
					t.Errorf("%q is at %v", s.Label, s.Area)
				}
			}
		}
		y := func(entry int, label string) float64 {
			t.Helper()
			for i, it := range d.p.Desk.Menu.ItemsOf(entry) {
				for _, spot := range []string{fmt.Sprint(desk.ItemSpot, i, " ", entry), fmt.Sprint(desk.ItemSpot, i)} {
					if s, ok := d.p.page.scene.Spot(spot); ok && it.Label == label && (entry == d.p.Desk.Menu.Entry) == !strings.Contains(strings.TrimPrefix(spot, desk.ItemSpot), " ") {
						return s.Area.Y
					}
				}
			}
			t.Fatalf("game %d has no %s:\n%s", entry, label, d.words())
			return 0
		}
		for entry := range d.p.Desk.Games {
			if entry != d.p.Desk.Menu.Entry { // a second click plays
				d.click(fmt.Sprint(desk.EntrySpot, entry))
			}
			touched()
			if id != "" && y(2, "Continue") > y(0, "Play") {
				t.Error("what can be continued is not on top")
			}
			if last := y(2, "Play"); y(1, "Play") >= last || y(entry, "Learn") <= last || y(entry, "Today") <= last {
				t.Errorf("the lines of game %d are not below the cards:\n%s", entry, d.words())
			}
		}
		d.do("to Your side")
		touched()
		d.want("Lessons", "Help and rules")
		d.do("to More\nenter")
		y(0, "Play") // all cards again
	}
}

// On a page enlarged to 200 percent, the lines of the menu are high enough to be touched, and a form shows its full hint.
func TestAnEnlargedPage(t *testing.T) {
	for _, at := range []size{{600, 400}, {600, 300}} {
		d := open(t, library, "", "", at)
		for entry, g := range d.p.Desk.Games {
			if entry != d.p.Desk.Menu.Entry {
				d.click(fmt.Sprint(desk.EntrySpot, entry))
			}
			for _, s := range d.p.page.scene.Spots {
				if strings.HasPrefix(s.Name, desk.ItemSpot) && s.Area.H < 24 {
					t.Errorf("%v, %s: %q is only %.0f points high", at, g.Info().Title, s.Label, s.Area.H)
				}
			}
		}
	}
	d := begin(t, desk.Config{Store: emptyStore(t), Choose: func() {}}, size{600, 400})
	d.press("2 enter w").want("in the menu")
}

// On a touch screen, the page does not name keys that have a button, and tells the person to tap.
func TestAPageThatIsTouched(t *testing.T) {
	d := begin(t, desk.Config{Store: emptyStore(t)}, size{390, 844})
	d.do("to More\nenter")
	d.want("Choose with arrows and Enter")
	d.p.Desk.Fingers = true
	d.draw()
	if strings.Contains(d.words(), "Enter") {
		t.Errorf("the menu names a key:\n%s", d.words())
	}
	d = open(t, "ataxx", "", ":lesson", size{390, 844})
	d.want("Enter: go on.")
	d.p.Desk.Fingers = true
	d.draw()
	d.want("Tap Go on.")
	for _, sh := range d.p.page.scene.Shapes {
		if sh.Text == "Esc" || sh.Text == "h" || sh.Text == "," {
			t.Errorf("the key %s is shown", sh.Text)
		}
	}
	d.do(":puzzle run")
	for _, c := range []struct{ game, script, want, not string }{
		{"ataxx start=yes", ":a7-a6;a1-a2\n[ [\n:a7-b6", "Play on from here?", "Enter"},
		{"atommaster#17", ":fire 1;review", "only when it is over", "(v)"},
		{"atommaster#17", ":fire 1;start", "tap New", "(n)"},
		{"ataxx start=yes", ":a7-a6;resign", "Blue resigned.", "n: play again"},
	} {
		d := open(t, c.game, "", "", size{390, 844})
		d.p.Desk.Fingers = true
		if d.do(c.script); strings.Contains(d.words(), c.not) {
			t.Errorf("%s %s: %q is on the page:\n%s", c.game, c.script, c.not, d.words())
		}
		d.want(c.want)
	}
	d.want("Tap No such move if there is none.")
}

// Until a finger touches the board of a touched page, nothing on the board is pointed at. When the finger is lifted, only its choice stays.
func TestNoFingerOnTheBoard(t *testing.T) {
	for _, c := range []struct{ id, spot, says, then string }{
		{"ataxx start=yes", "a7", "The piece on a7 can extend", "The piece on a7 can extend"},
		{"ataxx start=yes", "d4", "d4 is empty", ""},
		{"atom4", "i10", "Red on i10 would turn h9 yellow.", "Tap again to make this move."},
		{"atommaster#17", "port4", "A beam at port 4", "Tap again to make this move."},
	} {
		d := open(t, c.id, "", "", size{390, 844})
		d.p.Desk.Fingers = true
		d.send((*Pages).Leave)
		if look, _ := d.play().Looking(); look.Sentence != "" {
			t.Errorf("%s: before anything is touched, the page says %q", c.id, look.Sentence)
		}
		x, y, _ := d.middle(c.spot)
		d.send(moved(x, y))
		if look, _ := d.play().Looking(); !strings.Contains(look.Sentence, c.says) {
			t.Errorf("%s: with a finger on %s, the page says %q, want %q", c.id, c.spot, look.Sentence, c.says)
		}
		d.send(func(p *Pages) { p.Tap(x, y) }, released(x, y), (*Pages).Leave)
		if d.want(c.then); c.then == "" && strings.Contains(d.words(), c.says) && d.play().Message.Said == "" {
			t.Errorf("%s: after the finger has left %s, the page still says %q", c.id, c.spot, c.says)
		}
	}
}

// keeping is a display with a setting that is an action, such as a backup.
type keeping struct{ desk.Display }

func (k keeping) Settings() []desk.MenuItem {
	return append([]desk.MenuItem{{Label: "Save everything", Do: func() {}}}, k.Display.Settings()...)
}

// The rows of a card are close together, and settings that are actions are together, below those with a choice.
func TestRowsBelongTogether(t *testing.T) {
	d := begin(t, desk.Config{Store: emptyStore(t)}, usual)
	d.do("to More\nenter")
	bottom := map[float64]float64{} // the lower end of the rows so far, by the number of their card
	for _, s := range d.p.page.scene.Spots {
		if strings.HasPrefix(s.Name, desk.ItemSpot) {
			card := math.Floor(s.Area.X / (usual.w / 3))
			if last := bottom[card]; last > 0 && s.Area.Y > last+buttonGap {
				t.Errorf("%q is %.0f points below the row above", s.Label, s.Area.Y-last)
			}
			bottom[card] = max(bottom[card], s.Area.Y+s.Area.H)
		}
	}
	if len(bottom) != 3 {
		t.Errorf("there are rows in %d cards", len(bottom))
	}
	acts := false
	d.p.Desk.Display = keeping{d.p.Desk.Display}
	for _, it := range d.p.Desk.Menu.ItemsOf(len(d.p.Desk.Games)) {
		if it.Change != nil && acts {
			t.Errorf("%s stands below a setting that is carried out", it.Label)
		}
		acts = acts || it.Change == nil
	}
}

// The setting with the cursor has a full explanation in windows of all sizes.
func TestSettingsAreExplained(t *testing.T) {
	for _, at := range append(gallerySizes, size{390, 844}) {
		d := open(t, "", "", "click entry 3\nenter", at)
		for _, it := range d.p.Desk.Menu.Items() {
			var shown []string
			for _, sh := range d.p.page.scene.Shapes {
				shown = append(shown, sh.Text)
			}
			if it.Says == "" || !strings.Contains(strings.Join(shown, " "), it.Says) {
				t.Errorf("%s: %s is explained by %q", at, it.Label, it.Says)
			}
			d.press("down")
		}
	}
}
