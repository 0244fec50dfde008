package compose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/draw/scene"
)

// Long texts are broken into lines. In want, each number is the x position of a part, in points.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		what, text string
		width      float64
		want       []string
	}{
		{"a line", "One two.", 400, []string{"0 One two."}},
		{"an empty line", "One.\n\nTwo.", 400, []string{"0 One.", "", "0 Two."}},
		{"an indented line", "  one", 400, []string{"10 one"}},
		{"a long line", "one two three", 60, []string{"0 one two", "0 three"}},
		{"two columns", "  u  take back", 400, []string{"168 take back, 10 u"}},
		{"a long second column", "u  take back to your last turn", 300, []string{"168 take back to your, 0 u", "168 last turn"}},
		{"a first column that is too wide", "one word and another one  what it does", 400, []string{"0 one word and another one", "168 what it does"}},
		{"a board", "2 x . o\n1     .\n  a b c", 400, []string{"1 2, 21 x, 43 ., 61 o", "1 1, 63 .", "21 a, 41 b, 61 c"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			var got []string
			for _, l := range broken(strings.Split(c.text, "\n"), c.width) {
				var parts []string
				for _, p := range l.Parts {
					parts = append(parts, fmt.Sprintf("%.0f %s", p.X, p.Text))
					if wide := p.X + scene.TextWidth(p.Text, textSize, false); wide > c.width {
						t.Errorf("%q ends at %.1f", p.Text, wide)
					}
				}
				got = append(got, strings.Join(parts, ", "))
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("got\n%q, want\n%q", got, c.want)
			}
		})
	}
}

// A click on a decision in the graph of a review shows the position after the decision, and the
// sentences about it.
func TestTheGraphOfDecisions(t *testing.T) {
	d := openNamed(t, "atommaster, review", usual)
	list := desk.PartOf[desk.Graph](d.p.Desk.Pages.Blocks()).Bars
	if len(list) != 3 || !list[2].Here {
		t.Fatalf("the decisions are %+v", list)
	}
	for _, at := range []int{0, 1, 2} {
		if d.click(list[at].Spot); !strings.Contains(d.words(), list[at].Says) {
			t.Errorf("after a click on decision %d the page says\n%s", at+1, d.words())
		}
	}
}

// Wherever help is scrolled to, its last line is shown whole or not at all, also below a picture.
func TestNoLineIsCut(t *testing.T) {
	for _, at := range []size{{320, 568}, {390, 844}, {701, 913}, {1201, 807}} {
		for _, name := range []string{"atom4", "ataxx", "atommaster"} {
			d := open(t, name, "", "?", at)
			for range 60 {
				d.press("down")
				shapes := d.p.page.scene.Shapes
				cover := slices.IndexFunc(shapes, func(sh scene.Shape) bool {
					return sh.Fill == scene.Background && sh.W == at.w && sh.Y-sh.H/2 > pageHead
				})
				if cover < 0 {
					t.Fatalf("%s at %v: nothing covers what lies below the text", name, at)
				}
				for _, sh := range shapes[:cover] {
					if bottom := shapes[cover].Y - shapes[cover].H/2; sh.Kind == scene.Letters && sh.Y-sh.H/2 < bottom && sh.Y+sh.H/2 > bottom {
						t.Fatalf("%s at %v: %q is cut", name, at, sh.Text)
					}
				}
			}
		}
	}
}
