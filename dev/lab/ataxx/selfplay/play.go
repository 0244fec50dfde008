// Package selfplay lets attic play Ataxx against itself, and stores the positions in a corpus.
//
// A quarter of the games are on boards with blocks, unless only one kind of boards is wanted; half use each rule set. Seven of eight games begin from a
// position that a short search finds balanced. The others begin from any position, and about one move in 24 is random, so that positions that good
// players avoid occur too.
//
// Three kinds of positions are left out on purpose. First, positions of the random plies at the start: later moves say little about them. Second,
// decided positions: the search sees the result, and the game ends as soon as it does. Third, positions that occurred recently, even turned or
// mirrored: their evaluation is the same, so they would count twice.
package selfplay

import (
	"context"
	"math/rand/v2"

	"attic/dev/lab/ataxx/corpus"
	"attic/dev/lab/selfplay"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

const (
	mostPlies = 400 // after this many plies a game is a draw
	strayMove = 24  // in games with random moves, one move in this many is random
	fewest    = 4   // the least number of random plies at the start
	most      = 10  // the greatest number of random plies at the start; after more plies, the position would be one that good players never reach
	ending    = 10  // with fewer empty squares, a search gets 1/quick of the nodes, since it sees nearly everything
	quick     = 4
	balanced  = 200 // hundredths of a piece by which a balanced position may favour a side
	judging   = 4   // the search that judges a starting position gets 1/judging of the nodes of a move
)

// Source returns the players of Ataxx, with the engine's weights w; if w is nil, the engine only counts pieces. The parameter
// blocks says how many of four games are on boards with blocks.
func Source(w *bot.Weights, nodes int64, blocks int) selfplay.Source {
	net := "none"
	if w != nil {
		net = selfplay.Sum(w.Encode())
	}
	return selfplay.Source{
		Format: corpus.Format, Net: net, Hash: func(entry []byte) uint64 { return corpus.Decode(entry).Hash() },
		Player: func() selfplay.Player {
			p := player{bot.NewEngine(1, 1), nodes, blocks}
			p.engine.Learn(w)
			return func(ctx context.Context, r *rand.Rand) ([]byte, int64) {
				entries, nodes := p.game(ctx, r)
				return corpus.Bytes(entries), nodes
			}
		},
	}
}

type player struct {
	engine *bot.Engine
	nodes  int64 // the nodes of each search before the ending
	blocks int   // of four games, those with blocks
}

// think searches a position. ok is false if ctx was done before the end.
func (p *player) think(ctx context.Context, pos rules.Position, nodes int64) (t bot.Thought, ok bool) {
	t = p.engine.Search(ctx, pos, search.Limits{Nodes: nodes}, nil)
	t.Score = bot.Proved(t.Score)
	return t, ctx.Err() == nil
}

// game plays a game and returns its positions with their scores and results, and the nodes searched; entries is nil if ctx was done before the end.
func (p *player) game(ctx context.Context, r *rand.Rand) (entries []corpus.Entry, nodes int64) {
	p.engine.Forget()
	stray := r.IntN(8) == 0
	pos, ok := p.start(ctx, r, !stray)
	if !ok {
		return nil, 0
	}
	for plies := 0; plies < mostPlies && !pos.Over(); plies++ {
		if pos.Own() == 0 || pos.Theirs() == 0 { // under the guide's rules the other side would continue alone
			break
		}
		if !pos.CanMove() {
			pos = pos.Play(rules.Pass)
			continue
		}
		if stray && r.IntN(strayMove) == 0 {
			moves := pos.Moves(nil)
			pos = pos.Play(moves[r.IntN(len(moves))])
			continue
		}
		budget := p.nodes
		if pos.Empty() < ending {
			budget /= quick
		}
		t, ok := p.think(ctx, pos, budget)
		if !ok {
			return nil, 0
		}
		nodes += t.Nodes
		if wins := t.Wins(); wins != 0 {
			result := rules.RedWins
			if (wins > 0) != (pos.Turn() == rules.Red) {
				result = rules.BlueWins
			}
			return finish(entries, result, stray), nodes
		}
		entries = append(entries, corpus.EntryOf(pos, t.Score))
		pos = pos.Play(t.Best)
	}
	return finish(entries, ended(pos), stray), nodes
}

// ended returns the result of a game that ends with this position.
func ended(pos rules.Position) rules.Result {
	red, blue := pos.Count(rules.Red), pos.Count(rules.Blue)
	switch {
	case blue == 0:
		return rules.RedWins
	case red == 0:
		return rules.BlueWins
	case pos.Over():
		return pos.Result()
	default:
		return rules.Draw
	}
}

// finish sets the result and Stray of all entries.
func finish(entries []corpus.Entry, result rules.Result, stray bool) []corpus.Entry {
	winner, won := result.Winner()
	for i := range entries {
		r := &entries[i]
		r.Stray = stray
		switch {
		case !won:
		case r.Turn == winner:
			r.Result = 1
		default:
			r.Result = -1
		}
	}
	return entries
}

// start returns a position after a few random moves. ok is false if ctx was done.
func (p *player) start(ctx context.Context, r *rand.Rand, even bool) (pos rules.Position, ok bool) {
	set := rules.RuleSet(r.IntN(2))
	blocks := r.IntN(4) < p.blocks
	for {
		pos := rules.Start(set)
		if blocks {
			pos = scatter(pos, r)
		}
		for range fewest + r.IntN(most-fewest+1) {
			if moves := pos.Moves(nil); len(moves) > 0 {
				pos = pos.Play(moves[r.IntN(len(moves))])
			}
		}
		if pos.Over() {
			continue
		}
		if !even {
			return pos, true
		}
		t, ok := p.think(ctx, pos, p.nodes/judging)
		if !ok {
			return pos, false
		}
		if -balanced <= t.Score && t.Score <= balanced {
			return pos, true
		}
	}
}

// scatter puts the blocks of some letters on the board.
func scatter(pos rules.Position, r *rand.Rand) rules.Position {
	for {
		pattern := ""
		density := 1 + r.IntN(6)
		for _, letter := range rules.Letters {
			if r.IntN(len(rules.Letters)) < density {
				pattern += string(letter)
			}
		}
		if pattern != "" {
			pos, _ = pos.SetBlocks(pattern) // no letter stands for a corner
			return pos
		}
	}
}
