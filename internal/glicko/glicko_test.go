package glicko

import (
	"math"
	"testing"
)

// The example of the paper, as exactly as it is printed.
func TestTheExampleOfThePaper(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After(Result{Rating{1400, 30, 0.06}, 1}, Result{Rating{1550, 100, 0.06}, 0}, Result{Rating{1700, 300, 0.06}, 0})
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

// Without games, the deviation grows; equal players who draw stay equal; surprises raise the volatility.
func TestRatings(t *testing.T) {
	if idle := (Rating{1500, 200, 0.06}).After(); idle.Points != 1500 || math.Abs(idle.Deviation-200.2714) > 0.001 || idle.Volatility != 0.06 {
		t.Errorf("without games the rating becomes %+v", idle)
	}
	a := Rating{1500, 350, 0.06}
	if drawn := a.After(Result{a, 0.5}); drawn.Points != 1500 || drawn.Deviation >= 350 {
		t.Errorf("after a draw with an equal player: %+v", drawn)
	}
	strong, weak := Rating{2000, 60, 0.06}, Result{Rating{1200, 60, 0.06}, 0}
	if s := strong.After(weak, weak, weak); s.Points >= 2000 || s.Volatility <= 0.06 {
		t.Errorf("after three surprising losses: %+v", s)
	}
	// The volatility of a player who always beats much stronger players soon rises.
	s := a
	for range 20 {
		s = s.After(Result{Rating{3000, 30, 0.06}, 1})
	}
	if s.Volatility <= 0.06 || s.Points < 2000 {
		t.Errorf("after 20 great wins: %+v", s)
	}
}
