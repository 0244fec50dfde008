package compose

import (
	"testing"

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
