package bot

import (
	"slices"
	"testing"

	"attic/games/atom4/rules"
)

// plainTally counts, line by line and vertex by vertex, the valuable things of the player with the given next three
// colours, except the vertices that would win.
func plainTally(p rules.Position, colors [3]rules.Color) Tally {
	var t Tally
	me := colors[0].Owner()
	// lost reports whether no change from an empty vertex can reach s.
	lost := func(s rules.Square) bool {
		for d := range rules.Direction(rules.Directions) {
			to, ok := s.Step(d)
			for ok && p.At(to) == me.Goal() {
				to, ok = to.Step(d)
			}
			if ok && p.At(to) == rules.Empty {
				return false
			}
		}
		return true
	}
	kinds := lacks[:]
	lacks := func(s rules.Square, c rules.Color) bool {
		// A propagator of the player already has the light of the colour.
		return p.At(s) != rules.Empty && p.At(s).Mixed(c) != p.At(s)
	}
	for i := range rules.Squares {
		s := rules.Square(i)
		for d := range rules.Direction(rules.Directions / 2) {
			n, sum, out := 0, 0, false
			var l lack
			for v, ok := s, true; ok && n < 4; v, ok = v.Step(d) {
				n++
				if p.At(v) == rules.Empty {
					l[3]++
					sum += 2
					continue
				}
				out = out || p.At(v) != me.Goal() && lost(v)
				for j, c := range colors {
					if lacks(v, c) {
						l[j]++
						sum++
					}
				}
			}
			switch {
			case n < 4 || out || l[3] == 4:
			case sum > 0 && sum <= 4:
				t[nearLines+slices.Index(kinds, l)]++
			case sum <= 8:
				t[farLines+4*int(min(l[3], 2))+sum-5]++
			}
		}
	}
	return t
}

func TestTalliesAreThoseCountedPlainly(t *testing.T) {
	var seen Tally
	for i, p := range running(t) {
		if i%11 != 0 {
			continue
		}
		var mover, other side
		survey(&p, &mover, &other)
		c := p.Turn()
		for _, side := range []struct {
			got   side
			first rules.Color
		}{{mover, c}, {other, c.Next()}} {
			colors := [3]rules.Color{side.first, side.first.Next().Next(), side.first.Prev().Prev()}
			want := plainTally(p, colors)
			for j, color := range colors {
				wins := p.Threats(color)
				if side.got.wins[j] != wins {
					t.Fatalf("%v: %s wins on %v, want %v", p, color, side.got.wins[j], wins)
				}
				want[winsAt+j] = int32(wins.Count())
				var aims rules.Set
				for _, s := range p.Moves(nil) {
					if wins.Has(s) {
						for _, c := range p.WithTurn(color).Changes(s, nil) {
							if c.New == color.Owner().Goal() {
								aims.Add(c.At)
							}
						}
					}
				}
				want[aimsAt+j] = side.got.tally[aimsAt+j]
				for w, aim := range side.got.aims[j] {
					if aim&^aims[w] != 0 {
						t.Fatalf("%v: %s aims at %v, but makes goals of %v", p, color, side.got.aims[j], aims)
					}
				}
			}
			for j := range Things {
				seen[j] += side.got.tally[j]
				if side.got.tally[j] != want[j] {
					t.Fatalf("%v, from %s: thing %d is counted %d times, want %d", p, side.first, j, side.got.tally[j], want[j])
				}
			}
		}
	}
	for j, n := range seen {
		rare := j < farLines && slices.Max(lacks[j][:3]) > 2 // such a line is very rare
		if n == 0 && !rare {
			t.Errorf("thing %d was never seen", j)
		}
	}
}

// Each element of lacks lacks one to four lights, and has its own index in kindOf.
func TestLacks(t *testing.T) {
	for i, l := range lacks {
		if sum := l[0] + l[1] + l[2] + 2*l[3]; sum < 1 || sum > 4 || int(kindOf[l.number()]) != i {
			t.Errorf("%d: %v, %d", i, l, kindOf[l.number()])
		}
	}
}
