package match_test

import (
	"errors"
	"testing"

	"attic/dev/ledgertest"
	"attic/match"
)

// The ledger in memory, which the tests of tables use, obeys the rules of a ledger.
func TestTheLedgerInMemory(t *testing.T) {
	ledgertest.Conform(t, func(*testing.T) ledgertest.Storage {
		l := &ledgertest.Memory{}
		return ledgertest.Storage{
			New: func() match.Ledger { return l },
			Again: func() (match.Ledger, error) {
				if l.End() == "discarded" {
					return nil, errors.New("it is gone")
				}
				return l, nil
			},
		}
	})
}
