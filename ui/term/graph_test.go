package term

import (
	"slices"
	"strings"
	"testing"

	"attic/desk"
	"attic/dev/desktest"
	"attic/dev/race"
)

// A click on a decision in the graph of a review shows the position after the decision, and the
// sentences about it.
func TestTheGraphOfDecisions(t *testing.T) {
	race.Plain(t)
	c := desktest.Visits[slices.IndexFunc(desktest.Visits, func(v desktest.Visit) bool { return v.Name == "atommaster, review" })]
	for _, at := range [][2]int{{80, 24}, {120, 40}} {
		d := driver{t, opened(c.Begin(t))}.begin(at[0], at[1])
		d.do(c.Script)
		for _, decision := range desk.PartOf[desk.Graph](d.s.desk.Pages.Blocks()).Bars {
			if d.click(decision.Spot); !strings.Contains(d.screen().String(), decision.Says[:30]) {
				t.Errorf("at %v, after a click on %q the screen shows\n%s", at, decision.Text, d.screen())
			}
		}
	}
}
