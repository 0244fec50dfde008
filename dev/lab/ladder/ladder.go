// Package ladder measures the levels of a game's computer opponent, for the tests of games/*/bot: reference players play against the lowest
// levels, and each level plays against the one below, from random openings.
package ladder

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Position is a position of a game. P is its own type and M the type of its moves.
type Position[P, M any] interface {
	Over() bool
	Play(m M) P
}

// Player returns its move in position p of the game with a seed; r is the random source of that game.
type Player[P Position[P, M], M any] func(p P, seed uint64, r *rand.Rand) M

// Ladder describes how the levels of a game are measured. Sides are 0 and 1.
type Ladder[P Position[P, M], M any] struct {
	Opening  func(seed uint64) P
	Turn     func(P) int
	Result   func(P) fmt.Stringer
	Winner   func(P) (side int, won bool)
	Level    func(level int) Player[P, M] // the computer at a level
	Meetings []Meeting[P, M]
}

// Meeting is a match that measures a level.
type Meeting[P Position[P, M], M any] struct {
	Name        string
	Level       int // the higher one
	A, B        Player[P, M]
	Least, Most float64 // bounds for the score of A, in percent
}

// Neighbours returns a match of a level against the one below.
func (l *Ladder[P, M]) Neighbours(level int, least, most float64) Meeting[P, M] {
	return Meeting[P, M]{fmt.Sprintf("level %d against %d", level, level-1), level, l.Level(level), l.Level(level - 1), least, most}
}

// game plays the game with this number and seed, and returns its last position and its moves. Player a has side 0 in games with even
// numbers.
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

// Repeats fails unless the first two games of every match, and of each person against a level, equal those in a file, which are the same on
// every machine. If update is set, it writes the file first.
func (l *Ladder[P, M]) Repeats(t testing.TB, people []Person[P, M], level int, file string, update bool) {
	t.Helper()
	var b strings.Builder
	matches := l.Meetings
	for _, who := range people {
		matches = append(matches, Meeting[P, M]{Name: fmt.Sprintf("%s against level %d", who.Name, level), A: who.Player, B: l.Level(level)})
	}
	for _, m := range matches {
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
			t.Fatalf("a game differs from %s (-update writes the file; make ladder measures the levels):\n%s", file, now[i])
		}
	}
	if len(now) != len(before) {
		t.Errorf("%d games, but %s has %d", len(now)-1, file, len(before)-1)
	}
}

// Measure plays the matches of the ladder and others, two games from each opening with sides swapped. It prints a table row for each match
// and fails if a score is out of bounds. The environment variable GAMES is the number of games per match, by default 400; LEVEL restricts
// the matches to one level.
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

// Person is a reference player who plays as people do.
type Person[P Position[P, M], M any] struct {
	Name   string
	Player Player[P, M]
}

// People prints what each person scores against each level of a range, in percent, GAMES games each, 400 by default; it leaves out the levels
// above one that the person lost nearly all games against. It fails if there is no level against which a person scores 35 to 65, or if one more level
// costs more than 25. LEVEL restricts the levels to one and the one above.
func (l *Ladder[P, M]) People(t *testing.T, people []Person[P, M], low, high int) {
	t.Helper()
	games, only := Number(t, "GAMES", 400), Number(t, "LEVEL", -1)
	if only >= 0 {
		low, high = only, min(only+1, high)
	}
	for _, who := range people {
		row, before, finds := "| "+who.Name+" |", -1.0, false
		for level := low; level <= high; level++ {
			if before >= 0 && before < 4 {
				row += " |"
				continue
			}
			score := l.points(games, who.Player, l.Level(level))
			row += fmt.Sprintf(" %.0f |", score)
			finds = finds || score >= 35 && score <= 65
			if before-score > 25 {
				t.Errorf("%s: from level %d to %d %.1f %% become %.1f %%", who.Name, level-1, level, before, score)
			}
			before = score
		}
		fmt.Println(row)
		if !finds && only < 0 {
			t.Errorf("%s finds no level", who.Name)
		}
	}
}

// Follow prints at which level each person settles whose level follows the results from the lowest one on: the mean level of the games 21 to 60,
// how far it strays from it, and the share of the points. after returns the level after a game which the person has won (by is 1), lost (-1) or
// drawn, and begin what after is at the start. It fails if the person scores less than 35 or more than 65 % there.
func (l *Ladder[P, M]) Follow(t *testing.T, people []Person[P, M], begin func() (after func(by int) (level int))) {
	t.Helper()
	const unsettled, games = 20, 60
	for _, who := range people {
		after := begin()
		level := after(0)
		var sum, squares, points float64
		for i := range games {
			last, _ := l.game(i, uint64(i), who.Player, l.Level(level))
			by := 0
			if winner, won := l.Winner(last); won {
				by = 1 - 2*((winner+i)%2)
			}
			if i >= unsettled {
				sum, squares, points = sum+float64(level), squares+float64(level*level), points+float64(1+by)/2
			}
			level = after(by)
		}
		const n = games - unsettled
		mean := sum / n
		fmt.Printf("| %s | %.1f ± %.1f | %.0f |\n", who.Name, mean, math.Sqrt(max(squares/n-mean*mean, 0)), 100*points/n)
		if points < 0.35*n || points > 0.65*n {
			t.Errorf("%s scores %.0f %% at levels that follow", who.Name, 100*points/n)
		}
	}
}

// points returns the score of a against b in percent.
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

// Number returns the integer in the environment variable name, or the argument otherwise if the variable is unset or empty.
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
