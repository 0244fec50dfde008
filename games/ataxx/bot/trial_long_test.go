//go:build long

package bot

import (
	"testing"

	"attic/dev/lab/trial"
	"attic/games/ataxx/rules"
)

var trials = trial.Trial[rules.Position, node, rules.Move]{
	Opening: func(seed uint64) rules.Position { return opening(2 * seed) }, // without blocks
	Turn:    measured.Turn, Winner: measured.Winner,
	Node:    func(p rules.Position) node { return node{p, usual().of(p)} },
	Options: options(4, 1), Resign: 2500,
}

func TestTrial(t *testing.T) { trials.Measure(t) }

func TestTune(t *testing.T) { trials.Tune(t) }
