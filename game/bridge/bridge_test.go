package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/game/bridge"
	"attic/game/example/reversi"
	"attic/game/search"
)

// count is a position that is a number; the only moves add 1 and 2.
type count int

func (c count) Moves(buf []uint8) []uint8 { return append(buf, 1, 2) }
func (c count) Play(m uint8) count        { return c + count(m) }

func text(m uint8) string { return [...]string{"none", "one", "two"}[m] }

func TestPositions(t *testing.T) {
	read := func(_ count, word string) (uint8, error) {
		for m := range uint8(3) {
			if text(m) == word && m > 0 {
				return m, nil
			}
		}
		return 0, errors.New("no move")
	}
	for _, c := range []struct {
		moves, want, err string
		last             count
	}{
		{"", "=", "", 0},
		{"one two", "=|=+|=+++", "", 3},
		{"two three one", "=|=++", "move 2: no move", 2},
	} {
		var b strings.Builder
		last, err := bridge.Positions(&b, 0, strings.Fields(c.moves), func(c count) string { return "=" + strings.Repeat("+", int(c)) }, read)
		got := strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "|")
		if got != c.want || last != c.last || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%q: %q, %d, %v", c.moves, got, last, err)
		}
	}
}

func TestPerft(t *testing.T) {
	leaves := func(_ count, depth int, every bool) (leaves, wins int64) { return 1 << depth, -1 }
	p := bridge.Perft[count, uint8]{Position: 5, Leaves: leaves, Text: text}
	if n, wins := p.Count(3, true); n != 8 || wins != -1 {
		t.Errorf("%d, %d", n, wins)
	}
	list := p.Divide()
	if len(list) != 2 || list[0].Move != "one" || list[1].Move != "two" || list[1].Perft.(bridge.Perft[count, uint8]).Position != 7 {
		t.Errorf("%+v", list)
	}
}

func TestReplay(t *testing.T) {
	first, last, moves, err := bridge.Replay(reversi.Game{}, game.Setup{}, []string{" F5 ", "d6"})
	if err != nil || last.View(0).Status().Last == "" || strings.Join(moves, " ") != "f5 d6" || first.ToMove() != 0 {
		t.Errorf("%v, %v", moves, err)
	}
	for _, c := range []struct{ options, move string }{{"start=zigzag", "f5"}, {"", "a1"}} {
		if _, _, _, err := bridge.Replay(reversi.Game{}, game.Setup{Options: c.options}, []string{c.move}); err == nil {
			t.Errorf("%q %q is replayed", c.options, c.move)
		}
	}
}

// What a bot's search reports is passed on in the game's own notation, and so are errors of reading and searching.
func TestBot(t *testing.T) {
	no := errors.New("no")
	var failsToRead, failsToThink error
	b := bridge.Bot[count, uint8]{
		Level: 3, Seed: 9,
		Read: func(game.View) (count, error) { return 4, failsToRead },
		Think: func(_ context.Context, p count, level int, seed uint64, progress func(search.Result[uint8])) (search.Result[uint8], error) {
			if p != 4 || level != 3 || seed != 9 {
				t.Errorf("it thinks about %d at level %d by %d", p, level, seed)
			}
			progress(search.Result[uint8]{Depth: 2, Line: []uint8{2, 1}})
			return search.Result[uint8]{Best: 2}, failsToThink
		},
		Line: func(_ count, moves ...uint8) []string { return bridge.Texts(moves, text) },
	}
	var report game.Report
	move, err := b.Choose(t.Context(), nil, func(now game.Report) { report = now })
	if move != "two" || err != nil || report.Depth != 2 || strings.Join(report.Line, " ") != "two one" {
		t.Errorf("%q, %v, %+v", move, err, report)
	}
	failsToThink = no
	if move, err := b.Choose(t.Context(), nil, func(game.Report) {}); move != "" || !errors.Is(err, no) {
		t.Errorf("%q, %v", move, err)
	}
	failsToThink, failsToRead = nil, no
	if move, err := b.Choose(t.Context(), nil, func(game.Report) {}); move != "" || !errors.Is(err, no) {
		t.Errorf("%q, %v", move, err)
	}
}

// A goal is one or more names, each followed by its words; all of them have to be met.
func TestAsks(t *testing.T) {
	asks := bridge.Asks[int]{
		"more":  func(n int, w *bridge.Words) (bool, string) { return n > len(w.Next()), "It is more." },
		"equal": func(n int, w *bridge.Words) (bool, string) { return bridge.Unless(n == len(w.Next()), "It is %d.", n) },
	}
	for goal, want := range map[string]string{
		"more i": "true It is more. <nil>", "more i equal iii": "true It is more. <nil>", "more i equal ii": "false It is 3. <nil>", "more iii equal iii": "false It is more. <nil>",
		"more": `false  the goal "more" is incomplete`, "more i less": `false  there is no goal "less"`,
	} {
		if tried, err := asks.Try(3, goal); fmt.Sprint(tried.Good, " ", tried.Why, " ", err) != want {
			t.Errorf("%q: %v %q, %v", goal, tried.Good, tried.Why, err)
		}
	}
}
