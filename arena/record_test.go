package arena

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"attic/game"
)

var played = []Game{
	{Number: 1, Names: [2]string{"level:1", `the "quick" \ one`}, Start: "fen 5 1", Moves: []string{"1", "2", "1"}, Winner: game.Nobody, Why: "One is left."},
	{Number: 2, Names: [2]string{"a", "b"}, Start: "startpos", Winner: 1, Why: "a has ended."},
	{Number: 3, Names: [2]string{"b", "a"}, Start: "startpos round 3", Moves: strings.Fields(strings.Repeat("1 2 ", 60)), Winner: 0, Why: "All is taken."},
}

func TestRecordsAreReadAsTheyWereWritten(t *testing.T) {
	text := record(t, played)
	for line := range strings.Lines(text) {
		if len(line) > widest+1 {
			t.Errorf("%q is longer than %d", line, widest)
		}
	}
	var got []Game
	if err := ReadGames(strings.NewReader(text), "heap", func(g Game) error {
		got = append(got, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, played) {
		t.Errorf("read again they are\n%+v, want\n%+v", got, played)
	}
}

func TestTheFormOfARecord(t *testing.T) {
	want := `[Event "heap"]
[Round "1"]
[White "level:1"]
[Black "the \"quick\" \\ one"]
[Result "1/2-1/2"]
[FEN "5 1"]
[Termination "One is left."]

1. 1 2 2. 1 1/2-1/2

`
	if got := record(t, played[:1]); got != want {
		t.Errorf("it is\n%s", got)
	}
}

func TestRecordsOfOthers(t *testing.T) {
	text := "[Event \"heap\"]\n[Site \"here\"]\n[Round \"-\"]\n\n1. 1 {a comment\nof two lines} 2 2. 1{another}\n1 0-1\n\n1. 2 1-0\n"
	var got []Game
	if err := ReadGames(strings.NewReader(text), "heap", func(g Game) error {
		got = append(got, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || strings.Join(got[0].Moves, " ") != "1 2 1 1" || got[0].Winner != 1 || got[1].Winner != 0 || got[1].Names != [2]string{"?", "?"} || got[1].Start != "startpos" {
		t.Errorf("they are %+v", got)
	}
}

func TestRecordsThatAreWrong(t *testing.T) {
	for text, want := range map[string]string{
		"1. 1 2":                       "line 1: the last game has no result",
		"1. 1\n[Event \"heap\"]":       "line 2: the game before has no result",
		"[Event \"chess\"]":            `line 1: this is a game of "chess", not of heap`,
		"[Event heap]":                 "a tag is written",
		"[Event \"heap\"":              "a tag is written",
		"[Event \"]":                   "a tag is written",
		"[Result \"1-0\"]\n\n1. 1 0-1": "line 3: the moves end with 0-1, and the tag says 1-0",
		"1. 1 *":                       "line 1: the game is not over",
		strings.Repeat("1", 70_000):    "line 1: the line is longer",
		"1. 1 0-1\n\xff":               "line 2: this is not text",
	} {
		err := ReadGames(strings.NewReader(text), "heap", func(Game) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	full := errors.New("enough")
	if err := ReadGames(strings.NewReader("1-0\n"), "heap", func(Game) error { return full }); !errors.Is(err, full) {
		t.Errorf("the error of who reads: %v", err)
	}
	if err := ReadGames(strings.NewReader("\n\n"), "heap", func(Game) error { return full }); err != nil {
		t.Errorf("nothing at all: %v", err)
	}
}

func TestCheckingGames(t *testing.T) {
	for _, c := range []struct {
		g    Game
		want string
	}{
		{Game{Start: "fen 5 1", Moves: []string{"1", "2", "1"}, Winner: game.Nobody}, ""},
		{Game{Start: "fen 5 1", Moves: []string{"1", "2", "2"}, Winner: 1}, ""},
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: 1, Why: "a has ended."}, ""},
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: 1}, "after 1 moves the game is not over"},
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: game.Nobody, Why: "x"}, "after 1 moves the game is not over"},
		{Game{Start: "fen 5 1", Moves: []string{"1", "2", "2"}, Winner: 0}, "the result is 1-0, and on the board it is 0-1: All is taken."},
		{Game{Start: "fen 5 1", Moves: []string{"1", "3"}, Winner: 0}, `move 2, 3: "3" is no move`},
		{Game{Start: "fen 5 7", Winner: 0}, "is not a heap"},
	} {
		err := Check(heap{}, c.g)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.g, err, c.want)
		}
	}
}

func FuzzReadGamesNeverPanics(f *testing.F) {
	f.Add("[Event \"heap\"]\n\n1. 1 {x} 2 1-0\n")
	f.Add("[Event \"\\\\\"]\n{")
	f.Add("}{} 1/2-1/2")
	f.Fuzz(func(t *testing.T, text string) {
		_ = ReadGames(strings.NewReader(text), "heap", func(g Game) error {
			var b strings.Builder
			if err := WriteGame(&b, "heap", g); err != nil {
				t.Fatal(err)
			}
			_ = Check(heap{}, g)
			return nil
		})
	})
}

func TestCrosstable(t *testing.T) {
	var c Crosstable
	for _, g := range played {
		c.Add(g)
	}
	c.Add(Game{Names: [2]string{"c", "a"}, Winner: 0})
	want := "level:1 - the \"quick\" \\ one  1 games, 0 won, 1 drawn, 0 lost, 50.0 %\n" +
		"a - b  2 games, 0 won, 0 drawn, 2 lost, 0.0 %\na - c  1 games, 0 won, 0 drawn, 1 lost, 0.0 %\n"
	if got := c.String(); got != want {
		t.Errorf("it is\n%s, want\n%s", got, want)
	}
}
