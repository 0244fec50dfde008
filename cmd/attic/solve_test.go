package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"attic/games/atom4"
)

func TestAnInterruptedProofSaysWhatIsSettled(t *testing.T) {
	for plies, want := range map[int]string{
		0:  "Nothing has been proved yet.\n5 nodes\n",
		1:  "No forced win within 1 ply.\n5 nodes\n",
		17: "No forced win within 17 plies.\n5 nodes\n",
	} {
		ctx, stop := context.WithCancel(t.Context())
		var out strings.Builder
		_, err := prove(ctx, &out, 30, "", interrupted{plies, stop})
		if out.String() != want || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d plies it prints %q and ends with %v; want %q", plies, out.String(), err, want)
		}
	}
}

// interrupted is a proof that is interrupted after a number of plies.
type interrupted struct {
	plies int
	stop  func()
}

func (i interrupted) Run(context.Context, func(atom4.Solution)) atom4.Solution {
	i.stop()
	return atom4.Solution{None: i.plies, Nodes: 5}
}

func (interrupted) Threats() atom4.Solution { return atom4.Solution{Win: 9} }

func (interrupted) Now() (atom4.Solution, float64) { return atom4.Solution{}, 0 }

func (interrupted) Keep(io.Writer) error { return nil }
