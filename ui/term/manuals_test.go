package term

import (
	"testing"

	"attic/dev/desktest"
	"attic/dev/race"
)

// The full screen keeps all promises of the manuals of the three games.
func TestManuals(t *testing.T) {
	race.Plain(t)
	desktest.Manuals(t, "term", func(t testing.TB) desktest.Face { return &desktest.Begun{T: t, Seat: sitAt} })
}
