package atom4_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/atom4"
)

const startBoard = "16/16/16/16/16/16/16/7gp7/16/16/16/16/16/16/16/16"

func TestReadPosition(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"startpos", "fen " + startBoard + " r"},
		{"STARTPOS ROUND 1", "fen " + startBoard + " r"},
		{"startpos round 2", "fen " + strings.Replace(startBoard, "gp", "cr", 1) + " y"},
		{"startpos round 1073741824", "fen " + strings.Replace(startBoard, "gp", "pg", 1) + " c"},
		{"fen " + startBoard + " b", "fen " + startBoard + " b"},
		{"fen " + startBoard + " blue", "fen " + startBoard + " b"},
		{"startpos round", `"round" is unexpected after startpos; only round N may follow it`},
		{"startpos round 1 2", `"round 1 2" is unexpected after startpos; only round N may follow it`},
		{"startpos r 1", `"r 1" is unexpected after startpos; only round N may follow it`},
		{"startpos round 0", `round is "0"; it must be a number from 1 to 1073741824`},
		{"startpos round x=1", `round is "x=1"; it must be a number from 1 to 1073741824`},
		{"fen " + startBoard, `"" is not a colour; after the board write the colour to play: r, y, g, c, b or p`},
		{"fen " + startBoard + " K", `"K" is not a colour; after the board write the colour to play: r, y, g, c, b or p`},
		{"fen 16/16 r", "not a board: the number of rows is 2; 16 are needed, joined by /"},
		{"fen z9", "not a board: the number of rows is 1; 16 are needed, joined by /"},
		{"fen 16/16", "not a board: the number of rows is 2; 16 are needed, joined by /"},
		{"fen", `"" is not a colour; after the board write the colour to play: r, y, g, c, b or p`},
		{"i10", `a position must be startpos, startpos round N, or fen with a board and the letter of the colour to play, not "i10"`},
		{"", `a position must be startpos, startpos round N, or fen with a board and the letter of the colour to play, not ""`},
	} {
		pos, err := atom4.Game{}.ReadPosition(c.text)
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
	return gametest.Position(t, atom4.Game{}, line)
}

// A won round is over only if the position has the moves that won it; the board alone does not show this.
func TestEnginePositions(t *testing.T) {
	list := strings.Split(shortest, ";")
	pos := position(t, "startpos moves "+strings.Join(list, " "))
	if pos.ToMove() != game.Nobody || len(pos.Moves()) > 0 || pos.Outcome().Text != "Player 1 wins." || !strings.HasSuffix(pos.Print(), "\nPlayer 1 wins.\n") {
		t.Errorf("after %v seat %d is to move: %+v\n%s", list, pos.ToMove(), pos.Outcome(), pos.Print())
	}
	if _, err := pos.Play(list[0]); err == nil {
		t.Error("a move is possible after a win")
	}
	if again := position(t, pos.Text()); again.ToMove() != 1 {
		t.Errorf("the board alone has seat %d to move", again.ToMove())
	}
	if got := position(t, "startpos").Moves(); !slices.Equal(got, []string{"i10", "i8"}) {
		t.Errorf("the first moves are %v", got)
	}
	if seat := position(t, "startpos round 2").ToMove(); seat != 1 {
		t.Errorf("round 2 begins with seat %d", seat)
	}
}

func TestPrintForEngines(t *testing.T) {
	rows := strings.Split(position(t, "startpos moves i10").Print(), "\n")
	for row, want := range map[int]string{
		0:  "    a b c d e f g h i j k l m n o p",
		1:  "16  . . . . . . . . . . . . . . . .",
		2:  "15   . . . . . . . . . . . . . . . .",
		7:  "10  . . . . . . . . r . . . . . . .",
		8:  " 9   . . . . . . . y p . . . . . . .",
		17: "fen 16/16/16/16/16/16/8r7/7yp7/16/16/16/16/16/16/16/16 y",
		18: "Player 2 to play yellow.",
	} {
		if rows[row] != want {
			t.Errorf("row %d is %q, want %q", row, rows[row], want)
		}
	}
}

func TestRecordedRoundsAreEngineGames(t *testing.T) {
	for _, c := range []struct{ options, moves, position, played string }{
		{"", "", "startpos", ""},
		{"", "i10 H10", "startpos", "i10 h10"},
		{"round=1", "i8", "startpos", "i8"},
		{"round=7", "i8", "startpos round 7", "i8"},
	} {
		where, moves, err := atom4.Game{}.PositionOf(game.Setup{Options: c.options, Seed: 3}, strings.Fields(c.moves))
		if err != nil || where != c.position || strings.Join(moves, " ") != c.played {
			t.Errorf("%s %s: %s moves %v, %v", c.options, c.moves, where, moves, err)
		}
		position(t, where+" moves "+strings.Join(moves, " "))
	}
	for _, c := range []struct{ options, moves string }{{"round=0", ""}, {"", "a1"}, {"", "i10 i10"}} {
		if _, _, err := (atom4.Game{}).PositionOf(game.Setup{Options: c.options}, strings.Fields(c.moves)); err == nil {
			t.Errorf("%s %s has a position", c.options, c.moves)
		}
	}
}

// In an opening nobody can win with the next move, whichever player is to move.
func TestOpeningsAreOpen(t *testing.T) {
	for seed := range uint64(100) {
		text := atom4.Game{}.Opening(seed).Text()
		board := text[:strings.LastIndex(text, " ")]
		for _, letter := range "rygcbp" {
			pos := position(t, fmt.Sprintf("%s %c", board, letter))
			for _, move := range pos.Moves() {
				if next, err := pos.Play(move); err != nil || next.ToMove() == game.Nobody {
					t.Errorf("seed %d: %s on %s ends the round: %s, %v", seed, string(letter), move, text, err)
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
		{game.Report{Win: 1, Score: 1 << 20}, "win 1"},
		{game.Report{Win: -2}, "loss 2"},
	} {
		if got := (atom4.Game{}).ScoreText(c.r); got != c.want {
			t.Errorf("%+v: %s, want %s", c.r, got, c.want)
		}
	}
}

func TestAWinIsReported(t *testing.T) {
	list := strings.Split(shortest, ";")
	pos := position(t, "startpos moves "+strings.Join(list[:len(list)-1], " "))
	r := atom4.Game{}.NewEngine().Search(t.Context(), pos, game.Limits{Depth: 3}, nil)
	if r.Win != 1 || len(r.Line) != 1 {
		t.Errorf("%s: %+v, want a win in 1", pos.Text(), r)
	}
}

func FuzzPositionLineNeverPanics(f *testing.F) {
	gametest.FuzzPositions(f, atom4.Game{},
		"startpos moves i10 h10",
		"startpos round 3 moves i8",
		"fen "+startBoard+" b moves i8",
		"fen "+strings.Repeat("KKKKKKKKKKKKKKKK/", 15)+"rrrrrrrrrrrrrrr1 r moves p1",
		"fen moves round startpos 16/16 r",
	)
}
