package compose

import (
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/draw/scene"
	"attic/game"
	"attic/games"
)

// Help fits into every window: the text and the pictures of the lesson stay within the width, and the pictures do
// not overlap.
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
			s := r.setting()
			s.Figure = func(n int) int { return s.Lay(pager.Lessons[n]).Lines }
			for _, l := range s.Set(pager.Text) {
				for _, p := range l.Parts {
					if end := p.X + measure(p.Text, p.Style); end > r.w+0.5 {
						t.Errorf("%s in %.0f points: %q ends at %.1f", name, width, p.Text, end)
					}
				}
			}
			for _, shown := range pager.Lessons {
				l, both := s.Lay(shown), r.pictures(shown)
				first, then := both.first, both.then
				first.Y, then.Y = first.Y+l.Y, then.Y+l.Y
				whole := scene.Rectangle{W: r.w, H: pagerLine * float64(l.Lines)}
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
