//go:build long

package ataxx_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/dev/learntest"
	"attic/game"
	"attic/game/learn"
	"attic/game/search"
	"attic/games/ataxx"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
)

// Hints in POSITIONS positions, by default 2,000. NODES is the size of the searches, by default that of hints for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	compared(t, gametest.Wanted("POSITIONS", 2000), int64(gametest.Wanted("NODES", game.HintNodes)))
}

// Ideas found in POSITIONS positions, by default 2,000, compared with their definitions.
func TestManyIdeas(t *testing.T) {
	ideas(t, gametest.Wanted("POSITIONS", 2000), 3)
}

// TestStrategyIsSound searches 300,000 nodes for each answer. A move is worse than another if it loses more than 60 hundredths of a piece.
func TestStrategyIsSound(t *testing.T) {
	t.Parallel()
	engine := bot.NewEngine(16, 1)
	learntest.Sound(t, ataxx.Game{}, "Strategy", 60, func(s game.State) (int, string) {
		p := positionOf(t, s)
		if p.Over() {
			winner, won := p.Result().Winner()
			switch {
			case !won:
				return 0, ""
			case winner == p.Turn():
				return search.Win, ""
			}
			return -search.Win, ""
		}
		engine.Forget()
		thought := engine.Search(t.Context(), p, search.Limits{Nodes: 300_000}, nil)
		return thought.Score, p.GuideText(thought.Best)
	})
}

func positionOf(t *testing.T, s game.State) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(fenOf(t, s), rules.Guide)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAllPuzzles proves all keys.
func TestAllPuzzles(t *testing.T) {
	var g ataxx.Game
	learntest.Proved(t, g, func(p learn.Puzzle) {
		checkPuzzle(t, p)
	})
}

// TestAllPuzzlesAreJudged tries the keys and other moves of all puzzles.
func TestAllPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, ataxx.Game{}, 6, func(p learn.Puzzle, move string) bool { return same(stepOf(move), stepOf(p.Key)) })
}

const (
	confirming = 300_000 // nodes of a search that confirms a refutation
	tells      = 60      // a move is worse if it loses more than this many hundredths of a piece
	fewWorse   = 4       // with fewer worse moves, an idea must be rare among all other moves
)

// taught records the ways in which a hint taught something.
type taught struct{ decided, idea, refutes, skips bool }

// teaches works out taught from the definitions of the ideas and its own searches.
type teaches struct {
	*trial
	pos    rules.Position
	engine *bot.Engine
	own    int // the score after the move of the hint
}

func (c *teaches) rulesMove(s step) rules.Move {
	if s == passing {
		return rules.Pass
	}
	return rules.Step(rules.SquareAt(s.fx, s.fy+1), rules.SquareAt(s.tx, s.ty+1)).Canonical()
}

// after returns the score of a position for the side that has just moved, in hundredths of a piece.
func (c *teaches) after(p rules.Position, nodes int64) int {
	if p.Over() {
		switch winner, won := p.Result().Winner(); {
		case !won:
			return 0
		case winner == p.Turn():
			return -search.Win
		}
		return search.Win
	}
	c.engine.Forget()
	return -c.engine.Search(c.Context(), p, search.Limits{Nodes: nodes}, nil).Score
}

// refuted reports whether the hint shows that another move is worse by more than the margin, with an answer as good as the best one or with the
// end of the game.
func (c *teaches) refuted(sentence string) bool {
	named := regexp.MustCompile(`[a-g][1-7]-[a-g][1-7]`).FindAllString(sentence, -1)
	if len(named) == 0 || stepOf(named[0]) == c.best {
		return false
	}
	next := c.pos.Play(c.rulesMove(stepOf(named[0])))
	score := c.after(next, confirming)
	switch {
	case c.own-score <= tells:
		return false
	case next.Over():
		return true
	case len(named) < 2:
		return false
	}
	return c.after(next.Play(c.rulesMove(stepOf(named[1]))), confirming) >= -score-tells
}

// named reports whether the hint names an idea that the move has, and that at most a quarter of the worse moves have.
func (c *teaches) named(sentence string, seen map[string]int) bool {
	first, more, _ := strings.Cut(strings.TrimSuffix(sentence, "."), ". ")
	k, is := c.tells(strings.TrimPrefix(first, c.best.String()+" would "))
	if !is { // a win or loss by force comes first
		first, _, _ = strings.Cut(more, ". ")
		k, is = c.tells(strings.TrimPrefix(first, "It would "))
	}
	switch {
	case strings.Contains(sentence, " in: it could not move again"):
		if k, is = idea.Shut, true; !c.shut() {
			return false
		}
	case !is || !c.told(k, c.p, c.best):
		return false
	}
	seen[fmt.Sprintf("%v (%d) named", k, k)]++
	var worse, others []step
	known := map[string]bool{c.best.canonical().String(): true}
	moves := c.p.moves()
	for _, s := range moves {
		if known[s.canonical().String()] {
			continue
		}
		known[s.canonical().String()] = true
		others = append(others, s)
		if c.after(c.pos.Play(c.rulesMove(s)), confirming/int64(len(moves))) < c.own-tells {
			worse = append(worse, s)
		}
	}
	if len(worse) < fewWorse {
		worse = others
	}
	n := 0
	for _, s := range worse {
		if has, _, _ := c.p.has(k, s); has {
			n++
		}
	}
	if 4*n > len(worse) {
		return false
	}
	seen[fmt.Sprintf("%v (%d) counts", k, k)]++
	return true
}

// shut reports whether the move of the hint leaves the other side without a move.
func (c *teaches) shut() bool {
	is, _, _ := c.p.has(idea.Shut, c.best)
	return is
}

// stages are the parts of a game, by the number of empty squares.
var stages = []struct {
	name        string
	least, most int
}{{"early", 31, 45}, {"middle", 12, 30}, {"end", 1, 11}}

// stageOf returns n positions of a stage, from games between levels 3 to 5 on several boards. In each there is a choice of moves, and both sides
// can move.
func stageOf(t *testing.T, stage, n int) (list []rules.Position) {
	t.Helper()
	for seed := uint64(0); len(list) < n; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		p := rules.Start(rules.Guide)
		if seed%2 == 1 {
			var err error
			if p, err = p.SetBlocks([]string{"3gh", "x46", "a", "c", "e", "g"}[r.IntN(6)]); err != nil {
				t.Fatal(err)
			}
		}
		for ply := 0; !p.Over() && len(list) < n; ply++ {
			in := p.Empty() >= stages[stage].least && p.Empty() <= stages[stage].most
			moves := p.Moves(nil)
			if in && ply > 1 && len(moves) > 1 && p.CanMove() && p.WithTurn(p.Turn().Other()).CanMove() && r.IntN(10) == 0 {
				list = append(list, p)
			}
			m := moves[r.IntN(len(moves))]
			if ply >= 4 {
				thought, err := bot.Choose(t.Context(), p, 3+r.IntN(3), r.Uint64(), nil)
				if err != nil {
					t.Fatal(err)
				}
				m = thought.Best
			}
			p = p.Play(m)
		}
	}
	return list
}

// TestManyHintsTeach prints the number of hints that name an idea or show a refutation, among HINTS positions (by default 300) of each stage of a
// game. The table belongs in docs/teaching.md. STAGE=1 limits it to the first stage. EXAMPLES=20 prints that many hints of each stage.
func TestManyHintsTeach(t *testing.T) {
	n, examples := gametest.Wanted("HINTS", 300), gametest.Wanted("EXAMPLES", 0)
	engine := bot.NewEngine(16, 1)
	for stage, s := range stages {
		if only := gametest.Wanted("STAGE", stage+1); only != stage+1 {
			continue
		}
		seen, counts := map[string]int{}, map[string]int{}
		for i, pos := range stageOf(t, stage, n) {
			p := plainOf(pos.FEN())
			v, err := ataxx.Game{}.ParseView(fmt.Appendf(nil, `{"fen":%q,"self":1}`, pos.FEN()))
			if err != nil {
				t.Fatal(err)
			}
			a, err := ataxx.Game{}.Compare(t.Context(), v, "", game.HintNodes)
			if err != nil {
				t.Fatal(err)
			}
			c := &teaches{&trial{T: t, fen: p.fen(), p: p, best: stepOf(a.Text)}, pos, engine, 0}
			c.own = c.after(pos.Play(c.rulesMove(c.best)), confirming)
			reason := a.Follow.Sentence
			if a.Idea.Sentence == "" {
				reason = a.Move.Sentence
			}
			got := taught{decided: a.Win != 0, skips: a.Win == 0 && a.Idea.Sentence == ""}
			got.refutes = c.refuted(a.Idea.Sentence)
			got.idea = c.named(reason, seen)
			for name, is := range map[string]bool{
				"decided": got.decided, "idea": got.idea, "refutation": got.refutes, "either": got.idea || got.refutes, "no second press": got.skips,
				"either, undecided": !got.decided && (got.idea || got.refutes),
			} {
				if is {
					counts[name]++
				}
			}
			if counts["all"]++; i < examples {
				t.Logf("%s %s %+v\n%s\n  %s\n  %s\n  %s", s.name, pos.FEN(), got, pos.Dump(), a.Area.Sentence, a.Idea.Sentence, reason)
			}
			if (i+1)%10 == 0 || i+1 == n {
				t.Logf("%s: %v %v", s.name, counts, seen)
			}
		}
	}
}
