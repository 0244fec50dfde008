package atom4

import (
	"testing"

	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

func TestSolve(t *testing.T) {
	won, err := Game{}.ReadPosition("fen 16/16/16/16/9pb5/7y1KWr4/7rrWWp4/6gKWy6/7KbWg5/6yrb7/16/16/16/16/16/16 g")
	if err != nil {
		t.Fatal(err)
	}
	var told []int
	r := Game{}.Solve(t.Context(), won, 7, func(r solve.Result) { told = append(told, r.None) })
	if r.Winner != rules.Player1 || r.Win != 5 || r.None != 4 || len(r.Line) != 5 || r.Line[0].String() != "j7" || len(told) != 4 {
		t.Errorf("%+v after progress at %v plies", r, told)
	}
	start, err := Game{}.ReadPosition("startpos round 2")
	if err != nil {
		t.Fatal(err)
	}
	if r = (Game{}).Solve(t.Context(), start, 9, nil); r.Win != 0 || r.None != 9 || r.Line != nil || r.Nodes == 0 {
		t.Errorf("%+v from the start", r)
	}
	if SolvePlies < 12 || SolvePlies > shortProof {
		t.Errorf("%d plies by default; that is too few or takes too long", SolvePlies)
	}
}
