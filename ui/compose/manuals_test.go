package compose

import (
	"testing"

	"attic/dev/desktest"
)

// The window and the browser keep all promises of the manuals of the three games.
func TestManuals(t *testing.T) {
	told := func(h desktest.Hands) string { // adds the signs of the cursors, which are drawn over the page
		d := h.(driver)
		text := d.p.About() + "\n"
		for _, sh := range newGamePage(&d.p.page).marks(d.p.stage.sceneNow()) {
			text += sh.Text
		}
		return text
	}
	desktest.Manuals(t, "window", func(t testing.TB) desktest.Face { return &desktest.Begun{T: t, Seat: sitAt, Told: told} })
}
