package solve

import (
	"testing"
)

// What Threats finds is a forced win, for the solver too, and what it excludes is not a win by attacks for a plain search.
func TestThreats(t *testing.T) {
	found, none := map[int]int{}, 0
	s := New(4)
	for _, round := range recorded(t) {
		last := len(round) - 1
		for back := 3; back <= 15 && back < last; back += 2 {
			p := round[last-back]
			r, known := Threats(p, 25, 20000)
			if !known {
				continue
			}
			if r.Win == 0 {
				none++
				continue
			}
			found[r.Win]++
			checkLine(t, p, r)
			if r.Win <= 7 {
				if got := s.Win(t.Context(), p, p.Player(), r.Win, 0); got.Win == 0 {
					t.Errorf("%s: %+v, but the solver finds no win", p, r)
				}
			}
		}
	}
	t.Log(found, none)
}
