package bot

import (
	"cmp"
	"context"
	"slices"

	"attic/game/search"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// The value of traps. Most rounds between players who overlook nothing end in a draw; the more replies are wrong, the
// more often other players choose a wrong one.
const (
	trapMoves  = 6   // the number of best moves examined
	trapPlies  = 5   // a wrong reply loses within this many plies
	trapNodes  = 150 // nodes for each reply and ply
	trapWorth  = 400 // the value of a move after which every reply loses, but not too obviously
	mostRisk   = 60  // a move that is worse by more is not played for its traps
	trapTries  = 2   // the number of moves with traps that are searched as deeply as the best one
	trapMemory = 1   // megabytes
)

// plain is the share of a trap's value that counts, in percent, by the number of plies from the trap to the win.
var plain = [trapPlies + 1]int{1: 0, 3: 50, 5: 100}

// tempt chooses among the moves that are about as good as the best one, which a search found. It takes the move after
// which the most replies lose in a way that is easily overlooked.
func tempt(ctx context.Context, e *search.Engine[node, rules.Square], root node, moves []rules.Square, best Thought, nodes int64) Thought {
	ranked, _ := e.Rank(ctx, root, moves, search.Limits{Nodes: nodes, Depth: best.Depth})
	slices.SortStableFunc(ranked, func(a, b search.Ranked[rules.Square]) int { return cmp.Compare(b.Score, a.Score) })
	at := slices.IndexFunc(ranked, func(r search.Ranked[rules.Square]) bool { return r.Move == best.Best })
	if at < 0 {
		return best
	}
	// The search that chose the best move knew more than the ranking.
	ranked[at].Score = max(ranked[at].Score, ranked[0].Score)
	floor := ranked[at].Score - mostRisk
	solver := solve.New(trapMemory)
	least := trap(solver, root.Position, best.Best)
	type bait struct {
		search.Ranked[rules.Square]
		worth int
	}
	var baits []bait
	for i, r := range ranked {
		if i >= trapMoves || r.Score < floor || ctx.Err() != nil {
			break
		}
		if worth := r.Score + trap(solver, root.Position, r.Move); worth > ranked[at].Score+least {
			baits = append(baits, bait{r, worth})
		}
	}
	slices.SortStableFunc(baits, func(a, b bait) int { return cmp.Compare(b.worth, a.worth) })
	for _, b := range baits[:min(len(baits), trapTries)] {
		t := e.Search(ctx, root, []rules.Square{b.Move}, search.Limits{Nodes: nodes, Depth: best.Depth}, nil)
		if t.Score >= best.Score-mostRisk {
			t.Nodes, t.Depth, t.Deepest = best.Nodes, best.Depth, best.Deepest
			return t
		}
	}
	return best
}

func trap(s *solve.Solver, p rules.Position, m rules.Square) int {
	next := p.Play(m)
	sum, replies := 0, 0
	for _, reply := range next.Moves(nil) {
		replies++
		if after := next.Play(reply); !after.Over() {
			sum += plain[s.Forced(after, trapPlies, trapNodes)]
		}
	}
	return sum * trapWorth / 100 / max(replies, 1)
}
