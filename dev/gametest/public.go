package gametest

import (
	"bytes"
	"fmt"
	"math"

	"attic/game"
)

// publicNumbersTellNoSeed combines the same public numbers with different seeds. The options must not depend on the seed,
// a later number must replace an earlier one, and at least two numbers must look different on the board.
func publicNumbersTellNoSeed(t *trial) error {
	if t.info.Shuffled == nil {
		return nil
	}
	shuffled := func(s game.Setup, n uint64) game.Setup { return game.Shuffled(t.game, s, func() uint64 { return n }) }
	var first []byte
	differ := false
	for _, n := range []uint64{0, 1, 2, 3, t.rng.Uint64(), math.MaxUint64} {
		one, two := game.Setup{Seed: t.rng.Uint64()}, game.Setup{Seed: t.rng.Uint64()}
		a, b := shuffled(one, n), shuffled(two, n)
		switch {
		case a.Seed != one.Seed || b.Seed != two.Seed:
			return fmt.Errorf("the public number %d changes the seed", n)
		case a.Options != b.Options:
			return fmt.Errorf("the public number %d makes %q beside one seed and %q beside another", n, a.Options, b.Options)
		case shuffled(shuffled(one, 7), n) != a:
			return fmt.Errorf("a second public number does not replace the first: %q", shuffled(shuffled(one, 7), n))
		}
		s, err := t.game.New(a)
		if err != nil {
			return fmt.Errorf("the public number %d: %w", n, err)
		}
		text, err := s.View(game.Nobody).MarshalText()
		if err != nil {
			return err
		}
		if first == nil {
			first = text
		}
		differ = differ || !bytes.Equal(text, first)
	}
	if !differ {
		return fmt.Errorf("whatever the public number is, a spectator is shown %s", first)
	}
	return nil
}
