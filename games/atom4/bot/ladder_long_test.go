//go:build long

package bot

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"attic/games/atom4/rules"
)

// Each level up to the full one plays GAMES games (20 if not set) against the one below, with sides
// swapped, from the start of a round with two moves made by chance. LEVEL picks one level, SHARE divides
// the nodes of both.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	games, only, share := number(t, "GAMES", 20), number(t, "LEVEL", 0), number(t, "SHARE", 1)
	for upper := LowestLevel + 1; upper <= FullLevel; upper++ {
		if only != 0 && only != upper {
			continue
		}
		t.Run(strconv.Itoa(upper), func(t *testing.T) {
			won, drawn, plies := 0, 0, [2]int{}
			took := [2]time.Duration{}
			for i := range games {
				seed := uint64(i / 2)
				rng := rand.New(rand.NewPCG(seed, 4))
				p := rules.Start(1 + i/2%6)
				for range 2 {
					list := p.Moves(nil)
					p = p.Play(list[rng.IntN(len(list))])
				}
				side := rules.Player(i % 2)
				for !p.Over() {
					lower := 1
					if p.Player() == side {
						lower = 0
					}
					began := time.Now()
					got, err := choose(t.Context(), p, upper-lower, seed, int64(share), nil)
					if err != nil {
						t.Fatal(err)
					}
					took[lower] += time.Since(began)
					plies[lower]++
					p = p.Play(got.Best)
				}
				switch winner, ok := p.Result().Winner(); {
				case !ok:
					drawn++
				case winner == side:
					won++
				}
			}
			score := (float64(won) + float64(drawn)/2) / float64(games)
			t.Logf("level %d against %d: %d won, %d drawn, %d lost: %.1f %%; %v and %v a move, %d plies a game", upper, upper-1,
				won, drawn, games-won-drawn, 100*score, took[0]/time.Duration(plies[0]), took[1]/time.Duration(plies[1]), (plies[0]+plies[1])/games)
			if score < 0.5 {
				t.Errorf("level %d scores %.1f %% against level %d", upper, 100*score, upper-1)
			}
		})
	}
}

// number returns the number that an environment variable says.
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
