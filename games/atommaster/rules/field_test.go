package rules

import (
	"errors"
	"slices"
	"testing"
)

func parse(t testing.TB, text string) Layout {
	t.Helper()
	l, err := ParseLayout(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPortsRunCounterclockwiseFromTheTopOfTheLeftSide(t *testing.T) {
	f := Field{8, 8}
	for _, tc := range []struct {
		port Port
		side Side
		line int
		door string
	}{
		{1, Left, 7, "a8"},
		{8, Left, 0, "a1"},
		{9, Bottom, 0, "a1"},
		{16, Bottom, 7, "h1"},
		{17, Right, 0, "h1"},
		{24, Right, 7, "h8"},
		{25, Top, 7, "h8"},
		{32, Top, 0, "a8"},
	} {
		side, line := f.Place(tc.port)
		if door := f.Door(tc.port); side != tc.side || line != tc.line || door.String() != tc.door {
			t.Errorf("port %d is at %v %d, door %v, want %v %d, door %s", tc.port, side, line, door, tc.side, tc.line, tc.door)
		}
	}
	if f.Ports() != 32 {
		t.Errorf("%d ports, want 32", f.Ports())
	}
}

func TestEveryPortHasItsPlace(t *testing.T) {
	for w := 1; w <= MaxSide; w++ {
		for h := 1; h <= MaxSide; h++ {
			f, err := NewField(w, h)
			if err != nil {
				t.Fatal(err)
			}
			for p := Port(1); int(p) <= f.Ports(); p++ {
				side, line := f.Place(p)
				if back := f.PortAt(side, line); back != p {
					t.Errorf("%v: port %d is at %v %d, there is %d", f, p, side, line, back)
				}
				if !f.Has(f.Door(p)) {
					t.Errorf("%v: door of port %d is %v", f, p, f.Door(p))
				}
				if got, err := f.ParsePort(Answer(p).String()); got != p || err != nil {
					t.Errorf("%v: port %d is read as %d, %v", f, p, got, err)
				}
			}
			squares := slices.Collect(f.Squares())
			if len(squares) != f.Size() || !slices.IsSorted(squares) {
				t.Errorf("%v: squares %v", f, squares)
			}
			for _, s := range squares {
				if got, err := f.ParseSquare(s.String()); got != s || err != nil {
					t.Errorf("%v: square %v is read as %v, %v", f, s, got, err)
				}
			}
		}
	}
}

func TestParseLayout(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"8x8 a1,c4,e5,h8", "8x8 a1,c4,e5,h8"},
		{"8x8 h8,a1", "8x8 a1,h8"},
		{"  12X5\tL5,A1 ", "12x5 a1,l5"},
		{"1x12 a12", "1x12 a12"},
		{"5x5", "5x5"},
	} {
		l, err := ParseLayout(tc.text)
		if err != nil || l.String() != tc.want {
			t.Errorf("%q gives %v, %v, want %s", tc.text, l, err, tc.want)
		}
	}
}

func TestParsersSayWhatIsWrong(t *testing.T) {
	square := func(s string) error { _, err := Field{8, 8}.ParseSquare(s); return err }
	port := func(s string) error { _, err := Field{8, 8}.ParsePort(s); return err }
	layout := func(s string) error { _, err := ParseLayout(s); return err }
	for _, tc := range []struct {
		parse func(string) error
		text  string
		is    error
		says  string
	}{
		{layout, "", ErrNotation, `arrangement "": not understood; write it like 8x8 a1,c4,e5,h8`},
		{layout, "8x8 a1 b2", ErrNotation, `arrangement "8x8 a1 b2": not understood; write it like 8x8 a1,c4,e5,h8`},
		{layout, "8 a1", ErrNotation, `size "8": not understood; write it like 8x8`},
		{layout, "08x8", ErrNotation, `size "08x8": not understood; write it like 8x8`},
		{layout, "8x-8", ErrNotation, `size "8x-8": not understood; write it like 8x8`},
		{layout, "8x8x8", ErrNotation, `size "8x8x8": not understood; write it like 8x8`},
		{layout, "0x8", ErrSize, `size "0x8": a field has 1 to 12 squares a side`},
		{layout, "8x13", ErrSize, `size "8x13": a field has 1 to 12 squares a side`},
		{layout, "99999999999999999999x8", ErrSize, `size "99999999999999999999x8": a field has 1 to 12 squares a side`},
		{layout, "8x8 a1,a9", ErrOffField, `square "a9": not on the field, which goes from a1 to h8`},
		{layout, "8x5 i1", ErrOffField, `square "i1": not on the field, which goes from a1 to h5`},
		{layout, "8x8 a1,c4,A1", ErrTwice, `square "A1": there is already an atom`},
		{layout, "8x8 a1,", ErrNotation, `square "": not understood; write it like c4`},
		{layout, "8x8 a1;c4", ErrNotation, `square "a1;c4": not understood; write it like c4`},
		{square, "a01", ErrNotation, `square "a01": not understood; write it like c4`},
		{square, "4c", ErrNotation, `square "4c": not understood; write it like c4`},
		{square, "a0", ErrOffField, `square "a0": not on the field, which goes from a1 to h8`},
		{square, "z1", ErrOffField, `square "z1": not on the field, which goes from a1 to h8`},
		{port, "0", ErrOffField, `port 0: not on the field, whose ports go from 1 to 32`},
		{port, "33", ErrOffField, `port 33: not on the field, whose ports go from 1 to 32`},
		{port, "+3", ErrNotation, `port "+3": not understood; write a number from 1 to 32`},
	} {
		if err := tc.parse(tc.text); !errors.Is(err, tc.is) || err.Error() != tc.says {
			t.Errorf("%q: %v, want %s", tc.text, err, tc.says)
		}
	}
	if _, err := NewField(8, 13); !errors.Is(err, ErrSize) || err.Error() != "8x13: a field has 1 to 12 squares a side" {
		t.Errorf("a field of 8x13: %v", err)
	}
}

func FuzzParseLayout(f *testing.F) {
	for _, text := range []string{"8x8 a1,c4,e5,h8", "5x12", "12x12 l12", "8x8 a1,a1", "0x0", "x", "8x8 ,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLayout(text)
		if err != nil {
			if !errors.Is(err, ErrNotation) && !errors.Is(err, ErrSize) && !errors.Is(err, ErrOffField) && !errors.Is(err, ErrTwice) {
				t.Fatalf("%q: %v wraps none of the errors promised", text, err)
			}
			return
		}
		if again, err := ParseLayout(l.String()); again != l || err != nil {
			t.Fatalf("%q: %v is read as %v, %v", text, l, again, err)
		}
	})
}

func FuzzParsePort(f *testing.F) {
	for _, text := range []string{"1", "32", "33", "007", "-1", "9999999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Field{8, 8}.ParsePort(text)
		if err == nil && Answer(p).String() != text {
			t.Fatalf("%q is read as %d", text, p)
		}
		if err != nil && !errors.Is(err, ErrNotation) && !errors.Is(err, ErrOffField) {
			t.Fatalf("%q: %v wraps none of the errors promised", text, err)
		}
	})
}

func TestLayoutIsAValue(t *testing.T) {
	l := parse(t, "8x8 a1,c4")
	c4 := SquareAt(2, 3)
	fewer := l.Without(c4)
	if !l.Has(c4) || fewer.Has(c4) || l.Count() != 2 || fewer.Count() != 1 {
		t.Errorf("%v without c4 is %v", l, fewer)
	}
	if fewer.With(c4) != l || fewer.Without(c4) != fewer {
		t.Error("taking an atom away and setting it again changes the layout")
	}
	if l.Has(NoSquare) || l.Has(SquareAt(11, 11)) {
		t.Error("there is an atom off the field")
	}
	if got := l.Common(parse(t, "8x8 c4,h8")); got != 1 {
		t.Errorf("%d atoms in common, want 1", got)
	}
	if got := slices.Collect(l.Atoms()); !slices.Equal(got, []Square{SquareAt(0, 0), c4}) {
		t.Errorf("atoms %v", got)
	}
}
