package bot

import (
	"math/rand/v2"
	"testing"

	"attic/dev/lab/atom4/people"
	"attic/dev/lab/ladder"
	"attic/games/atom4/rules"
)

func adviser(value func(p rules.Position, m rules.Square) int) ladder.Player[rules.Position, rules.Square] {
	return func(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
		return people.Best(p, r, func(m rules.Square) int { return value(p, m) })
	}
}

// given returns the largest number of goal pieces that the other player could make after a move.
func given(p rules.Position, m rules.Square) int {
	next, most := p.Play(m), 0
	for _, reply := range next.Moves(nil) {
		most = max(most, people.Makes(next, reply))
	}
	return most
}

// ripe returns the number of pieces that would get the mover's goal colour if the mover's next colour were placed
// next to them.
func ripe(p rules.Position, m rules.Square) int {
	next := p.Play(m)
	return next.Vertices(next.Turn().Next().Opposite()).Count()
}

// strategyGames is the number of games that test each piece of advice.
const strategyGames = 80

// The manual's measurements of its advice on strategy still hold. The players differ only in whether they follow a
// piece of advice.
func TestStrategy(t *testing.T) {
	careful := adviser(func(p rules.Position, m rules.Square) int { return people.Safe(p, m) + people.Makes(p, m) })
	measured.Strategy(t, "../README.md", strategyGames, []ladder.Advice[rules.Position, rules.Square]{
		{Name: "look at the next colour of the other", Format: "who does so won %d of %d games and lost %d", A: careful, B: adviser(people.Makes)},
		{Name: "ripen", Format: "who counts these too won %d of %d games and lost %d", A: adviser(func(p rules.Position, m rules.Square) int { return people.Safe(p, m) + people.Makes(p, m) + ripe(p, m) }), B: careful},
		{Name: "give nothing", Format: "who gives as little as possible won %d of %d games and lost %d", A: adviser(func(p rules.Position, m rules.Square) int {
			return people.Safe(p, m) + people.Makes(p, m) - given(p, m)
		}), B: careful},
		{Name: "threaten twice", Format: "who threatens at as many vertices as possible won %d of %d games and lost %d", A: adviser(func(p rules.Position, m rules.Square) int {
			return people.Safe(p, m) + people.Makes(p, m) + 10*people.Threatens(p, m)
		}), B: careful},
	})
}
