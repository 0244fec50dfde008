package atom4

import (
	"strings"
	"testing"

	"attic/game"
)

func TestSolve(t *testing.T) {
	const won = "fen 16/16/16/16/9pb5/7y1KWr4/7rrWWp4/6gKWy6/7KbWg5/6yrb7/16/16/16/16/16/16 g"
	var told []int
	s, err := Game{}.Solve(t.Context(), won, 7, func(s game.Solution) { told = append(told, s.None) })
	if err != nil || s.Winner != 0 || s.Win != 5 || s.None != 4 || len(s.Line) != 5 || s.Line[0] != "j7" || len(told) != 4 {
		t.Errorf("%+v, %v after progress at %v plies", s, err, told)
	}
	s, err = Game{}.Solve(t.Context(), "startpos round 2", 9, nil)
	if err != nil || s.Winner != game.Nobody || s.Win != 0 || s.None != 9 || s.Line != nil || s.Nodes == 0 {
		t.Errorf("%+v, %v from the start", s, err)
	}
	if _, err := (Game{}).Solve(t.Context(), "fen 16/16 r", 9, nil); err == nil || !strings.Contains(err.Error(), "16 are needed") {
		t.Errorf("a board of two rows: %v", err)
	}
	if n := (Game{}).SolvePlies(); n < 12 || n > shortProof {
		t.Errorf("%d plies by default; that is too few or takes too long", n)
	}
}
