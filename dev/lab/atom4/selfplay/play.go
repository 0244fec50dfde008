// Package selfplay lets attic play Atom-4 against itself, and stores the rounds in a corpus.
//
// A round begins with two to ten random moves. In three of five rounds, later moves are sometimes random too, because nearly all rounds between
// equals who make no mistakes are drawn. A round ends when the search has proved a win. If the search finds nobody ahead for a long time, as
// on boards where no line can be completed any longer, the round is a draw.
package selfplay

import (
	"context"
	"math/rand/v2"

	"attic/dev/lab/atom4/corpus"
	"attic/dev/lab/selfplay"
	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

const (
	fewest  = 2   // the least number of random moves at the start
	most    = 10  // the greatest number of random moves at the start
	crowded = 100 // with fewer pieces on the board, lines can still be completed
	dead    = 16  // after this many moves in a row with even scores a round is a draw
	even    = 8   // the largest absolute score that counts as even
)

// strays holds percentages of random moves. Each round uses a random one of them.
var strays = [...]int{0, 0, 2, 5, 10}

// Source returns the players of Atom-4, with the weights of the engine.
func Source(w *bot.Weights, nodes int64) selfplay.Source {
	return selfplay.Source{
		Format: corpus.Format, Net: selfplay.Sum(w.Encode()),
		Player: func() selfplay.Player {
			p := player{bot.NewEngine(1, 1), nodes}
			p.engine.Learn(w)
			return func(ctx context.Context, r *rand.Rand) ([]byte, int64) {
				round, nodes := p.round(ctx, r)
				return corpus.Bytes(round), nodes
			}
		},
	}
}

type player struct {
	engine *bot.Engine
	nodes  int64 // the average number of nodes of a search
}

// round plays a round and returns its moves and the nodes searched; round is nil if ctx was done before the end.
func (p *player) round(ctx context.Context, r *rand.Rand) (round []corpus.Entry, nodes int64) {
	p.engine.Forget()
	pos := rules.Start(1)
	for range fewest + r.IntN(most-fewest+1) {
		moves := pos.Moves(nil)
		m := moves[r.IntN(len(moves))]
		if next := pos.Play(m); !next.Over() {
			round, pos = append(round, corpus.Entry{Move: m, Opened: true}), next
		}
	}
	stray := strays[r.IntN(len(strays))]
	for quiet := 0; !pos.Over() && quiet < dead; {
		t := p.engine.Search(ctx, pos, search.Limits{Nodes: p.nodes/2 + r.Int64N(p.nodes) + 1}, nil)
		if ctx.Err() != nil {
			return nil, 0
		}
		nodes += t.Nodes
		e := corpus.Entry{Move: t.Best, Score: t.Score}
		if wins := t.Wins(); wins != 0 {
			return finish(append(round, e), wins > 0), nodes
		}
		if r.IntN(100) < stray {
			moves := pos.Moves(nil)
			e.Move, e.Stray = moves[r.IntN(len(moves))], true
		}
		if quiet++; t.Score > even || t.Score < -even || pos.Count() < crowded {
			quiet = 0
		}
		round, pos = append(round, e), pos.Play(e.Move)
	}
	if pos.Won() {
		return finish(round, true), nodes
	}
	return round, nodes
}

// finish sets the results of all entries. won reports whether the player of the last move has won; otherwise that player has lost.
func finish(round []corpus.Entry, won bool) []corpus.Entry {
	result := 1
	if !won {
		result = -1
	}
	for i := len(round) - 1; i >= 0; i-- {
		round[i].Result = result
		result = -result
	}
	return round
}
