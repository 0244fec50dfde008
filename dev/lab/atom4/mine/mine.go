// Package mine finds puzzles of Atom-4 in games of attic against itself.
package mine

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/dev/lab/atom4/people"
	"attic/dev/lab/mining"
	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/puzzle"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// wins holds the themes in which one move wins by force, with the number of the winner's moves that the win takes.
var wins = map[string]int{"win2": 2, "win3": 3, "win4": 4, byThreats: 5}

// Wins in five moves are rare. Mine looks for them only where continuous threats win.
const (
	byThreats   = "win5"
	threatPlies = 60
	threatNodes = 4000
)

// The conditions for a puzzle.
const (
	fewMoves = 8       // the least number of legal moves
	mostPly  = 44      // the greatest number of plies before the puzzle; they are part of its text
	often    = 1       // of n puzzles, at most n/often + often may have the same level
	mostWork = 30_000  // the greatest number of nodes for a proof about one move
	table    = 16      // megabytes
	nodes    = 300_000 // the nodes of the search that must play the key of a theme without proofs
)

type solution = mining.Solution[rules.Square]

// solveWin returns the only move that wins in the given number of the winner's moves. ok is false if there are several such moves, if fewer moves
// are enough, or if the proof takes too much work.
func solveWin(ctx context.Context, s *solve.Solver, p rules.Position, moves int) (k solution, ok bool) {
	r, known := puzzle.Within(ctx, s, p, moves, mostWork)
	switch {
	case !known || r.Win > 0 && r.Win < puzzle.Plies(moves):
		return k, false
	case r.Win == 0:
		k.None = true
		return k, true
	}
	return mining.Only(promising(p), func(m rules.Square) (is, known bool) {
		r, known := puzzle.After(ctx, s, p, m, moves, mostWork)
		return r.Win > 0, known
	})
}

// solveDefence returns the only move after which the opponent has no forced win within puzzle.Defended moves. ok is false if there are
// several such moves, if the player to move has a forced win, or if the proof takes too much work.
func solveDefence(ctx context.Context, s *solve.Solver, p rules.Position) (k solution, ok bool) {
	if r, known := puzzle.Within(ctx, s, p, puzzle.Defended, mostWork); !known || r.Win > 0 {
		return k, false
	}
	return mining.Only(promising(p), func(m rules.Square) (is, known bool) {
		r, known := puzzle.Within(ctx, s, p.Play(m), puzzle.Defended, mostWork)
		return r.Win == 0, known
	})
}

// promising returns the legal moves. Those that the opponent's next move refutes come last, because a search ends as soon as two moves are right.
func promising(p rules.Position) []rules.Square {
	list := p.Moves(nil)
	slices.SortStableFunc(list, func(a, b rules.Square) int { return cmp.Compare(threats(p.Play(a)), threats(p.Play(b))) })
	return list
}

// solveNear returns the only right move of a theme that depends on the next two plies. ok is false if there are several, or if no move seems right.
func solveNear(p rules.Position, theme string) (k solution, ok bool) {
	if theme == puzzle.Counter && p.Threats(p.Turn().Next()) == (rules.Set{}) {
		return k, false
	}
	k, ok = mining.Only(p.Moves(nil), func(m rules.Square) (is, known bool) { return puzzle.Meets(p, m, theme), true })
	return k, ok && (!k.None || slices.ContainsFunc(p.Moves(nil), func(m rules.Square) bool { return tempts(p, m, theme) }))
}

// tempts reports whether a move seems right for a theme that depends on the next two plies.
func tempts(p rules.Position, m rules.Square, theme string) bool {
	next := p.Play(m)
	switch theme {
	case puzzle.Double:
		return next.Threats(next.Turn().Next()).Count() > 1
	case puzzle.Keep:
		return len(p.Made(m)) > 0
	case puzzle.Spoil:
		_, n := puzzle.Maker(next)
		return n == 1
	}
	return theme == puzzle.Counter
}

// plays reports whether the search plays a move. Shorter searches, which refuse most moves, come first.
func (m *miner) plays(ctx context.Context, p rules.Position, key rules.Square) bool {
	m.engine.Forget()
	for _, n := range []int64{nodes / 100, nodes / 10, nodes} {
		if m.engine.Search(ctx, p, search.Limits{Nodes: n}, nil).Best != key {
			return false
		}
	}
	return true
}

// People returns the reference players and the levels of the computer. The first player is left out, because it plays at random and finds keys
// only by chance.
func People() []mining.Person {
	return mining.People(people.All[1:], bot.LevelCodes(), placed, bot.Choose, func(_ rules.Position, m rules.Square) string { return m.String() })
}

// placed returns the position for a place as Mine writes it.
func placed(at string) (p rules.Position, err error) {
	setup, moves, _ := strings.Cut(at, "|")
	round := 0
	if _, err := fmt.Sscanf(setup, "round=%d", &round); err != nil {
		return p, err
	}
	p = rules.Start(round)
	for _, text := range strings.Split(moves, ";") {
		m, err := rules.ParseSquare(text)
		if err != nil {
			return p, err
		}
		p = p.Play(m)
	}
	return p, nil
}

func threats(p rules.Position) int { return p.Threats(p.Turn()).Count() }

// threatens reports whether some move would threaten to win with the player's next move.
func threatens(p rules.Position) bool {
	for _, m := range p.Moves(nil) {
		next := p.Play(m)
		if next.Threats(next.Turn()).Count() == 0 && next.Threats(next.Turn().Next()).Count() > 0 {
			return true
		}
	}
	return false
}

// Mine is the mining.Miner of Atom-4. It plays seeded games. No two puzzles of a theme come from the same game, and no puzzle equals another
// one after turning, mirroring or shifting it, or after rotating its colours on the wheel.
//
// Wins, double threats and defences are proved. The keys of the other themes are also played by a search of 300,000 nodes.
func Mine(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error {
	m := miner{solve.New(table), mining.Ledger{Wanted: wanted, Often: often}, bot.NewEngine(table, 1)}
	for number := uint64(0); ; number++ {
		r := rand.New(rand.NewPCG(seed, number))
		round := 1 + r.IntN(6)
		game := play(ctx, r, rules.Start(round))
		used := map[string]bool{}
		p, last := rules.Start(round), -2
		for ply, move := range game {
			if m.Done() || ctx.Err() != nil {
				return ctx.Err()
			}
			if ply > mostPly {
				break
			}
			if p.LegalSet().Count() >= fewMoves && ply > last+1 {
				at := place(round, game[:ply])
				if theme, level, key, ok := m.judge(ctx, p, at, used); ok {
					used[theme], last = true, ply
					found(theme, level, at, key)
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
	levels, seed := [2]int{4 + r.IntN(5), 4 + r.IntN(5)}, r.Uint64()
	for !p.Over() && len(moves) <= mostPly {
		t, err := bot.Choose(ctx, p, levels[p.Player()], seed, nil)
		if err != nil {
			return moves
		}
		moves, p = append(moves, t.Best), p.Play(t.Best)
	}
	return moves
}

// miner is a ledger with a solver.
type miner struct {
	solver *solve.Solver
	mining.Ledger
	engine *bot.Engine
}

// judge returns the theme, level and key of a puzzle in a position, with a theme not yet used in its game.
func (m *miner) judge(ctx context.Context, p rules.Position, at string, used map[string]bool) (theme string, level int, key string, ok bool) {
	if threats(p) > 0 {
		return "", 0, "", false
	}
	for _, theme := range []string{puzzle.Counter, puzzle.Double, puzzle.Keep, puzzle.Spoil, byThreats, "win4", "win3", "win2", puzzle.Defence} {
		none := m.None(theme)
		if used[theme] || !m.Wants(theme) {
			continue
		}
		if theme == byThreats && !none {
			if r, _ := solve.Threats(p, threatPlies, threatNodes); r.Win != puzzle.Plies(wins[theme]) {
				continue
			}
		}
		var k solution
		if puzzle.Near(theme) {
			k, ok = solveNear(p, theme)
			if ok && !k.None && theme != puzzle.Double {
				ok = m.plays(ctx, p, k.Move)
			}
			if !ok || k.None != none {
				continue
			}
		} else if theme == puzzle.Defence {
			if p.Threats(p.Turn().Next()).Count() == 0 { // there is no threat to win immediately
				continue
			}
			k, ok = solveDefence(ctx, m.solver, p)
		} else {
			k, ok = solveWin(ctx, m.solver, p, wins[theme])
		}
		if !ok || k.None != none || none && theme != puzzle.Defence && !puzzle.Near(theme) && !threatens(p) {
			continue
		}
		key = k.Key(rules.Square.String)
		level, err := mining.Guess(People(), theme, at, key)
		if err == nil && ctx.Err() == nil && m.Add(theme, level, likeness(p)) {
			return theme, level, key, true
		}
	}
	return "", 0, "", false
}

// likeness returns the same value for positions that differ only by turning, reflecting or shifting all pieces, or by rotating all
// colours on the wheel. It ignores the edge of the board.
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
