package rules

import (
	"strings"
	"testing"
)

func TestLightIsThatOfThePieces(t *testing.T) {
	for _, p := range middleGames(t) {
		light, occupied := p.Light()
		if n := light[0].Count() + light[1].Count() + light[2].Count(); p.Brightness() != n {
			t.Errorf("%s: a brightness of %d; want %d", p, p.Brightness(), n)
		}
		for s := range Squares {
			s := Square(s)
			c := p.At(s)
			if occupied.Has(s) != (c != Empty) {
				t.Fatalf("%s: %s occupied %v; a piece there: %s", p, s, occupied.Has(s), c)
			}
			for i, of := range [3]Color{Red, Green, Blue} {
				if want := c != Empty && c&of != 0; light[i].Has(s) != want {
					t.Fatalf("%s: %s has %s light: %v; want %v", p, s, of, light[i].Has(s), want)
				}
			}
		}
	}
}

func TestPartIsThatOfTheWhole(t *testing.T) {
	whole := 0
	for _, p := range append(middleGames(t), Start(1)) {
		light, occupied := p.Light()
		for y := range 9 {
			for x := range 9 {
				partLight, partOccupied, partLegal, all := p.Part(x, y)
				got := append(partLight[:], partOccupied, partLegal)
				for i, set := range append(light[:], occupied, p.LegalSet()) {
					var want uint64
					for n := range 64 {
						if s := SquareAt(x+n%8, y+n/8); set.Has(s) {
							want |= 1 << n
							set[s>>6] &^= 1 << (s & 63)
						}
					}
					if got[i] != want || i >= 3 && all && set != (Set{}) {
						t.Fatalf("%s: set %d of the part from column %d and row %d is %x; want %x; all %v", p, i, x, y, got[i], want, all)
					}
				}
				if all {
					whole++
				}
			}
		}
	}
	if whole < 20 {
		t.Errorf("%d parts are whole; the test needs 20", whole)
	}
}

// Reflecting and then moving gives the same as moving and then reflecting.
func TestMirrorPlaysAlike(t *testing.T) {
	reflected := func(s Square) Square { return SquareAt(s.X(), Side-2-s.Y()) }
	p, mirror := Start(1), Start(1)
	if m, ok := p.Mirror(); !ok || m != p {
		t.Errorf("the start in the mirror is %s", m)
	}
	played := 0
	for i := 0; ; i++ {
		moves := p.Moves(nil)
		s := moves[i*7%len(moves)]
		if s.Y() == Side-1 || s.Y() == 0 || p.Over() {
			break
		}
		p, mirror = p.Play(s), mirror.Play(reflected(s))
		played++
		m, ok := p.Mirror()
		if wide := p.LegalSet()[3]>>48 != 0; ok == wide {
			t.Fatalf("%s: reflected %v; a legal vertex in row 1: %v", p, ok, wide)
		}
		if !ok || mirror.LegalSet()[3]>>48 != 0 {
			break
		}
		if m != mirror {
			t.Fatalf("%s\nin the mirror %s\nplayed there %s", p, m, mirror)
		}
	}
	if played < 10 {
		t.Errorf("%d moves; the test needs 10", played)
	}
	for _, board := range []string{strings.Repeat("16/", 15) + "gp14", strings.Repeat("16/", 14) + "gp14/16"} {
		p, err := ParseBoard(board, Red)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.Mirror(); ok {
			t.Errorf("%s has been reflected, though row 1 is touched", p)
		}
	}
}
