package bot

import (
	"context"
	"math/rand/v2"

	"attic/game/search"
	"attic/games/ataxx/rules"
)

// slips holds the errors that a level makes, which people make too. A zero field disables its slip.
type slips struct {
	wrong  int // adds a random error of up to ±wrong hundredths of a piece to the value of a move
	far    int // the percentage by which the error grows with each square between the move and a random square, where the level looks
	tired  int // the percentage by which the error is larger on a full board, and less on an emptier one
	greed  int // each piece that a move takes counts greed hundredths too much
	misses int // the percentage of positions in which an immediate win is missed
	behind int // the percentage of the other side's replies that are overlooked; half of it for replies within two squares of the move
}

// choose returns the move that looks best after depth plies. It jumps only to take or to win.
func (s slips) choose(ctx context.Context, root node, moves []rules.Move, depth int, r *rand.Rand) Thought {
	p := root.Position
	misses := r.IntN(100) < s.misses
	focus := moves[r.IntN(len(moves))].To()
	moves = search.Without(moves, func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 && !p.Wins(m) })
	if misses {
		moves = search.Without(moves, p.Wins)
	}
	ranked, reached := search.New[node](options(0, 1).Whole()).Rank(ctx, root, moves, search.Limits{Depth: depth})
	full := 100 * (p.Own() | p.Theirs()).Count() / (p.Own() | p.Theirs() | p.Free()).Count()
	best, most := Thought{Depth: reached, Deepest: reached}, -2*search.Win
	for _, m := range ranked {
		score := m.Score
		if len(m.Line) > 1 {
			unseen := s.behind
			if rules.Distance(m.Move.To(), m.Line[1].To()) <= 2 {
				unseen /= 2
			}
			if r.IntN(100) < unseen {
				score = -root.Play(m.Move).Score()
			}
		}
		if _, decided := search.Decided(score); !decided {
			wrong := s.wrong * (100 + s.far*rules.Distance(focus, m.Move.To())) / 100 * (100*100 + s.tired*full) / (100 * 100)
			score += s.greed*p.Turned(m.Move.To()).Count() + r.IntN(2*wrong+1) - wrong
		}
		if score > most {
			most = score
			best.Best, best.Score, best.Line = m.Move, m.Score, m.Line
		}
	}
	return best
}
