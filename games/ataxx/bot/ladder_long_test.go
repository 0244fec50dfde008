//go:build long

package bot

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"attic/games/ataxx/rules"
)

// Each level plays GAMES games (100 if not set) against the one below, with colours swapped, half of
// them on boards with blocks; those from tenthLevel on at a tenth of their nodes. LEVEL picks one level.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	games := number(t, "GAMES", 100)
	only := number(t, "LEVEL", 0)
	for upper := LowestLevel + 1; upper <= HighestLevel; upper++ {
		if only != 0 && only != upper {
			continue
		}
		t.Run(strconv.Itoa(upper), func(t *testing.T) {
			if upper >= tenthLevel {
				tenth(t)
			}
			points, took := 0.0, [2]time.Duration{}
			plies := [2]int{}
			for i := range games {
				seed := uint64(i / 2)
				p := opening(seed)
				upperSide := rules.Side(i % 2)
				for ; !p.Over(); p = p.Play(play(t, p, upper, upperSide, seed, &took, &plies)) {
				}
				switch winner, won := p.Result().Winner(); {
				case !won:
					points += 0.5
				case winner == upperSide:
					points++
				}
			}
			score := 100 * points / float64(games)
			t.Logf("level %d against %d: %.1f %%; %v and %v a move", upper, upper-1, score, took[0]/time.Duration(plies[0]), took[1]/time.Duration(plies[1]))
			if score < 55 || score > 90 {
				t.Errorf("level %d scores %.1f %% against level %d; want 55 to 90", upper, score, upper-1)
			}
		})
	}
}

// tenthLevel is the level from which on games take too long at full strength.
const tenthLevel = 8

// tenth gives all levels a tenth of their nodes until the test ends.
func tenth(t *testing.T) {
	was := levels
	t.Cleanup(func() { levels = was })
	for i := range levels {
		levels[i].nodes /= 10
	}
}

// play returns the move of the level whose turn it is.
func play(t *testing.T, p rules.Position, upper int, upperSide rules.Side, seed uint64, took *[2]time.Duration, plies *[2]int) rules.Move {
	who := 0
	if p.Turn() != upperSide {
		who = 1
	}
	began := time.Now()
	got, err := Choose(context.Background(), p, upper-who, seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	took[who] += time.Since(began)
	plies[who]++
	return got.Best
}

func number(t *testing.T, name string, usual int) int {
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// opening returns a position after four plies by chance, for every other seed on a board with blocks.
func opening(seed uint64) rules.Position {
	r := rand.New(rand.NewPCG(seed, 7))
	for {
		p := rules.Start(rules.Guide)
		if seed%2 == 1 {
			pattern := "0"
			for _, letter := range rules.Letters {
				if r.IntN(5) == 0 {
					pattern += string(letter)
				}
			}
			p, _ = p.SetBlocks(pattern) // no letter stands for a corner
		}
		for range 4 {
			if moves := p.Moves(nil); len(moves) > 0 {
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
		if !p.Over() {
			return p
		}
	}
}
