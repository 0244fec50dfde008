package compose

import (
	"strings"
	"testing"

	"attic/dev/desktest"
	"attic/draw/scene"
)

// lectureSizes are the sizes in which lessons and puzzles are tested.
var lectureSizes = []size{{320, 480}, usual, {400, 800}, {640, 480}, {1000, 700}, {480, 320}}

// TestLectures works through all lessons and a puzzle of each kind, in windows of all sizes, with random input in between.
func TestLectures(t *testing.T) {
	desktest.Lectures(t, func(t testing.TB, id string, n int) desktest.Hands {
		return onlooker{sit(t, id, lectureSizes[n%len(lectureSizes)])}
	}, func(h desktest.Hands, n int) {
		at := lectureSizes[n%len(lectureSizes)]
		h.(onlooker).resize(at.w, at.h)
	})
}

// onlooker is a driver that reads only the text inside the window.
type onlooker struct{ driver }

func (o onlooker) Shown() string {
	o.draw()
	var b strings.Builder
	for _, sh := range o.p.page.scene.Shapes {
		if sh.Kind == scene.Letters && sh.Y-sh.H/2 >= 0 && sh.Y+sh.H/2 <= o.p.page.h && sh.X >= 0 && sh.X+scene.TextWidth(sh.Text, sh.H, sh.Bold) <= o.p.page.w+1 {
			b.WriteString(sh.Text + "\n")
		}
	}
	return b.String()
}
