package atom4

import (
	"testing"

	"attic/games/atom4/bot"
	"attic/games/atom4/rules/rulestest"
	"attic/games/atom4/solve"
)

// From some position of a recorded round threats win in more plies than a hint sees; the hint, and play at threatLevel, go that way.
func TestLongWinsByThreats(t *testing.T) {
	const nodes = 2000
	seen := 0
	for _, round := range rulestest.Games(t, "rules/testdata/games.jsonl.gz") {
		last := len(round.Positions) - 1
		if !round.Last().Won() || last < 12 {
			continue
		}
		for back := 7; back <= 11 && seen < 3; back += 2 {
			p := round.Positions[last-back]
			r, _ := solve.Threats(p, threatPlies, nodes/threatShare)
			if r.Win < 7 {
				continue
			}
			before, err := bot.Advise(t.Context(), p, nodes)
			if err != nil {
				t.Fatal(err)
			}
			now, err := advise(t.Context(), p, nodes)
			if err != nil || now.Win <= 0 || before.Win > 0 && before.Win != now.Win {
				t.Errorf("%s: %+v, %v; without threats a win within %d plies", p, now, err, before.Win)
			}
			if before.Win > 0 {
				continue
			}
			seen++
			found, err := choose(t.Context(), p, threatLevel, 1, nil)
			if err != nil || found.Wins() != r.Win || found.Best != now.Line[0] {
				t.Errorf("%s: play finds %+v, %v; the hint %+v", p, found, err, now)
			}
		}
	}
	if seen == 0 {
		t.Error("no long win by threats was seen")
	}
}
