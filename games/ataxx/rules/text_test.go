package rules

import (
	"errors"
	"strings"
	"testing"
)

// isRefusal checks that err has exactly the text in the parameter want and wraps kind.
func isRefusal(t *testing.T, err, kind error, want string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %q", want)
		return
	}
	if !errors.Is(err, kind) {
		t.Errorf("%q does not wrap %q", err, kind)
	}
	if err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func TestSquares(t *testing.T) {
	n := 0
	for rank := 7; rank >= 1; rank-- {
		for file := range 7 {
			s := SquareAt(file, rank)
			text := string(rune('a'+file)) + string(rune('0'+rank))
			if s.File() != file || s.Rank() != rank || !s.Valid() || s.String() != text || !Board.Has(s) {
				t.Errorf("%s: square %d, file %d, rank %d, %q", text, s, s.File(), s.Rank(), s)
			}
			for _, spelling := range []string{text, strings.ToUpper(text)} {
				if got, err := ParseSquare(spelling); got != s || err != nil {
					t.Errorf("%s reads as %v, %v", spelling, got, err)
				}
			}
			n++
		}
	}
	if n != squares || Board.Count() != squares {
		t.Errorf("%d squares, %d on the board", n, Board.Count())
	}
	for _, text := range []string{"", "a", "a0", "a8", "h1", "`1", "a77", "7a", "ä", "a\x00"} {
		if s, err := ParseSquare(text); err == nil || s != NoSquare {
			t.Errorf("%q reads as %v", text, s)
		}
	}
	for s := range Square(64) {
		if s.Valid() == (s.String() == "-") || !s.Valid() && s.Near()|s.Ring() != 0 {
			t.Errorf("square %d: valid %t, %s", s, s.Valid(), s)
		}
	}
	_, err := ParseSquare("h1")
	isRefusal(t, err, ErrNotation, `"h1" is not a square; write one of a1 to g7`)
}

func TestDistances(t *testing.T) {
	pairs := map[int]int{}
	for s := range Square(64) {
		for u := range Square(64) {
			if !s.Valid() || !u.Valid() {
				continue
			}
			d := Distance(s, u)
			pairs[d]++
			if s.Near().Has(u) != (d == 1) || s.Ring().Has(u) != (d == 2) {
				t.Errorf("%s to %s: distance %d, near %t, two apart %t", s, u, d, s.Near().Has(u), s.Ring().Has(u))
			}
			if s.bit().Near().Has(u) != (d <= 1) || s.bit().Reach().Has(u) != (d <= 2) {
				t.Errorf("%s to %s: distance %d, sets %t and %t", s, u, d, s.bit().Near().Has(u), s.bit().Reach().Has(u))
			}
		}
	}
	if pairs[1] != 2*156 || pairs[2] != 2*240 {
		t.Errorf("%d pairs next to each other and %d two apart; the bounds of the moves rest on 156 and 240", pairs[1]/2, pairs[2]/2)
	}
}

func TestParseMove(t *testing.T) {
	at := func(text string) Square {
		s, err := ParseSquare(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		text       string
		want       Move
		uai, guide string
	}{
		{"a7-b6", Step(at("a7"), at("b6")), "b6", "a7-b6"},
		{"A7-B6", Step(at("a7"), at("b6")), "b6", "a7-b6"},
		{"a1-c1", Step(at("a1"), at("c1")), "a1c1", "a1-c1"},
		{" \ta1-c1 ", Step(at("a1"), at("c1")), "a1c1", "a1-c1"},
		{"-", Pass, "0000", "-"},
		{"b6", Extend(at("b6")), "b6", "b6"},
		{"B6", Extend(at("b6")), "b6", "b6"},
		{"a1c1", Step(at("a1"), at("c1")), "a1c1", "a1-c1"},
		{"A1c1", Step(at("a1"), at("c1")), "a1c1", "a1-c1"},
		{"0000", Pass, "0000", "-"},
		{"a1-g7", Step(at("a1"), at("g7")), "a1g7", "a1-g7"},
	} {
		m, err := ParseMove(c.text)
		if err != nil || m != c.want || m.UAI() != c.uai || m.String() != c.guide {
			t.Errorf("%q reads as %v, %v: UAI %q, guide %q", c.text, m, err, m.UAI(), m.String())
		}
	}
	const general = ` is not a move; write a move as a7-b6, or - to pass`
	for _, c := range []struct{ text, want string }{
		{"", "the move is missing; write a move as a7-b6, or - to pass"},
		{"  ", "the move is missing; write a move as a7-b6, or - to pass"},
		{"a7b6", `"a7b6" is an extension, which is written without its source as b6, or with a hyphen as a7-b6`},
		{"a7-a7", "a move goes to another square, not from a7 to a7"},
		{"a7a7", "a move goes to another square, not from a7 to a7"},
		{"a7-h6", `"h6" is not a square; write one of a1 to g7`},
		{"a8-b6", `"a8" is not a square; write one of a1 to g7`},
		{"a7-", `"" is not a square; write one of a1 to g7`},
		{"a7-b6-c5", `"b6-c5" is not a square; write one of a1 to g7`},
		{"a7 b6", `"a7 b6"` + general},
		{"start", `"start"` + general},
		{"h1", `"h1"` + general},
		{"a1h1", `"a1h1"` + general},
		{"--", `"--"` + general},
		{"000", `"000"` + general},
		{strings.Repeat("a", 99), `"` + strings.Repeat("a", 40) + `..."` + general},
	} {
		_, err := ParseMove(c.text)
		isRefusal(t, err, ErrNotation, c.want)
	}
}

func TestGuideText(t *testing.T) {
	p := position(t, "x1x3o/7/2x4/7/7/7/o5x x", Guide)
	for _, c := range []struct{ move, want string }{
		{"b6", "a7-b6"}, {"c6", "c7-c6"}, {"d4", "c5-d4"}, {"c5-d4", "c5-d4"}, {"c7-b6", "c7-b6"}, {"g1e3", "g1-e3"}, {"f2", "g1-f2"}, {"-", "-"},
	} {
		m, err := ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.GuideText(m); got != c.want {
			t.Errorf("%s is written %s, want %s", c.move, got, c.want)
		}
	}
}

func TestFEN(t *testing.T) {
	const start = "x5o/7/7/7/7/7/o5x"
	if got := Start(Guide).FEN(); got != start+" x 0 1" {
		t.Errorf("start: %s", got)
	}
	for _, c := range []struct{ fen, want string }{
		{start + " x", start + " x 0 1"},
		{start + " o 5", start + " o 5 1"},
		{start + " O 100 4000", start + " o 100 4000"},
		{"  " + start + "  x\t0 0 ", start + " x 0 0"},
		{"X5O/1-5/7/1111111/34/7/o5x X 9999 999999999", "x5o/1-5/7/7/7/7/o5x x 9999 999999999"},
		{"r5b/7/7/2b2b1/1bb4/3b3/3r3 r 0 5", "x5o/7/7/2o2o1/1oo4/3o3/3x3 x 0 5"},
		{"R5B/7/2-4/7/7/7/b5r b", "x5o/7/2-4/7/7/7/o5x o 0 1"},
		{"P5p/7/3*3/7/7/7/p5P w 0 1", "x5o/7/3-3/7/7/7/o5x x 0 1"},
		{"P5p/7/7/7/7/1P5/p5P b 0 1", "x5o/7/7/7/7/1x5/o5x o 0 1"},
	} {
		p := position(t, c.fen, Community)
		if got := p.FEN(); got != c.want || p.String() != c.want {
			t.Errorf("%s is written %s, want %s", c.fen, got, c.want)
		}
	}
	for _, c := range []struct{ fen, want string }{
		{"", "a FEN has 2 to 4 parts: a board, a side and optionally two counters; this FEN has 0"},
		{start, "a FEN has 2 to 4 parts: a board, a side and optionally two counters; this FEN has 1"},
		{start + " x 0 1 2", "a FEN has 2 to 4 parts: a board, a side and optionally two counters; this FEN has 5"},
		{"x5o/7/7/7/7/o5x x 0 1", "the board has 6 ranks; it must have 7, with / between them"},
		{start + "/ x 0 1", "the board has 8 ranks; it must have 7, with / between them"},
		{"x5o/7/x7x/7/7/7/o5x x 0 1", "rank 5 has 9 squares; a rank has 7"},
		{"x5o/9/7/7/7/7/o5x x 0 1", "rank 6 has 9 squares; a rank has 7"},
		{"x5o/7/7/7/7/7/o4x x 0 1", "rank 1 has 6 squares; a rank has 7"},
		{"x5o/7//7/7/7/o5x x 0 1", "rank 5 has 0 squares; a rank has 7"},
		{"x5o/7/7/7/7/7/b5x x 0 1", "rank 1 has 'b'; write ranks with x, o, - and 1 to 7"},
		{"x5o/7/7/07/7/7/o5x x 0 1", "rank 4 has '0'; write ranks with x, o, - and 1 to 7"},
		{"x5o/7/7/7/7/7/oö5x x 0 1", "rank 1 has 'ö'; write ranks with x, o, - and 1 to 7"},
		{start + " b 0 1", `the side to move is "b"; it must be x (red) or o (blue)`},
		{start + " xo 0 1", `the side to move is "xo"; it must be x (red) or o (blue)`},
		{start + " x -1 1", `the stop clock is "-1"; it must be a number from 0 to 9999`},
		{start + " x 10000 1", `the stop clock is "10000"; it must be a number from 0 to 9999`},
		{start + " x 0x1 1", `the stop clock is "0x1"; it must be a number from 0 to 9999`},
		{start + " x - -", `the stop clock is "-"; it must be a number from 0 to 9999`},
		{start + " x 0 1.5", `the number of full moves is "1.5"; it must be a number from 0 to 999999999`},
		{start + " x 0 1000000000", `the number of full moves is "1000000000"; it must be a number from 0 to 999999999`},
		{start + " x 0 99999999999999999999", `the number of full moves is "99999999999999999999"; it must be a number from 0 to 999999999`},
	} {
		_, err := ParseFEN(c.fen, Guide)
		isRefusal(t, err, ErrFEN, c.want)
	}
}

// The notation of Fairy-Stockfish and of the programs that play with it.
func TestParseIn(t *testing.T) {
	p := position(t, "x5o/7/x6/7/7/7/o5x x", Guide)
	for text, want := range map[string]string{
		"P@b6": "b6", "@b6": "b6", "p@B6": "b6", "Pb5": "a7b5", "P7c7": "a7c7", "Pa7b5": "a7b5", "P5c3": "a5c3", "Pa5-a3": "a5a3", "a7-b6": "b6", "a7c7": "a7c7",
	} {
		if m, err := ParseIn(p, text); err != nil || m.UAI() != want {
			t.Errorf("%q is read as %s, %v, not %s", text, m.UAI(), err, want)
		}
	}
	for text, why := range map[string]string{
		"Pc7": `"Pc7" names 2 jumps; write a jump with both squares, as a7-c7`, "Pd4": `"Pd4" names 0 jumps; write a jump with both squares, as a7-c7`,
		"pat": `"pat" is not a move; write a move as a7-b6, or - to pass`, "P@": `the move is missing; write a move as a7-b6, or - to pass`,
	} {
		_, err := ParseIn(p, text)
		isRefusal(t, err, ErrNotation, why)
	}
}

func TestDump(t *testing.T) {
	const guide = `===
  r - - - - - b
  - - - - - - -
  - - X - X - -
  - - - - - - -
  - - X - X - -
  - - - - - - -
  b - - - - - r
===
`
	if got := position(t, "x5o/7/2-1-2/7/2-1-2/7/o5x x", Guide).Dump(); got != guide {
		t.Errorf("IV.A.1.d: %s", got)
	}
}

func TestBlocks(t *testing.T) {
	const empty = "x5o/7/7/7/7/7/o5x"
	for _, c := range []struct{ before, pattern, board, letters string }{
		{empty, "3gh", "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x", "gh3"}, // figure 3 of the guide
		{empty, "3GH", "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x", "gh3"},
		{empty, "d", "x-3-o/7/7/7/7/7/o-3-x", "d"},
		{empty, "e", "x1-1-1o/7/7/7/7/7/o1-1-1x", "e"},
		{empty, "4", "x2-2o/7/7/7/7/7/o2-2x", "4"},
		{empty, "a", "x5o/-5-/7/7/7/-5-/o5x", "a"},
		{empty, "g", "x5o/1-3-1/7/7/7/1-3-1/o5x", "g"},
		{empty, "f", "x5o/2-1-2/7/7/7/2-1-2/o5x", "f"},
		{empty, "5", "x5o/3-3/7/7/7/3-3/o5x", "5"},
		{empty, "b", "x5o/7/-5-/7/-5-/7/o5x", "b"},
		{empty, "c", "x5o/7/1-3-1/7/1-3-1/7/o5x", "c"},
		{empty, "h", "x5o/7/2-1-2/7/2-1-2/7/o5x", "h"},
		{empty, "6", "x5o/7/3-3/7/3-3/7/o5x", "6"},
		{empty, "1", "x5o/7/7/-5-/7/7/o5x", "1"},
		{empty, "2", "x5o/7/7/1-3-1/7/7/o5x", "2"},
		{empty, "3", "x5o/7/7/2-1-2/7/7/o5x", "3"},
		{empty, "x", "x5o/7/7/3-3/7/7/o5x", "x"},
		{empty, "xx", "x5o/7/7/3-3/7/7/o5x", "x"},
		{empty, "0", empty, ""},
		{"x5o/7/3-3/7/3-3/7/o5x", "x", "x5o/7/3-3/3-3/3-3/7/o5x", "6x"}, // a letter adds blocks
		{"x5o/7/3-3/7/3-3/7/o5x", "0", empty, ""},
		{"x5o/7/3-3/7/3-3/7/o5x", "0x", "x5o/7/7/3-3/7/7/o5x", "x"},
		{"x5o/7/3-3/7/3-3/7/o5x", "x0", "x5o/7/7/3-3/7/7/o5x", "x"},
		{"-5o/7/7/7/1-5/7/6x", "x0", "6o/7/7/3-3/7/7/6x", "x"},
		{empty, Letters, "x-----o/-------/-------/-------/-------/-------/o-----x", Letters},
	} {
		p, err := position(t, c.before+" o 3 4", Guide).SetBlocks(c.pattern)
		if err != nil || p.FEN() != c.board+" o 3 4" {
			t.Errorf("%s with blocks %s: %s, %v; want %s", c.before, c.pattern, p, err, c.board)
		}
		if letters, exact := p.BlockPattern(); letters != c.letters || !exact {
			t.Errorf("%s: letters %q, exact %t; want %q", p, letters, exact, c.letters)
		}
	}
	p := position(t, "x5o/1x5/3-3/7/3-3/7/o5x o 0 1", Guide)
	for _, c := range []struct{ pattern, want string }{
		{"", "the pattern is missing; write letters of de4agf5bch6123x, or 0 for no blocks"},
		{"3z", "'z' is not a block letter; use de4agf5bch6123x, or 0 for no blocks"},
		{"3 g", "' ' is not a block letter; use de4agf5bch6123x, or 0 for no blocks"},
		{"3ä", "'ä' is not a block letter; use de4agf5bch6123x, or 0 for no blocks"},
		{"0xg", "'g' would put a block on b6, where a red piece stands"},
	} {
		q, err := p.SetBlocks(c.pattern)
		isRefusal(t, err, ErrBlocks, c.want)
		if q != p {
			t.Errorf("blocks %s: refused, but the board is %s", c.pattern, q)
		}
	}
	for _, fen := range []string{"-5o/7/7/7/7/7/o5x x", "x5o/1-5/7/3-3/7/7/o5x x", "x5o/1-3-1/7/3-3/7/1-5/o5x x"} {
		if _, exact := position(t, fen, Guide).BlockPattern(); exact {
			t.Errorf("%s: the letters are said to be exact", fen)
		}
	}
	if letter := BlockLetter(SquareAt(0, 7)); letter != 0 {
		t.Errorf("a corner has the letter %c", letter)
	}
	if BlockLetter(NoSquare) != 0 || BlockLetter(63) != 0 || BlockSquares(' ') != 0 || BlockSquares(0) != 0 {
		t.Error("there are letters outside of the board, or squares without a letter")
	}
}

// Guide IV.A.2.d: if the blocks leave nobody a move, the game ends as it starts.
func TestBlocksMayEndTheGame(t *testing.T) {
	p, err := Start(Guide).SetBlocks("deagfbch")
	if err != nil || p.End() != NoMoves || p.Result() != Draw || p.Count(Red) != 2 || p.Count(Blue) != 2 {
		t.Errorf("%s, %v: %v, %v", p, err, p.End(), p.Result())
	}
}

func FuzzFENsAreReadAsWritten(f *testing.F) {
	for _, fen := range []string{"x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/2-1-2/7/2-1-2/7/o5x o", "7/7/7/7/7/7/7 x 9999 999999999", "99/7/7/7/7/7/7 x", "/ x"} {
		f.Add(fen, true)
	}
	f.Fuzz(func(t *testing.T, fen string, guide bool) {
		rules := Community
		if guide {
			rules = Guide
		}
		p, err := ParseFEN(fen, rules)
		if err != nil {
			if !errors.Is(err, ErrFEN) || p != (Position{}) {
				t.Fatalf("%q: %v, %v", fen, err, p)
			}
			return
		}
		if again, err := ParseFEN(p.FEN(), rules); err != nil || again != p {
			t.Fatalf("%q is written %q, which reads as %v, %v", fen, p.FEN(), again, err)
		}
		if p.Count(Red)+p.Count(Blue)+p.Empty()+p.Blocks().Count() != squares {
			t.Fatalf("%q: the squares do not add up", fen)
		}
		for _, m := range p.Moves(nil) {
			p.Play(m)
		}
	})
}

func FuzzMovesAreReadAsWritten(f *testing.F) {
	for _, text := range []string{"a7-b6", "a1-c1", "-", "b6", "a1c1", "0000", "a7b6", "A1-G7", "a7-a7", "", "ß-ß", "a7-"} {
		f.Add(text)
	}
	p := Start(Guide)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			if !errors.Is(err, ErrNotation) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again, err := ParseMove(m.String()); err != nil || again != m {
			t.Fatalf("%q is written %q, which reads as %v, %v", text, m, again, err)
		}
		if again, err := ParseMove(m.UAI()); err != nil || again != m.Canonical() {
			t.Fatalf("%q is written %q, which reads as %v, %v", text, m.UAI(), again, err)
		}
		if _, err := p.Check(m); err != nil && !errors.Is(err, ErrIllegal) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

func FuzzBlocksAreReadAsWritten(f *testing.F) {
	for _, pattern := range []string{"3gh", "0", "x0d", Letters, "", "İ", "K"} {
		f.Add(pattern)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		start := Start(Guide)
		p, err := start.SetBlocks(pattern)
		if err != nil {
			if !errors.Is(err, ErrBlocks) || p != start {
				t.Fatalf("%q: %v, %v", pattern, err, p)
			}
			return
		}
		letters, exact := p.BlockPattern()
		if again, err := p.SetBlocks("0" + letters); err != nil || again != p || !exact {
			t.Fatalf("%q is written %q, which gives %v, %v", pattern, letters, again, err)
		}
	})
}
