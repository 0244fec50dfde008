package compose

import (
	"testing"

	"attic/desk"
	"attic/desk/desktest"
	"attic/game"
	"attic/games"
	"attic/scene"
)

// Help fits into every window: the text stays within the width, and so do the pictures of the lesson, which do not
// overlap.
func TestHelpFits(t *testing.T) {
	for _, g := range games.All() {
		name := g.Info().Name
		for _, width := range []float64{320, 400, 640, 800, 1200} {
			d := open(t, name, "", "?", size{width, 700})
			pager := desktest.On[*desk.Pager](d.p.Desk)
			if pager == nil || len(pager.Lessons) != len(game.Lessons(g)) {
				t.Fatalf("%s: help lacks lessons", name)
			}
			m := float64(margin)
			if width < columnUpTo {
				m = slimMargin
			}
			r := reader{w: min(width-2*m, pagerWidest), lessons: pager.Lessons}
			for _, l := range r.setter().Set(pager.Blocks) {
				for _, p := range l.Parts {
					if end := p.X + measure(p.Text, p.Style); end > r.w+0.5 {
						t.Errorf("%s in %.0f points: %q ends at %.1f", name, width, p.Text, end)
					}
				}
			}
			for n, shown := range pager.Lessons {
				l := r.lesson(n)
				first, then := l.area(0, 0, 0), l.area(1, 0, 0)
				whole := scene.Rectangle{W: r.w, H: pagerLine * float64(l.lines)}
				if !first.Within(whole) || !then.Within(whole) {
					t.Errorf("%s in %.0f points: the pictures of %q are at %v and %v of %v", name, width, shown.Title, first, then, whole)
				}
				if first.X+first.W > then.X && first.Y+first.H > then.Y {
					t.Errorf("%s in %.0f points: the pictures of %q overlap", name, width, shown.Title)
				}
			}
		}
	}
}
