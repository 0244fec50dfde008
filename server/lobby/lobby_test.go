package lobby

import (
	"errors"
	"strings"
	"testing"

	"attic/ui/web"
)

// The page of a hall contains the lobby, and its first page leads there. Without a core, the lobby is the only page. Pages that are not a hall's
// contain no part of the lobby.
func TestHall(t *testing.T) {
	files, err := Files()
	switch {
	case errors.Is(err, web.ErrNone):
		if string(files["index.html"].Bytes()) != string(files["lobby.html"].Bytes()) {
			t.Error("without a core the first page is not the lobby")
		}
	case err != nil:
		t.Fatal(err)
	case !strings.Contains(string(files["index.html"].Bytes()), "<head>\n<script src=\"hall.js\"></script>\n"):
		t.Error("the first page does not lead to the lobby")
	}
	plain := web.With(nil)
	if licences := string(plain["licences.txt"].Bytes()); !strings.Contains(licences, "The Go libraries\n") || string(files["licences.txt"].Bytes()) != licences {
		t.Error("a hall does not serve the licences of the page")
	}
	if !strings.Contains(string(files["lobby.html"].Bytes()), `href="licences.txt"`) {
		t.Error("the lobby does not lead to the licences")
	}
	for _, name := range []string{"asks.js", "hall.js", "look.js", "lobby.html", "lobby.css", "lobby.js", "manage.html", "manage.js", "parts.js", "tournament.html", "tournament.js"} {
		if file, ok := files[name]; !ok || file.Open().Size() == 0 || !strings.Contains(string(files["list.js"].Bytes()), name) {
			t.Errorf("%s is missing, or the list of files does not name it", name)
		}
		if _, ok := plain[name]; ok {
			t.Errorf("the page of one person has %s", name)
		}
	}
}
