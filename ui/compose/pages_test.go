package compose

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
)

// openNamed opens a window at the page with the given name.
func openNamed(t testing.TB, name string, at size) driver {
	t.Helper()
	for _, page := range desktest.Visits {
		if page.Name == name {
			return open(t, page.ID, page.Programs, page.Script, at)
		}
	}
	t.Fatalf("there is no page %q", name)
	return driver{}
}

// library is the id of the menu with finished games.
const library = desktest.Finished

func open(t testing.TB, id, programs, script string, at size) driver {
	t.Helper()
	return begin(t, desktest.Visit{ID: id, Programs: programs}.Begin(t), at).do(script)
}

// A page may have no size: in a tab that has never been visible, and before the first event with a size.
func TestPagesWithoutASize(t *testing.T) {
	for _, page := range desktest.Visits {
		t.Run(page.Name, func(t *testing.T) {
			d := openNamed(t, page.Name, usual)
			for _, at := range []size{{}, {844, 180}, {390, 300}} { // the last two with the keyboard of a phone
				*d.size = at
				d.draw()
				d.p.Desk.Fingers = true
				d.p.Refresh()
			}
		})
	}
}

// The second press of a double click does not hit anything that appeared under the pointer after the first press, such as a line of the menu or
// a button of the game.
func TestADoubleClickInTheMenu(t *testing.T) {
	for _, label := range []string{"More", "Play a friend", "Play"} {
		d := open(t, "", "", "", usual)
		i := slices.IndexFunc(d.p.Desk.Menu.Items(), func(it desk.MenuItem) bool { return it.Label == label })
		s, _ := d.p.page.scene.Spot(fmt.Sprint(desk.ItemSpot, i))
		x, y := s.Middle()
		d.send(pressed(x, y), released(x, y))
		once := d.p.page.scene
		if d.send(pressed(x, y), released(x, y)); !reflect.DeepEqual(once.Spots, d.p.page.scene.Spots) {
			t.Errorf("%s: the second press changed the page", label)
		}
	}
}

// Where the person has no folders, a line of the list of games asks for a file, and text in that file counts as pasted.
func TestAFileIsChosen(t *testing.T) {
	chosen := 0
	d := begin(t, desk.Config{Store: emptyStore(t), Choose: func() { chosen++ }}, usual)
	if d.press("o").want("A file", "saved game or PGN"); chosen > 0 {
		t.Error("a file is asked for at once")
	}
	if d.press("enter"); chosen != 1 || d.p.Desk.Form.On {
		t.Errorf("a file is asked for %d times, and the form is on: %v", chosen, d.p.Desk.Form.On)
	}
	file := filepath.Join(t.TempDir(), "moves.txt")
	must(t, os.WriteFile(file, []byte("atom4\ni10\n"), 0o600))
	d.p.Desk.OpenFile(file)
	if d.draw(); d.played() != "i10" {
		t.Errorf("played: %q", d.played())
	}
	d.press("w").want("The file is downloaded")
}

// If a touch would play a move, the first tap previews the move and the second plays it. To set a mark or choose a piece, one tap is enough.
func TestATapShowsBeforeItPlays(t *testing.T) {
	tap := func(d driver, spot string) {
		t.Helper()
		x, y, ok := d.middle(spot)
		if !ok {
			t.Fatalf("there is no spot %s:\n%s", spot, d.words())
		}
		d.p.Tap(x, y)
		d.draw()
		d.p.Release(x, y)
		d.p.Leave()
		d.draw()
	}
	at := size{390, 844}
	for _, c := range []struct{ id, first, second, played string }{
		{"atom4", "i10", "i8", "i8"},
		{"atommaster#17", "port1", "port4", "fire 4"},
	} {
		d := open(t, c.id, "", "", at)
		before := d.played()
		for _, spot := range []string{c.first, c.second} {
			if tap(d, spot); d.played() != before {
				t.Fatalf("%s: the first tap on %s played %s", c.id, spot, d.played())
			}
			d.want("would", "Tap again to make this move.")
		}
		if tap(d, c.second); d.played() != c.played {
			t.Errorf("%s: two taps on %s played %q:\n%s", c.id, c.second, d.played(), d.words())
		}
	}
	d := open(t, "ataxx", "2", ":start", at)
	tap(d, "g1")
	if tap(d, "f1"); !strings.HasSuffix(d.played(), "f1") {
		t.Errorf("two taps in Ataxx played %q:\n%s", d.played(), d.words())
	}
	d = open(t, "atommaster#17", "", ":fire 4\ntab", at)
	if tap(d, "c3"); !strings.HasSuffix(d.played(), "set c3") {
		t.Errorf("a tap set no atom: %q:\n%s", d.played(), d.words())
	}
}

// If no game is kept, the list of games offers new games; a game ID can be pasted there too.
func TestOpenOffersNewGames(t *testing.T) {
	d := begin(t, desk.Config{Store: emptyStore(t)}, usual)
	d.press("o").want("Games you leave are listed here.", "new game")
	d.press("down").press("enter")
	if p, second := d.p.Desk.Play, d.p.Desk.Games[1].Info().Name; p == nil || p.Info.Name != second || d.p.Desk.Form.On {
		t.Errorf("Enter on the second row does not start %s", second)
	}
	d = begin(t, desk.Config{Store: emptyStore(t)}, usual)
	d.press("o")
	d.p.Desk.Paste("atom4\ni10\n")
	if d.draw(); d.played() != "i10" {
		t.Errorf("played after pasting: %q", d.played())
	}
}

// A command that has a button on a page does the same when it is typed as when the button is pressed.
func TestACommandThatIsAButton(t *testing.T) {
	for _, name := range []string{"atom4", "ataxx", "atommaster"} {
		pressed, typed := open(t, name, "", "", usual), open(t, name, "", "", usual)
		pressed.press("?")
		typed.typeLine("help")
		if pressed.words() != typed.words() {
			t.Errorf("%s: typed, help shows\n%s\nand not\n%s", name, typed.words(), pressed.words())
		}
		pressed.press("esc n")
		typed.press("esc").typeLine("new")
		if pressed.words() != typed.words() {
			t.Errorf("%s: typed, new shows\n%s\nand not\n%s", name, typed.words(), pressed.words())
		}
	}
}
