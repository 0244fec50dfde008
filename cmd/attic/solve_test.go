package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atom4"
)

// interrupted is Atom-4 with a solver that is stopped after a number of plies.
type interrupted struct {
	atom4.Game
	plies int
	stop  func()
}

func (g interrupted) Solve(ctx context.Context, position string, plies int, progress func(game.Solution)) (game.Solution, error) {
	g.stop()
	return game.Solution{Winner: game.Nobody, None: g.plies, Nodes: 5}, nil
}

func TestAnInterruptedProofSaysWhatIsSettled(t *testing.T) {
	for plies, want := range map[int]string{
		0:  "Nothing is proved yet.\n5 nodes\n",
		1:  "No forced win within 1 ply.\n5 nodes\n",
		17: "No forced win within 17 plies.\n5 nodes\n",
	} {
		ctx, stop := context.WithCancel(t.Context())
		var out strings.Builder
		err := prove(ctx, &out, interrupted{plies: plies, stop: stop}, "startpos", 30)
		if out.String() != want || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d plies it prints %q and ends with %v; want %q", plies, out.String(), err, want)
		}
	}
}
