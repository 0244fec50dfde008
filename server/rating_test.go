package server

import (
	"math"
	"testing"
)

// The example of the paper, to the digits that it prints.
func TestGlickmansExample(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After([]Faced{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	})
	for _, c := range []struct {
		what              string
		got, want, within float64
	}{
		{"points", got.Points, 1464.06, 0.01},
		{"deviation", got.Deviation, 151.52, 0.005},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

// Who does not play becomes less known, down to a new player; equal players who draw stay equal; a surprise raises the volatility.
func TestRatings(t *testing.T) {
	r := Rating{1600, 50, 0.06}
	for range 10000 {
		next := r.After(nil)
		if next.Points != 1600 || next.Deviation < r.Deviation || next.Deviation > newDeviation+1e-9 {
			t.Fatalf("after a period without games %v became %v", r, next)
		}
		r = next
	}
	if r.Deviation < newDeviation-1 {
		t.Errorf("the deviation is %v after years, want that of a new player", r.Deviation)
	}
	var a, b Rating
	if a, b := a.After([]Faced{{b, 0.5}}), b.After([]Faced{{a, 0.5}}); a != b || a.Points != newPoints || a.Deviation >= newDeviation {
		t.Errorf("two new players drew and are %v and %v", a, b)
	}
	strong, weak := Rating{2000, 60, 0.06}, Rating{1200, 60, 0.06}
	if s := strong.After([]Faced{{weak, 0}, {weak, 0}, {weak, 0}}); s.Points >= 2000 || s.Volatility <= 0.06 {
		t.Errorf("after three surprising losses: %v", s)
	}
}
