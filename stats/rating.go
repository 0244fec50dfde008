package stats

import (
	"math"

	"attic/game"
)

// Rating is how well a person plays on the scale of the levels (docs/science.md, "The rating").
type Rating struct {
	Value float64
	Error float64 // half the width of the 95 % interval
	Games int     // that it is made from; 0: too few for a rating
}

const (
	lowestRating = 1000 // of a game's lowest level
	leastRated   = 5    // games that a rating needs
	mostRated    = 30   // games that it is made from, the latest ones
)

// strengths returns the ratings of the levels of g that were measured: the score against the level below tells how far
// apart they are.
func strengths(g game.Game) map[int]float64 {
	list := map[int]float64{}
	ladder, measured := g.(game.Ladder)
	bots, ok := g.(game.Bots)
	if !measured || !ok {
		return list
	}
	level, _, _ := bots.Levels()
	rating := float64(lowestRating)
	list[level] = rating
	for _, percent := range ladder.Ladder() {
		level++
		rating += 400 * math.Log10(percent/(100-percent))
		list[level] = rating
	}
	return list
}

// rated is a game that counts for the rating.
type rated struct{ opponent, points float64 }

// ratedAs returns a game against an opponent of a strength with a result of 1, 0 or -1.
func ratedAs(strength float64, result int) rated { return rated{strength, float64(1+result) / 2} }

// expected returns the points that a player who is better by this much may expect.
func expected(by float64) float64 { return 1 / (1 + math.Pow(10, -by/400)) }

// rate returns the rating whose expected points are those of the last games, with two draws added against the mean of
// their opponents, so that it stays finite when all were won.
func rate(list []rated) Rating {
	if len(list) < leastRated {
		return Rating{}
	}
	list = list[max(0, len(list)-mostRated):]
	n, mean, points := float64(len(list)), 0.0, 1.0
	for _, r := range list {
		mean += r.opponent / n
		points += r.points
	}
	at := func(rating float64) (sum, spread float64) {
		add := func(weight, by float64) {
			p := expected(by)
			sum, spread = sum+weight*p, spread+weight*p*(1-p)
		}
		add(2, rating-mean)
		for _, r := range list {
			add(1, rating-r.opponent)
		}
		return sum, spread
	}
	const widest, steps = 10_000, 60
	low, high := mean-widest, mean+widest
	for range steps {
		if sum, _ := at((low + high) / 2); sum < points {
			low = (low + high) / 2
		} else {
			high = (low + high) / 2
		}
	}
	_, spread := at(low)
	return Rating{Value: low, Error: 1.96 * 400 / math.Ln10 / math.Sqrt(spread), Games: len(list)}
}
