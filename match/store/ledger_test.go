package store_test

import (
	"os"
	"testing"

	"attic/dev/ledgertest"
	"attic/match"
	"attic/match/store"
)

// A journal obeys the rules of a ledger.
func TestAJournalIsALedger(t *testing.T) {
	ledgertest.Conform(t, func(t *testing.T) ledgertest.Storage {
		s := store.Open(t.TempDir(), find)
		return ledgertest.Storage{
			New: func() match.Ledger { return begin(t, s, noon) },
			Again: func() (match.Ledger, error) {
				k, err := s.Library.Find(1)
				if err != nil {
					return nil, err
				}
				j, _, err := s.Library.Resume(k, noon)
				return j, err
			},
			Tear: func() {
				k, err := s.Library.Find(1)
				must(t, err)
				info, err := os.Stat(k.Path)
				must(t, err)
				must(t, os.Truncate(k.Path, info.Size()-5))
			},
		}
	})
}
