package stats

import (
	"math"

	"attic/game"
)

// Rating is a person's playing strength on the scale of the levels (docs/science.md, "The rating").
type Rating struct {
	Value float64
	Error float64 // half the width of the 95 % confidence interval
	Games int     // the number of games that the rating is based on; 0: too few for a rating
}

const (
	lowestRating = 1000 // the rating of a game's lowest level
	leastRated   = 5    // the smallest number of games for a rating
	mostRated    = 30   // the maximum number of games for a rating; only the latest count
)

// strengths returns the ratings of the measured levels of g. The difference between two levels is computed from the score
// of the higher level against the lower one.
func strengths(g game.Game) map[int]float64 {
	list := map[int]float64{}
	ladder := g.Info().Ladder
	bots, ok := g.(game.Bots)
	if ladder == nil || !ok {
		return list
	}
	level, _, _ := bots.Levels()
	rating := float64(lowestRating)
	list[level] = rating
	for _, percent := range ladder {
		level++
		rating += 400 * math.Log10(percent/(100-percent))
		list[level] = rating
	}
	return list
}

// rated is a game that counts for the rating.
type rated struct{ opponent, points float64 }

// expected returns the expected points, from 0 to 1, of a player whose rating is higher by the difference by.
func expected(by float64) float64 { return 1 / (1 + math.Pow(10, -by/400)) }

// rate returns the rating for which the expected points equal the points made in the last games. Two draws against the
// mean rating of the opponents are added, so that the rating stays finite even if all games were won.
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
