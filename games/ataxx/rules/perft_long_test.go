//go:build long

package rules

import "testing"

// These counts are too large for the ordinary tests; make perft runs them.
func TestPerftLong(t *testing.T)              { checkPerft(t, 20_000_000, 1<<63, false) }
func TestPerftLongWithEveryMove(t *testing.T) { checkPerft(t, 6_000_000, 200_000_000, true) }
