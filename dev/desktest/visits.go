package desktest

import (
	"strings"
	"testing"
	"time"

	"attic/desk"
	"attic/games"
	"attic/match/store"
)

// Visit is a page that a front-end can show, and how to reach it: the game's ID, the seats of the computer, which thinks but never
// moves, and a script for [Do]. If the ID is empty, the visit starts at the menu.
type Visit struct{ Name, ID, Programs, Script string }

// Finished is the ID of the menu with finished games. A game's name with ", played" is the ID of a game that can be reviewed. An ID
// with " with Bo " and a state is a game of [Apart].
const Finished = "library"

// Faulty is the ID of the menu with finished games, one of them judged.
const Faulty = "library, judged"

// Visits lists every kind of page in each of its states.
var Visits = []Visit{
	{"menu", "", "", ""},
	{"menu, an item", "", "", "to Host"},
	{"menu, many lines", "", "", "click entry 2\nto Play"},
	{"menu, joining", "", "", "enter\nto Join\nenter a"},
	{"menu, settings", "", "", "click entry 3"},
	{"menu, sounds", "", "", "click entry 3\nto Sounds\nenter"},
	{"menu, nothing kept", "", "", "c"},
	{"menu, opening", "", "", "o"},
	{"menu, help", "", "", "?"},
	{"menu, statistics", Finished, "", "click entry 1\nto Statistics"},
	{"statistics", Finished, "", "click entry 1\nto Statistics\nenter"},
	{"insights, nothing judged", Finished, "", "click entry 2\nto Insights\nenter"},
	{"insights", Faulty, "", "click entry 1\nto Insights\nenter"},
	{"insights, the mistakes behind a line", Faulty, "", "click entry 1\nto Insights\nenter down enter"},
	{"insights, a mistake", Faulty, "", "click entry 1\nto Insights\nenter down enter enter"},

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

	{"atom4, a hint", "atom4", "", ":i8;j8;j9;k8;i7\nh h h"},
	{"atom4, a puzzle", "atom4", "", ":puzzle win2-1\nh"},
	{"atom4, a lesson", "atom4", "", ":lesson 2"},
	{"atom4, a refuted answer", "atom4", "", ":lesson 7;next;next;h12"},
	{"atom4, moves", "atom4", "", "sample\nr"},
	{"atom4, opening", "atom4", "", "sample\no"},

	{"atom4, awaited", "atom4 with Bo awaited", "", ""},
	{"atom4, awaited, and looking around", "atom4 with Bo awaited", "", "point h8"},
	{"atom4, awaited, without a page", "atom4 with Bo pageless", "", ""},
	{"atom4, awaited, the QR code", "atom4 with Bo awaited", "", "Q"},
	{"atom4, Bo is to move", "atom4 with Bo waiting", "", ""},
	{"atom4, clocks", "atom4 with Bo clocked", "", ""},
	{"atommaster, clocks", "atommaster#17 with Bo clocked", "", ""},
	{"ataxx, clocks", "ataxx with Bo clocked", "", ""},
	{"atom4, Bo was asked", "atom4 with Bo asking", "", ""},
	{"atom4, a draw offered", "atom4 with Bo offered", "", ""},
	{"atom4, a draw offered, and looking around", "atom4 with Bo offered", "", "point h8"},
	{"atom4, what can be done with Bo", "atom4 with Bo offered", "", "N"},
	{"atom4, Bo is away", "atom4 with Bo away", "", ""},
	{"atom4, Bo is asleep", "atom4 with Bo asleep", "", ""},
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

	{"ataxx, a hint", "ataxx", "", ":start;a7-b6;g7-f6;b6-c5;f6-e5;c5-d5;a1-b2\nh h"},
	{"ataxx, the engine", "ataxx", "", ":start;f1;a2;analyse;engine threat"},
	{"ataxx, the coach", "ataxx, played", "", "u u\n:coach on;a4-a2"},
	{"ataxx, a lesson", "ataxx", "", ":lesson 3;next;c3-c4"},
	{"ataxx, the lessons", "ataxx", "", "f4"},
	{"ataxx, a refuted answer", "ataxx", "", ":lesson 4;next;b2-a4;next;next;a3-a4;next;next;b2-a4"},
	{"ataxx, a puzzle", "ataxx", "", ":puzzle exchange-12"},
	{"ataxx, a timed run", "ataxx", "", ":puzzle run"},
	{"ataxx, a miss in a run", "ataxx", "", ":puzzle run;none"},
	{"ataxx, the end of a run", "ataxx", "", ":puzzle run\n0 n 0 n 0 n"},
	{"ataxx, trying again", "ataxx, played", "", "v 2 r\n:g5-e7"},
	{"ataxx, moves", "ataxx, played", "", "r"},

	{"atommaster, start", "atommaster#17", "", ""},
	{"atommaster, more", "atommaster#17", "", ","},
	{"atommaster, hiding", "atommaster#17", "", "tab\nclick b6\nclick c3"},
	{"atommaster, middle", "atommaster#17", "", "sample\npoint port6"},
	{"atommaster, setting", "atommaster#17", "", "sample\ntab\npoint c3"},
	{"atommaster, learning", "atommaster#17", "", "l\n:hide b6,c3,f4,c8;fire 12;fire 2"},
	{"atommaster, typing", "atommaster#17", "", "sample\n: f i r"},
	{"atommaster, looking back", "atommaster#17", "", "sample\n[ [ ["},
	{"atommaster, over", "atommaster#17", "", ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1\ne"},
	{"atommaster, beams", "atommaster#17", "", ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1\ne x"},
	{"atommaster, large", "atommaster size=12 atoms=6#17", "", ":hide a1,c4,e5,l12,k3,g9;fire 2;fire 1;fire 48;fire 18;fire 24;fire 9;fire 14;fire 7;set l12"},
	{"atommaster, balls", "atommaster size=5#17", "", ":balls;hide a1,c4,e5,b2;fire 2;fire 3"},
	{"atommaster, the coach", "atommaster size=5 atoms=3#17", "2", ":hide a1,c4,e5;fire 2;fire 9;set c4;set a5;set e1;coach on\ne"},
	{"atommaster, review", "atommaster size=5 atoms=3#17", "2", ":hide a1,c4,e5;fire 2;fire 9;set c4;set a5;set e1;evaluate\nv"},
	{"atommaster, a lesson", "atommaster#17", "", ":lesson 1;next"},
	{"atommaster, a refuted answer", "atommaster#17", "", ":lesson 10;next;next;free d3"},
	{"atommaster, a beam not fired", "atommaster#17", "", ":lesson 2;next;fire 3"},
	{"atommaster, a puzzle", "atommaster#17", "", ":puzzle atom-19\nh h"},
	{"atommaster, moves", "atommaster#17", "", "sample\nr"},
	{"atommaster, help", "atommaster#17", "", "?"},
}

// Noon is a clock that stands still.
func Noon() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }

// Begin returns the configuration with which a visit begins. People play all sides that are not in Programs.
func (v Visit) Begin(t testing.TB) desk.Config {
	t.Helper()
	c := desk.Config{
		Games: Menu(t), Open: People(t), Store: store.Open(t.TempDir(), games.Find),
		NoMotion: true, Paused: true, Net: Nowhere{}, Clock: Noon,
	}
	id, state, apart := strings.Cut(v.ID, " with Bo ")
	switch {
	case apart:
		c.Table = Apart(t, id, state)
	case id == "ataxx, played":
		c.Table = Reviewed(t, "ataxx", AtaxxMoves, AtaxxChances...)
	case id == "atom4, played":
		c.Table = Reviewed(t, "atom4", Atom4Moves, Atom4Chances...)
	case id == Finished:
		c.Store = Library(t)
	case id == Faulty:
		c.Store = Judged(t)
	case id != "":
		c.Table = Seat(t, id, v.Programs)
	}
	return c
}
