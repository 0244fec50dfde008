package main

import (
	"context"
	"math/rand/v2"
	"sync"

	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
	"attic/search"
)

// sample is a position and what is known of it, for the side to move.
type sample struct {
	patterns [bot.Windows]uint8
	score    int16 // that a search found
	result   int8  // of the game: 1 won, -1 lost, 0 drawn
	played   bool  // it stood in a game; else the result means nothing
	tested   bool  // not fitted
	owned    int8  // empty squares that only this side can ever reach, less those of the other
}

// Chances, one in so many.
const (
	strayMove = 24 // a move in a game is a random one
	aside     = 2  // the position after a random move is searched as well, though it is not played on
	heldBack  = 20 // a game is for the test of the fit
)

// mostPlies ends a game as a draw.
const mostPlies = 400

// play plays games and returns their samples, in the order of the games.
func play(w bot.Weights, seed uint64, first, games int, nodes int64, workers int) []sample {
	found := make([][]sample, games)
	numbers := make(chan int)
	var players sync.WaitGroup
	for range workers {
		players.Go(func() {
			engine := bot.NewEngineOf(w, 1, 1)
			for i := range numbers {
				found[i] = game(engine, rand.New(rand.NewPCG(seed, uint64(first+i))), nodes)
			}
		})
	}
	for i := range games {
		numbers <- i
	}
	close(numbers)
	players.Wait()
	var all []sample
	for _, samples := range found {
		all = append(all, samples...)
	}
	return all
}

// game plays one game.
func game(engine *bot.Engine, r *rand.Rand, nodes int64) []sample {
	engine.Forget()
	p := start(r)
	tested := r.IntN(heldBack) == 0
	var samples []sample
	var turns []rules.Side
	for plies := 0; !p.Over() && plies < mostPlies; plies++ {
		moves := p.Moves(nil)
		if r.IntN(aside) == 0 {
			if q := p.Play(moves[r.IntN(len(moves))]); !q.Over() {
				if t := engine.Search(context.Background(), q, search.Limits{Nodes: nodes / 2}, nil); len(t.Line) > 0 {
					samples = append(samples, newSample(q, t.Score, false, tested))
					turns = append(turns, q.Turn())
				}
			}
		}
		m := moves[r.IntN(len(moves))]
		if r.IntN(strayMove) > 0 {
			t := engine.Search(context.Background(), p, search.Limits{Nodes: nodes}, nil)
			samples = append(samples, newSample(p, t.Score, true, tested))
			turns = append(turns, p.Turn())
			m = t.Best
		}
		p = p.Play(m)
	}
	if winner, won := p.Result().Winner(); won {
		for i := range samples {
			samples[i].result = -1
			if turns[i] == winner {
				samples[i].result = 1
			}
		}
	}
	return samples
}

// newSample returns what stands on the board and what a search made of it.
func newSample(p rules.Position, score int, played, tested bool) sample {
	s := sample{score: int16(score), played: played, tested: tested}
	bot.PatternsOf(p, s.patterns[:0])
	own, theirs := bot.Owned(p)
	s.owned = int8(own.Count() - theirs.Count())
	return s
}

// start returns a position after a few random moves, by an even chance with blocks.
func start(r *rand.Rand) rules.Position {
	for {
		p := rules.Start(rules.RuleSet(r.IntN(2)))
		if r.IntN(2) == 0 {
			pattern := ""
			density := 1 + r.IntN(6)
			for _, letter := range rules.Letters {
				if r.IntN(15) < density {
					pattern += string(letter)
				}
			}
			if pattern != "" {
				p, _ = p.SetBlocks(pattern) // no letter stands for a corner
			}
		}
		for range 4 + r.IntN(5) {
			if p.Over() {
				break
			}
			moves := p.Moves(nil)
			p = p.Play(moves[r.IntN(len(moves))])
		}
		if !p.Over() {
			return p
		}
	}
}
