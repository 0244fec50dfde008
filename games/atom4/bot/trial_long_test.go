//go:build long

package bot

import (
	"testing"

	"attic/dev/lab/trial"
	"attic/games/atom4/rules"
)

var trials = trial.Trial[rules.Position, node, rules.Square]{
	Opening: func(seed uint64) rules.Position { return openingOf(seed, 4) },
	Turn:    measured.Turn, Winner: measured.Winner,
	Node: at, Options: options(2, 1),
}

func TestTrial(t *testing.T) { trials.Measure(t) }

func TestTune(t *testing.T) { trials.Tune(t) }
