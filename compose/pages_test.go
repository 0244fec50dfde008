package compose

import (
	"os"
	"path/filepath"
	"testing"

	"attic/desk"
	"attic/desk/desktest"
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

// open opens a window at a page.
func open(t testing.TB, id, programs, script string, at size) driver {
	t.Helper()
	return begin(t, desktest.Visit{ID: id, Programs: programs}.Begin(t), at).do(script)
}

// Where there are no folders of the person's, a line of the list of games asks for a file, and a text in it counts as pasted.
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
