package bot

import (
	"testing"

	"attic/games/atom4/rules"
)

// plainTally counts, line by line and vertex by vertex, the things of value of the player with the given next three
// colours, except the vertices that would win.
func plainTally(p rules.Position, colors [3]rules.Color) tally {
	var t tally
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
	lacks := func(s rules.Square, c rules.Color) bool {
		// A propagator of the player already has the light of the colour.
		return p.At(s) != rules.Empty && p.At(s).Mixed(c) != p.At(s)
	}
	for i := range rules.Squares {
		s := rules.Square(i)
		for d := range rules.Direction(rules.Directions / 2) {
			n, sum, gap, out := 0, 0, false, false
			lights := [3]int{}
			for v, ok := s, true; ok && n < 4; v, ok = v.Step(d) {
				n++
				if p.At(v) == rules.Empty {
					gap, sum = true, sum+2
					continue
				}
				out = out || p.At(v) != me.Goal() && lost(v)
				for j, c := range colors {
					if lacks(v, c) {
						lights[j]++
						sum++
					}
				}
			}
			if n < 4 || out || sum == 0 || sum > 3 {
				continue
			}
			kinds := 0
			for _, l := range lights {
				if l > 0 {
					kinds++
				}
			}
			switch {
			case gap:
				t[gapTwo+sum-2]++
			case sum == 3:
				if kinds < 3 {
					t[three]++
				}
			default:
				for j, l := range lights {
					switch {
					case l == 1 && sum == 1:
						t[oneFirst+j]++
					case l == 0 && kinds == 2:
						t[noFirst+j]++
					}
				}
			}
		}
	}
	return t
}

func TestTalliesAreThoseCountedPlainly(t *testing.T) {
	var seen tally
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
				want[winsFirst+j] = int32(wins.Count())
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
				want[aimsFirst+j] = side.got.tally[aimsFirst+j]
				for w, aim := range side.got.aims[j] {
					if aim&^aims[w] != 0 {
						t.Fatalf("%v: %s aims at %v, but makes goals of %v", p, color, side.got.aims[j], aims)
					}
				}
			}
			for j := range things {
				seen[j] += side.got.tally[j]
				if side.got.tally[j] != want[j] {
					t.Fatalf("%v, from %s: thing %d is counted %d times, want %d", p, side.first, j, side.got.tally[j], want[j])
				}
			}
		}
	}
	for j, n := range seen {
		if n == 0 {
			t.Errorf("thing %d was never seen", j)
		}
	}
}
