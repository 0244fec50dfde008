package selfplay

import (
	"bytes"
	"testing"
)

// An entry with a hash is kept only the first time it occurs.
func TestEntriesAreKeptOnce(t *testing.T) {
	m := memory{hash: func(entry []byte) uint64 { return uint64(entry[0]) }}
	game := []byte{1, 10, 2, 20, 1, 30}
	if got := m.fresh(game, 2); !bytes.Equal(got, game[:4]) {
		t.Errorf("%v is kept of %v", got, game)
	}
	if got := m.fresh(game, 2); len(got) > 0 {
		t.Errorf("%v is kept a second time", got)
	}
	var all memory
	if got := all.fresh(game, 2); !bytes.Equal(got, game) {
		t.Errorf("%v is kept without a hash", got)
	}
}
