package arena

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"attic/game"
)

var played = []Game{
	{Number: 1, Names: [2]string{"level:1", `the "quick" \ one`}, Start: "fen 5 1", Moves: []string{"1", "2", "1"}, Winner: game.Nobody, Why: "One is left."},
	{Number: 2, Names: [2]string{"a", "b"}, Start: "fen 20 0", Winner: 1, Why: "a has ended.", Fault: Ended},
	{Number: 3, Names: [2]string{"b", "a"}, Start: "fen 9 0", Moves: strings.Fields("1 2 1 2 1 2"), Winner: 1, Why: "All is taken."},
}

var day = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func TestRecordsAreReadAsTheyWereWritten(t *testing.T) {
	var got []Game
	if err := ReadGames(strings.NewReader(record(t, played)), "heap", func(g Game) error {
		got = append(got, g)
		return nil
	}, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, played) {
		t.Errorf("the games read are\n%+v, want\n%+v", got, played)
	}
}

// The time that each seat used is in the comments, except for moves without a report; a game just played has its own times.
func TestTheTimeIsRecalled(t *testing.T) {
	g := Game{Number: 1, Names: [2]string{"a", "b"}, Start: "fen 9 1", Moves: strings.Fields("1 2 1 2"), Winner: 1, Why: "It was so."}
	for i := range g.Moves {
		g.Reports = append(g.Reports, game.Report{Scored: true, Score: 5, Depth: 2, Elapsed: time.Duration(i+1) * time.Second})
	}
	g.Reports[3] = game.Report{}
	var got Game
	if err := ReadGames(strings.NewReader(record(t, []Game{g})), "heap", func(g Game) error {
		got = g
		return nil
	}, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	start, err := heap{}.ReadPosition(got.Start)
	if err != nil {
		t.Fatal(err)
	}
	got = got.recall(start)
	if got.Used != [2]time.Duration{2 * time.Second, 4 * time.Second} || got.Asked != [2]int{1, 2} {
		t.Errorf("%v used for %v moves", got.Used, got.Asked)
	}
	if again := got.recall(start); !reflect.DeepEqual(again, got) {
		t.Errorf("recalled a second time, it is %+v", again)
	}
}

func TestTheFormOfARecord(t *testing.T) {
	g := played[0]
	g.Reports = []game.Report{{}, {Depth: 3, Score: -7, Nodes: 12, Elapsed: 5 * time.Millisecond}, {Depth: 1, Win: 1}}
	for _, c := range []struct {
		g    Game
		want string
	}{
		{g, `[Event "attic match"]
[Site "?"]
[Date "2026.11.23"]
[Round "1"]
[Black "level:1"]
[White "the \"quick\" \\ one"]
[Result "1/2-1/2"]
[Variant "heap"]
[FEN "5 1"]
[FinalFEN "1 0"]
[Termination "One is left."]
[PlyCount "3"]

1... 1 2. 2 {-0.07/3 0.005s, n=12} 1 {+M1/1 0.000s} 1/2-1/2

`},
		{played[1], `[Event "attic match"]
[Site "?"]
[Date "2026.11.23"]
[Round "2"]
[Black "a"]
[White "b"]
[Result "0-1"]
[Variant "heap"]
[FEN "20 0"]
[FinalFEN "20 0"]
[Winner "b"]
[Adjudicated "Ended"]
[Termination "a has ended."]
[PlyCount "0"]

0-1

`},
	} {
		if got := record(t, []Game{c.g}); got != c.want {
			t.Errorf("it is\n%s, want\n%s", got, c.want)
		}
	}
}

// In attic's records from before the tag Variant, White is the first seat; in records of other programs, Black is.
func TestCredit(t *testing.T) {
	const moves = "1. 1 2 2. 1\n1 0-1\n"
	for _, c := range []struct {
		text  string
		names [2]string
		n     int
	}{
		{"[Event \"heap\"]\n[Round \"7\"]\n[White \"a\"]\n[Black \"b\"]\n", [2]string{"a", "b"}, 7},
		{"[Event \"heap\"]\n[Site \"?\"]\n[Round \"7\"]\n[White \"a\"]\n[Black \"b\"]\n", [2]string{"b", "a"}, 1},
		{"[Event \"x\"]\n[Round \"7\"]\n[black \"b\"]\n[white \"a\"]\n", [2]string{"b", "a"}, 1},
		{"[Site \"CuteAtaxx\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n", [2]string{"a", "b"}, 1},
		{"", [2]string{"?", "?"}, 1},
	} {
		n := 0
		err := ReadGames(strings.NewReader(c.text+moves), "heap", func(g Game) error {
			n++
			if g.Names != c.names || g.Number != c.n || g.Winner != 1 || strings.Join(g.Moves, " ") != "1 2 1 1" || g.Start != "startpos" {
				t.Errorf("%s is %+v", c.text, g)
			}
			return nil
		}, func(err error) { t.Error(err) })
		if err != nil || n != 1 {
			t.Errorf("%s: %d games, %v", c.text, n, err)
		}
	}
}

func TestRecordsThatAreWrong(t *testing.T) {
	text := "[Event \"x\"]\n[Variant \"chess\"]\n\n1. 1 0-1\n\n[Event \"x\"]\n[Variant \"HEAP\"]\n1. 1 1-0\n"
	var told []string
	n := 0
	if err := ReadGames(strings.NewReader(text), "heap", func(g Game) error { n = g.Number; return nil }, func(err error) { told = append(told, err.Error()) }); err != nil || n != 2 {
		t.Errorf("the valid game is number %d, %v", n, err)
	}
	if len(told) != 1 || told[0] != `game 1, line 1: this is a game of "chess", not of heap` {
		t.Errorf("the errors are %q", told)
	}
	full := errors.New("enough")
	if err := ReadGames(strings.NewReader(text), "heap", func(Game) error { return full }, func(error) {}); !errors.Is(err, full) {
		t.Errorf("the error of each: %v", err)
	}
	if err := WriteGame(&strings.Builder{}, heap{}, "heap", day, Game{Start: "fen 5 7"}); err == nil {
		t.Error("a game without a position is written")
	}
	if err := WriteGame(&strings.Builder{}, heap{}, "heap", day, Game{Start: "fen 5 1", Moves: []string{"7"}}); err == nil {
		t.Error("a game with an illegal move is written")
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
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: game.Nobody, Why: "Max game length reached."}, ""},
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: game.Nobody, Open: true}, ""},
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: 1}, "after the last move the game is not over"},
		{Game{Start: "fen 5 1", Moves: []string{"1"}, Winner: game.Nobody}, "after the last move the game is not over"},
		{Game{Start: "fen 5 1", Moves: []string{"1", "2", "2"}, Winner: 0}, "the result is 1-0, but on the board it is 0-1: All is taken."},
		{Game{Start: "fen 5 1", Moves: []string{"1", "3"}, Winner: 0}, `move 2 of player 1, 3: "3" is no move`},
		{Game{Start: "fen 5 1", Moves: []string{"1", "3"}, Open: true}, `move 2 of player 1, 3: "3" is no move`},
		{Game{Start: "fen 5 7", Winner: 0}, "is not a heap"},
	} {
		err := Check(heap{}, c.g)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.g, err, c.want)
		}
	}
}

func TestCrosstable(t *testing.T) {
	var c Crosstable
	for _, g := range played {
		c.Add(g)
	}
	c.Add(Game{Names: [2]string{"c", "a"}, Winner: 0})
	c.Add(Game{Names: [2]string{"c", "a"}, Winner: game.Nobody, Open: true})
	want := "level:1 - the \"quick\" \\ one  1 game, 0 won, 1 drawn, 0 lost, 50.0 %\n" +
		"a - b  2 games, 1 won, 0 drawn, 1 lost, 50.0 %\na - c  1 game, 0 won, 0 drawn, 1 lost, 0.0 %\n"
	if got := c.String(); got != want {
		t.Errorf("it is\n%s, want\n%s", got, want)
	}
}
