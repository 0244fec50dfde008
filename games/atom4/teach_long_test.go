//go:build long

package atom4_test

import (
	"encoding/json"
	"testing"

	"attic/dev/gametest"
	"attic/dev/learntest"
	"attic/game"
	"attic/game/learn"
	"attic/game/search"
	"attic/games/atom4"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// Hints compare moves correctly in POSITIONS positions, by default 2,000. NODES is the size of the searches, by default that of hints for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	compareMany(t, gametest.Wanted("POSITIONS", 2000), int64(gametest.Wanted("NODES", game.HintNodes)))
}

// TestStrategyIsSound searches 300,000 nodes for each answer. A move is worse than another if it loses more than 25 points.
func TestStrategyIsSound(t *testing.T) {
	t.Parallel()
	learntest.Sound(t, atom4.Game{}, "Strategy", 25, func(s game.State) (int, string) {
		p := positionOf(t, s)
		switch {
		case p.Won():
			return -search.Win, ""
		case p.Over():
			return 0, ""
		}
		thought := bot.NewEngine(16, 1).Search(t.Context(), p, search.Limits{Nodes: 300_000}, nil)
		return thought.Score, thought.Best.String()
	})
}

func positionOf(t *testing.T, s game.State) rules.Position {
	t.Helper()
	var sent struct{ Board, Turn, Move string }
	if err := json.Unmarshal([]byte(text(t, s.View(max(s.ToMove(), 0)))), &sent); err != nil {
		t.Fatal(err)
	}
	turn, err := rules.ParseColor(sent.Turn)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.ParseBoard(sent.Board, turn)
	if err != nil {
		t.Fatal(err)
	}
	if sent.Move == "" {
		return p
	}
	move, err := rules.ParseSquare(sent.Move)
	if err != nil {
		t.Fatal(err)
	}
	return p.Play(move)
}

// TestAllPuzzles proves all keys.
func TestAllPuzzles(t *testing.T) {
	var g atom4.Game
	learntest.Proved(t, g, func(p learn.Puzzle) {
		checkPuzzle(t, p)
	})
}

// TestAllPuzzlesAreJudged tries the keys and other moves of all puzzles.
func TestAllPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, atom4.Game{}, 1, func(p learn.Puzzle, move string) bool { return move == p.Key })
}

// All ideas are found in POSITIONS positions, by default 2,000.
func TestManyIdeas(t *testing.T) {
	findIdeas(t, gametest.Wanted("POSITIONS", 2000)/len(stages))
}

// At least 60 % of hints in HINTS positions of each stage, by default 300, name an idea or show a refutation, as searches of NODES
// confirm. The table has the shares of positions for the fields of taught: named, ideas, refuted, refutes, either, decided and dullSecond.
func TestManyHintsTeach(t *testing.T) {
	var by [3]taught
	lists := atStages(t, gametest.Wanted("HINTS", 300), uint64(gametest.Wanted("SEED", 39)))
	for i := range lists[0] {
		for stage, list := range lists {
			pos, s := list[i], &by[stage]
			was := *s
			a := s.teaches(t, pos, game.HintNodes, int64(gametest.Wanted("NODES", 300_000)))
			grade := ""
			if s.ideas > was.ideas {
				grade = " idea"
			}
			if s.refutes > was.refutes {
				grade += " refutation"
			}
			if i < gametest.Wanted("SHOWN", 20) {
				t.Logf("%s: %v:%s\n\t%s\n\t%s\n\t%s\n\t%s", stages[stage], pos, grade, a.Area.Sentence, a.Idea.Sentence, a.Move.Sentence, a.Follow.Sentence)
			}
		}
	}
	for stage, s := range by {
		t.Logf("%s | %v", stages[stage], s)
		if s.either*10 < s.positions*6 {
			t.Errorf("%s: %d of %d hints teach", stages[stage], s.either, s.positions)
		}
	}
}
