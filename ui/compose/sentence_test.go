package compose

import (
	"strings"
	"testing"

	"attic/draw/scene"
)

// The sentences below the board have one size and one colour. They have at most six lines on a narrow page with enough room, otherwise two. A sentence that is too long ends with an ellipsis,
// and F2 shows the full text.
func TestASentenceHasOneSize(t *testing.T) {
	for _, at := range []size{{320, 480}, {400, 800}, {640, 480}, usual} {
		for _, id := range []string{"atom4", "ataxx", "atommaster#17"} {
			d := open(t, id, "", "sample", at)
			cut := 0
			for n := 1; n < 60; n += 2 {
				said := strings.TrimSpace(strings.Repeat("wordy ", n)) + "."
				d.play().Message.Said = said
				d.p.page = d.p.compose(at.w, at.h)
				var lines []scene.Shape
				_, second := d.play().Sentences(func(string) bool { return true })
				for _, sh := range d.p.page.scene.Shapes {
					if sh.Kind == scene.Letters && strings.Contains(sh.Text, "wordy") {
						lines = append(lines, sh)
					} else if sh.Kind == scene.Letters && sh.Text == second && (sh.H != lines[0].H || sh.Fill != lines[0].Fill) {
						t.Errorf("%s at %s: %q has the size %g, below a sentence of %g", id, at, second, sh.H, lines[0].H)
					}
				}
				shown := ""
				for _, sh := range lines {
					shown += " " + sh.Text
					if sh.H != lines[0].H || sh.Fill != scene.Text || sh.H < labelSize {
						t.Errorf("%s at %s: of %d words, %q has the size %g and the colour %d", id, at, n, sh.Text, sh.H, sh.Fill)
					}
				}
				if most := map[bool]int{true: 6, false: 2}[at.w == 400]; len(lines) < 1 || len(lines) > most {
					t.Fatalf("%s at %s: %d words have %d lines", id, at, n, len(lines))
				}
				if shown = shown[1:]; shown == said {
					continue
				}
				if !strings.HasSuffix(shown, "…") || !strings.HasPrefix(said, strings.TrimSuffix(shown, "…")) {
					t.Errorf("%s at %s: %d words are shown as %q", id, at, n, shown)
				}
				d.press("f2")
				if d.p.Desk.Pages.Top() == nil || strings.Count(d.words(), "wordy") != n {
					t.Errorf("%s at %s: F2 does not show %d words:\n%s", id, at, n, d.words())
				}
				d.press("esc")
				cut++
			}
			if cut == 0 && at.w < 400 {
				t.Errorf("%s at %s: no sentence is too long", id, at)
			}
		}
	}
}
