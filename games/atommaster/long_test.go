//go:build long

package atommaster_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/dev/gametest"
	"attic/dev/lab/ladder"
	"attic/dev/learntest"
	"attic/game"
	"attic/game/learn"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
)

// TestManyHintsAreTrue checks the hints in 2,100 positions, most of them of the default game, and in 700 positions after careless play.
func TestManyHintsAreTrue(t *testing.T) {
	eight, three, six := allBoards(8, 4), allBoards(8, 3), allBoards(6, 5)
	checkHints(t, eight, 1500, (*boards).position)
	checkHints(t, three, 300, (*boards).position)
	checkHints(t, six, 300, (*boards).position)
	checkHints(t, eight, 400, (*boards).carelessPosition)
	checkHints(t, three, 150, (*boards).carelessPosition)
	checkHints(t, six, 150, (*boards).carelessPosition)
}

// TestManyCarelessGames compares hints, warnings and reviews in careless games.
func TestManyCarelessGames(t *testing.T) {
	checkCarelessPlay(t, 5, 3, 300)
	checkCarelessPlay(t, 6, 4, 100)
	checkCarelessPlay(t, 8, 4, 60)
}

// TestTimeOfHints logs the time for hints after up to ten random beams on 8 by 8 squares.
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

// TestManyIdeas is TestIdeas in 2,000 positions.
func TestManyIdeas(t *testing.T) {
	seen, hints, named := ideas(t, 2000, 2)
	t.Logf("%v; %d of %d hints tell one", seen, named, hints)
}

// TestManyHintsTeach counts the hints that name an idea, by the number of beams fired, in HINTS deals (by default 100) for each number of beams. The deals have four atoms on 8 by 8
// squares, and the computer searches at the level regular. If a hint proves something, the test notes it and asks for the next hint, until none is left. It prints the rows of a
// table in docs/teaching.md.
func TestManyHintsTeach(t *testing.T) {
	n := ladder.Number(t, "HINTS", 100)
	g := atommaster.Game{}
	for _, stage := range [][2]int{{0, 0}, {1, 2}, {3, 4}, {5, 6}, {7, 9}} {
		hints, several, chains, told := 0, 0, 0, map[string]int{}
		for deal := range uint64(n) {
			beams := stage[0] + int(deal)%(stage[1]-stage[0]+1)
			now, err := g.New(game.Setup{Seed: 1000 + deal})
			if err != nil {
				t.Fatal(err)
			}
			now = playFrom(t, now, "start")
			for range beams {
				text, err := g.NewBot(3, deal).Choose(t.Context(), now.View(solver), func(game.Report) {})
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(text, "fire") {
					break
				}
				now = playFrom(t, now, text)
			}
			for range 8 {
				a, err := g.Advise(t.Context(), now.View(solver), 0)
				if err != nil {
					t.Fatal(err)
				}
				hints++
				told[a.Theme]++
				if strings.HasSuffix(a.Area.Sentence, " together.") {
					several++
				}
				if strings.Contains(a.Follow.Sentence, "then the beam") {
					chains++
				}
				if a.Note == "" {
					break
				}
				now = playFrom(t, now, a.Note)
			}
		}
		fmt.Printf("| %d to %d | %d | %d %% | %v | %d of %d |\n", stage[0], stage[1], hints, 100*(hints-told[""])/hints, told, chains, several)
	}
}

// TestAllPuzzles proves the keys of all puzzles.
func TestAllPuzzles(t *testing.T) {
	learntest.Proved(t, atommaster.Game{}, func(p learn.Puzzle) {
		checkPuzzle(t, p)
	})
}

// TestAllPuzzlesAreJudged tries the keys and other moves of all puzzles.
func TestAllPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, atommaster.Game{}, 12, func(p learn.Puzzle, move string) bool { return move == p.Key })
}
