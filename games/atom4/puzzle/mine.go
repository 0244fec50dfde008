// Package puzzle finds puzzles of Atom-4 in games of the program against itself, and proves them.
package puzzle

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// Defence is the theme in which all moves but one let the opponent win by force within Defended moves of the opponent.
const (
	Defence  = "defence"
	Defended = 3
)

// Wins are the themes in which one move wins by force, with the number of the winner's moves within which it wins.
var Wins = map[string]int{"win2": 2, "win3": 3, "win4": 4}

// The conditions for a puzzle.
const (
	fewMoves = 8      // the least number of legal moves
	mostPly  = 44     // the most plies before it; they are part of its text
	nones    = 13     // one puzzle of this many has no right move
	often    = 4      // at most a share of 1/often, plus often puzzles, may have the same level
	easiest  = "win2" // a theme whose level is nearly always the lowest
	mostWork = 30_000 // nodes to prove something about one move
	table    = 16     // megabytes
	botSeed  = 1      // of the bots whose moves determine the level
)

// Key is the only move that does what a theme asks, or None.
type Key struct {
	Move rules.Square
	None bool
	Work int64 // nodes searched to find it
}

// plies returns the plies of a win in the given number of the winner's moves.
func plies(moves int) int { return 2*moves - 1 }

// Within reports whether the player to move wins by force within the given number of their own moves. known is false if more than nodes
// positions would have to be searched.
func Within(ctx context.Context, s *solve.Solver, p rules.Position, moves int, nodes int64) (r solve.Result, known bool) {
	r = s.Win(ctx, p, p.Player(), plies(moves), nodes)
	return r, r.Win > 0 || r.None >= plies(moves)
}

// After reports whether the move m wins by force, at once or with fewer than moves further moves of the same player, whatever the other
// player does.
func After(ctx context.Context, s *solve.Solver, p rules.Position, m rules.Square, moves int, nodes int64) (r solve.Result, known bool) {
	next := p.Play(m)
	if next.Over() || moves == 1 {
		if next.Won() {
			r.Winner, r.Win, r.Line = p.Player(), 1, []rules.Square{m}
		}
		return r, true
	}
	r = s.Win(ctx, next, p.Player(), plies(moves)-1, nodes)
	known = r.Win > 0 || r.None >= plies(moves)-1
	return r, known
}

// SolveWin returns the only move that wins within the given number of the player's own moves. ok is false if there are several, if fewer
// moves are enough, or if it takes too much work.
func SolveWin(ctx context.Context, s *solve.Solver, p rules.Position, moves int) (k Key, ok bool) {
	r, known := Within(ctx, s, p, moves, mostWork)
	k.Work = r.Nodes
	switch {
	case !known || r.Win > 0 && r.Win < plies(moves):
		return k, false
	case r.Win == 0:
		k.None = true
		return k, true
	}
	return only(p, k, func(m rules.Square) (bool, int64, bool) {
		r, known := After(ctx, s, p, m, moves, mostWork)
		return r.Win > 0, r.Nodes, known
	})
}

// SolveDefence returns the only move after which the opponent has no forced win within Defended moves. ok is false if there are
// several, if the player to move wins instead, or if it takes too much work.
func SolveDefence(ctx context.Context, s *solve.Solver, p rules.Position) (k Key, ok bool) {
	if r, known := Within(ctx, s, p, Defended, mostWork); !known || r.Win > 0 {
		return k, false
	}
	return only(p, k, func(m rules.Square) (bool, int64, bool) {
		r, known := Within(ctx, s, p.Play(m), Defended, mostWork)
		return r.Win == 0, r.Nodes, known
	})
}

// only returns the only right move. Moves that the opponent's next move refutes are tried last, because the search ends as soon
// as two moves are right.
func only(p rules.Position, k Key, right func(rules.Square) (is bool, nodes int64, known bool)) (Key, bool) {
	list := p.Moves(nil)
	slices.SortStableFunc(list, func(a, b rules.Square) int { return cmp.Compare(threats(p.Play(a)), threats(p.Play(b))) })
	k.None = true
	for _, m := range list {
		is, nodes, known := right(m)
		if k.Work += nodes; !known || is && !k.None {
			return k, false
		}
		if is {
			k.Move, k.None = m, false
		}
	}
	return k, true
}

func threats(p rules.Position) int { return p.Threats(p.Turn()).Count() }

// threatens reports whether some move would threaten to win with the next one.
func threatens(p rules.Position) bool {
	for _, m := range p.Moves(nil) {
		next := p.Play(m)
		if next.Threats(next.Turn()).Count() == 0 && next.Threats(next.Turn().Next()).Count() > 0 {
			return true
		}
	}
	return false
}

// Mine plays seeded games and passes puzzles to found, with their level, their place as package learn reads it, and their key,
// until it has as many of each theme as wanted says or ctx is done. No two puzzles of a theme come from the same game, and none
// is another one turned, mirrored, shifted, or with its colours rotated on the wheel.
//
// The level is the lowest level of the computer, from 1 to bot.FullLevel, that plays the key, or one above these if none does. For
// a puzzle without a right move it depends, in steps, on the nodes of the proof.
func Mine(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error {
	m := miner{solver: solve.New(table), wanted: wanted, counts: map[string]int{}, levels: map[string]int{}, known: map[string]bool{}}
	for number := uint64(0); ; number++ {
		r := rand.New(rand.NewPCG(seed, number))
		round := 1 + r.IntN(6)
		game := play(ctx, r, rules.Start(round))
		used := map[string]bool{}
		p, last := rules.Start(round), -2
		for ply, move := range game {
			if m.done() || ctx.Err() != nil {
				return ctx.Err()
			}
			if ply > mostPly {
				break
			}
			if p.MoveCount() >= fewMoves && ply > last+1 {
				if theme, level, key, ok := m.judge(ctx, p, used); ok {
					used[theme], last = true, ply
					found(theme, level, place(round, game[:ply]), key)
				}
			}
			p = p.Play(move)
		}
	}
}

func place(round int, moves []rules.Square) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	return fmt.Sprintf("round=%d|%s", round, strings.Join(texts, ";"))
}

// play plays a round between two levels and returns its moves.
func play(ctx context.Context, r *rand.Rand, p rules.Position) (moves []rules.Square) {
	levels, seed := [2]int{2 + r.IntN(4), 2 + r.IntN(4)}, r.Uint64()
	for !p.Over() && len(moves) <= mostPly {
		t, err := bot.Choose(ctx, p, levels[p.Player()], seed, nil)
		if err != nil {
			return moves
		}
		moves, p = append(moves, t.Best), p.Play(t.Best)
	}
	return moves
}

// miner holds what is known about the puzzles found so far.
type miner struct {
	solver *solve.Solver
	wanted map[string]int
	counts map[string]int
	levels map[string]int // how many of each theme and level
	known  map[string]bool
}

func (m *miner) done() bool {
	for theme, n := range m.wanted {
		if m.counts[theme] < n {
			return false
		}
	}
	return true
}

// judge returns the puzzle that a position makes, with a theme not yet used in its game.
func (m *miner) judge(ctx context.Context, p rules.Position, used map[string]bool) (theme string, level int, key string, ok bool) {
	if threats(p) > 0 {
		return "", 0, "", false
	}
	for _, theme := range []string{"win4", "win3", "win2", Defence} {
		none := m.counts[theme]%nones == nones-1
		if used[theme] || m.counts[theme] >= m.wanted[theme] {
			continue
		}
		var k Key
		if theme == Defence {
			if p.Threats(p.Turn().Next()).Count() == 0 { // there is no threat to win at once
				continue
			}
			k, ok = SolveDefence(ctx, m.solver, p)
		} else {
			k, ok = SolveWin(ctx, m.solver, p, Wins[theme])
		}
		if !ok || k.None != none || none && theme != Defence && !threatens(p) {
			continue
		}
		like := likeness(p)
		if m.known[like] {
			continue
		}
		level, key = min(max(bits.Len64(uint64(k.Work))/2, 1), bot.FullLevel), "none"
		if !k.None {
			level, key = levelOf(ctx, p, k.Move), k.Move.String()
		}
		at := fmt.Sprint(theme, level)
		if ctx.Err() != nil || theme != easiest && m.levels[at] > m.counts[theme]/often+often {
			continue
		}
		m.known[like] = true
		m.levels[at]++
		m.counts[theme]++
		return theme, level, key, true
	}
	return "", 0, "", false
}

// levelOf returns the level of a puzzle with a right move.
func levelOf(ctx context.Context, p rules.Position, key rules.Square) int {
	for level := 1; level <= bot.FullLevel; level++ {
		if t, err := bot.Choose(ctx, p, level, botSeed, nil); err != nil || t.Best == key {
			return level
		}
	}
	return bot.FullLevel + 1
}

// likeness returns the same value for positions that differ only by turns, reflections and shifts of all pieces and by turns of all
// colours on the wheel, unless the edge of the board is near.
func likeness(p rules.Position) (least string) {
	for p.Turn() != rules.Red {
		p = p.Rotate()
	}
	type piece struct {
		q, r  int
		color rules.Color
	}
	var pieces []piece
	for s := range rules.Squares {
		s := rules.Square(s)
		if c := p.At(s); c != rules.Empty {
			pieces = append(pieces, piece{s.X() - s.Y()/2, s.Y(), c})
		}
	}
	for n := range 12 {
		image := slices.Clone(pieces)
		left, top := image[0].q, image[0].r
		for i, a := range image {
			if n == 6 {
				a.q, a.r = a.r, a.q
			} else {
				a.q, a.r = -a.r, a.q+a.r
			}
			pieces[i] = a
			if image[i] = a; i == 0 {
				left, top = a.q, a.r
			}
			left, top = min(left, a.q), min(top, a.r)
		}
		slices.SortFunc(image, func(a, b piece) int { return cmp.Or(cmp.Compare(a.r, b.r), cmp.Compare(a.q, b.q)) })
		var text strings.Builder
		for _, a := range image {
			fmt.Fprintf(&text, "%d,%d,%d;", a.q-left, a.r-top, a.color)
		}
		if least == "" || text.String() < least {
			least = text.String()
		}
	}
	return least
}
