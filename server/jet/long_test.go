//go:build long

package jet

import (
	"testing"
	"time"

	"attic/server/keep/keeptest"
)

// The log with which the servers of a cluster agree holds what was written for a while, so nothing is promised about deleted names there.
func TestAClusterIsAPlaceForSeveralProcesses(t *testing.T) {
	k := several(3)
	open := k.New
	k.New = func(t *testing.T, now func() time.Time) keeptest.Hall {
		h := open(t, now)
		h.Holds = nil
		return h
	}
	keeptest.Conform(t, k)
}
