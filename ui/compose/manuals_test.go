package compose

import (
	"testing"

	"attic/dev/desktest"
)

// What the manuals of the three games promise holds on the pages of the window and the browser.
func TestManuals(t *testing.T) {
	told := func(h desktest.Hands) string { return h.(driver).p.About() }
	desktest.Manuals(t, "window", func(t testing.TB) desktest.Face { return &desktest.Begun{T: t, Seat: sitAt, Told: told} })
}
