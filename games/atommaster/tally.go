package atommaster

import (
	"fmt"
	"sync"

	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// tally returns the score of a deal; its kind is the size, the number of atoms and the difficulty. A layout that no beam can tell from the hidden one counts as
// right. Deals hidden by hand are not counted: a person may know the layout.
func (st state) tally() game.Tally {
	if st.ByHand {
		return game.Tally{}
	}
	t := game.Tally{Kind: st.kind(), GaveUp: st.GaveUp || st.Phase != deal.Finished, Flawless: st.solved(), Helped: st.Helped}
	if t.Points = rules.Score(st.Shots, st.layout, st.Marks); t.Flawless {
		t.Points = rules.Points(st.Shots)
	}
	return t
}

func kind(size, atoms int) string { return fmt.Sprintf("size=%d atoms=%d", size, atoms) }

func (st state) kind() string {
	k := kind(int(st.Field.W), st.Atoms)
	if st.Difficulty != deal.AnyDeal {
		k += " " + difficultyOption + deal.DifficultyTexts[st.Difficulty]
	}
	return k
}

// kinds lists the kinds of deals, with the mean scores of the computer at its highest level where they were measured (docs/science.md, "how well the
// program searches").
var kinds = sync.OnceValue(func() (list []game.Kind) {
	pars := map[string]float64{kind(8, 3): 8.01, kind(8, 4): 10.07, kind(8, 5): 12.43, kind(8, 6): 15.22}
	for size := deal.Smallest; size <= deal.Largest; size++ {
		for atoms := deal.Fewest; atoms <= deal.Mostest; atoms++ {
			k := kind(size, atoms)
			name := fmt.Sprintf("%d x %d, %d atoms", size, size, atoms)
			list = append(list, game.Kind{Key: k, Name: name, Par: pars[k]})
			for _, d := range deal.DifficultyTexts[deal.EasyDeal:] {
				list = append(list, game.Kind{Key: k + " " + difficultyOption + d, Name: name + ", " + d})
			}
		}
	}
	return list
})
