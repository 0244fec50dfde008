package rules

import (
	"errors"
	"strings"
	"testing"
)

func TestParseBoard(t *testing.T) {
	const rest = "/16/16/16/16/16/16/16/16/16/16/16/16/16/16"
	for _, board := range []string{
		"gp14/16" + rest,
		"KrgybpcWKrgybpcW/16" + rest,
		"1g12p1/1g12p1" + rest,
		"15r/15r" + rest,
	} {
		p, err := ParseBoard(board, Red)
		if err != nil || p.Board() != board || p.Turn() != Red || p.Result() != Running {
			t.Errorf("%s: %v, %s", board, err, p)
		}
	}
	for _, test := range []struct {
		board  string
		toPlay Color
		want   string
	}{
		{"", Red, "the number of rows is 1; 16 are needed, joined by /"},
		{"16" + rest, Red, "the number of rows is 15; 16 are needed, joined by /"},
		{"gp14/16/16" + rest, Red, "the number of rows is 17; 16 are needed, joined by /"},
		{"gp13/16" + rest, Red, "row 16 (1 from the top): it has 15 vertices; 16 are needed"},
		{"gp14/16r" + rest, Red, "row 15 (2 from the top): it has 17 vertices; 16 are needed"},
		{"gp14/" + rest, Red, "row 15 (2 from the top): it has 0 vertices; 16 are needed"},
		{"gp14/x15" + rest, Red, "row 15 (2 from the top): 'x' is not a piece; the letters are KrgybpcW"},
		{"gp14/k15" + rest, Red, "row 15 (2 from the top): 'k' is not a piece; the letters are KrgybpcW"},
		{"gp14/." + rest, Red, "row 15 (2 from the top): '.' is not a piece; the letters are KrgybpcW"},
		{"gp14/ö15" + rest, Red, "row 15 (2 from the top): 'ö' is not a piece; the letters are KrgybpcW"},
		{"gp14/0g15" + rest, Red, `row 15 (2 from the top): "0" is not a number of empty vertices; use 1 to 16`},
		{"gp014/16" + rest, Red, `row 16 (1 from the top): "014" is not a number of empty vertices; use 1 to 16`},
		{"gp14/17" + rest, Red, `row 15 (2 from the top): "17" is not a number of empty vertices; use 1 to 16`},
		{"gp14/99999999999999999999" + rest, Red, `row 15 (2 from the top): "999999999999" is not a number of empty vertices; use 1 to 16`},
		{"16/16" + rest, Red, "no two pieces touch, so no move is possible"},
		{"g14p/16" + rest, Red, "no two pieces touch, so no move is possible"},
		{"gp14/16" + rest, Black, "black is never played; use red, yellow, green, cyan, blue or purple"},
		{"gp14/16" + rest, White, "white is never played; use red, yellow, green, cyan, blue or purple"},
		{"gp14/16" + rest, Empty, "empty is never played; use red, yellow, green, cyan, blue or purple"},
		{"gp14/16" + rest, Empty + 1, "that is never played; use red, yellow, green, cyan, blue or purple"},
	} {
		p, err := ParseBoard(test.board, test.toPlay)
		if err == nil || err.Error() != "not a board: "+test.want || !errors.Is(err, ErrBoard) || p != (Position{}) {
			t.Errorf("%s: %v; want %s", test.board, err, test.want)
		}
	}
}

// A finished position is recognised from its text only if the board is full.
func TestParseBoardOfFinishedPositions(t *testing.T) {
	won := place(t, "ri10 ci9 Wj9 Wk9 Wl9", Red).Play(square(t, "h9"))
	p, err := ParseBoard(won.Board(), won.Turn())
	if err != nil || p.Over() || p.LegalSet().Count() == 0 || p.Board() != won.Board() {
		t.Errorf("a row on the board: %v, %s", err, p)
	}
	row := strings.Repeat("W", 16)
	p, err = ParseBoard(row+strings.Repeat("/"+row, 15), Yellow)
	if err != nil || p.Result() != Draw || p.LegalSet().Count() != 0 {
		t.Errorf("a full board: %v, %s", err, p)
	}
}

func FuzzParseBoardNeverPanics(f *testing.F) {
	f.Add(Start(1).Board(), uint8(Red))
	for _, p := range middleGames(f) {
		f.Add(p.Board(), uint8(p.Turn()))
	}
	f.Add("17/0/x", uint8(Empty))
	f.Fuzz(func(t *testing.T, board string, turn uint8) {
		p, err := ParseBoard(board, Color(turn))
		if err != nil {
			if !errors.Is(err, ErrBoard) || p != (Position{}) {
				t.Errorf("%q: %v, %s", board, err, p)
			}
			return
		}
		if p.Board() != board || p.Turn() != Color(turn) {
			t.Errorf("%q, %d: %s", board, turn, p)
		}
		if p.Over() != (p.Count() == Squares) || p.Over() != (p.LegalSet().Count() == 0) {
			t.Errorf("%q: %d pieces, %d moves, %s", board, p.Count(), p.LegalSet().Count(), p.Result())
		}
	})
}

func FuzzParseSquareNeverPanics(f *testing.F) {
	for _, name := range []string{"h9", "a16", "p1", "q1", "h09", "h17", "", "h", "ä3"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := ParseSquare(name)
		if err != nil && !errors.Is(err, ErrSquare) || err == nil && s.String() != name {
			t.Errorf("%q: %s, %v", name, s, err)
		}
	})
}

func FuzzParseColorNeverPanics(f *testing.F) {
	for _, text := range []string{"K", "red", ".", "empty", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseColor(text)
		if err != nil && !errors.Is(err, ErrColor) || err == nil && c.String() != text && string(c.Letter()) != text {
			t.Errorf("%q: %s, %v", text, c, err)
		}
	})
}
