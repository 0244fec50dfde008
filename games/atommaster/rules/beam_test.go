package rules

import (
	"fmt"
	"strings"
	"testing"
)

// route writes a path in short form: the squares entered, new headings in brackets, and the end.
func route(p Path) string {
	var b strings.Builder
	for _, s := range p.Steps {
		switch s.Act {
		case Enter:
			fmt.Fprintf(&b, "%v ", s.Square)
		case Turn:
			fmt.Fprintf(&b, "[%s] ", [...]string{East: "east", North: "north", West: "west", South: "south"}[s.Heading])
		case Absorb:
			fmt.Fprintf(&b, "hits%s", strings.TrimPrefix(s.Atoms.String(), s.Atoms.Field().String()))
		case Reflect:
			fmt.Fprintf(&b, "stopped by%s", strings.TrimPrefix(s.Atoms.String(), s.Atoms.Field().String()))
		case TurnBack:
			fmt.Fprintf(&b, "back from%s", strings.TrimPrefix(s.Atoms.String(), s.Atoms.Field().String()))
		case Leave:
			b.WriteString("out")
		}
	}
	return b.String()
}

func TestBeams(t *testing.T) {
	for _, tc := range []struct {
		clause string
		layout string
		port   Port
		answer string
		route  string
	}{
		{"Absorption: a direct impact", "8x8 d5", 4, "A", "a5 b5 c5 hits d5"},
		{"Absorption: at the port", "8x8 a5", 4, "A", "hits a5"},
		{"Deflection: 90 degrees, away from the atom", "8x8 d5", 5, "11", "a4 b4 c4 [south] c3 c2 c1 out"},
		{"Deflection: the other side", "8x8 d5", 3, "30", "a6 b6 c6 [north] c7 c8 out"},
		{"Deflection: on the spot, on the first square", "8x8 b5", 5, "9", "a4 [south] a3 a2 a1 out"},
		{"Reflection: atom at the edge, one port further", "8x8 a5", 5, "R", "stopped by a5"},
		{"Reflection: atom at the edge, one port before", "8x8 a5", 3, "R", "stopped by a5"},
		{"Reflection: atoms at the edge on both sides", "8x8 a3,a5", 5, "R", "stopped by a3,a5"},
		{"Reflection: two deflections cancel each other out", "8x8 d3,d5", 5, "R", "a4 b4 c4 back from d3,d5"},
		{"Misses: not influenced by any atom", "8x8 d5", 7, "18", "a2 b2 c2 d2 e2 f2 g2 h2 out"},
		{"Misses: an empty field", "8x8", 32, "9", "a8 a7 a6 a5 a4 a3 a2 a1 out"},
		{"Detour: two deflections", "8x8 d1,d5", 5, "7", "a4 b4 c4 [south] c3 c2 [west] b2 a2 out"},
		{"Detour: a hit after two deflections", "8x8 d1,a2,d5", 5, "A", "a4 b4 c4 [south] c3 c2 [west] b2 hits a2"},
		{"Detour: deflected, then turned back by the next two", "8x8 b2,d2,d5", 5, "R", "a4 b4 c4 [south] c3 back from b2,d2"},
		{"A hit beats deflection: inside", "8x8 d5,d6", 4, "A", "a5 b5 c5 hits d5"},
		{"A hit beats both deflections: inside", "8x8 d4,d5,d6", 4, "A", "a5 b5 c5 hits d5"},
		{"A hit beats reflection at the edge: two adjacent atoms absorb", "8x8 a5,a6", 4, "A", "hits a5"},
		{"Outside the field there are no atoms: along the edge", "8x8 d7", 1, "30", "a8 b8 c8 [north] out"},
		{"A field of one square", "1x1 a1", 1, "A", "hits a1"},
		{"A field of one row", "12x1 f1", 1, "A", "a1 b1 c1 d1 e1 hits f1"},
		{"A field of one row: deflection is impossible there, reflection not", "12x1 f1", 6, "R", "stopped by f1"},
	} {
		t.Run(tc.clause, func(t *testing.T) {
			path := Trace(parse(t, tc.layout), tc.port)
			if got := path.Answer.String(); got != tc.answer || tc.route != route(path) {
				t.Errorf("%s, port %d: %s by %s, want %s by %s", tc.layout, tc.port, got, route(path), tc.answer, tc.route)
			}
			way, _, _ := strings.Cut(tc.route, "back")
			way, _, _ = strings.Cut(way, "hits")
			way, _, _ = strings.Cut(way, "stopped")
			turns := strings.Count(way, "[")
			squares := len(strings.Fields(strings.TrimSuffix(way, "out"))) - turns
			if path.Port != tc.port || path.Turns() != turns || len(path.Squares()) != squares {
				t.Errorf("%s, port %d: from %d, %d turns, squares %v, want %d turns, %d squares",
					tc.layout, tc.port, path.Port, path.Turns(), path.Squares(), turns, squares)
			}
		})
	}
}

// With four atoms, no beam that leaves turns more often or enters more squares than these beams; a long test tries
// all boards.
func TestLongestBeams(t *testing.T) {
	for _, tc := range []struct {
		layout         string
		port           Port
		turns, squares int
	}{
		{"8x8 a1,e1,c4,g4", 6, 6, 11},
		{"8x8 a1,f1,a8,h8", 18, 5, 26},
	} {
		if p := Trace(parse(t, tc.layout), tc.port); p.Turns() != tc.turns || len(p.Squares()) != tc.squares {
			t.Errorf("%s, port %d: %d turns, %d squares, want %d, %d", tc.layout, tc.port, p.Turns(), len(p.Squares()), tc.turns, tc.squares)
		}
	}
}

// TestEveryStepOfAPathIsOne checks paths step by step: each square entered is the next square in the heading, and
// only the last step ends the path.
func TestEveryStepOfAPathIsOne(t *testing.T) {
	for k := range uint64(300) {
		l := Deal(Field{9, 7}, int(k%9), 5, k)
		for p := Port(1); int(p) <= l.Field().Ports(); p++ {
			path := Trace(l, p)
			side, _ := l.Field().Place(p)
			heading, at := side.Enters(), NoSquare
			for i, s := range path.Steps {
				last := i == len(path.Steps)-1
				if ends := s.Act != Enter && s.Act != Turn; ends != last {
					t.Fatalf("%v, port %d: step %d of %s ends the path: %v", l, p, i, route(path), ends)
				}
				for a := range s.Atoms.Atoms() {
					if !l.Has(a) {
						t.Fatalf("%v, port %d: turned by %v where no atom is", l, p, a)
					}
				}
				atoms := s.Atoms.Count()
				dc, dr := heading.Step()
				switch s.Act {
				case Enter:
					want := l.Field().Door(p)
					if at != NoSquare {
						want = SquareAt(at.Column()+dc, at.Row()+dr)
					}
					if s.Square != want || s.Heading != heading || atoms != 0 {
						t.Fatalf("%v, port %d: enters %v, want %v", l, p, s.Square, want)
					}
				case Turn:
					if s.Square != at || s.Heading != heading.Left() && s.Heading != heading.Right() || atoms != 1 {
						t.Fatalf("%v, port %d: turns on %v from %v to %v", l, p, s.Square, heading, s.Heading)
					}
				case TurnBack:
					if s.Square != at || s.Heading != heading.Back() || atoms != 2 {
						t.Fatalf("%v, port %d: turns back on %v from %v to %v", l, p, s.Square, heading, s.Heading)
					}
				case Reflect:
					if i != 0 || s.Heading != heading.Back() || atoms == 0 {
						t.Fatalf("%v, port %d: is reflected by %v in step %d", l, p, s.Atoms, i)
					}
				case Absorb:
					if s.Square != at || s.Heading != heading || atoms != 1 {
						t.Fatalf("%v, port %d: is absorbed by %v", l, p, s.Atoms)
					}
				case Leave:
					exit := path.Answer.Port()
					if s.Square != NoSquare || s.Heading != heading || atoms != 0 || l.Field().Door(exit) != at {
						t.Fatalf("%v, port %d: leaves from %v at %d", l, p, at, exit)
					}
				}
				heading, at = s.Heading, s.Square
			}
		}
	}
}

// mirrored returns the layout mirrored vertically, horizontally or along the diagonal, one bit for each.
func mirrored(l Layout, how int) Layout {
	f := l.Field()
	if how&4 != 0 {
		f = Field{f.H, f.W}
	}
	m := f.Empty()
	for s := range l.Atoms() {
		c, r := mirroredPlace(l.Field(), s.Column(), s.Row(), how)
		m = m.With(SquareAt(c, r))
	}
	return m
}

func mirroredPlace(f Field, c, r, how int) (int, int) {
	if how&1 != 0 {
		c = int(f.W) - 1 - c
	}
	if how&2 != 0 {
		r = int(f.H) - 1 - r
	}
	if how&4 != 0 {
		c, r = r, c
	}
	return c, r
}

func mirroredPort(f Field, p Port, how int) Port {
	// A port is outside the field, one square beyond its door.
	side, _ := f.Place(p)
	dc, dr := side.Enters().Step()
	door := f.Door(p)
	c, r := mirroredPlace(f, door.Column()-dc, door.Row()-dr, how)
	if how&4 != 0 {
		f = Field{f.H, f.W}
	}
	switch {
	case c < 0:
		return f.PortAt(Left, r)
	case r < 0:
		return f.PortAt(Bottom, c)
	case c == int(f.W):
		return f.PortAt(Right, r)
	default:
		return f.PortAt(Top, c)
	}
}

func TestBeamsAreTheSameInAllEightMirrors(t *testing.T) {
	for k := range uint64(200) {
		l := Deal(Field{8, 6}, int(k%8), 9, k)
		answers := Answers(l, nil)
		for how := range 8 {
			turned := Answers(mirrored(l, how), nil)
			for i, a := range answers {
				want := a
				if exit := a.Port(); exit != NoPort {
					want = Answer(mirroredPort(l.Field(), exit, how))
				}
				p := mirroredPort(l.Field(), Port(i+1), how)
				if got := turned[p-1]; got != want {
					t.Fatalf("%v, mirror %d: port %d answers %v, want %v", l, how, p, got, want)
				}
			}
		}
	}
}

func TestPoints(t *testing.T) {
	// The example of the status bar: 6 beams absorbed or reflected and 5 passes, two atoms missed.
	shots := []Shot{
		{1, Absorbed},
		{2, Reflected},
		{3, Absorbed},
		{4, Reflected},
		{5, Absorbed},
		{6, Absorbed},
		{7, 8},
		{9, 10},
		{11, 12},
		{13, 14},
		{15, 32},
	}
	solution, marks := parse(t, "8x8 a1,b2,c3,d4"), parse(t, "8x8 a1,b2,h7,h8")
	if got := Points(shots); got != 16 {
		t.Errorf("%d points, want 16", got)
	}
	if got := Score(shots, solution, marks); got != 26 {
		t.Errorf("score %d, want 26", got)
	}
	if got := Score(nil, solution, solution); got != 0 {
		t.Errorf("all found without a beam: score %d, want 0", got)
	}
	for _, tc := range []struct {
		answer Answer
		points int
		text   string
		port   Port
	}{{Absorbed, 1, "A", NoPort}, {Reflected, 1, "R", NoPort}, {17, 2, "17", 17}, {48, 2, "48", 48}} {
		if tc.answer.Points() != tc.points || tc.answer.String() != tc.text || tc.answer.Port() != tc.port {
			t.Errorf("%v: %d points, port %d, want %d, %d", tc.answer, tc.answer.Points(), tc.answer.Port(), tc.points, tc.port)
		}
	}
}
