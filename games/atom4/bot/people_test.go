package bot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atom4/rules"
	"attic/internal/ladder"
)

// byLevel is the program at a level.
func byLevel(level int) ladder.Player[rules.Position, rules.Square] {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Square {
		got, err := Choose(context.Background(), p, level, seed, nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// careless wins if it can and makes a random move 30 % of the time. Otherwise it takes the twelve moves that make most
// goal pieces, ties broken at random, and plays the first one that does not let the other player win at once.
func careless(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if i := slices.IndexFunc(moves, p.WinsBy); i >= 0 {
		return moves[i]
	}
	if r.IntN(100) < 30 {
		return moves[0]
	}
	slices.SortStableFunc(moves, func(a, b rules.Square) int { return makes(p, b) - makes(p, a) })
	for _, m := range moves[:min(12, len(moves))] {
		if next := p.Play(m); next.Threats(next.Turn()) == (rules.Set{}) {
			return m
		}
	}
	return moves[0]
}

// blind wins if it can, and otherwise plays anywhere.
func blind(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	moves := p.Moves(nil)
	if i := slices.IndexFunc(moves, p.WinsBy); i >= 0 {
		return moves[i]
	}
	return moves[r.IntN(len(moves))]
}

// building wins if it can, and otherwise makes most goal pieces without allowing an immediate win.
func building(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	return best(p, r, func(m rules.Square) int { return safe(p, m) + makes(p, m) })
}

// onesided is building on the half of the board, left or right, where most legal vertices are.
func onesided(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	left := 0
	for _, m := range p.Moves(nil) {
		left += cmp.Compare(rules.Side/2, m.X())
	}
	return best(p, r, func(m rules.Square) int {
		if left > 0 && m.X() > rules.Side/2 || left < 0 && m.X() < rules.Side/2 {
			return makes(p, m) - 100_000
		}
		return safe(p, m) + makes(p, m)
	})
}

// threatening is building, but prefers what the last lesson teaches: moves after which it would win at the next turn, in two places if it can.
func threatening(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	return best(p, r, func(m rules.Square) int { return safe(p, m) + 10*min(threatens(p, m), 2) + makes(p, m) })
}

// hasty is threatening, but makes a move of careless every fourth time.
func hasty(p rules.Position, seed uint64, r *rand.Rand) rules.Square {
	if r.IntN(4) == 0 {
		return careless(p, seed, r)
	}
	return threatening(p, seed, r)
}

// answering is threatening, and looks two plies ahead: it counts what the other player then makes and threatens.
func answering(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	return best(p, r, func(m rules.Square) int {
		next, worst := p.Play(m), 0
		for _, reply := range next.Moves(nil) {
			if made := makes(next, reply); made > 0 {
				worst = max(worst, made+10*min(threatens(next, reply), 2))
			}
		}
		return safe(p, m) + 10*min(threatens(p, m), 2) + makes(p, m) - worst
	})
}

// attacking never looks at what the other player threatens. No level was made by its results.
func attacking(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	return best(p, r, func(m rules.Square) int { return 10*threatens(p, m) + makes(p, m) })
}

// tired is threatening for its first twenty moves, and careless afterwards. No level was made by its results.
func tired(p rules.Position, seed uint64, r *rand.Rand) rules.Square {
	if p.Count() > 40 {
		return careless(p, seed, r)
	}
	return threatening(p, seed, r)
}

// best wins if it can, and otherwise plays the move with the highest value; ties are broken at random.
func best(p rules.Position, r *rand.Rand, value func(rules.Square) int) rules.Square {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := moves[0], math.MinInt
	for _, m := range moves {
		if p.WinsBy(m) {
			return m
		}
		if v := value(m); v > most {
			best, most = m, v
		}
	}
	return best
}

// safe returns 0, or a negative value if the other player could win after a move.
func safe(p rules.Position, m rules.Square) int {
	next := p.Play(m)
	return -1000 * next.Threats(next.Turn()).Count()
}

// threatens returns the number of vertices where the mover's next colour would win after a move if nothing else changed.
func threatens(p rules.Position, m rules.Square) int {
	next := p.Play(m)
	return next.Threats(next.Turn().Next()).Count()
}

// makes returns how many pieces of the mover's goal colour a move makes.
func makes(p rules.Position, m rules.Square) int {
	goal := p.Player().Goal()
	n := 0
	for _, c := range p.Changes(m, nil) {
		if c.New == goal {
			n++
		}
	}
	return n
}

// opening returns a position after two random plies.
func opening(seed uint64) rules.Position { return openingOf(seed, 2) }

// openingOf returns a position after random plies, from the starts of all rounds in turn.
func openingOf(seed uint64, plies int) rules.Position {
	r := rand.New(rand.NewPCG(seed, 4))
	p := rules.Start(1 + int(seed%6))
	for range plies {
		list := p.Moves(nil)
		p = p.Play(list[r.IntN(len(list))])
	}
	return p
}

// reference holds the reference players, weakest first.
var reference = []ladder.Person[rules.Position, rules.Square]{
	{Name: "blind", Player: blind},
	{Name: "careless", Player: careless},
	{Name: "one-sided", Player: onesided},
	{Name: "building", Player: building},
	{Name: "hasty", Player: hasty},
	{Name: "threatening", Player: threatening},
	{Name: "answering", Player: answering},
	{Name: "attacking, held out", Player: attacking},
	{Name: "tired, held out", Player: tired},
}

// middle is the middle of the ladder: the highest level that makes slips.
const middle = 11

// people returns the matches of the levels up to the middle of the ladder against each other.
func people() *ladder.Ladder[rules.Position, rules.Square] {
	l := &ladder.Ladder[rules.Position, rules.Square]{
		Opening: opening,
		Turn:    func(p rules.Position) int { return int(p.Player()) },
		Result:  func(p rules.Position) fmt.Stringer { return p.Result() },
		Winner: func(p rules.Position) (int, bool) {
			side, won := p.Result().Winner()
			return int(side), won
		},
		Level: byLevel,
	}
	for n := LowestLevel + 1; n <= middle; n++ {
		l.Meetings = append(l.Meetings, l.Neighbours(n, 63, 80))
	}
	return l
}

// Every match begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) {
	people().Repeats(t, reference, UsualLevel, "testdata/people.txt", *update)
}
