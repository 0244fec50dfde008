// Package mine finds puzzles of Ataxx in games of the program against itself.
package mine

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"attic/games/ataxx/bot"
	"attic/games/ataxx/puzzle"
	"attic/games/ataxx/rules"
	"attic/learn/mining"
)

// The conditions for a puzzle.
const (
	mostEmpty = 9      // empty squares of an ending
	mostWork  = 10_000 // positions visited to find the key of an ending, so that a simple solver can prove most keys too; endings that it cannot prove are not shipped
	fewMoves  = 6      // the least number of legal moves
	often     = 5      // at most a share of 1/often, plus often puzzles, may have the same level
	forks     = 4      // in how many ways the end of a game is played
	forkAt    = 6      // how many empty squares more than mostEmpty there are when that begins
	botSeed   = 1      // of the bots whose moves determine the level
)

// solution is the only move that does what a theme asks, or None.
type solution struct {
	Move rules.Move
	None bool
	Work int // positions visited to find it
}

// solveEnding returns the only move that wins by force. ok is false if there are several, or if more than limit positions
// would have to be visited.
func solveEnding(p rules.Position, limit int) (k solution, ok bool) {
	s := puzzle.NewSolver()
	k.None = true
	for _, m := range puzzle.Ordered(p, rules.Pass) {
		loses, known := s.Loses(p.Play(m), limit-k.Work)
		if k.Work = limit - s.Left(); !known || loses && !k.None {
			return k, false
		}
		if loses {
			k.Move, k.None = m, false
		}
	}
	return k, true
}

// solveExchange returns the move that is at least puzzle.Standout pieces better than any other, or None.
func solveExchange(p rules.Position) (k solution) {
	best, second := -2*puzzle.Wiped, -2*puzzle.Wiped
	for _, m := range p.Moves(nil) {
		value, _ := puzzle.Exchanged(p.Play(m), puzzle.Exchanges-1)
		k.Work++
		switch value = -value; {
		case value > best:
			best, second, k.Move = value, best, m
		case value > second:
			second = value
		}
	}
	k.None = best-second < puzzle.Standout
	return k
}

// Mine is the mining.Miner of Ataxx. It plays seeded games. No two puzzles of a theme come from the same game, unless its end was played in
// different ways, and no board is that of another puzzle, turned or mirrored. Every other game is on a board with blocks.
//
// The level is the lowest level of the computer, from 1, that plays the key, or one above the highest if none does. For a puzzle
// without a right move it depends, in steps, on the number of legal moves in an exchange, or of positions visited by the
// proof of an ending.
func Mine(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error {
	l := mining.Ledger{Wanted: wanted, Often: often}
	for _, theme := range []string{puzzle.Exchange, puzzle.Ending} {
		for game := uint64(0); l.Wants(theme); game++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r := rand.New(rand.NewPCG(seed, game))
			for _, positions := range candidates(ctx, theme, r, game%2 == 1) {
				for _, p := range positions {
					if !l.Wants(theme) {
						break
					}
					if level, key, ok := judge(ctx, &l, theme, p); ok {
						found(theme, level, fmt.Sprintf("fen %s;start", p.FEN()), key)
						break
					}
				}
			}
		}
	}
	return nil
}

// judge returns the level and the key of a position, if it is a puzzle of the theme.
func judge(ctx context.Context, l *mining.Ledger, theme string, p rules.Position) (level int, key string, ok bool) {
	k := solution{}
	if ok = true; theme == puzzle.Ending {
		k, ok = solveEnding(p, mostWork)
	} else {
		k = solveExchange(p)
	}
	if !ok || k.None != l.None(theme) || k.None && !tempting(p) {
		return 0, "", false
	}
	level, key = noneLevel(p, theme, k), "none"
	if !k.None {
		key = p.GuideText(k.Move)
		level = mining.LevelOf(1, bot.HighestLevel, func(level int) bool {
			t, err := bot.Choose(ctx, p, level, botSeed, nil)
			return err != nil || t.Best.Canonical() == k.Move
		})
	}
	return level, key, ctx.Err() == nil && l.Add(theme, level, likeness(p))
}

// candidates plays a game between low levels, which are fast and make slips, and returns positions from it in the order in
// which they are tried: for an ending, those with the most empty squares first; for an exchange, a few at random. The end of a game is
// played in several ways.
func candidates(ctx context.Context, theme string, r *rand.Rand, blocks bool) [][]rules.Position {
	p := rules.Start(rules.Guide)
	if blocks {
		p = scatter(p, r)
	}
	game := play(ctx, p, r, func(p rules.Position) bool { return theme == puzzle.Ending && p.Empty() <= mostEmpty+forkAt })
	if len(game) == 0 {
		return nil
	}
	if theme == puzzle.Exchange {
		r.Shuffle(len(game), func(i, j int) { game[i], game[j] = game[j], game[i] })
		return [][]rules.Position{game[:min(len(game), 12)]}
	}
	var endings [][]rules.Position
	for range forks {
		rest := play(ctx, game[len(game)-1], r, func(rules.Position) bool { return false })
		endings = append(endings, slices.DeleteFunc(rest, func(p rules.Position) bool { return !undecided(p) }))
	}
	return endings
}

// play plays from a position until a side is out or stop says so, and returns the positions after extensions that have enough
// moves.
func play(ctx context.Context, p rules.Position, r *rand.Rand, stop func(rules.Position) bool) (list []rules.Position) {
	levels, seed := [2]int{4 + r.IntN(2), 4 + r.IntN(2)}, r.Uint64()
	for !p.Over() && p.Own() != 0 && p.Theirs() != 0 && !stop(p) {
		t, err := bot.Choose(ctx, p, levels[p.Turn()], seed, nil)
		if err != nil {
			return nil
		}
		p = p.Play(t.Best)
		if p.Clock() == 0 && len(p.Moves(nil)) >= fewMoves {
			list = append(list, p)
		}
	}
	return list
}

// undecided reports whether a position is near the end of a game that both sides may still win.
func undecided(p rules.Position) bool {
	lead := p.Own().Count() - p.Theirs().Count()
	return p.Empty() <= mostEmpty && lead <= 4 && lead >= -8
}

// scatter puts the blocks of a few letters on the board.
func scatter(p rules.Position, r *rand.Rand) rules.Position {
	for range 1 + r.IntN(4) {
		p, _ = p.SetBlocks(string(rules.Letters[r.IntN(len(rules.Letters))])) // no letter stands for a corner
	}
	return p
}

// tempting reports whether some move takes a piece, so that there seems to be a right one.
func tempting(p rules.Position) bool {
	for _, m := range p.Moves(nil) {
		if p.Turned(m.To()) != 0 {
			return true
		}
	}
	return false
}

// noneLevel returns the level of a puzzle without a right move.
func noneLevel(p rules.Position, theme string, k solution) int {
	level := len(p.Moves(nil)) / 8
	if theme == puzzle.Ending {
		level = bits.Len(uint(k.Work)) - 4
	}
	return min(max(level, 1), bot.HighestLevel)
}

// likeness returns the same value for a position and its reflections and turns.
func likeness(p rules.Position) (least [3]rules.Bitboard) {
	for n := range 8 {
		var image [3]rules.Bitboard
		for i, set := range [3]rules.Bitboard{p.Own(), p.Theirs(), p.Blocks()} {
			for ; set != 0; set &= set - 1 {
				file, rank := set.First().File(), set.First().Rank()
				if n&1 != 0 {
					file = 6 - file
				}
				if n&2 != 0 {
					rank = 8 - rank
				}
				if n&4 != 0 {
					file, rank = rank-1, file+1
				}
				image[i] |= 1 << rules.SquareAt(file, rank)
			}
		}
		if n == 0 || less(image, least) {
			least = image
		}
	}
	return least
}

func less(a, b [3]rules.Bitboard) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
