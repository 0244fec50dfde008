// Package people holds the reference players for Atom-4, which play like people. Their moves are the measure for the lowest levels of the computer
// and for the levels of the puzzles.
package people

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"attic/dev/lab/people"
	"attic/games/atom4/rules"
)

// All lists the reference players, weakest first, and then the players held out. The players hasty and tired play like the player threatening,
// except where they are careless: tired after its first twenty moves.
var All = []people.Person[rules.Position, rules.Square]{
	{Name: "blind", Move: blind},
	{Name: "careless", Move: careless},
	{Name: "one-sided", Move: onesided},
	{Name: "building", Move: building},
	{Name: "hasty", Move: people.Hasty(careless, threatening)},
	{Name: "threatening", Move: threatening},
	{Name: "answering", Move: answering},
	{Name: "attacking", Held: true, Move: attacking},
	{Name: "tired", Held: true, Move: people.Tired(careless, threatening, func(p rules.Position) bool { return p.Count() > 40 })},
}

// careless wins if it can. Otherwise, it plays a random move 30 % of the time; the rest of the time, it takes the twelve moves that make the most
// goal pieces, with ties broken at random, and plays the first that does not let the other player win immediately.
func careless(p rules.Position, r *rand.Rand) rules.Square {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if i := slices.IndexFunc(moves, p.WinsBy); i >= 0 {
		return moves[i]
	}
	if r.IntN(100) < 30 {
		return moves[0]
	}
	slices.SortStableFunc(moves, func(a, b rules.Square) int { return Makes(p, b) - Makes(p, a) })
	for _, m := range moves[:min(12, len(moves))] {
		if next := p.Play(m); next.Threats(next.Turn()) == (rules.Set{}) {
			return m
		}
	}
	return moves[0]
}

// blind wins if it can, and otherwise plays at random.
func blind(p rules.Position, r *rand.Rand) rules.Square {
	moves := p.Moves(nil)
	if i := slices.IndexFunc(moves, p.WinsBy); i >= 0 {
		return moves[i]
	}
	return moves[r.IntN(len(moves))]
}

// building wins if it can, and otherwise makes as many goal pieces as it can without allowing an immediate win.
func building(p rules.Position, r *rand.Rand) rules.Square {
	return Best(p, r, func(m rules.Square) int { return Safe(p, m) + Makes(p, m) })
}

// onesided plays like building, but on the left or right half of the board, where more vertices are legal.
func onesided(p rules.Position, r *rand.Rand) rules.Square {
	left := 0
	for _, m := range p.Moves(nil) {
		left += cmp.Compare(rules.Side/2, m.X())
	}
	return Best(p, r, func(m rules.Square) int {
		if left > 0 && m.X() > rules.Side/2 || left < 0 && m.X() < rules.Side/2 {
			return Makes(p, m) - 100_000
		}
		return Safe(p, m) + Makes(p, m)
	})
}

// threatening plays like building, but prefers threats, as the last lesson teaches: moves after which it could win at its next turn, if possible
// on two vertices.
func threatening(p rules.Position, r *rand.Rand) rules.Square {
	return Best(p, r, func(m rules.Square) int { return Safe(p, m) + 10*min(Threatens(p, m), 2) + Makes(p, m) })
}

// answering plays like threatening, but looks two plies ahead: it subtracts the pieces and threats that the other player can then make.
func answering(p rules.Position, r *rand.Rand) rules.Square {
	return Best(p, r, func(m rules.Square) int {
		next, worst := p.Play(m), 0
		for _, reply := range next.Moves(nil) {
			if made := Makes(next, reply); made > 0 {
				worst = max(worst, made+10*min(Threatens(next, reply), 2))
			}
		}
		return Safe(p, m) + 10*min(Threatens(p, m), 2) + Makes(p, m) - worst
	})
}

// attacking ignores the other player's threats.
func attacking(p rules.Position, r *rand.Rand) rules.Square {
	return Best(p, r, func(m rules.Square) int { return 10*Threatens(p, m) + Makes(p, m) })
}

// Best wins if it can, and otherwise plays the move with the highest value; ties are broken at random.
func Best(p rules.Position, r *rand.Rand, value func(rules.Square) int) rules.Square {
	return people.Best(p.Moves(nil), r, func(m rules.Square) int {
		if p.WinsBy(m) {
			return math.MaxInt
		}
		return value(m)
	})
}

// Safe returns 0, or a negative value if the other player could win after a move.
func Safe(p rules.Position, m rules.Square) int {
	next := p.Play(m)
	return -1000 * next.Threats(next.Turn()).Count()
}

// Threatens returns the number of vertices where the mover's next colour would win after move m if nothing else changed.
func Threatens(p rules.Position, m rules.Square) int {
	next := p.Play(m)
	return next.Threats(next.Turn().Next()).Count()
}

// Makes returns the number of pieces of the mover's goal colour that a move makes.
func Makes(p rules.Position, m rules.Square) int {
	goal := p.Player().Goal()
	n := 0
	for _, c := range p.Changes(m, nil) {
		if c.New == goal {
			n++
		}
	}
	return n
}
