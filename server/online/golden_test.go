package online

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/dev/race"
	"attic/draw/palette"
	"attic/games"
	"attic/match/store"
	"attic/table/wire"
	"attic/ui/compose"
	"attic/ui/term"
)

var update = flag.Bool("update", false, "rewrite testdata/*.svg")

var some = tables{
	own:     []table{{ID: "own1", Game: "atommaster", Options: "atoms=5", Clock: "3d", Seats: []string{"person", "person"}, Names: []string{"", "Bo"}, Turn: true}},
	Free:    []table{{ID: "free1", Game: "ataxx", Options: "blocks=36", Clock: "10+5", Seats: []string{"person", "free"}}},
	Playing: []table{{ID: "play1", Game: "atom4", Seats: []string{"person", "person"}, Names: []string{"Ann", "Bo"}}},
}

// TestGolden compares the list of tables and a new table, on terminals and in a window, with golden files.
func TestGolden(t *testing.T) {
	race.Plain(t)
	config := func() desk.Config {
		return desk.Config{
			Games: games.All(), Store: store.Open("", games.Find), May: command.Everything, NoMotion: true, Display: quiet{},
			Begin: func(d *desk.Desk) {
				p := &page{d: d, leave: func() {}, hall: &Client{at: wire.Address{Host: "games.example", Port: 443, TLS: true}, games: map[string]bool{"atom4": true, "ataxx": true, "atommaster": true}}, list: &desk.Field{Kind: desk.List}}
				p.show("", "")
				p.changed(some)
			},
		}
	}
	for _, c := range []struct {
		name, keys string
		w, h       int // the size of a terminal
	}{
		{"list-80x24", "down", 80, 24},
		{"list-40x16", "down", 40, 16},
		{"new-40x16", "down down down enter", 40, 16},
	} {
		var out bytes.Buffer
		must(t, term.WriteFilm(term.Config{Desk: config(), In: strings.NewReader(c.keys), Out: &out}, term.Film{W: c.w, H: c.h, Still: true}))
		compare(t, c.name, out.Bytes())
	}
	for name, size := range map[string][2]int{"tournament-80x24": {80, 24}, "tournament-40x16": {40, 16}} {
		is := config()
		is.Begin = func(d *desk.Desk) {
			c := contest{listed: listed{ID: "t1", Name: "Club evening", Game: "atommaster", Kind: "deals", State: "playing", Rounds: 3}, Clock: "10", Player: 2, Ties: []string{"seconds"}}
			must(t, json.Unmarshal([]byte(`{"players":[{"name":"Ann"},{"name":"Bo"},{"name":"Cleo","left":true}],"pairings":[{"boards":[{"table":"t2","players":[2],"result":""}]}],
				"standings":[{"place":1,"player":1,"points":0,"ties":[0]},{"place":1,"player":2,"points":0,"ties":[0]},{"place":3,"player":3,"points":52,"ties":[600]}]}`), &c))
			(&page{d: d, leave: func() {}, hall: &Client{}, name: "Bo"}).entered(c, "", 0)
		}
		var out bytes.Buffer
		must(t, term.WriteFilm(term.Config{Desk: is, In: strings.NewReader("down"), Out: &out}, term.Film{W: size[0], H: size[1], Still: true}))
		compare(t, name, out.Bytes())
	}
	theme, _ := palette.Find(palette.Themes()[0])
	for _, c := range []struct {
		name, keys string
		w, h       float64
	}{
		{"list-800x600", "down", 800, 600},
		{"new-390x844", "down down down enter", 390, 844},
	} {
		shown := config()
		begin := shown.Begin
		shown.Begin = func(d *desk.Desk) {
			begin(d)
			for key := range strings.FieldsSeq(c.keys) {
				d.Key(key)
			}
		}
		page, err := compose.First(shown, c.w, c.h)
		must(t, err)
		compare(t, c.name, []byte(page.SVG(c.w, theme.RGB)))
	}
}

// An error stays when the tables change, unless its cause is gone.
func TestWhatStays(t *testing.T) {
	d := sits(t, store.Open("", games.Find)).desk
	p := &page{d: d, leave: func() {}, hall: &Client{at: wire.Address{Host: "games.example", Port: 443, TLS: true}}, list: &desk.Field{Kind: desk.List}}
	for said, want := range map[string]string{command.Sentence(errAway): "", "That table is gone.": "That table is gone."} {
		p.show("", said)
		p.changed(some)
		if d.Form.Said != want {
			t.Errorf("after %q it says %q", said, d.Form.Said)
		}
	}
}

func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".svg")
	if *update {
		must(t, os.MkdirAll("testdata", 0o777))
		must(t, os.WriteFile(path, got, 0o666))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at what go test -update writes", path)
	}
}
