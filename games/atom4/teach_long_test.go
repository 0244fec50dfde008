//go:build long

package atom4_test

import (
	"testing"

	"attic/dev/gametest"
	"attic/game"
)

// Ideas are found where they are in POSITIONS positions, by default 2,000.
func TestManyIdeas(t *testing.T) {
	findIdeas(t, gametest.Wanted("POSITIONS", 2000)/len(stages))
}

// At least 60 % of hints in HINTS positions of each stage, by default 300, name an idea or show a refutation, confirmed with NODES nodes. The table has
// the shares of positions in which a hint names an idea, this counts, it shows a refutation, a search confirms that, one of the two counts; neither
// does, but the hint says first who wins by force, or nothing can be decided any more; and in which the second press says only that a move is as good.
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
