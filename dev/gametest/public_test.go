package gametest

import (
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/toy"
)

// marked is a toy whose sentence shows its public number, the N in the option mark=N.
type marked struct {
	toy.Game
	write func(s game.Setup, n uint64) game.Setup
}

func (g marked) Info() game.Info {
	info := g.Game.Info()
	info.Shuffled = g.write
	return info
}

func (marked) New(s game.Setup) (game.State, error) {
	rest, mark, _ := strings.Cut(s.Options, "mark=")
	state, err := toy.Game{}.New(game.Setup{Options: rest, Seed: s.Seed})
	if err != nil {
		return nil, err
	}
	hidden := state.(toy.State)
	hidden.Last = mark
	return hidden, nil
}

func TestPublicNumbers(t *testing.T) {
	with := func(n any) func(game.Setup, uint64) game.Setup {
		return func(s game.Setup, number uint64) game.Setup {
			s.Options = "mark=" + strings.ReplaceAll(fmt.Sprint(n), "N", fmt.Sprint(number))
			return s
		}
	}
	for _, c := range []struct {
		what  string
		write func(game.Setup, uint64) game.Setup
		want  string // part of the error, or "" for no error
	}{
		{"the number itself", with("N"), ""},
		{"always the same", with("x"), "whatever the public number is"},
		{"it depends on the seed", func(s game.Setup, n uint64) game.Setup { return with(s.Seed%1000)(s, n) }, "beside another"},
		{"it changes the seed", func(s game.Setup, n uint64) game.Setup { s.Seed++; return with("N")(s, n) }, "changes the seed"},
		{"a second number is added", func(s game.Setup, n uint64) game.Setup { s.Options += fmt.Sprint("mark=", n); return s }, "does not replace"},
	} {
		err := publicNumbersTellNoSeed(newTrial(marked{write: c.write}, nil))
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}
