package bot

import (
	"context"
	"math/rand/v2"

	"attic/games/ataxx/rules"
	"attic/search"
)

// slips holds the errors that a level makes, which people make too. A zero field disables its slip.
type slips struct {
	wrong  int // adds a random error of up to ±wrong hundredths of a piece to the value of a move
	greed  int // each piece that a move takes counts greed hundredths too much
	sight  int // only targets within sight squares of a random square are considered
	misses int // the percentage of positions in which a win at once is missed
}

// choose returns the move that looks best after depth plies. It jumps only to take or to win.
func (s slips) choose(ctx context.Context, root node, moves []rules.Move, depth int, r *rand.Rand) Thought {
	p := root.Position
	misses := r.IntN(100) < s.misses
	focus := moves[r.IntN(len(moves))].To()
	wins := func(m rules.Move) bool { return winsBy(p, m) }
	moves = search.Without(moves, func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 && !wins(m) })
	if misses {
		moves = search.Without(moves, wins)
	}
	if s.sight > 0 {
		moves = search.Without(moves, func(m rules.Move) bool { return apart(focus, m.To()) > s.sight && (misses || !wins(m)) })
	}
	ranked, reached := search.New[node](options(0, 1).Whole()).Rank(ctx, root, moves, search.Limits{Depth: depth})
	best, most := Thought{Depth: reached, Deepest: reached}, -2*search.Win
	for _, m := range ranked {
		score := m.Score
		if _, decided := search.Decided(score); !decided {
			score += s.greed*p.Turned(m.Move.To()).Count() + r.IntN(2*s.wrong+1) - s.wrong
		}
		if score > most {
			most = score
			best.Best, best.Score, best.Line = m.Move, m.Score, m.Line
		}
	}
	return best
}

// winsBy reports whether m wins at once in p.
func winsBy(p rules.Position, m rules.Move) bool {
	winner, won := p.Play(m).Result().Winner()
	return won && winner == p.Turn()
}

// apart returns the number of king's moves between two squares.
func apart(a, b rules.Square) int {
	return max(a.File()-b.File(), b.File()-a.File(), a.Rank()-b.Rank(), b.Rank()-a.Rank())
}
