// Package mine finds puzzles of Ataxx in games of attic against itself.
package mine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"attic/dev/lab/ataxx/people"
	"attic/dev/lab/mining"
	"attic/game/search"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/puzzle"
	"attic/games/ataxx/rules"
)

// The conditions for a puzzle.
const (
	mostEmpty = 9     // with at most this many empty squares, only endings and last squares are asked for
	leastLeft = 2     // the least number of empty squares in an ending
	mostLeft  = 5     // the greatest number of empty squares in an ending; few larger endings can be proved
	mostWork  = 4_000 // the greatest number of positions searched for the key of an ending, so that a simple solver can prove most keys too; endings that it cannot prove are not shipped
	rivalWork = 200   // the greatest number of positions searched to prove that another move wins
	fewMoves  = 6     // the least number of legal moves
	often     = 4     // of n puzzles, at most n/often + often may have the same level
	forks     = 4     // the number of times that the end of a game is played
	forkAt    = 6     // the end of a game begins with mostEmpty+forkAt empty squares
	greedy    = 6     // at most 1/greedy of a theme's keys take the most pieces, counting one more for an extension
)

// The search that has to play the key of a puzzle.
const (
	nodes   = 300_000
	clearly = 50  // hundredths of a piece by which the key of an exchange is better than any other move
	winning = 150 // hundredths of a piece: before an ending is proved, a short search must see one move win by this much, and all others lose by it
)

type solution = mining.Solution[rules.Move]

// solveEnding returns the only move that wins by force. ok is false if there are several, or if more than limit positions would have to be searched.
func solveEnding(p rules.Position, limit int) (k solution, ok bool) {
	s := puzzle.NewSolver()
	return mining.Only(puzzle.Ordered(p, rules.Pass), func(m rules.Move) (is, known bool) {
		is, known = s.Loses(p.Play(m), limit)
		limit = s.Left()
		return is, known
	})
}

// solve returns the only right move of a theme, or None. ok is false if several moves are right, if another move wins by force or leaves the
// other side without a move, or if the position is not a puzzle of the theme.
func solve(theme string, p rules.Position) (k solution, ok bool) {
	if theme == puzzle.Ending {
		return solveEnding(p, mostWork)
	}
	q, _ := puzzle.MeasureOf(theme)
	m, found, sole := right(q, p)
	k = solution{Move: m, None: !found}
	if theme == puzzle.Exchange {
		sole = true // if two moves are equally good, no move is right, and the puzzle is still good
	}
	return k, sole && (found || denies[theme] != nil && denies[theme](p)) && !rivalled(p, k)
}

// right returns the only move that is right according to a measure, and whether there is one. sole is false if several moves have the highest value.
func right(q puzzle.Measure, p rules.Position) (m rules.Move, found, sole bool) {
	const without = math.MinInt / 2
	best, second := without, without
	for _, other := range p.Moves(nil) {
		if n := q.Of(p, other); n > best {
			best, second, m = n, best, other
		} else {
			second = max(second, n)
		}
	}
	return m, best >= q.Least && best >= second+q.Gap, best < q.Least || best > second
}

// rivalled reports whether a move other than the key provably wins by force, or leaves the other side without a move.
func rivalled(p rules.Position, k solution) bool {
	s := puzzle.NewSolver()
	return some(p, func(m rules.Move) bool {
		if !k.None && m == k.Move {
			return false
		}
		loses, _ := s.Loses(p.Play(m), rivalWork)
		return loses || !p.Play(m).CanMove()
	})
}

// denies holds, for each theme that may have puzzles without a right move, a function that reports whether a position seems to have one.
var denies = map[string]func(rules.Position) bool{
	puzzle.Ending:   tempting,
	puzzle.Exchange: tempting,
	puzzle.Safe:     tempting,
	puzzle.Hole: func(p rules.Position) bool {
		return some(p, func(m rules.Move) bool { return p.Turned(m.To()).Count() >= idea.Crowd })
	},
	puzzle.Fill: func(p rules.Position) bool {
		return some(p, func(m rules.Move) bool {
			return p.Theirs().Reach().Has(m.To()) && (m.To().Near()&p.Own()).Count() >= idea.Crowd
		})
	},
	puzzle.Cut: func(p rules.Position) bool {
		return some(p, func(m rules.Move) bool { return idea.CutOff(p, p.Play(m)).Count() >= idea.Wide-1 })
	},
	puzzle.Last: func(p rules.Position) bool { return p.Empty() <= idea.Late },
	puzzle.Sacrifice: func(p rules.Position) bool {
		return some(p, func(m rules.Move) bool { return idea.Has(p, m, idea.Cut) })
	},
}

// some reports whether a condition holds for a move other than a pass.
func some(p rules.Position, holds func(rules.Move) bool) bool {
	return slices.ContainsFunc(p.Moves(nil), func(m rules.Move) bool { return m != rules.Pass && holds(m) })
}

// tempting reports whether some move takes a piece, so that there seems to be a right move.
func tempting(p rules.Position) bool {
	return some(p, func(m rules.Move) bool { return p.Turned(m.To()) != 0 })
}

// Mine is the mining.Miner of Ataxx. It plays seeded games, every second one on a board with blocks. No two puzzles of a theme come from the
// same game, unless its end was played in different ways. No two puzzles have the same board, even turned or mirrored.
//
// A search of 300,000 nodes also plays the key. In an exchange, it finds all other moves clearly worse. Keys
// that simply take the most pieces are rare.
func Mine(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error {
	m := miner{Ledger: mining.Ledger{Wanted: wanted, Often: often}, engine: bot.NewEngine(16, 1), greedy: map[string]int{}, all: map[string]int{}}
	for game := uint64(0); !m.Done(); game++ {
		r := rand.New(rand.NewPCG(seed, game))
		for _, positions := range m.candidates(ctx, r, game%2 == 1) {
			used := map[string]bool{}
			for _, p := range positions {
				for _, theme := range themes {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					if used[theme] || !m.Wants(theme) {
						continue
					}
					if level, key, ok := m.judge(ctx, theme, p); ok {
						found(theme, level, fmt.Sprintf("fen %s;start", p.FEN()), key)
						used[theme] = true
						break
					}
				}
			}
		}
	}
	return nil
}

// themes lists all themes, the rarest first.
var themes = []string{
	puzzle.Sacrifice, puzzle.Fill, puzzle.Last, puzzle.Cut, puzzle.Safe, puzzle.Hole, puzzle.Consolidate, puzzle.Exchange, puzzle.Ending,
}

// miner is a ledger with an engine.
type miner struct {
	mining.Ledger
	engine      *bot.Engine
	greedy, all map[string]int // numbers of puzzles by theme: those whose key takes the most pieces, and all
}

// judge returns the level and the key of a position, if it is a puzzle of the theme.
func (m *miner) judge(ctx context.Context, theme string, p rules.Position) (level int, key string, ok bool) {
	late := theme == puzzle.Ending
	none := m.None(theme) && denies[theme] != nil
	if late && !undecided(p) || !late && theme != puzzle.Last && p.Empty() <= mostEmpty || theme == puzzle.Last && (p.Empty() > idea.Late || p.Empty() < fewMoves) {
		return 0, "", false
	}
	if late && !m.seems(ctx, p, none) {
		return 0, "", false
	}
	k, ok := solve(theme, p)
	if !ok || k.None != none {
		return 0, "", false
	}
	takes := !k.None && takesMost(p, k.Move)
	if takes && m.greedy[theme] > m.all[theme]/greedy || !k.None && !m.approves(ctx, theme, p, k.Move) {
		return 0, "", false
	}
	key = k.Key(p.GuideText)
	level, err := mining.Guess(People(), theme, fmt.Sprintf("fen %s;start", p.FEN()), key)
	if err != nil || ctx.Err() != nil || !m.Add(theme, level, likeness(p)) {
		return 0, "", false
	}
	if m.all[theme]++; takes {
		m.greedy[theme]++
	}
	return level, key, true
}

// takesMost reports whether no move takes more pieces than m, counting one more for an extension.
func takesMost(p rules.Position, m rules.Move) bool {
	gain := func(m rules.Move) int {
		n := 2 * p.Turned(m.To()).Count()
		if m.IsExtension() {
			n += 2
		}
		return n
	}
	return m != rules.Pass && !some(p, func(other rules.Move) bool { return gain(other) > gain(m) })
}

// seems reports whether a short search finds exactly one winning move in an ending or, if the parameter none is set, no winning move. A proof takes
// much longer.
func (m *miner) seems(ctx context.Context, p rules.Position, none bool) bool {
	m.engine.Forget()
	scores := m.lines(ctx, p, nodes/100)
	if none {
		return scores[1] < 0
	}
	return scores[1] >= winning && scores[2] <= -winning
}

// lines returns the scores of the two best moves in a search of n nodes, numbered from 1.
func (m *miner) lines(ctx context.Context, p rules.Position, n int64) map[int]int {
	scores := map[int]int{}
	m.engine.Search(ctx, p, search.Limits{Nodes: n, Lines: 2}, func(t bot.Thought) { scores[t.Number] = t.Score })
	return scores
}

// approves reports whether searches of 300,000 nodes and fewer play the key. Shorter searches come first, since they refuse most keys.
func (m *miner) approves(ctx context.Context, theme string, p rules.Position, key rules.Move) bool {
	return m.plays(ctx, p, key, nodes/100) && m.plays(ctx, p, key, nodes/10) && m.finds(ctx, theme, p, key)
}

// plays reports whether a search of n nodes with an empty table plays a move.
func (m *miner) plays(ctx context.Context, p rules.Position, move rules.Move, n int64) bool {
	m.engine.Forget()
	return m.engine.Search(ctx, p, search.Limits{Nodes: n}, nil).Best.Canonical() == move
}

// finds reports whether a search of 300,000 nodes plays the key and, in an exchange, finds every other move clearly worse.
func (m *miner) finds(ctx context.Context, theme string, p rules.Position, key rules.Move) bool {
	if !m.plays(ctx, p, key, nodes) {
		return false
	}
	if theme != puzzle.Exchange {
		return true
	}
	scores := m.lines(ctx, p, nodes)
	return scores[1] >= scores[2]+clearly
}

// People returns the reference players and the levels of the computer.
func People() []mining.Person {
	return mining.People(people.All, bot.LevelCodes(), placed, bot.Choose, func(p rules.Position, m rules.Move) string { return p.GuideText(m.Canonical()) })
}

// placed returns the position for a place as Mine writes it.
func placed(place string) (rules.Position, error) {
	fen, _ := strings.CutSuffix(strings.TrimPrefix(place, "fen "), ";start")
	return rules.ParseFEN(fen, rules.Guide)
}

// candidates plays a game between low levels, which are fast and make slips. It returns positions in the order in which to try them: first the
// positions of the game in random order; then, if endings are wanted, the positions of each way in which the end was played, those with the most
// empty squares first.
func (m *miner) candidates(ctx context.Context, r *rand.Rand, blocks bool) [][]rules.Position {
	p := rules.Start(rules.Guide)
	if blocks {
		p = scatter(p, r)
	}
	game := play(ctx, p, r, func(p rules.Position) bool { return p.Empty() <= mostEmpty+forkAt })
	if len(game) == 0 {
		return nil
	}
	last := game[len(game)-1]
	r.Shuffle(len(game), func(i, j int) { game[i], game[j] = game[j], game[i] })
	all := [][]rules.Position{game}
	if m.Wants(puzzle.Ending) {
		for range forks {
			all = append(all, play(ctx, last, r, func(rules.Position) bool { return false }))
		}
	}
	return all
}

// play plays from a position until a side has no pieces or the function stop returns true. It returns the positions after extensions that have enough
// legal moves.
func play(ctx context.Context, p rules.Position, r *rand.Rand, stop func(rules.Position) bool) (list []rules.Position) {
	levels, seed := [2]int{4 + r.IntN(4), 4 + r.IntN(4)}, r.Uint64()
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

// undecided reports whether a position is near the end of a game that both sides can still win.
func undecided(p rules.Position) bool {
	lead := p.Own().Count() - p.Theirs().Count()
	return p.Empty() >= leastLeft && p.Empty() <= mostLeft && lead <= 4 && lead >= -8
}

// scatter puts the blocks of a few letters on the board.
func scatter(p rules.Position, r *rand.Rand) rules.Position {
	for range 1 + r.IntN(4) {
		p, _ = p.SetBlocks(string(rules.Letters[r.IntN(len(rules.Letters))])) // no letter stands for a corner
	}
	return p
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
		if n == 0 || slices.Compare(image[:], least[:]) < 0 {
			least = image
		}
	}
	return least
}
