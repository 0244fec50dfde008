package pgn_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/reversi"
	"attic/games"
	"attic/match"
	"attic/match/pgn"
)

// chosen returns a game of a record file and its match.
func chosen(t *testing.T, text string, number int) (pgn.Game, match.Match) {
	t.Helper()
	g, err := pgn.Choose(strings.NewReader(text), games.Find, number)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, err := g.Match(games.Find)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g, m
}

func written(t *testing.T, m match.Match) string {
	t.Helper()
	var b strings.Builder
	if err := pgn.WriteAll(&b, m, "2026.11.23"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func begin(t *testing.T, id string, moves ...string) match.Match {
	t.Helper()
	name, setup, err := game.ParseID(id)
	g, ok := games.Find(name)
	if err != nil || !ok {
		t.Fatalf("%s: %v", id, err)
	}
	m, err := match.New(g, setup)
	for _, text := range moves {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func view(m match.Match) string { return m.State().View(game.Nobody).Grid(0, 0).String() }

// A played game is written, read and written again; the boards are equal after every ply.
func TestGamesComeBack(t *testing.T) {
	const fen = "16/16/16/16/16/16/8c7/7Krp6/7yWp6/7rp7/16/16/16/16/16/16_y"
	rng := rand.New(rand.NewPCG(1, 2))
	for _, begun := range []match.Match{
		begin(t, "ataxx", "start"),
		begin(t, "ataxx start=yes"),
		begin(t, "ataxx blocks=3gh#17", "blocks x", "start"),
		begin(t, "ataxx", "a7-b7", "start"),
		begin(t, "ataxx", "fen x5o/7/7/3-3/7/7/o5x o 3 9", "start"),
		begin(t, "ataxx fen=7/7/2xo3/7/7/7/7_o start=yes"),
		begin(t, "atom4"),
		begin(t, "atom4 round=4"),
		begin(t, "atom4 fen="+fen),
	} {
		m := begun
		for range 400 {
			moves := game.MovesOf(m.State())
			if m.ToMove() == game.Nobody {
				break
			}
			var err error
			if m, _, err = m.Play(moves[rng.IntN(len(moves))].Text); err != nil {
				t.Fatal(err)
			}
		}
		text := written(t, m)
		_, back := chosen(t, text, 0)
		if again := written(t, back); again != text {
			t.Errorf("%s\nis read and written as\n%s", text, again)
		}
		if !pgn.Replaceable([]byte(text), nil, games.Find) {
			t.Errorf("%s\nwould not be replaced", text)
		}
		skip := m.Ply() - back.Ply() // the number of set-up steps
		for ply := range back.Ply() + 1 {
			if got, want := view(back.At(ply)), view(m.At(ply+skip)); got != want {
				t.Fatalf("%s: after %d plies the board is\n%s, want\n%s", text, ply, got, want)
			}
		}
		if back.Outcome() != m.Outcome() || back.ToMove() != m.ToMove() {
			t.Errorf("%s ends with %+v, want %+v", text, back.Outcome(), m.Outcome())
		}
	}
}

func TestEndingsNamesAndRounds(t *testing.T) {
	m := begin(t, "atom4", "i8")
	m.Players = []match.Player{{Name: "Anna", Level: m.Players[0].Level}, {Program: true, Level: 2}}
	for _, end := range []func() (match.Match, error){
		func() (match.Match, error) { return m.Resign(0) },
		func() (match.Match, error) { return m.Resign(1) },
		func() (match.Match, error) { return m.Stop(match.Drawn, 0) },
		func() (match.Match, error) { return m.Stop(match.Drawn, match.ClaimedDraw) },
		func() (match.Match, error) { return m.Stop(match.Forfeit, 1) },
		func() (match.Match, error) { return m.Stop(match.OutOfTime, 0) },
		func() (match.Match, error) { return m.Stop(match.NoResult, 0) },
		func() (match.Match, error) { return m.Stop(match.NoResult, 1) },
		func() (match.Match, error) { return m.Stop(match.Awarded, 1) },
		func() (match.Match, error) { return m.Stop(match.Halved, 0) },
	} {
		over, err := end()
		if err != nil {
			t.Fatal(err)
		}
		text := written(t, over)
		_, back := chosen(t, text, 1)
		if back.Outcome() != over.Outcome() || back.Players[0] != m.Players[0] || back.Players[1] != m.Players[1] || back.Side != 0 {
			t.Errorf("%+v is read as %+v, %+v", over.Outcome(), back.Outcome(), back.Players)
		}
		before := strings.NewReplacer("2 was away", "2 has left", " has not moved", " has left").Replace(text) // as an earlier version wrote it
		if _, back := chosen(t, before, 1); back.Outcome() != over.Outcome() {
			t.Errorf("%+v of an earlier version is read as %+v", over.Outcome(), back.Outcome())
		}
	}
	over, _ := m.Resign(1)
	next, err := over.Next(func() uint64 { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	text := written(t, next)
	if g, back := chosen(t, text, 2); back.Setup() != next.Setup() || g.Round != "2" {
		t.Errorf("round 2 is read as %+v", back.Setup())
	}
	several := (*pgn.SeveralError)(nil)
	if _, err := pgn.Choose(strings.NewReader(text), games.Find, 0); !errors.As(err, &several) || several.Games != 2 ||
		err.Error() != "the file holds 2 games; choose one by its number, from 1 to 2" {
		t.Errorf("both: %v", err)
	}
	if _, err := pgn.Choose(strings.NewReader(text), games.Find, 3); err == nil || err.Error() != "there is no game 3; the file holds 2" {
		t.Errorf("game 3: %v", err)
	}
	if _, err := pgn.Choose(strings.NewReader("% nothing\n"), games.Find, 0); !errors.Is(err, pgn.ErrNone) {
		t.Errorf("none: %v", err)
	}
}

// A file that holds more than one match may be worth keeping.
func TestReplaceable(t *testing.T) {
	over, err := begin(t, "atom4", "i8").Resign(1)
	if err != nil {
		t.Fatal(err)
	}
	next, err := over.Next(func() uint64 { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	two := written(t, next)
	for text, want := range map[string]bool{
		two:              true,
		written(t, over): true,
		"":               false,
		"mine\n":         false,
		two + two:        false,
		two + "; mine\n": false,
		strings.ReplaceAll(two, `Event "Atom-4"`, `Event "Our club"`): false,
		strings.Replace(two, "i8", "i8 {a bold move}", 1):             false,
		strings.Replace(two, "i8", "a1", 1):                           false,
	} {
		if got := pgn.Replaceable([]byte(text), nil, games.Find); got != want {
			t.Errorf("%s\n%v", text, got)
		}
	}
}

// A result that only the record knows ends the game, is written again, and can be taken back.
func TestAdjudications(t *testing.T) {
	for _, c := range []struct {
		result string
		winner int
		over   bool
	}{
		{"1-0", 0, true},
		{"0-1", 1, true},
		{"1/2-1/2", game.Nobody, true},
		{"*", 0, false},
	} {
		g, m := chosen(t, "[Black \"Anna\"]\n[Adjudicated \"Easy fill\"]\n\n1. f2 "+c.result+"\n", 1)
		if got, want := g.Said(m), "Game 1: Anna (Red) - Blue. Adjudicated: Easy fill."; got != want {
			t.Errorf("%s: it says %q, want %q", c.result, got, want)
		}
		if !c.over {
			if m.ToMove() != 1 {
				t.Errorf("%s: %d is to move", c.result, m.ToMove())
			}
			continue
		}
		if m.ToMove() != game.Nobody || m.Outcome().Winner != c.winner {
			t.Fatalf("%s is read as %+v", c.result, m.Outcome())
		}
		if why := m.Outcome().Why; !strings.HasSuffix(why, ". Adjudicated: Easy fill.") {
			t.Errorf("%s is read with the reason %q", c.result, why)
		}
		again, back := chosen(t, written(t, m), 1)
		if again.Result != c.result || again.Adjudicated != "Easy fill" || back.Outcome() != m.Outcome() {
			t.Errorf("%s is written as %s, %q, and read again as %+v", c.result, again.Result, again.Adjudicated, back.Outcome())
		}
		var saved strings.Builder
		if err := m.Save(&saved); err != nil {
			t.Fatal(err)
		}
		if kept, err := match.Read(strings.NewReader(saved.String()), games.Find); err != nil || kept.Outcome() != m.Outcome() {
			t.Errorf("%s is saved and read again as %+v, %v", c.result, kept.Outcome(), err)
		}
		if open, err := m.Undo(); err != nil || open.ToMove() != 1 || open.Ply() != 1 {
			t.Errorf("%s: after undo %d is to move, %v", c.result, open.ToMove(), err)
		}
	}
}

func TestWhatIsNoGame(t *testing.T) {
	for text, want := range map[string]string{
		"[Variant \"chess\"]\n\n1. e4 *":              `game 1, line 1: this is a game of "chess", which cannot be read as PGN`,
		"[Variant \"Atommaster\"]\n\n*":               `game 1, line 1: this is a game of "Atommaster", which cannot be read as PGN`,
		"\n1. f2 a2\n2. e9 *":                         "game 1, line 3: move 2 red, e9: ",
		"[FEN \"7/7 x\"]\n*":                          "game 1, line 1: the board has 2 ranks",
		"[Variant \"Atom-4\"]\n[FEN \"16/16 r\"]\n*":  "game 1, line 1: ",
		"[Variant \"atom4\"]\n[Start \"round 7\"]\n*": "game 1, line 1: a position must be startpos",
	} {
		g, err := pgn.Choose(strings.NewReader(text), games.Find, 0)
		if err == nil {
			_, err = g.Match(games.Find)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if err := pgn.WriteAll(&strings.Builder{}, begin(t, "atommaster#5"), ""); !errors.Is(err, pgn.ErrHides) || !strings.Contains(err.Error(), "Atommaster cannot be written as PGN") {
		t.Errorf("Atommaster: %v", err)
	}
	if _, m := chosen(t, "[Variant \"atom4\"]\n[Event \"atom4\"]\n[Start \"startpos round 2\"]\n\n*", 0); m.Setup().Options != "round=2" {
		t.Errorf("an old record begins with %q", m.Setup().Options)
	}
}

// In records of pychess and Fairy-Stockfish, White moves first: it is red.
func TestWhiteMovesFirst(t *testing.T) {
	const moves = "\n1. P@b6 P@f6 2. Pa7c5 P@b2 1-0\n"
	for _, tags := range []string{
		"[Event \"PyChess casual game\"]\n[Site \"https://www.pychess.org/7sApQgpB\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[Variant \"Ataxx\"]\n[FEN \"P5p/7/7/7/7/7/p5P w 0 1\"]\n[SetUp \"1\"]\n",
		"[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"ataxx\"]\n[FEN \"P5p/7/7/7/7/7/p5P w 0 1\"]\n",
	} {
		g, m := chosen(t, tags+moves, 0)
		if g.Names != [2]string{"Ann", "Bob"} || m.Players[0].Name != "Ann" || m.Outcome().Winner != 0 || m.Ply() < 4 {
			t.Errorf("%s is read as %v, %+v", tags, g.Names, m.Outcome())
		}
	}
	if g, _ := chosen(t, "[White \"Ann\"]\n[Black \"Bob\"]\n[FEN \"x5o/7/7/7/7/7/o5x x\"]\n\n1. b6 f6 *\n", 0); g.Names[0] != "Bob" {
		t.Errorf("Black does not move first: %v", g.Names)
	}
}

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       bool
	}{
		{"a", "[Event \"x\"]", true},
		{"a", "\ufeff\r\n% x\n; y\n  [White \"x\"]", true},
		{"a.PGN", "1. f2", true},
		{"a", "1. f2", false},
		{"a", "attic save 2", false},
		{"a", "", false},
		{"a", "[", false},
		{"a", "; only", false},
		{"a", "[1]", false},
	} {
		if got := pgn.Looks(c.name, []byte(c.head)); got != c.want {
			t.Errorf("%s %q: %v", c.name, c.head, got)
		}
	}
}

// The files in testdata were written by other programs, from random moves. Their players are named after their pieces. In game 3 of
// cuteataxx a side lost all its pieces after 30 moves; by attic's rules, the game is not over there, so its result counts as one
// more step.
func TestRecordsOfOthers(t *testing.T) {
	for file, want := range map[string][]string{
		"python-ataxx.pgn": {"x player 0 o player 0 0-1 168", "x player 1 o player 1 0-1 158", "x player 2 o player 2 1-0 200"},
		"cuteataxx.pgn": {
			"x player 0 o player 0 0-1 205", "x player 1 o player 1 1-0 162", "x player 2 o player 2 0-1 31", "x player 3 o player 3 1-0 149",
			"x player 4 o player 4 0-1 173", "x player 5 o player 5 0-1 149",
		},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range want {
			g, m := chosen(t, string(text), i+1)
			fields := []string{g.Names[0], g.Names[1], g.Result}
			if got := strings.Join(fields, " "); !strings.HasPrefix(line, got+" ") {
				t.Errorf("%s: game %d is %q, want %q", file, i+1, got, line)
			}
			if n := line[strings.LastIndexByte(line, ' ')+1:]; n != strconv.Itoa(m.Ply()) {
				t.Errorf("%s: game %d has %d plies, want %s", file, i+1, m.Ply(), n)
			}
		}
	}
}

// A game whose positions engines can read has records with these positions.
func TestRecordsByEngines(t *testing.T) {
	find := func(name string) (game.Game, bool) { return reversi.Game{}, name == "reversi" }
	for _, options := range []string{"", "start=parallel", "fen=8/8/8/3oo3/3xxx2/8/8/8_o"} {
		m, err := match.New(reversi.Game{}, game.Setup{Options: options})
		for err == nil && m.Ply() < 9 {
			m, _, err = m.Play(game.MovesOf(m.State())[0].Text)
		}
		if err != nil {
			t.Fatal(err)
		}
		text := written(t, m)
		g, err := pgn.Choose(strings.NewReader(text), find, 1)
		if err != nil {
			t.Fatal(err)
		}
		again, err := g.Match(find)
		if err != nil || again.Ply() != m.Ply() || view(again) != view(m) || (options == "") != (again.Setup().Options == "") {
			t.Errorf("%q comes back as %q after %d moves, %v:\n%s", options, again.Setup().Options, again.Ply(), err, text)
		}
	}
	if _, err := (pgn.Game{Variant: "reversi", Start: "fen x"}).Match(find); err == nil {
		t.Error("a record begins at no position")
	}
}

// A comment after the last move says that people had help, and the record can still be replaced.
func TestHelpIsNoted(t *testing.T) {
	m := begin(t, "ataxx", "start", "a7-a6")
	hinted, _ := m.Advise()
	aided, _ := m.Aid(1, "hint")
	aided, _ = aided.Aid(1, "hint")
	both, _ := aided.Aid(0, "why")
	for want, m := range map[string]match.Match{
		"a6 *": m, "a6 {Help: hints were used} *": hinted, "a6 {Help: Blue 2 times} *": aided, "a6 {Help: Red 1 time, Blue 2 times} *": both,
	} {
		text := written(t, m)
		if !strings.Contains(text, want) {
			t.Errorf("the record is\n%s\nwant %s", text, want)
		}
		if !pgn.Replaceable([]byte(text), nil, games.Find) {
			t.Errorf("this cannot be replaced:\n%s", text)
		}
		chosen(t, text, 1)
	}
	if text := strings.Replace(written(t, hinted), "Help: hints", "A note: hints", 1); pgn.Replaceable([]byte(text), nil, games.Find) {
		t.Errorf("this can be replaced:\n%s", text)
	}
}

// Records name the computer by the number and the name of its level where older programs and records have another number for it.
func TestLevelsInRecords(t *testing.T) {
	for _, c := range []struct {
		level    int
		name     string
		accepted string // another name for the same level, or ""
	}{
		{12, "attic level 12", "attic level 99, expert"},
		{13, "attic level 13, senior expert", "attic level 12, senior expert"},
		{16, "attic level 16, master", "attic level 13"},
		{22, "attic level 22, full strength", "attic level 15"},
	} {
		m := begin(t, "ataxx start=yes", "a7-b7")
		m.Players[1] = match.Player{Program: true, Level: c.level}
		text := written(t, m)
		if !strings.Contains(text, fmt.Sprintf("[White %q]", c.name)) {
			t.Errorf("level %d: the record is\n%s", c.level, text)
		}
		for _, text := range []string{text, strings.Replace(text, c.name, c.accepted, 1)} {
			if _, back := chosen(t, text, 1); back.Players[1] != m.Players[1] {
				t.Errorf("level %d: read back as %+v from\n%s", c.level, back.Players[1], text)
			}
		}
	}
	for _, name := range []string{"attic level 16", "attic level 1299", "attic level 13, cat", "attic level 012", "attic level x, master"} {
		m := begin(t, "ataxx start=yes", "a7-b7")
		m.Players[1] = match.Player{Program: true, Level: 12}
		if _, back := chosen(t, strings.Replace(written(t, m), "attic level 12", name, 1), 1); back.Players[1].Program {
			t.Errorf("%s is read as %+v", name, back.Players[1])
		}
	}
}

// A record has the ratings that are known.
func TestRatingsInRecords(t *testing.T) {
	g, _ := games.Find("ataxx")
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	var text strings.Builder
	if err == nil {
		err = pgn.WriteAll(&text, m, "2026.11.28", 1612, 0)
	}
	if err != nil || !strings.Contains(text.String(), "[BlackElo \"1612\"]\n[Result") || strings.Contains(text.String(), "WhiteElo") {
		t.Errorf("%v\n%s", err, text.String())
	}
}
