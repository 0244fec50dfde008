package ataxx_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/engine/uai"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/ataxx/rules"
)

func TestReadPosition(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"startpos", "fen x5o/7/7/7/7/7/o5x x 0 1"},
		{" STARTPOS ", "fen x5o/7/7/7/7/7/o5x x 0 1"},
		{"fen x5o/7/2-1-2/7/2-1-2/7/o5x o", "fen x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1"},
		{"FEN x5o/7/7/7/7/7/o5x x 99 7", "fen x5o/7/7/7/7/7/o5x x 99 7"},
		{"fen x5o/7/7/7/7/7/o5x b 3 7", "fen x5o/7/7/7/7/7/o5x x 3 7"},
		{"fen x5o/7/7/7/7/7/o5x W", "fen x5o/7/7/7/7/7/o5x o 0 1"},
		{"", `a position must be startpos, or fen and a FEN, not ""`},
		{"startpos round 2", `a position must be startpos, or fen and a FEN, not "startpos round 2"`},
		{"x5o/7/7/7/7/7/o5x x 0 1", `a position must be startpos, or fen and a FEN, not "x5o/7/7/7/7/7/o5x x 0 1"`},
		{"fen", "a FEN has 2 to 4 parts: a board, a side and optionally two counters; this FEN has 0"},
		{"fen x7o/7/7/7/7/7/o5x x", "rank 7 has 9 squares; a rank has 7"},
	} {
		pos, err := ataxx.Game{}.ReadPosition(c.text)
		got := fmt.Sprint(err)
		if err == nil {
			got = pos.Text()
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func position(t *testing.T, line string) game.Position {
	t.Helper()
	return gametest.Position(t, ataxx.Game{}, line)
}

// Engines play by the community's rules and in its notation; the notation for people can be read as well.
func TestEnginePositions(t *testing.T) {
	pos := position(t, "startpos moves b6 a2 b6-d5 a1c3")
	if want := "fen x5o/7/3x3/7/2o4/o6/6x x 2 3"; pos.Text() != want {
		t.Errorf("%s, want %s", pos.Text(), want)
	}
	if _, err := pos.Play("a7b6"); err == nil {
		t.Error("a7b6 is played, though it is not in any notation")
	}
	for _, c := range []struct {
		line string
		want game.Outcome
	}{
		{"fen 7/7/7/7/7/7/xo5 x moves c2", game.Outcome{}},
		{"fen 7/7/7/7/7/7/x1o4 x moves b1", game.Outcome{Winner: 0, Text: "Red wins.", Why: "A side has no pieces left: red 3, blue 0."}},
		{"fen x5o/7/7/7/7/7/o5x x 99 80 moves a7a5", game.Outcome{Winner: game.Nobody, Text: "Draw.", Why: "100 plies in a row without an extension: red 2, blue 2."}},
		{"fen xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/oooooo1 o moves g1", game.Outcome{Winner: 1, Text: "Blue wins.", Why: "Neither side can move: red 21, blue 28."}},
	} {
		got := game.Outcome{}
		pos, err := uai.ReadPosition(ataxx.Game{}, c.line)
		if err == nil && pos.ToMove() == game.Nobody {
			got = pos.Outcome()
		}
		if got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.line, got, err, c.want)
		}
	}
	if moves := position(t, "fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x").Moves(); len(moves) != 1 || moves[0] != "0000" {
		t.Errorf("a side that cannot move has %v", moves)
	}
}

func TestPrintForEngines(t *testing.T) {
	const board = "" +
		"7  x . . . . . o\n6  . . . . . . .\n5  . . - . - . .\n4  . . . . . . .\n" +
		"3  . . - . - . .\n2  . . . . . . .\n1  o . . . . . x\n\n   a b c d e f g\n"
	if got, want := position(t, "fen x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4").Print(), board+"x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4\nBlue to move.\n"; got != want {
		t.Errorf("\n%swant\n%s", got, want)
	}
	over := position(t, "fen x5o/7/2-1-2/7/2-1-2/7/o5x o 100 4").Print()
	if want := "Draw. 100 plies in a row without an extension: red 2, blue 2.\n"; !strings.HasSuffix(over, want) {
		t.Errorf("\n%swant\n%s", over, want)
	}
}

// Engines can replay every game from its start, whatever its set-up.
func TestRecordedGamesAreEngineGames(t *testing.T) {
	for _, c := range []struct{ id, moves, position, played string }{
		{"ataxx", "start", "fen x5o/7/7/7/7/7/o5x x 0 1", ""},
		{"ataxx", "start;a7-b6;a1-c1;B6", "fen x5o/7/7/7/7/7/o5x x 0 1", "b6 a1c1"},
		{"ataxx blocks=3gh", "a7-b7;start;g7-g5", "fen xx4o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x o 0 1", "g7g5"},
		{"ataxx", "blocks x;fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 7 9;start;-;a3-a4", "fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 7 9", "0000 a4"},
	} {
		texts := strings.Split(strings.TrimSuffix(c.moves, ";B6"), ";")
		_, setup, err := game.ParseID(c.id)
		if err != nil {
			t.Fatal(err)
		}
		where, moves, err := ataxx.Game{}.PositionOf(setup, texts)
		if err != nil || where != c.position || strings.Join(moves, " ") != c.played {
			t.Errorf("%s %s: %s moves %v, %v, want %s moves %s", c.id, c.moves, where, moves, err, c.position, c.played)
		}
	}
	eachGameRecord(t, func(setup game.Setup, texts []string, s game.State) {
		where, moves, err := ataxx.Game{}.PositionOf(setup, texts)
		if err != nil {
			if !strings.Contains(err.Error(), "under the engines' rules") || !onlyOneSide(t, s) {
				t.Errorf("%v: %v", texts, err)
			}
			return
		}
		pos := position(t, where+" moves "+strings.Join(moves, " "))
		board, _, _ := strings.Cut(shown(t, s.View(0), "fen"), " ")
		if there, _, _ := strings.Cut(strings.TrimPrefix(pos.Text(), "fen "), " "); there != board {
			t.Errorf("%v: engines have %s, want %s", texts, there, board)
		}
	})
}

// eachGameRecord plays random games and calls f with their setups, moves and last states.
func eachGameRecord(t *testing.T, f func(game.Setup, []string, game.State)) {
	for seed := range uint64(8) {
		setup := game.Setup{}
		if seed%2 == 1 {
			setup.Options = "blocks=3gh"
		}
		s := play(t, strings.TrimSpace("ataxx "+setup.Options), "start")
		texts := []string{"start"}
		for ply := 0; s.ToMove() != game.Nobody; ply++ {
			if ply%16 == 15 {
				f(setup, texts, s)
			}
			list := game.MovesOf(s)
			m := list[(ply*7919+int(seed)*104729)%len(list)]
			next, m, err := s.Play(m.Text)
			if err != nil {
				t.Fatal(err)
			}
			s, texts = next, append(texts, m.Text)
		}
		f(setup, texts, s)
	}
}

func onlyOneSide(t *testing.T, s game.State) bool {
	board, _, _ := strings.Cut(shown(t, s.View(0), "fen"), " ")
	return !strings.Contains(board, "x") || !strings.Contains(board, "o")
}

func TestRecordsThatEnginesCannotKnow(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"", "the game has not started"},
		{"a7-b7", "the game has not started"},
		{"fen 7/7/7/7/7/7/x1o4 x;start;a1-b1", "under the engines' rules the game is over: a side has no pieces left"},
		{"fen 7/7/7/7/7/7/x1o4 x;start;a1-b1;-;a1-a2", "under the engines' rules the game is over: a side has no pieces left"},
		{"start;a7-a1", "a1 is occupied"},
	} {
		var texts []string
		if c.moves != "" {
			texts = strings.Split(c.moves, ";")
		}
		if _, _, err := (ataxx.Game{}).PositionOf(game.Setup{}, texts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.moves, err, c.want)
		}
	}
	if _, _, err := (ataxx.Game{}).PositionOf(game.Setup{Options: "blocks=q"}, []string{"start"}); err == nil {
		t.Error("an invalid setup is accepted")
	}
}

// An opening has blocks, which letters can describe, if and only if its seed is odd; both sides can move, and neither can win immediately.
func TestOpeningsLeaveRoom(t *testing.T) {
	for seed := range uint64(300) {
		fen := strings.TrimPrefix(ataxx.Game{}.Opening(seed).Text(), "fen ")
		pos, err := rules.ParseFEN(fen, rules.Community)
		if err != nil {
			t.Fatal(err)
		}
		pattern, exact := pos.BlockPattern()
		if !exact || (pattern != "") != (seed%2 == 1) {
			t.Errorf("seed %d has the blocks %q: %s", seed, pattern, fen)
		}
		for _, side := range []rules.Side{rules.Red, rules.Blue} {
			p := pos.WithTurn(side)
			if !p.CanMove() {
				t.Errorf("seed %d: %s cannot move: %s", seed, side, fen)
			}
			for _, m := range p.Moves(nil) {
				if p.Play(m).Over() {
					t.Errorf("seed %d: %s ends the game with %s: %s", seed, side, m, fen)
				}
			}
		}
	}
}

func TestScoreText(t *testing.T) {
	for _, c := range []struct {
		r    game.Report
		want string
	}{
		{game.Report{Score: -31}, "cp -31"},
		{game.Report{Win: 1}, "mate 1"},
		{game.Report{Win: 2}, "mate 1"},
		{game.Report{Win: 3}, "mate 2"},
		{game.Report{Win: -1}, "mate -1"},
		{game.Report{Win: -2}, "mate -1"},
		{game.Report{Win: -4}, "mate -2"},
	} {
		if got := (ataxx.Game{}).ScoreText(c.r); got != c.want {
			t.Errorf("%+v: %s, want %s", c.r, got, c.want)
		}
	}
}

func TestAWinIsReported(t *testing.T) {
	for _, c := range []struct {
		line string
		win  int
	}{
		{"fen 7/7/7/7/7/7/x1o4 x", 1},
		{"fen xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/oooooo1 o", 1},
		{"fen xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo/oooooo1 x", -2},
	} {
		r := ataxx.Game{}.NewEngine().Search(t.Context(), position(t, c.line), game.Limits{Depth: 4}, nil)
		if r.Win != c.win {
			t.Errorf("%s: %+v, want a win in %d", c.line, r, c.win)
		}
	}
}

func FuzzPositionLineNeverPanics(f *testing.F) {
	gametest.FuzzPositions(f, ataxx.Game{},
		"startpos moves b6 a1c1 0000",
		"fen x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4 moves g6",
		"fen 7/7/7/7/7/7/x1o4 x 99 999999999 moves a1c3 -",
		"fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxx1 o moves 0000 g1 g1",
		"moves fen startpos",
	)
}
