package atom4

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"attic/dev/race"
	"attic/game"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

func TestSolve(t *testing.T) {
	won, err := Game{}.ReadPosition("fen 16/16/16/16/9pb5/7y1KWr4/7rrWWp4/6gKWy6/7KbWg5/6yrb7/16/16/16/16/16/16 g")
	if err != nil {
		t.Fatal(err)
	}
	var told []int
	run := func(p game.Position, plies int, progress func(Solution)) Solution {
		proof, err := Game{}.NewProof(p, plies, 1, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		return proof.Run(t.Context(), progress)
	}
	r := run(won, 7, func(r Solution) { told = append(told, r.None) })
	if r.Winner != rules.Player1 || r.Win != 5 || r.None != 4 || len(r.Line) != 5 || r.Line[0].String() != "j7" || len(told) != 4 {
		t.Errorf("%+v after progress at %v plies", r, told)
	}
	start, err := Game{}.ReadPosition("startpos round 2")
	if err != nil {
		t.Fatal(err)
	}
	if r = run(start, 9, nil); r.Win != 0 || r.None != 9 || r.Line != nil || r.Nodes == 0 {
		t.Errorf("%+v from the start", r)
	}
	if SolvePlies < 12 || SolvePlies > shortProof {
		t.Errorf("%d plies by default; that is too few or takes too long", SolvePlies)
	}
}

// A proof that is kept and continued ends like an uninterrupted one, even with two threads.
func TestAProofIsKept(t *testing.T) {
	race.Also(t)
	const plies = 17
	start, err := Game{}.ReadPosition("startpos round 2")
	if err != nil {
		t.Fatal(err)
	}
	proof, err := Game{}.NewProof(start, plies, 2, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	meanwhile := make(chan error)
	part := proof.Run(ctx, func(r Solution) {
		switch r.None {
		case plies - 3:
			go func() { meanwhile <- proof.Keep(io.Discard) }()
		case plies - 2:
			stop()
		}
	})
	if err := <-meanwhile; err != nil {
		t.Error(err)
	}
	if part.None >= plies || part.None < plies-2 {
		t.Fatalf("%+v when interrupted", part)
	}
	var kept bytes.Buffer
	if err := proof.Keep(&kept); err != nil {
		t.Fatal(err)
	}
	again, err := Game{}.NewProof(start, plies, 2, 1, bytes.NewReader(kept.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if r := again.Run(t.Context(), nil); r.Win != 0 || r.None != plies || r.Nodes <= part.Nodes {
		t.Errorf("%+v, continued after %+v", r, part)
	}
	if r, share := again.Now(); r.None != plies || share <= 0 {
		t.Errorf("at the end %+v and a share of %v", r, share)
	}
	other, err := Game{}.ReadPosition("startpos round 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Game{}).NewProof(other, plies, 1, 1, bytes.NewReader(kept.Bytes())); !errors.Is(err, solve.ErrCheckpoint) {
		t.Errorf("a checkpoint of another position: %v", err)
	}
	for i := range kept.Len() {
		damaged := bytes.Clone(kept.Bytes())
		damaged[i] ^= 4
		if _, err := (Game{}).NewProof(start, plies, 1, 1, bytes.NewReader(damaged)); !errors.Is(err, solve.ErrCheckpoint) {
			t.Errorf("byte %d is damaged: %v", i, err)
		}
		if _, err := (Game{}).NewProof(start, plies, 1, 1, bytes.NewReader(damaged[:i])); !errors.Is(err, solve.ErrCheckpoint) {
			t.Errorf("%d bytes only: %v", i, err)
		}
	}
}
