package term

import (
	"testing"

	"attic/dev/desktest"
	"attic/dev/race"
)

// What the manuals of the three games promise holds on the full screen.
func TestManuals(t *testing.T) {
	race.Plain(t)
	desktest.Manuals(t, "term", func(t testing.TB) desktest.Face { return &desktest.Begun{T: t, Seat: sitAt} })
}
