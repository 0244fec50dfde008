package atommaster

import (
	"fmt"

	"attic/game"
	"attic/games/atommaster/rules"
)

// Tally returns the score of a deal; its kind is the size and the number of atoms. A layout that no beam can tell from the hidden one counts as
// right. Deals hidden by hand are not counted: a person may know the layout.
func (Game) Tally(end game.State) (game.Tally, bool) {
	st, ok := end.(state)
	if !ok || st.ByHand || st.Field.W != st.Field.H {
		return game.Tally{}, false
	}
	t := game.Tally{Kind: kind(int(st.Field.W), st.Atoms), GaveUp: st.GaveUp || st.Phase != Finished, Flawless: st.solved(), Helped: st.Helped}
	if t.Points = rules.Score(st.Shots, st.layout, st.Marks); t.Flawless {
		t.Points = rules.Points(st.Shots)
	}
	return t, true
}

func kind(size, atoms int) string { return fmt.Sprintf("size=%d atoms=%d", size, atoms) }

// pars holds the mean scores of the computer at level 2 on 8 by 8 squares (docs/science.md, "how well the program searches").
var pars = map[string]float64{kind(8, 3): 8.01, kind(8, 4): 10.07, kind(8, 5): 12.43, kind(8, 6): 15.22}

// Par returns the mean score of the computer at level 2 in deals of a kind, if it was measured.
func (Game) Par(kind string) (mean float64, ok bool) {
	mean, ok = pars[kind]
	return mean, ok
}

// KindName returns the name of a kind of Tally for people.
func (Game) KindName(kind string) string {
	var size, atoms int
	if _, err := fmt.Sscanf(kind, "size=%d atoms=%d", &size, &atoms); err != nil {
		return kind
	}
	return fmt.Sprintf("%d x %d, %d atoms", size, size, atoms)
}
