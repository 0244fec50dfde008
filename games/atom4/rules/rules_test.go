package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// place returns the position with pieces given as letter and square: "gh9 pi9".
func place(tb testing.TB, pieces string, turn Color) Position {
	tb.Helper()
	var b plainBoard
	for y := range b.at {
		for x := range b.at[y] {
			b.at[y][x] = Empty
		}
	}
	for piece := range strings.FieldsSeq(pieces) {
		c, err := ParseColor(piece[:1])
		if err != nil {
			tb.Fatal(err)
		}
		s := square(tb, piece[1:])
		b.at[s.Y()][s.X()] = c
	}
	p, err := ParseBoard(b.text(), turn)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func square(tb testing.TB, name string) Square {
	tb.Helper()
	s, err := ParseSquare(name)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func names(squares []Square) string {
	var text []string
	for _, s := range squares {
		text = append(text, s.String())
	}
	return strings.Join(text, " ")
}

// neighbours lists the touching squares clockwise from upper left, with - for squares beyond the edge.
func neighbours(s Square) string {
	var text []string
	for d := range Direction(Directions) {
		name := "-"
		if to, ok := s.Step(d); ok {
			name = to.String()
		}
		text = append(text, name)
	}
	return strings.Join(text, " ")
}

func TestBoard(t *testing.T) {
	for _, test := range []struct{ clause, square, want string }{
		{"even row", "h10", "g11 h11 i10 h9 g9 g10"},
		{"odd row", "h9", "h10 i10 i9 i8 h8 g9"},
		{"top left corner", "a16", "- - b16 a15 - -"},
		{"top right corner", "p16", "- - - p15 o15 o16"},
		{"bottom left corner", "a1", "a2 b2 b1 - - -"},
		{"bottom right corner", "p1", "p2 - - - - o1"},
		{"left edge, even row", "a14", "- a15 b14 a13 - -"},
		{"left edge, odd row", "a13", "a14 b14 b13 b12 a12 -"},
		{"right edge, even row", "p14", "o15 p15 - p13 o13 o14"},
		{"right edge, odd row", "p13", "p14 - - - p12 o13"},
	} {
		t.Run(test.clause, func(t *testing.T) {
			if got := neighbours(square(t, test.square)); got != test.want {
				t.Errorf("%s touches %s; want %s", test.square, got, test.want)
			}
		})
	}
	for s := range Squares {
		for d := range Direction(Directions) {
			x, y, ok := plainNeighbour(s%16, s/16, int(d))
			to, got := Square(s).Step(d)
			if got != ok || ok && to != SquareAt(x, y) {
				t.Errorf("%s to the %d: %s, %v; want %d,%d, %v", Square(s), d, to, got, x, y, ok)
			}
			if !ok {
				continue
			}
			if back, _ := to.Step(d.Opposite()); back != Square(s) {
				t.Errorf("%s to the %d and back is %s", Square(s), d, back)
			}
		}
	}
}

func TestSquareNames(t *testing.T) {
	for _, test := range []struct {
		name string
		x, y int
	}{{"a16", 0, 0}, {"a1", 0, 15}, {"h9", 7, 7}, {"i9", 8, 7}, {"p16", 15, 0}, {"p1", 15, 15}} {
		s := square(t, test.name)
		if s.X() != test.x || s.Y() != test.y || s != SquareAt(test.x, test.y) || s.String() != test.name {
			t.Errorf("%s is %d,%d, written %s; want %d,%d", test.name, s.X(), s.Y(), s, test.x, test.y)
		}
	}
	for _, test := range []struct{ name, want string }{
		{"", "not a square: write a column from a to p and a row from 1 to 16, as in h9"},
		{"9", `not a square: "9" does not begin with a column from a to p`},
		{"q1", `not a square: "q1" does not begin with a column from a to p`},
		{"H9", `not a square: "H9" does not begin with a column from a to p`},
		{"h", `not a square: after the column, "h" has no row from 1 to 16`},
		{"h0", `not a square: after the column, "h0" has no row from 1 to 16`},
		{"h17", `not a square: after the column, "h17" has no row from 1 to 16`},
		{"h09", `not a square: after the column, "h09" has no row from 1 to 16`},
		{"h+9", `not a square: after the column, "h+9" has no row from 1 to 16`},
		{"h9 ", `not a square: after the column, "h9 " has no row from 1 to 16`},
		{"h1111111111111111111", `not a square: after the column, "h11111111111" has no row from 1 to 16`},
	} {
		if _, err := ParseSquare(test.name); err == nil || err.Error() != test.want || !errors.Is(err, ErrSquare) {
			t.Errorf("%q: %v; want %s", test.name, err, test.want)
		}
	}
}

func TestColors(t *testing.T) {
	wheel := []Color{Red, Yellow, Green, Cyan, Blue, Purple}
	for i, c := range wheel {
		if c.Next() != wheel[(i+1)%6] || c.Next().Prev() != c || c.Opposite() != wheel[(i+3)%6] {
			t.Errorf("%s: next %s, opposite %s", c, c.Next(), c.Opposite())
		}
		if !c.OnWheel() || c.Additive() != (i%2 == 0) || c.Owner() != Player(i%2) {
			t.Errorf("%s: on the wheel %v, additive %v, owner %s", c, c.OnWheel(), c.Additive(), c.Owner())
		}
	}
	for player, goal := range []Color{White, Black} {
		p := Player(player)
		if p.Goal() != goal || goal.Owner() != p || goal.OnWheel() || goal.Additive() || p.Other().Goal() != goal.Next() || goal.Prev() != goal.Next() {
			t.Errorf("%s: goal %s, of %s", p, p.Goal(), goal.Owner())
		}
	}
	for letter, name := range map[string]string{"K": "black", "r": "red", "g": "green", "b": "blue", "y": "yellow", "c": "cyan", "p": "purple", "W": "white"} {
		a, err1 := ParseColor(letter)
		b, err2 := ParseColor(name)
		if err1 != nil || err2 != nil || a != b || a.String() != name || string(a.Letter()) != letter {
			t.Errorf("%s, %s: %s, %s, %v, %v", letter, name, a, b, err1, err2)
		}
	}
	for _, text := range []string{"", "k", "w", "R", ".", "empty", "Red", "rg", "magenta"} {
		if c, err := ParseColor(text); !errors.Is(err, ErrColor) || c != Empty {
			t.Errorf("%q: %s, %v", text, c, err)
		}
	}
	if _, err := ParseColor("mauve"); err == nil || err.Error() != `not a colour: "mauve"; the colours are K (black), r (red), g (green), y (yellow), b (blue), p (purple), c (cyan) and W (white)` {
		t.Errorf("mauve: %v", err)
	}
}

func TestRounds(t *testing.T) {
	for _, test := range []struct {
		round       int
		turn        Color
		player      Player
		left, right Color
	}{
		{1, Red, Player1, Green, Purple},
		{2, Yellow, Player2, Cyan, Red},
		{3, Green, Player1, Blue, Yellow},
		{4, Cyan, Player2, Purple, Green},
		{5, Blue, Player1, Red, Cyan},
		{6, Purple, Player2, Yellow, Blue},
		{7, Red, Player1, Green, Purple},
		{6001, Red, Player1, Green, Purple},
	} {
		p := Start(test.round)
		if StartColor(test.round) != test.turn || p.Turn() != test.turn || p.Player() != test.player {
			t.Errorf("round %d: %s, %s, %s", test.round, StartColor(test.round), p.Turn(), p.Player())
		}
		if l, r := p.At(square(t, "h9")), p.At(square(t, "i9")); l != test.left || r != test.right || p.Count() != 2 {
			t.Errorf("round %d: %s and %s, %d pieces", test.round, l, r, p.Count())
		}
		if moves := p.Moves(nil); !slices.Equal(moves, []Square{SquareAt(8, 6), SquareAt(8, 8)}) || p.LegalSet().Count() != 2 {
			t.Errorf("round %d: moves %s", test.round, names(moves))
		}
		if p.Over() || p.Won() || p.Result() != Running {
			t.Errorf("round %d: %s", test.round, p.Result())
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("round 0 has a starting colour")
		}
	}()
	StartColor(0)
}

// Rules "Placing".
func TestPlacing(t *testing.T) {
	const beside = " does not touch two adjacent pieces; choose a vertex that does"
	for _, test := range []struct{ clause, pieces, square, want string }{
		{"beside two adjacent pieces", "gh9 pi9", "i10", ""},
		{"colours do not matter", "Kh9 Wi9", "i8", ""},
		{"the first and the last direction touch", "rg9 rh10", "h9", ""},
		{"at the edge", "ra16 ra15", "b16", ""},
		{"occupied", "gh9 pi9", "i9", "illegal move: a purple piece stands on i9; choose an empty vertex"},
		{"far from every piece", "gh9 pi9", "a1", "illegal move: a1" + beside},
		{"one piece is not enough", "gh9 pi9", "g9", "illegal move: g9" + beside},
		{"two pieces in line", "gg9 gi9 rg10", "h9", "illegal move: h9" + beside},
		{"three pieces that do not touch", "gh10 gi9 gh8 rg10", "h9", "illegal move: h9" + beside},
		{"nothing wraps sideways", "rp15 rp14 rp13", "a15", "illegal move: a15" + beside},
		{"nothing wraps upwards", "rh1 ri1", "h16", "illegal move: h16" + beside},
	} {
		t.Run(test.clause, func(t *testing.T) {
			p, s, got := place(t, test.pieces, Red), square(t, test.square), ""
			if err := p.Check(s); err != nil {
				got = err.Error()
				if !errors.Is(err, ErrIllegal) {
					t.Errorf("%v does not wrap ErrIllegal", err)
				}
			}
			if got != test.want || p.Legal(s) != (test.want == "") {
				t.Errorf("%s: %q, legal %v; want %q", s, got, p.Legal(s), test.want)
			}
		})
	}
	won := place(t, "ci9 Wj9 Wk9 Wl9 ri10", Red).Play(square(t, "h9"))
	if err := won.Check(square(t, "a1")); !errors.Is(err, ErrIllegal) || err.Error() != "illegal move: the round is over: player 1 has won" {
		t.Errorf("after a win: %v", err)
	}
	if won.LegalSet().Count() != 0 || won.Moves(nil) != nil || won.LegalSet() != (Set{}) || !won.Over() || won.MayWin() {
		t.Errorf("after a win: %d moves", won.LegalSet().Count())
	}
}

// Rules "Colour change": the table is checked cell by cell.
func TestColorChange(t *testing.T) {
	const table = `
		|        | red    | green  | blue   | yellow | cyan   | purple |
		| black  | red    | green  | blue   | PROP   | PROP   | PROP   |
		| red    | red    | yellow | purple | red    | black  | red    |
		| green  | yellow | green  | cyan   | green  | green  | black  |
		| blue   | purple | cyan   | blue   | black  | blue   | blue   |
		| yellow | yellow | yellow | white  | yellow | green  | red    |
		| cyan   | white  | cyan   | cyan   | green  | cyan   | blue   |
		| purple | purple | white  | purple | red    | blue   | purple |
		| white  | PROP   | PROP   | PROP   | yellow | cyan   | purple |`
	var placed []string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		cells := strings.Fields(strings.ReplaceAll(line, "|", " "))
		if placed == nil {
			placed = cells
			continue
		}
		for i, want := range cells[1:] {
			t.Run(placed[i]+" beside "+cells[0], func(t *testing.T) { colorChange(t, cells[0], placed[i], want) })
		}
	}
}

// colorChange places a piece on h9 beside a piece on i9; j9, behind it, changes only if the change passes.
func colorChange(t *testing.T, old, placed, want string) {
	c, _ := ParseColor(placed)
	there, _ := ParseColor(old)
	behind, passed := Black, 0
	if c.Owner() == Player2 {
		behind = White
	}
	wantNear, wantFar := want, behind.String()
	if want == "PROP" {
		wantNear, wantFar, passed = old, placed, 1
	}
	helper := string(c.Letter()) + "i10 " // a piece of the placed colour never changes
	p := place(t, helper+string(there.Letter())+"i9 "+string(behind.Letter())+"j9", c)
	h9, i9, j9 := square(t, "h9"), square(t, "i9"), square(t, "j9")
	q := p.Play(h9)
	if q.At(h9) != c || q.At(i9).String() != wantNear || q.At(j9).String() != wantFar || q.At(square(t, "i10")) != c {
		t.Errorf("%s on h9: %s, %s; want %s, %s", q.At(h9), q.At(i9), q.At(j9), wantNear, wantFar)
	}
	var changes []Change
	switch {
	case passed == 1:
		changes = []Change{{At: j9, Old: behind, New: c, Dir: Right, Passed: 1}}
	case want != old:
		near, _ := ParseColor(want)
		changes = []Change{{At: i9, Old: there, New: near, Dir: Right}}
	}
	if got := p.Changes(h9, nil); !slices.Equal(got, changes) {
		t.Errorf("changes %v; want %v", got, changes)
	}
	if passed == 0 && there.Mixed(c).String() != want || passed == 1 && there.Mixed(c) != there {
		t.Errorf("%s mixed with %s is %s; want %s", there, c, there.Mixed(c), want)
	}
}

// Rules "Colour change": the reach of changes from h9.
func TestColorChangeReaches(t *testing.T) {
	for _, test := range []struct{ clause, pieces, changed string }{
		{"all six directions", "bh10 bi10 bi9 bi8 bh8 bg9", "h10 purple, i10 purple, i9 purple, i8 purple, h8 purple, g9 purple"},
		{
			"over propagators in each direction", "Wh10 Wi10 Wi9 Wi8 Wh8 Wg9 bg11 bi11 bj9 bi7 bg7 bf9",
			"g11 purple, i11 purple, j9 purple, i7 purple, g7 purple, f9 purple",
		},
		{"over several propagators", "ri10 Wi9 Wj9 Wk9 Wl9 cm9", "m9 white"},
		{"behind the propagators an empty vertex", "ri10 Wi9 Wj9 bl9", ""},
		{"behind the propagators the edge", "ri10 Wi9 Wj9 Wk9 Wl9 Wm9 Wn9 Wo9 Wp9", ""},
		{"an empty vertex", "ri10 ri8 rh8 bj9", ""},
		{"only the first that is no propagator", "ri10 bi9 bj9", "i9 purple"},
		{"the other goal colour is no propagator", "ri10 Ki9 bj9", "i9 red"},
		{"nothing chains", "ri10 ci9 bj9", "i9 white"},
		{"its own colour does not change", "ri10 ri9 ri8", ""},
	} {
		t.Run(test.clause, func(t *testing.T) {
			p, h9 := place(t, test.pieces, Red), square(t, "h9")
			q := p.Play(h9)
			var got []string
			left := p.Count()
			for _, c := range p.Changes(h9, nil) {
				got = append(got, c.At.String()+" "+c.New.String())
				if q.At(c.At) != c.New || p.At(c.At) != c.Old {
					t.Errorf("%s: from %s to %s; change %v", c.At, p.At(c.At), q.At(c.At), c)
				}
				left--
			}
			if text := strings.Join(got, ", "); text != test.changed {
				t.Errorf("%s; want %s", text, test.changed)
			}
			for s := range Squares {
				if c := p.At(Square(s)); c != Empty && c == q.At(Square(s)) {
					left--
				}
			}
			if left != 0 || q.At(h9) != Red || q.Count() != p.Count()+1 {
				t.Errorf("%d pieces neither stayed nor changed; %s on h9, %d pieces", left, q.At(h9), q.Count())
			}
		})
	}
}

func TestPathOfAChange(t *testing.T) {
	h9 := SquareAt(7, 7)
	changes := place(t, "Wh10 Wi10 bg11 bj12 Wi11 bg9", Red).Changes(h9, nil)
	var got []string
	for _, c := range changes {
		got = append(got, [...]string{UpperLeft: "upper left", UpperRight: "upper right", Left: "left"}[c.Dir]+": "+names(c.Path(h9, nil)))
	}
	want := "upper left: h9 h10 g11, upper right: h9 i10 i11 j12, left: h9 g9"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("%s; want %s", text, want)
	}
}

// Rules "End": each case is also checked for the other player, one step further on the wheel.
func TestEnd(t *testing.T) {
	for _, test := range []struct{ clause, pieces, rows string }{
		{"four, at the end of the row", "ri10 ci9 Wj9 Wk9 Wl9", "i9 j9 k9 l9"},
		{"four, in the middle of the row", "ri10 Wi9 cj9 Wk9 Wl9 Wm9", "i9 j9 k9 l9 m9"},
		{"three are not enough", "ri10 ci9 Wj9 Wk9", ""},
		{"five", "ri10 ci9 Wj9 Wk9 Wl9 Wm9", "i9 j9 k9 l9 m9"},
		{"seven, up to the edge", "rg10 rh10 cg9 Wf9 We9 Wd9 Wc9 Wb9 Wa9", "a9 b9 c9 d9 e9 f9 g9"},
		{"broken", "ri10 ci9 Wj9 Wl9 Wm9 Wn9", ""},
		{"on the axis from lower left to upper right", "ri10 ci9 Wj10 Wj11 Wk12", "i9 j10 j11 k12"},
		{"on the axis from upper left to lower right", "ri10 ci9 Wj8 Wj7 Wk6", "i9 j8 j7 k6"},
		{"around a corner", "ri10 ci9 Wj9 Wk9 Wj8 Wj7", ""},
		{"two changed pieces in one row", "ci10 ci9 Wh11 Wj8", "h11 i10 i9 j8"},
		{"two rows", "ri10 ci9 Wj9 Wk9 Wl9 Wj10 Wj11 Wk12", "i9 j10 j11 k12, i9 j9 k9 l9"},
		{"two rows apart", "ci10 ci8 ri9 Wi11 Wj12 Wj13 Wi7 Wj6 Wj5", "i10 i11 j12 j13, i8 i7 j6 j5"},
		{"a row of old pieces only", "ri10 ri9 Wk9 Wl9 Wm9 Wn9", ""},
		{"through a piece behind propagators", "ri10 Wi9 Wj9 ck9 Wl9", "i9 j9 k9 l9"},
		{"the placed piece is no part of it", "ri10 ci9 Wg9 Wf9 We9", ""},
		{"four of the other player's", "ri10 ci9 Kj9 Kk9 Kl9 Km9", ""},
		{"nothing wraps", "rh10 ri10 ci9 Wj9 Wp9 Wa8 Wb8 Wc8", ""},
	} {
		t.Run(test.clause, func(t *testing.T) {
			p, h9 := place(t, test.pieces, Red), square(t, "h9")
			for range 6 {
				end(t, p, h9, test.rows)
				p = p.Rotate()
			}
		})
	}
}

func end(t *testing.T, p Position, s Square, want string) {
	t.Helper()
	q, result := p.Play(s), Running
	if want != "" {
		result = Win1
		if p.Player() == Player2 {
			result = Win2
		}
		if !p.MayWin() {
			t.Errorf("%s may not win", p.Turn())
		}
	}
	winner, won := q.Result().Winner()
	if q.Result() != result || q.Won() != (want != "") || won != q.Won() || won && winner != p.Player() || q.Over() != won {
		t.Errorf("%s: %s; want %s", p.Turn(), q.Result(), result)
	}
	if p.WinsBy(s) != won {
		t.Errorf("%s: wins %v; want %v", p.Turn(), p.WinsBy(s), won)
	}
	var rows []string
	for _, row := range p.WinningRows(s) {
		rows = append(rows, names(row.Squares(nil)))
	}
	if text := strings.Join(rows, ", "); text != want {
		t.Errorf("%s: rows %q; want %q", p.Turn(), text, want)
	}
	if q.Turn() != p.Turn().Next() {
		t.Errorf("%s is followed by %s", p.Turn(), q.Turn())
	}
}

// Rules "End": the 256th piece.
func TestFullBoard(t *testing.T) {
	rows := strings.Repeat("/"+strings.Repeat("r", 16), 15)
	for _, test := range []struct {
		clause, first string
		result        Result
	}{
		{"draw", "1" + strings.Repeat("r", 15), Draw},
		{"a win comes first", "1cWWW" + strings.Repeat("r", 11), Win1},
	} {
		t.Run(test.clause, func(t *testing.T) {
			p, err := ParseBoard(test.first+rows, Red)
			if err != nil || p.Over() || p.LegalSet().Count() != 1 || p.Count() != 255 {
				t.Fatalf("before the last move: %v, %s, %d moves, %d pieces", err, p.Result(), p.LegalSet().Count(), p.Count())
			}
			p = p.Play(0)
			winner, won := p.Result().Winner()
			if p.Result() != test.result || p.Won() != (test.result == Win1) || won != p.Won() || winner != Player1 {
				t.Errorf("%s; want %s", p.Result(), test.result)
			}
			if !p.Over() || p.LegalSet().Count() != 0 || p.Count() != 256 {
				t.Errorf("over %v, %d moves, %d pieces", p.Over(), p.LegalSet().Count(), p.Count())
			}
		})
	}
}

func TestTextsOfResults(t *testing.T) {
	for r, want := range []string{"running", "player 1 has won", "player 2 has won", "draw"} {
		if Result(r).String() != want {
			t.Errorf("%d: %s; want %s", r, Result(r), want)
		}
	}
	if Player1.String() != "player 1" || Player2.String() != "player 2" {
		t.Errorf("%s and %s", Player1, Player2)
	}
	p := place(t, "ri10 ci9 Wj9 Wk9 Wl9", Red)
	const board = "16/16/16/16/16/16/8r7/8cWWW4/16/16/16/16/16/16/16/16"
	if p.String() != board+" red" || p.Board() != board {
		t.Errorf("%s", p)
	}
	const after = "16/16/16/16/16/16/8r7/7rWWWW4/16/16/16/16/16/16/16/16 yellow, player 1 has won"
	if q := p.Play(square(t, "h9")); q.String() != after {
		t.Errorf("%s", q)
	}
}
