//go:build long

package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"attic/games/atom4/rules"
)

// Reference players play the lowest levels, and each level plays the one below: GAMES games a pair (400 if not set), with
// sides swapped. The rows that are printed belong in docs/performance.md. LEVEL picks the pairs of one level. From
// shareLevel on all levels have a share of their nodes, one in SHARE (10 if not set).
func TestLadder(t *testing.T) {
	games, only, share := number(t, "GAMES", 400), number(t, "LEVEL", -1), number(t, "SHARE", 10)
	for _, m := range append(ladder[:len(ladder):len(ladder)], above(share)...) {
		if only >= 0 && m.level != only {
			continue
		}
		began := time.Now()
		score := points(games, m.a, m.b)
		fmt.Printf("| %s | %.1f %% | %d |\n", m.name, score, games)
		t.Logf("%s: %.1f %% of %d games in %v", m.name, score, games, time.Since(began).Round(time.Second))
		if score < m.least || score > m.most {
			t.Errorf("%s: %.1f %%, want %.0f to %.0f", m.name, score, m.least, m.most)
		}
	}
}

// number returns the number in an environment variable.
func number(t *testing.T, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// shareLevel is the level from which on games take too long at full strength.
const shareLevel = 8

// above returns the pairs above the middle of the ladder.
func above(share int) (list []meeting) {
	for n := middle + 1; n <= FullLevel; n++ {
		m := neighbours(n, 50, 100)
		if n >= shareLevel {
			m.name += fmt.Sprintf(", a %dth of the nodes", share)
			m.a, m.b = byShare(n, share), byShare(n-1, share)
		}
		list = append(list, m)
	}
	return list
}

// byShare is the program at a level with 1/share of its nodes.
func byShare(n, share int) player {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Square {
		got, err := choose(context.Background(), p, n, seed, int64(share), nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// points returns the percentage that a scores against b in so many games, with sides swapped.
func points(games int, a, b player) float64 {
	sum := 0.0
	for i := range games {
		players, side := [2]player{a, b}, rules.Player(i%2)
		if side != 0 {
			players = [2]player{b, a}
		}
		last, _ := game(opening(uint64(i/2)), uint64(i/2), players)
		switch winner, won := last.Result().Winner(); {
		case !won:
			sum += 0.5
		case winner == side:
			sum++
		}
	}
	return 100 * sum / float64(games)
}

// middle is the middle of the ladder.
const middle = 5
