package atommaster_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/infer"
)

// A generated deal can be dealt, has the difficulty asked for and no look-alike, and depends on the seed alone.
func TestGeneratedDeals(t *testing.T) {
	for _, c := range []struct {
		difficulty, atoms int
		size              string
		options           string
	}{
		{1, 4, "8", ""},
		{2, 4, "8x8", ""},
		{3, 4, "8", ""},
		{4, 4, "8", ""},
		{5, 4, "8", ""},
		{2, 3, "5", "atoms=3 size=5"},
		{3, 5, "6x6", "atoms=5 size=6 unique=yes"},
		{4, 6, "5", "atoms=6 size=5 unique=yes"},
		{2, 3, "12", "atoms=3 size=12"},
	} {
		seen := map[game.Setup]bool{}
		for seed := range uint64(3) {
			setup, err := atommaster.Game{}.Generate(context.Background(), c.difficulty, c.size, c.atoms, seed)
			again, _ := atommaster.Game{}.Generate(context.Background(), c.difficulty, c.size, c.atoms, seed)
			if err != nil || setup != again || setup.Options != c.options || setup.Seed == 0 {
				t.Fatalf("%+v: %v, %v, %v", c, setup, again, err)
			}
			seen[setup] = true
			s, err := atommaster.Game{}.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			if got, sure := infer.Difficulty(hidden(t, s), 5); got != c.difficulty || !sure {
				t.Errorf("%+v: %v has difficulty %d", c, setup, got)
			}
		}
		if len(seen) < 2 {
			t.Errorf("%+v: the seed changes nothing: %v", c, seen)
		}
	}
}

func TestWhatCannotBeGenerated(t *testing.T) {
	for _, c := range []struct {
		difficulty, atoms int
		size, want        string
	}{
		{0, 4, "8", "from 1 to 5, not 0"},
		{6, 4, "8", "from 1 to 5, not 6"},
		{-1, 4, "8", "not -1"},
		{2, 0, "8", "3 to 6 atoms, not 0"},
		{2, 99, "8", "3 to 6 atoms, not 99"},
		{2, 4, "5x6", "square"},
		{2, 4, "4", "from 5x5 to 12x12, not 4x4"},
		{2, 4, "13", "1 to 12 squares a side"},
		{2, 4, "", "write it like 8x8"},
		{2, 4, "x", "write it like 8x8"},
		{2, 4, "eight", "write it like 8x8"},
	} {
		_, err := atommaster.Game{}.Generate(context.Background(), c.difficulty, c.size, c.atoms, 1)
		if !errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := (atommaster.Game{}).Generate(context.Background(), 5, "5", 3, 1); err == nil || errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), "no deal of difficulty 5") {
		t.Errorf("for a difficulty without deals: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := (atommaster.Game{}).Generate(ctx, 2, "8", 4, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}
