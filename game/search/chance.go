package search

import "math"

// Chance returns the expected result of the side with this score, from 0 to 1, where a draw counts ½: the logistic function of
// score / scale, and exactly 0 or 1 if the score is a proved loss or win.
func Chance(score int, scale float64) float64 {
	switch _, decided := Decided(score); {
	case decided && score > 0:
		return 1
	case decided:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/scale))
}
