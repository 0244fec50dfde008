// Package ladder measures the levels of a game's program, for the tests of games/*/bot: reference players play the lowest levels,
// and each level plays the one below, from openings made by chance.
package ladder

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Position is a position of a game in which M are the moves.
type Position[P, M any] interface {
	Over() bool
	Play(m M) P
}

// Player returns its move in a game with a seed; r is the game's own chance.
type Player[P Position[P, M], M any] func(p P, seed uint64, r *rand.Rand) M

// Ladder is how the levels of a game are measured. Sides are 0 and 1.
type Ladder[P Position[P, M], M any] struct {
	Opening  func(seed uint64) P
	Turn     func(P) int
	Result   func(P) fmt.Stringer
	Winner   func(P) (side int, won bool)
	Level    func(level int) Player[P, M] // the program at a level
	Meetings []Meeting[P, M]
}

// Meeting is a match that levels are measured by.
type Meeting[P Position[P, M], M any] struct {
	Name        string
	Level       int // the higher one
	A, B        Player[P, M]
	Least, Most float64 // what A should score in percent
}

// Against is a match of a reference player against a level.
func (l *Ladder[P, M]) Against(name string, a Player[P, M], level int, least, most float64) Meeting[P, M] {
	return Meeting[P, M]{fmt.Sprintf("%s against level %d", name, level), level, a, l.Level(level), least, most}
}

// Neighbours is a match of a level against the one below.
func (l *Ladder[P, M]) Neighbours(level int, least, most float64) Meeting[P, M] {
	return Meeting[P, M]{fmt.Sprintf("level %d against %d", level, level-1), level, l.Level(level), l.Level(level - 1), least, most}
}

// game plays the game of a seed and returns its last position and its moves. The player a has side 0 in even games.
func (l *Ladder[P, M]) game(number int, seed uint64, a, b Player[P, M]) (last P, moves []M) {
	players := [2]Player[P, M]{a, b}
	if number%2 == 1 {
		players = [2]Player[P, M]{b, a}
	}
	r := rand.New(rand.NewPCG(seed, 16))
	p := l.Opening(seed)
	for !p.Over() {
		m := players[l.Turn(p)](p, seed, r)
		moves = append(moves, m)
		p = p.Play(m)
	}
	return p, moves
}

// Repeats fails unless every match begins with the same two games as in a file, on every machine. It writes the file if update
// is set.
func (l *Ladder[P, M]) Repeats(t testing.TB, file string, update bool) {
	t.Helper()
	var b strings.Builder
	for _, m := range l.Meetings {
		for i := range 2 {
			last, moves := l.game(i, uint64(i), m.A, m.B)
			fmt.Fprintf(&b, "%s, game %d, %v in %d plies:", m.Name, i+1, l.Result(last), len(moves))
			for _, move := range moves {
				fmt.Fprintf(&b, " %v", move)
			}
			b.WriteByte('\n')
		}
	}
	if update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	now, before := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(now), len(before)) {
		if now[i] != before[i] {
			t.Fatalf("another game than in %s (-update writes it; make ladder measures the levels):\n%s", file, now[i])
		}
	}
	if len(now) != len(before) {
		t.Errorf("%d games, but %s has %d", len(now)-1, file, len(before)-1)
	}
}

// Measure plays the matches of the ladder and others: GAMES games each (400 if not set), two from each opening with sides
// swapped. It prints a row of a table for each and fails where a score is out of its bounds. LEVEL picks the matches of one
// level.
func (l *Ladder[P, M]) Measure(t *testing.T, others ...Meeting[P, M]) {
	t.Helper()
	games, only := Number(t, "GAMES", 400), Number(t, "LEVEL", -1)
	for _, m := range append(l.Meetings[:len(l.Meetings):len(l.Meetings)], others...) {
		if only >= 0 && m.Level != only {
			continue
		}
		began := time.Now()
		score := l.points(games, m.A, m.B)
		fmt.Printf("| %s | %.1f %% | %d |\n", m.Name, score, games)
		t.Logf("%s: %.1f %% of %d games in %v", m.Name, score, games, time.Since(began).Round(time.Second))
		if score < m.Least || score > m.Most {
			t.Errorf("%s: %.1f %%, want %.0f to %.0f", m.Name, score, m.Least, m.Most)
		}
	}
}

// points returns the percentage that a scores against b.
func (l *Ladder[P, M]) points(games int, a, b Player[P, M]) float64 {
	sum := 0.0
	for i := range games {
		last, _ := l.game(i, uint64(i/2), a, b)
		switch winner, won := l.Winner(last); {
		case !won:
			sum += 0.5
		case winner == i%2:
			sum++
		}
	}
	return 100 * sum / float64(games)
}

// Number returns the number in an environment variable, or otherwise if it is not set.
func Number(t testing.TB, name string, otherwise int) int {
	t.Helper()
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
