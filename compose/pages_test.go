package compose

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/desktest"
)

// pages lists what a window can show: each kind of page in each of its states. The scripts start in the menu or in a game. In
// the game, the computer plays the given seats; it thinks and never moves.
var pages = []struct {
	name, id, programs, script string
}{
	{"menu", "", "", ""},
	{"menu, an item", "", "", "right down down down"},
	{"menu, many lines", "", "", "3 down"},
	{"menu, joining", "", "", "enter\nto Join\nenter a"},
	{"menu, settings", "", "", "right right right down down"},
	{"menu, nothing kept", "", "", "c"},
	{"menu, help", "", "", "?"},

	{"atom4, start", "atom4", "", ""},
	{"atom4, against the program", "atom4", "2", ""},
	{"atom4, middle", "atom4", "", "sample\npoint h8"},
	{"atom4, after a move", "atom4", "", "sample"},
	{"atom4, thinking", "atom4", "2", ":i10\nthinks 4 h10 h11 g11"},
	{"atom4, looking back", "atom4", "", "sample\n[ [ ["},
	{"atom4, at the beginning", "atom4", "", "sample\n" + strings.Repeat("[ ", 20)},
	{"atom4, typing", "atom4", "", "sample\n: h 1"},
	{"atom4, typing a lot", "atom4", "", "sample\n: " + strings.Repeat("m ", 200)},
	{"atom4, refused", "atom4", "", "sample\n:nonsense about something that is no move and has no end"},
	{"atom4, names", "atom4", "", "sample\n:name 1 Annabella Longname;name 2 Bernadette Longer"},
	{"atom4, silent", "atom4", "", "s"},
	{"atom4, over", "atom4", "", ":i10;h10;h11;g11;g9;i8;g10;i11;h8\nup"},
	{"atom4, just over", "atom4", "", ":i10;h10;h11;g11;g9;i8;g10;i11;h8"},
	{"atom4, help", "atom4", "", "?"},
	{"atom4, described", "atom4", "", "sample\n:describe"},
	{"atom4, drawn in letters", "atom4", "", "sample\n:dump"},

	{"atom4, awaited", "atom4 with Bo awaited", "", ""},
	{"atom4, awaited, and looking around", "atom4 with Bo awaited", "", "point h8"},
	{"atom4, Bo is to move", "atom4 with Bo waiting", "", ""},
	{"atom4, Bo was asked", "atom4 with Bo asking", "", ""},
	{"atom4, a draw offered", "atom4 with Bo offered", "", ""},
	{"atom4, a draw offered, and looking around", "atom4 with Bo offered", "", "point h8"},
	{"atom4, what can be done with Bo", "atom4 with Bo offered", "", "N"},
	{"atom4, Bo is away", "atom4 with Bo away", "", ""},
	{"atom4, Bo has left", "atom4 with Bo left", "", ""},
	{"atom4, joined", "atom4 with Bo joined", "", ""},
	{"ataxx, awaited", "ataxx with Bo awaited", "", ""},
	{"ataxx, with Bo", "ataxx with Bo set-up", "", ""},
	{"ataxx, a draw offered", "ataxx with Bo offered", "", ""},
	{"atommaster, awaited", "atommaster#17 with Bo awaited", "", ""},
	{"atommaster, a draw offered", "atommaster#17 with Bo offered", "", ""},
	{"atom4, host or join", "atom4", "", "N"},

	{"atom4, review", "atom4, played", "", "v"},
	{"atom4, review, a turn", "atom4, played", "", "v n"},
	{"ataxx, review", "ataxx, played", "", "v"},
	{"ataxx, review, a turn", "ataxx, played", "", "v n n"},

	{"ataxx, set-up", "ataxx", "", ""},
	{"ataxx, setting blocks", "ataxx", "2", "b\npoint c6"},
	{"ataxx, boards", "ataxx", "", "b p right down"},
	{"ataxx, middle", "ataxx", "", "sample\npoint e2"},
	{"ataxx, chosen", "ataxx", "", ":blocks 3gh;start;a7-a5\npoint g7\nenter\npoint f6"},
	{"ataxx, against the program", "ataxx", "2", "sample"},
	{"ataxx, thinking", "ataxx", "2", ":start;a7-b6\nthinks 3 g7-f6 b6-c5"},
	{"ataxx, a pass", "ataxx", "", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start"},
	{"ataxx, looking back", "ataxx", "", "sample\n[ [ ["},
	{"ataxx, a seed", "ataxx", "2", "i 1 2 x"},
	{"ataxx, a picture", "ataxx", "", "sample\nW right tab"},
	{"atom4, saving", "atom4", "", "sample\nw x"},
	{"atommaster, opening", "atommaster#17", "", "o"},
	{"ataxx, typing", "ataxx", "", "sample\n: a 7"},
	{"ataxx, over", "ataxx", "", ":fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1"},
	{"ataxx, drawn in letters", "ataxx", "", "sample\nd"},
	{"ataxx, help", "ataxx", "", "?"},

	{"atommaster, start", "atommaster#17", "", ""},
	{"atommaster, more", "atommaster#17", "", ","},
	{"atommaster, hiding", "atommaster#17", "", "tab tab\nclick b6\nclick c3"},
	{"atommaster, middle", "atommaster#17", "", "sample\npoint port6"},
	{"atommaster, setting", "atommaster#17", "", "sample\ntab\npoint c3"},
	{"atommaster, learning", "atommaster#17", "", "l\n:hide b6,c3,f4,c8;fire 12;fire 2"},
	{"atommaster, typing", "atommaster#17", "", "sample\n: f i r"},
	{"atommaster, looking back", "atommaster#17", "", "sample\n[ [ ["},
	{"atommaster, over", "atommaster#17", "", ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1\ne"},
	{"atommaster, beams", "atommaster#17", "", ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1\ne x"},
	{"atommaster, large", "atommaster size=12 atoms=6#17", "", ":hide a1,c4,e5,l12,k3,g9;fire 2;fire 1;fire 48;fire 18;fire 24;fire 9;fire 14;fire 7;set l12"},
	{"atommaster, balls", "atommaster size=5#17", "", ":balls;hide a1,c4,e5,b2;fire 2;fire 3"},
	{"atommaster, help", "atommaster#17", "", "?"},
}

// openNamed opens a window at the page with the given name.
func openNamed(t testing.TB, name string, at size) driver {
	t.Helper()
	for _, page := range pages {
		if page.name == name {
			return open(t, page.id, page.programs, page.script, at)
		}
	}
	t.Fatalf("there is no page %q", name)
	return driver{}
}

// library is the id of the menu with finished games.
const library = "library"

// open opens a window at a page.
func open(t testing.TB, id, programs, script string, at size) driver {
	t.Helper()
	c := desk.Config{Store: emptyStore(t), NoMotion: true, Paused: true, Net: desktest.Nowhere{}}
	game, state, apart := strings.Cut(id, " with Bo ")
	switch sit, ok := reviewable[id]; {
	case ok:
		c.Table = sit(t)
	case apart:
		c.Table = desktest.Apart(t, game, state)
	case id != "" && id != library:
		c.Table = desktest.Seat(t, id, programs)
	}
	if id == library {
		c.Store = desktest.Library(t)
	}
	d := begin(t, c, at)
	for line := range strings.Lines(script) {
		if strings.TrimSpace(line) != "sample" {
			d.do(line)
			continue
		}
		for _, text := range d.play().Info.Sample {
			d.typeLine(text)
		}
	}
	return d
}
