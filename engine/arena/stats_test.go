package arena

import (
	"math"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within || a == b }

// Values from the definition, worked out by hand: an expected score of 10/11 means a difference of 400.
func TestEloAndScore(t *testing.T) {
	for score, want := range map[float64]float64{
		0.5: 0, 10.0 / 11: 400, 1.0 / 11: -400, 0.64: 99.9510, 0.75: 190.8485, 1: math.Inf(1), 0: math.Inf(-1), -0.1: math.Inf(-1), 1.2: math.Inf(1),
	} {
		if got := EloOf(score); !near(got, want, 1e-3) {
			t.Errorf("a score of %v is %v, want %v", score, got, want)
		}
	}
	for elo := -800.0; elo <= 800; elo += 12.5 {
		if got := EloOf(ScoreOf(elo)); !near(got, elo, 1e-6) {
			t.Errorf("%v and back is %v", elo, got)
		}
	}
}

// The bounds agree with the bounds that follow from the variance of the pairs' scores, computed pair by pair.
func TestEloOfPairs(t *testing.T) {
	for _, pairs := range [][5]int{{1, 2, 10, 4, 3}, {0, 0, 1, 0, 1}, {100, 0, 0, 0, 100}, {0, 30, 0, 30, 0}, {5, 40, 100, 50, 9}} {
		var each []float64
		sum := 0.0
		for i, k := range pairs {
			for range k {
				each = append(each, float64(i)/4)
				sum += float64(i) / 4
			}
		}
		n := float64(len(each))
		squares := 0.0
		for _, x := range each {
			squares += x * x
		}
		deviation := math.Sqrt(squares/n-sum/n*sum/n) / math.Sqrt(n)
		want := Elo{EloOf(sum / n), EloOf(sum/n - 1.96*deviation), EloOf(sum/n + 1.96*deviation)}
		got, ok := Tally{Pairs: pairs}.Elo()
		if !ok || !near(got.Best, want.Best, 1e-6) || !near(got.Low, want.Low, 0.01) || !near(got.High, want.High, 0.01) {
			t.Errorf("%v: %v, want %v", pairs, got, want)
		}
	}
}

func TestEloWrittenOut(t *testing.T) {
	for _, c := range []struct {
		pairs [5]int
		want  string
	}{
		{[5]int{0, 0, 8, 0, 0}, "+0 ± 135"}, // 0.025 to the power 1/8 is 0.6306: from 0.3153 to 0.6847
		{[5]int{0, 0, 2, 4, 2}, "+191 ± 122"},
		{[5]int{0, 0, 0, 0, 30}, "at least +353"}, // 0.025 to the power 1/30 is 0.8843
		{[5]int{30, 0, 0, 0, 0}, "at most -353"},
		{[5]int{0, 0, 0, 0, 3}, "at least -154"}, // 0.2924
		{[5]int{3, 0, 0, 0, 0}, "at most +154"},
		{[5]int{0, 0, 0, 1, 2}, "at least +223"},
		{[5]int{1, 0, 0, 0, 1}, "unknown"},
	} {
		got, ok := Tally{Pairs: c.pairs}.Elo()
		if !ok || got.String() != c.want {
			t.Errorf("%v: %s, want %s", c.pairs, got, c.want)
		}
	}
	if _, ok := (Tally{Won: 1}).Elo(); ok {
		t.Error("a match without a finished pair has a difference")
	}
}

// Superiority agrees with the integral of the normal distribution up to the lead in wins, computed by Simpson's rule.
func TestSuperiority(t *testing.T) {
	for _, c := range []Tally{{Won: 10, Lost: 10, Drawn: 5}, {Won: 3, Lost: 1}, {Won: 60, Lost: 40, Drawn: 100}, {Won: 5, Lost: 25}} {
		x := float64(c.Won-c.Lost) / math.Sqrt(float64(c.Won+c.Lost))
		const steps = 1000
		h, sum := (x+10)/steps, 0.0
		for i := range steps + 1 {
			weight := 2.0 + 2*float64(i%2)
			if i == 0 || i == steps {
				weight = 1
			}
			at := -10 + float64(i)*h
			sum += weight * math.Exp(-at*at/2)
		}
		want := sum * h / 3 / math.Sqrt(2*math.Pi)
		if got := c.Superiority(); !near(got, want, 1e-6) {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
	if got := (Tally{Drawn: 9}).Superiority(); got != 0.5 {
		t.Errorf("with draws only it is %v", got)
	}
}

// The ratio for pairs that are lost, even or won agrees with a search over all probabilities that have the required mean: one of the
// three probabilities determines the others.
func TestTheRatioIsThatOfTheLikeliestProbabilities(t *testing.T) {
	likeliest := func(counts [3]float64, mean float64) float64 {
		best := math.Inf(-1)
		const steps = 20_000
		for i := 1; i < steps; i++ {
			won := mean * float64(i) / steps
			even := 2 * (mean - won)
			lost := 1 - won - even
			if even <= 0 || lost <= 0 {
				continue
			}
			best = max(best, counts[0]*math.Log(lost)+counts[1]*math.Log(even)+counts[2]*math.Log(won))
		}
		return best
	}
	for _, c := range []struct {
		pairs [5]int
		s     Test
	}{
		{[5]int{10, 0, 50, 0, 20}, Test{Elo0: 0, Elo1: 10}},
		{[5]int{30, 0, 50, 0, 20}, Test{Elo0: -5, Elo1: 5}},
		{[5]int{3, 0, 4, 0, 30}, Test{Elo0: 0, Elo1: 200}},
		{[5]int{1, 0, 1, 0, 1}, Test{Elo0: 0, Elo1: 50}},
	} {
		counts := [3]float64{float64(c.pairs[0]), float64(c.pairs[2]), float64(c.pairs[4])}
		want := likeliest(counts, ScoreOf(c.s.Elo1)) - likeliest(counts, ScoreOf(c.s.Elo0))
		if got := c.s.Ratio(Tally{Pairs: c.pairs}); !near(got, want, 0.01) {
			t.Errorf("%v, %v: %v, want %v", c.pairs, c.s, got, want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		pairs [5]int
		s     Test
		want  int
	}{
		{[5]int{}, Test{Elo0: 0, Elo1: 10}, 0},
		{[5]int{0, 0, 0, 0, 2}, Test{Elo0: 0, Elo1: 10}, 0},
		{[5]int{0, 0, 0, 0, 104}, Test{Elo0: 0, Elo1: 10}, 1},
		{[5]int{104, 0, 0, 0, 0}, Test{Elo0: 0, Elo1: 10}, -1},
		{[5]int{100, 400, 1000, 400, 100}, Test{Elo0: 0, Elo1: 10}, -1},
		{[5]int{100, 400, 1000, 500, 150}, Test{Elo0: 0, Elo1: 10}, 1},
		{[5]int{10, 40, 100, 41, 10}, Test{Elo0: 0, Elo1: 10}, 0},
	} {
		tally := Tally{Pairs: c.pairs}
		if got := c.s.Verdict(tally); got != c.want {
			t.Errorf("%v, %v: %d with %v, want %d", c.pairs, c.s, got, c.s.Ratio(tally), c.want)
		}
		mirrored := Test{Elo0: -c.s.Elo1, Elo1: -c.s.Elo0}
		p := c.pairs
		if a, b := mirrored.Ratio(Tally{Pairs: [5]int{p[4], p[3], p[2], p[1], p[0]}}), c.s.Ratio(tally); !near(a, -b, 1e-6) {
			t.Errorf("%v: for the other side the ratio is %v, want %v", c.pairs, a, -b)
		}
	}
}

// The bounds are Wald's, and a test with smaller error rates takes longer.
func TestBoundsOfATest(t *testing.T) {
	for _, c := range []struct {
		s         Test
		low, high float64
	}{
		{Test{}, -2.944439, 2.944439},                       // ln 19
		{Test{Alpha: 0.1, Beta: 0.1}, -2.197225, 2.197225},  // ln 9
		{Test{Alpha: 0.01, Beta: 0.2}, -1.599388, 4.382027}, // ln(0.2/0.99), ln(0.8/0.01)
	} {
		if low, high := c.s.Bounds(); !near(low, c.low, 1e-6) || !near(high, c.high, 1e-6) {
			t.Errorf("%+v: from %v to %v, want %v to %v", c.s, low, high, c.low, c.high)
		}
	}
	tally := Tally{Pairs: [5]int{100, 400, 1000, 500, 150}}
	strict := Test{Elo0: 0, Elo1: 10, Alpha: 1e-9, Beta: 1e-9}
	if usual := (Test{Elo0: 0, Elo1: 10}); usual.Verdict(tally) != 1 || strict.Verdict(tally) != 0 {
		t.Errorf("%v: %d and %d", usual.Ratio(tally), usual.Verdict(tally), strict.Verdict(tally))
	}
}

// NElo agrees with its definition, computed from the scores of single pairs: the mean divided by the deviation, in units in which the
// deviation of a single game, √2 times the deviation of a pair's mean, is 800 / ln 10.
func TestNormalisedElo(t *testing.T) {
	for _, pairs := range [][5]int{{1, 2, 10, 4, 3}, {0, 0, 1, 0, 1}, {0, 30, 0, 40, 0}, {5, 40, 100, 50, 9}} {
		var each []float64
		for i, k := range pairs {
			for range k {
				each = append(each, float64(i)/4)
			}
		}
		n, sum, squares := float64(len(each)), 0.0, 0.0
		for _, x := range each {
			sum += x
		}
		for _, x := range each {
			squares += (x - sum/n) * (x - sum/n)
		}
		deviation := math.Sqrt(squares/n) * math.Sqrt2
		want := (sum/n - 0.5) / deviation * 347.4355855
		best, within, ok := Tally{Pairs: pairs}.NElo()
		if !ok || !near(best, want, 1e-5) || !near(within, 1.959964*347.4355855/math.Sqrt(2*n), 1e-4) {
			t.Errorf("%v: %v ± %v, want %v", pairs, best, within, want)
		}
	}
	for _, pairs := range [][5]int{{}, {0, 0, 7, 0, 0}, {0, 0, 0, 0, 9}} {
		if best, _, ok := (Tally{Pairs: pairs}).NElo(); ok {
			t.Errorf("%v: %v", pairs, best)
		}
	}
}
