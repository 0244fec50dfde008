package bot

import (
	"math/rand/v2"
	"testing"

	"attic/dev/lab/ladder"
	"attic/dev/lab/people"
	"attic/games/ataxx/rules"
)

// adviser plays the move with the highest value; ties are broken at random.
func adviser(value func(p rules.Position, m rules.Move) int) ladder.Player[rules.Position, rules.Move] {
	return func(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
		return people.Best(p.Moves(nil), r, func(m rules.Move) int { return value(p, m) })
	}
}

func taken(p rules.Position, m rules.Move) int {
	if m == rules.Pass {
		return 0
	}
	return p.Turned(m.To()).Count()
}

// profit returns the number of pieces by which a move changes the lead.
func profit(p rules.Position, m rules.Move) int {
	n := 2 * taken(p, m)
	if m.IsExtension() {
		n++
	}
	return n
}

// afterReply returns the profit of a move minus the profit of the best reply.
func afterReply(p rules.Position, m rules.Move) int {
	next := p.Play(m)
	most := 0
	if !next.Over() {
		for _, reply := range next.Moves(nil) {
			most = max(most, profit(next, reply))
		}
	}
	return profit(p, m) - most
}

// holes returns the number of empty squares that touch two or more of the mover's pieces after a move.
func holes(p rules.Position, m rules.Move) int {
	next, n := p.Play(m), 0
	for s := range rules.Square(64) {
		if s.Valid() && next.Free().Has(s) && (s.Near()&next.Theirs()).Count() >= 2 {
			n++
		}
	}
	return n
}

// wall returns the number of the mover's pieces on the edge after a move.
func wall(p rules.Position, m rules.Move) int {
	next, n := p.Play(m), 0
	for s := range rules.Square(64) {
		if s.Valid() && next.Theirs().Has(s) && (s.File() == 0 || s.File() == 6 || s.Rank() == 1 || s.Rank() == 7) {
			n++
		}
	}
	return n
}

// strategyGames is the number of games that test each piece of advice.
const strategyGames = 400

// The manual's measurements of its advice on strategy still hold. The players differ only in whether they follow a
// piece of advice.
func TestStrategy(t *testing.T) {
	measured.Strategy(t, "../README.md", strategyGames, []ladder.Advice[rules.Position, rules.Move]{
		{Name: "extend", Format: "who counted both won %d of %d games and lost %d", A: adviser(profit), B: adviser(taken)},
		{Name: "look at the reply", Format: "who also counts the best reply won %d of %d games and lost %d", A: adviser(afterReply), B: adviser(profit)},
		{Name: "leave no holes", Format: "who leaves as few as possible won %d of %d games and lost %d", A: adviser(func(p rules.Position, m rules.Move) int { return 100*profit(p, m) - holes(p, m) }), B: adviser(profit)},
		{Name: "leave the edge", Format: "who stays away from the edge won %d of %d games and lost %d", A: adviser(func(p rules.Position, m rules.Move) int { return 100*profit(p, m) - wall(p, m) }), B: adviser(profit)},
	})
}
