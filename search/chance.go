package search

import "math"

// Chance is how likely the side with this score is to win, from 0 to 1, a draw counting a half: the logistic function of
// score / scale, and exactly 0 or 1 where the result is decided.
func Chance(score int, scale float64) float64 {
	switch _, decided := Decided(score); {
	case decided && score > 0:
		return 1
	case decided:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/scale))
}
