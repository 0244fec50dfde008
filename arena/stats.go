package arena

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Tally counts the results of the first entrant.
type Tally struct {
	Won, Drawn, Lost int
	Pairs            [5]int // pairs of which both games are done, by points in halves: 0, ½, 1, 1½, 2
}

// Games returns how many games were played.
func (t Tally) Games() int { return t.Won + t.Drawn + t.Lost }

// Points returns those of the first entrant, a draw counting a half.
func (t Tally) Points() float64 { return float64(t.Won) + float64(t.Drawn)/2 }

// Score returns the points a game, from 0 to 1; a half before the first.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return t.Points() / float64(t.Games())
}

// Elo is by how much the first entrant is better in Elo's scale, with the bounds between which the truth lies in 95 of
// 100 matches. Each may be infinite.
type Elo struct{ Best, Low, High float64 }

// EloOf returns the difference at which the score, from 0 to 1, is expected (A. Elo, The Rating of Chessplayers, in its
// logistic form).
func EloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ScoreOf returns the score that is expected at a difference.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// deviations is how many standard deviations around the mean hold 95 % of a normal distribution.
const deviations = 1.959964

// Elo estimates the difference from the pairs, whose two games depend on each other through their opening, so that
// counting games would give too wide bounds. ok is false as long as no pair is done.
func (t Tally) Elo() (e Elo, ok bool) {
	n, mean := t.mean()
	if n == 0 {
		return Elo{}, false
	}
	if slices.Contains(t.Pairs[:], int(n)) { // no variance to go by: the least chance for which n pairs alike are likely enough
		least := math.Pow(0.025, 1/n)
		return Elo{EloOf(mean), EloOf(least * mean), EloOf(1 - least*(1-mean))}, true
	}
	variance := 0.0
	for i, k := range t.Pairs {
		d := float64(i)/4 - mean
		variance += float64(k) / n * d * d
	}
	spread := deviations * math.Sqrt(variance/n)
	return Elo{EloOf(mean), EloOf(mean - spread), EloOf(mean + spread)}, true
}

// mean returns the number of pairs and the score in them, from 0 to 1.
func (t Tally) mean() (pairs, score float64) {
	for i, k := range t.Pairs {
		pairs += float64(k)
		score += float64(k) * float64(i) / 4
	}
	return pairs, score / max(pairs, 1)
}

// String writes "+35 ± 20", or what can be said.
func (e Elo) String() string {
	switch low, high := math.IsInf(e.Low, 0), math.IsInf(e.High, 0); {
	case !low && !high:
		return fmt.Sprintf("%+.0f ± %.0f", e.Best, (e.High-e.Low)/2)
	case !low:
		return fmt.Sprintf("at least %+.0f", e.Low)
	case !high:
		return fmt.Sprintf("at most %+.0f", e.High)
	}
	return "unknown"
}

// Superiority returns the likelihood, from 0 to 1, that the first entrant is the better one: the share of a normal
// distribution that lies above an even score. Draws say nothing about it (R. Coulom's LOS).
func (t Tally) Superiority() float64 {
	if t.Won+t.Lost == 0 {
		return 0.5
	}
	return 0.5 * (1 + math.Erf(float64(t.Won-t.Lost)/math.Sqrt(2*float64(t.Won+t.Lost))))
}

// NElo returns the normalised difference and by how much it may be wrong in 5 of 100 matches: (score - 1/2) / (σ √2) in units of
// 800 / ln 10, where σ is the deviation of a pair's score, from 0 to 1 (M. Van den Bergh, Normalized Elo). It measures how many
// pairs show the difference, whatever the openings and the share of draws. ok is false as long as all pairs came out alike.
func (t Tally) NElo() (best, within float64, ok bool) {
	n, mean := t.mean()
	variance := 0.0
	for i, k := range t.Pairs {
		d := float64(i)/4 - mean
		variance += float64(k) / max(n, 1) * d * d
	}
	if variance == 0 {
		return 0, 0, false
	}
	unit := 800 / math.Ln10
	return (mean - 0.5) / math.Sqrt(2*variance) * unit, deviations / math.Sqrt(2*n) * unit, true
}

// Test is a sequential probability ratio test between two differences in Elo's scale, Elo0 < Elo1: it stops a match as
// soon as the results are so much likelier under one of them than under the other that it settles for Elo1 in at most Alpha of the
// matches in which Elo0 is true, and for Elo0 in at most Beta of those in which Elo1 is (A. Wald, Sequential Analysis).
type Test struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // 0: 0.05
}

// Bounds returns the logarithms of the ratio at which the test ends.
func (s Test) Bounds() (low, high float64) {
	const usual = 0.05
	alpha, beta := cmp.Or(s.Alpha, usual), cmp.Or(s.Beta, usual)
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// unseen is what counts for a result that has not come yet, so that its logarithm exists.
const unseen = 1e-3

// Ratio returns the logarithm of how much more likely the pairs are under Elo1 than under Elo0. Under each the
// probabilities of the five results are those that make the pairs likeliest with the mean that it demands, which is the
// generalised test (M. Van den Bergh, A Practical Introduction to the GSPRT).
func (s Test) Ratio(t Tally) float64 {
	var counts [5]float64
	total := 0.0
	for i, k := range t.Pairs {
		counts[i] = max(float64(k), unseen)
		total += float64(k)
	}
	if total == 0 {
		return 0
	}
	mean0, mean1 := ScoreOf(s.Elo0), ScoreOf(s.Elo1)
	tilt0, tilt1 := tilt(counts, mean0), tilt(counts, mean1)
	ratio := 0.0
	for i, k := range counts {
		a := float64(i) / 4
		ratio += k * math.Log((1+tilt0*(a-mean0))/(1+tilt1*(a-mean1)))
	}
	return ratio
}

// tilt returns x for which the probabilities in proportion to counts[i]/(1+x(i/4-mean)) have this mean, 0 < mean < 1.
// These are the likeliest with that mean, by Lagrange's multiplier.
func tilt(counts [5]float64, mean float64) float64 {
	low, high := -1/(1-mean), 1/mean // between these all probabilities are positive
	for range 200 {
		x := (low + high) / 2
		slope := 0.0 // falls as x grows
		for i, k := range counts {
			d := float64(i)/4 - mean
			slope += k * d / (1 + x*d)
		}
		if slope > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// Verdict returns 1 when the test has settled for Elo1, -1 for Elo0, 0 as long as it has not.
func (s Test) Verdict(t Tally) int {
	low, high := s.Bounds()
	switch ratio := s.Ratio(t); {
	case ratio >= high:
		return 1
	case ratio <= low:
		return -1
	}
	return 0
}
