package search

import "time"

// Most returns the time after which a search within these limits stops, even in the middle of an iteration; 0 means never.
func (lim Limits) Most() time.Duration {
	if lim.Move > 0 || lim.Clock <= 0 {
		return lim.Move
	}
	_, hard := budget(lim)
	return hard
}

// budget returns the time that a move should take in a game with a clock (soft), and the most that it may take (hard).
func budget(lim Limits) (soft, hard time.Duration) {
	moves := 24
	if lim.MovesToGo > 0 {
		moves = min(lim.MovesToGo, moves)
	}
	left := lim.Clock - min(lim.Clock/20, 20*time.Millisecond) // the rest is reserved for sending the position and the move
	soft = min(left/time.Duration(moves)+lim.Increment*3/4, left*7/10)
	hard = min(soft*5/2, left*8/10)
	return max(soft, time.Millisecond), max(hard, time.Millisecond)
}

// plan decides after each iteration whether to start the next one.
type plan struct {
	limits Limits
	best   any // the best move of the previous iteration
	steady int // the number of iterations for which best has stayed the same
}

// enough reports whether the search should end because another iteration is not worth its time. The larger the share of nodes that went to the best
// move, and the longer that move has been the best, the earlier the search ends.
func (p *plan) enough(elapsed time.Duration, share float64, same bool) bool {
	if same {
		p.steady++
	} else {
		p.steady = 0
	}
	if p.limits.Move > 0 || p.limits.Clock <= 0 {
		return false
	}
	soft, _ := budget(p.limits)
	factor := (1.6 - share) * (1.2 - 0.05*float64(min(p.steady, 8)))
	return elapsed > time.Duration(float64(soft)*factor*0.7)
}
