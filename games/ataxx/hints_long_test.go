//go:build long

package ataxx

import (
	"math/rand/v2"
	"sync"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// TestWhatHintsMiss prints the loss of the moves of hints, judged by a longer search (NODES, default 4 million), in percentage
// points of the chance of winning. It uses POSITIONS positions (default 100) from games between casual players. The printed line
// belongs in docs/science.md.
func TestWhatHintsMiss(t *testing.T) {
	n, nodes := gametest.Wanted("POSITIONS", 100), int64(gametest.Wanted("NODES", 4_000_000))
	losses := make([]float64, n)
	other := make([]bool, n)
	var all sync.WaitGroup
	next := make(chan int)
	for range 2 {
		all.Go(func() {
			hint, deep := bot.NewEngine(adviceTable, 1), bot.NewEngine(64, 1)
			think := func(e *bot.Engine, p rules.Position, nodes int64) bot.Thought {
				e.Forget()
				return e.Search(t.Context(), p, search.Limits{Nodes: nodes}, nil)
			}
			for i := range next {
				p := casual(t, uint64(i))
				a, b := think(hint, p, game.HintNodes).Best, think(deep, p, nodes)
				if other[i] = a != b.Best; other[i] {
					after := p.Play(a)
					score := search.Win
					if !after.Over() {
						score = -think(deep, after, nodes).Score
					}
					losses[i] = 100 * max(search.Chance(b.Score, clearly)-search.Chance(score, clearly), 0)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
	differ, two, ten, sum := 0, 0, 0, 0.0
	for i, loss := range losses {
		if other[i] {
			differ++
		}
		if loss >= 2 {
			two++
		}
		if loss >= 10 {
			ten++
		}
		sum += loss
	}
	t.Logf("%d positions: %d other moves, %d that lose at least 2 of 100, %d at least 10, mean loss %.2f", n, differ, two, ten, sum/float64(n))
}

// casual returns a position with a choice of moves from a game between casual players.
func casual(t *testing.T, seed uint64) rules.Position {
	r := rand.New(rand.NewPCG(seed, 1))
	for {
		p := rules.Start(rules.Guide)
		for ply := range 6 + r.IntN(40) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			if ply >= 4 {
				thought, err := bot.Choose(t.Context(), p, 5, r.Uint64(), nil)
				if err != nil {
					t.Fatal(err)
				}
				m = thought.Best
			}
			p = p.Play(m)
		}
		if !p.Over() && p.CanMove() && p.Own() != 0 && p.Theirs() != 0 {
			return p
		}
	}
}
