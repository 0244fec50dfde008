//go:build long

package atommaster_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"attic/game"
	"attic/game/gametest"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
)

// TestManyHintsAreTrue checks the hints of 2,100 positions, most of them of the default game, and of 700 in which somebody played carelessly.
func TestManyHintsAreTrue(t *testing.T) {
	eight, three, six := allBoards(8, 4), allBoards(8, 3), allBoards(6, 5)
	checkHints(t, eight, 1500, (*boards).position)
	checkHints(t, three, 300, (*boards).position)
	checkHints(t, six, 300, (*boards).position)
	checkHints(t, eight, 400, (*boards).carelessPosition)
	checkHints(t, three, 150, (*boards).carelessPosition)
	checkHints(t, six, 150, (*boards).carelessPosition)
}

// TestManyCarelessGames compares hints, warnings and reviews while somebody plays carelessly.
func TestManyCarelessGames(t *testing.T) {
	checkCarelessPlay(t, 5, 3, 300)
	checkCarelessPlay(t, 6, 4, 100)
	checkCarelessPlay(t, 8, 4, 60)
}

// TestTimeOfHints logs how long hints take after up to ten random beams on 8 by 8 squares.
func TestTimeOfHints(t *testing.T) {
	f := rules.Field{W: 8, H: 8}
	for atoms := 3; atoms <= 6; atoms++ {
		rng := rand.New(rand.NewPCG(uint64(atoms), 8))
		var times []time.Duration
		for range 300 {
			setup := game.Setup{Options: fmt.Sprintf("atoms=%d unique=yes", atoms), Seed: rng.Uint64()}
			hidden, err := rules.DealUnique(f, atoms, setup.Seed, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			moves, shown := "start", map[rules.Port]bool{}
			for range rng.IntN(11) {
				p := rules.Port(1 + rng.IntN(f.Ports()))
				if !shown[p] {
					shown[p], shown[rules.Fire(hidden, p).Port()] = true, true
					moves += fmt.Sprintf(";fire %d", p)
				}
			}
			v := gametest.Play(t, atommaster.Game{}, setup, moves).View(solver)
			began := time.Now()
			if _, err := (atommaster.Game{}).Advise(t.Context(), v, game.HintNodes); err != nil {
				t.Fatal(err)
			}
			times = append(times, time.Since(began))
		}
		slices.Sort(times)
		t.Logf("%d atoms: half of the hints within %v, 99 %% within %v", atoms, times[len(times)/2], times[len(times)*99/100])
	}
}
