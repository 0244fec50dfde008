package rules

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// Perft of the crossed opening, as published by Aart Bik (https://www.aartbik.com/strategy.php, OEIS A124004).
func TestPerft(t *testing.T) {
	for depth, want := range []int64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216} {
		if got := Perft(Start(false), depth, false); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
		if depth < 7 {
			if got := Perft(Start(false), depth, true); got != want {
				t.Errorf("depth %d, every move made: %d, want %d", depth, got, want)
			}
		}
	}
}

// One line for each clause of the rules.
func TestRules(t *testing.T) {
	for _, c := range []struct{ what, fen, move, after string }{
		{"a disc brackets one", "8/8/8/3ox3/3xo3/8/8/8 x", "d3", "8/8/3x4/3xx3/3xo3/8/8/8 o"},
		{"all eight directions", "8/1x1x1x2/2ooo3/1xo1ox2/2ooo3/1x1x1x2/8/8 x", "d4", "8/1x1x1x2/2xxx3/1xxxxx2/2xxx3/1x1x1x2/8/8 o"},
		{"six discs", "1oooooox/8/8/8/8/8/8/8 x", "a1", "xxxxxxxx/8/8/8/8/8/8/8 o"},
		{"not around the edge", "7o/x7/8/8/8/8/8/xo6 x", "g1", "not a legal move: black on g1 would turn no disc"},
		{"not across a gap", "1oo1x3/8/8/8/8/8/8/xo6 x", "a1", "not a legal move: black on a1 would turn no disc"},
		{"not on a disc", "8/8/8/3ox3/3xo3/8/8/8 x", "d4", "not a legal move: there is a white disc on d4"},
		{"no pass with a move", "8/8/8/3ox3/3xo3/8/8/8 x", "pass", "not a legal move: black has a move and cannot pass"},
		{"a pass without one", "xo6/8/8/8/8/8/8/8 o", "pass", "xo6/8/8/8/8/8/8/8 x"},
		{"nothing when it is over", "x7/8/8/8/8/8/8/8 o", "pass", "not a legal move: the game is over"},
	} {
		p, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ParseSquare(c.move)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := p.Check(m); err != nil {
			got = err.Error()
		} else {
			got = p.Play(m).FEN()
		}
		if got != c.after {
			t.Errorf("%s: %s, want %s", c.what, got, c.after)
		}
	}
}

func TestWinner(t *testing.T) {
	for fen, want := range map[string]Disc{"xxo5/8/8/8/8/8/8/8 o": Black, "xoo5/8/8/8/8/8/8/8 x": White, "xo6/8/8/8/8/8/8/8 x": Empty} {
		if p, err := ParseFEN(fen); err != nil || p.Winner() != want {
			t.Errorf("%s: %v, %v, want %v", fen, p.Winner(), err, want)
		}
	}
}

// Plain rules, square by square, agree with the fast ones in random games, and every position reads back from its FEN.
func TestFastRulesEqualPlainRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := Start(rng.IntN(2) == 0)
		for {
			var want []string
			for s := range Pass {
				if p.At(s) == Empty && len(bracketed(p, s)) > 0 {
					want = append(want, s.String())
				}
			}
			if got := names(p.Targets()); got != strings.Join(want, " ") {
				t.Fatalf("%s: targets %q, want %q", p.FEN(), got, want)
			}
			if back, err := ParseFEN(p.FEN()); err != nil || back != p {
				t.Fatalf("%s is read as %s, %v", p.FEN(), back.FEN(), err)
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			next := p.Play(m)
			for s := range Pass {
				want := p.At(s)
				if s == m || m != Pass && bracketed(p, m)[s] {
					want = p.Turn()
				}
				if next.At(s) != want {
					t.Fatalf("%s, %v: %v is %v, want %v", p.FEN(), m, s, next.At(s), want)
				}
			}
			p = next
		}
	}
}

// bracketed returns the discs that a disc of the side to move on s brackets.
func bracketed(p Position, s Square) map[Square]bool {
	found := map[Square]bool{}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			var row []Square
			for x, y := s.Column()+dx, s.Row()+dy; (dx != 0 || dy != 0) && x >= 0 && x < Size && y >= 0 && y < Size; x, y = x+dx, y+dy {
				at := Square(Size*y + x)
				if p.At(at) == p.Turn() {
					for _, between := range row {
						found[between] = true
					}
				}
				if p.At(at) != p.Turn().Other() {
					break
				}
				row = append(row, at)
			}
		}
	}
	return found
}

func names(b Set) string {
	var list []string
	for _, s := range b.Squares() {
		list = append(list, s.String())
	}
	return strings.Join(list, " ")
}

func TestTextThatIsNeither(t *testing.T) {
	for _, text := range []string{"", "a", "a9", "i1", "a1 ", "passs", "11"} {
		if s, err := ParseSquare(text); !errors.Is(err, ErrNotation) {
			t.Errorf("%q is read as %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 y", "9/8/8/8/8/8/8/8 x", "7/8/8/8/8/8/8/8 x", "xxxxxxxxx/8/8/8/8/8/8/8 x", "8/8/8/3q4/8/8/8/8 x"} {
		if p, err := ParseFEN(text); !errors.Is(err, ErrFEN) {
			t.Errorf("%q is read as %s, %v", text, p.FEN(), err)
		}
	}
}
