package main

import (
	"os"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/match"
	"attic/match/store"
)

// hangVariable is the environment variable that makes the journals of this test binary hang at their second move. Its value is the name of
// a file that is created at that moment.
const hangVariable = "ATTIC_TEST_HANG"

// hanging returns a function that begins hanging journals in the store kept.
func hanging(kept store.Store, mark string) func(game.Game) (match.Ledger, error) {
	return func(g game.Game) (match.Ledger, error) {
		journal, err := kept.Library.Begin(g.Info().Name, time.Now())
		return &hangingJournal{Ledger: journal, mark: mark}, err
	}
}

// hangingJournal is a journal on a disk that does not answer, such as a network disk. The table waits for it for a while, holding its lock.
type hangingJournal struct {
	match.Ledger
	mark  string
	moves int
}

func (j *hangingJournal) Append(after uint64, lines ...string) (uint64, error) {
	if slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "move ") }) {
		j.moves++
	}
	if j.moves > 1 {
		if err := os.WriteFile(j.mark, nil, 0o600); err != nil {
			return 0, err
		}
		select {}
	}
	return j.Ledger.Append(after, lines...)
}
