// Package ladder measures the levels of a game's computer opponent, for the tests of games/*/bot. From random openings, reference players play
// against the lowest levels, and each level plays against the next lower one.
package ladder

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"attic/dev/lab/people"
	"attic/game/search"
	"attic/match/store"
)

// Position is a position of a game. P is its own type and M the type of its moves.
type Position[P any, M search.Move] interface {
	Over() bool
	Play(m M) P
}

// Player returns its move in position p. seed is the seed of the game, and r its random source.
type Player[P Position[P, M], M search.Move] func(p P, seed uint64, r *rand.Rand) M

// At returns the computer at a level. The function choose is Choose of the game's package bot.
func At[P Position[P, M], M search.Move](
	level int, choose func(ctx context.Context, p P, level int, seed uint64, progress func(search.Result[M])) (search.Result[M], error),
) Player[P, M] {
	return func(p P, seed uint64, _ *rand.Rand) M {
		got, err := choose(context.Background(), p, level, seed, nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// Ladder describes how the levels of a game are measured. Sides are 0 and 1.
type Ladder[P Position[P, M], M search.Move] struct {
	Opening func(seed uint64) P
	Turn    func(P) int
	Result  func(P) fmt.Stringer
	Winner  func(P) (side int, won bool)
	Level   func(level int) Player[P, M] // the computer at a level
	People  []people.Person[P, M]        // the reference players
	Lowest  int
	Middle  int // the highest level that makes slips
}

// Meeting is a match that measures a level.
type Meeting[P Position[P, M], M search.Move] struct {
	Name        string
	Level       int // the higher level of the two
	A, B        Player[P, M]
	Least, Most float64 // bounds for the score of A, in percent
}

// matches returns the matches of the levels up to the middle of the ladder against each other.
func (l *Ladder[P, M]) matches() (list []Meeting[P, M]) {
	for n := l.Lowest + 1; n <= l.Middle; n++ {
		list = append(list, l.neighbours(n, 63, 80, l.Level, ""))
	}
	return list
}

// neighbours returns a match of level n against level n-1.
func (l *Ladder[P, M]) neighbours(n int, least, most float64, level func(int) Player[P, M], how string) Meeting[P, M] {
	return Meeting[P, M]{fmt.Sprintf("level %d against %d%s", n, n-1, how), n, level(n), level(n - 1), least, most}
}

// Above returns the matches of the levels above the middle up to highest. The levels from the parameter from upwards take too long at full strength;
// byShare plays them with 1/SHARE of the nodes, by default a tenth, and the higher level has to score at least the given percentage (least).
func (l *Ladder[P, M]) Above(t *testing.T, highest int, least float64, from int, byShare func(level, share int) Player[P, M]) (list []Meeting[P, M]) {
	t.Helper()
	share := Number(t, "SHARE", 10)
	for n := l.Middle + 1; n <= highest; n++ {
		if n < from {
			list = append(list, l.neighbours(n, 63, 80, l.Level, ""))
			continue
		}
		list = append(list, l.neighbours(n, least, 100, func(level int) Player[P, M] { return byShare(level, share) }, fmt.Sprintf(", a %dth of the nodes", share)))
	}
	return list
}

// game plays the game with this number and seed, and returns its last position and its moves. In games with even numbers, player a has side 0.
func (l *Ladder[P, M]) game(number int, seed uint64, a, b Player[P, M]) (last P, moves []M) {
	return l.play(number, seed, 16, a, b)
}

// play is like game, with the random source as a parameter.
func (l *Ladder[P, M]) play(number int, seed, source uint64, a, b Player[P, M]) (last P, moves []M) {
	players := [2]Player[P, M]{a, b}
	if number%2 == 1 {
		players = [2]Player[P, M]{b, a}
	}
	r := rand.New(rand.NewPCG(seed, source))
	p := l.Opening(seed)
	for !p.Over() {
		m := players[l.Turn(p)](p, seed, r)
		moves = append(moves, m)
		p = p.Play(m)
	}
	return p, moves
}

// Repeats plays the first two games of every match, and of each person against the given level. It fails if they differ from the games in a file,
// which are the same on every machine. If update is set, it writes the file first.
func (l *Ladder[P, M]) Repeats(t testing.TB, level int, file string, update bool) {
	t.Helper()
	var b strings.Builder
	matches := l.matches()
	for _, who := range l.People {
		matches = append(matches, Meeting[P, M]{Name: fmt.Sprintf("%s against level %d", who, level), A: playerOf(who), B: l.Level(level)})
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

// Measure plays the matches of the ladder and those in others: two games from each opening, with sides swapped. It prints a table row for each match
// and fails if a score is out of bounds. The environment variable GAMES is the number of games per match, by default 400; LEVEL restricts the matches
// to one level.
func (l *Ladder[P, M]) Measure(t *testing.T, others ...Meeting[P, M]) {
	t.Helper()
	games, only := Number(t, "GAMES", 400), Number(t, "LEVEL", -1)
	for _, m := range append(l.matches(), others...) {
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

// playerOf returns a reference player as a Player.
func playerOf[P Position[P, M], M search.Move](who people.Person[P, M]) Player[P, M] {
	return func(p P, _ uint64, r *rand.Rand) M { return who.Move(p, r) }
}

// MeasurePeople prints the score of each person in percent against each level up to two above the middle, in GAMES games, by default 400. It leaves
// out levels above one against which the person lost nearly all games. It fails if a person scores 35 to 65 % against no level, or if the next
// higher level costs more than 25 percentage points. LEVEL restricts the levels to that level and the next.
func (l *Ladder[P, M]) MeasurePeople(t *testing.T) {
	t.Helper()
	low, high := l.Lowest, l.Middle+2
	games, only := Number(t, "GAMES", 400), Number(t, "LEVEL", -1)
	if only >= 0 {
		low, high = only, min(only+1, high)
	}
	for _, who := range l.People {
		row, before, finds := "| "+who.String()+" |", -1.0, false
		for level := low; level <= high; level++ {
			if before >= 0 && before < 4 {
				row += " |"
				continue
			}
			score := l.points(games, playerOf(who), l.Level(level))
			row += fmt.Sprintf(" %.0f |", score)
			finds = finds || score >= 35 && score <= 65
			if before-score > 25 {
				t.Errorf("%s: from level %d to %d %.1f %% become %.1f %%", who, level-1, level, before, score)
			}
			before = score
		}
		fmt.Println(row)
		if !finds && only < 0 {
			t.Errorf("%s finds no level", who)
		}
	}
}

// Follow lets the level follow the results of each person, starting from the lowest level. It prints the mean level in games 21 to 60, its standard
// deviation, and the person's score. It fails if the person scores less than 35 or more than 65 % in these games.
func (l *Ladder[P, M]) Follow(t *testing.T) {
	t.Helper()
	const unsettled, games = 20, 60
	for _, who := range l.People {
		level := l.Lowest
		wish := store.GameSettings{Level: &level}
		var sum, squares, points float64
		for i := range games {
			last, _ := l.game(i, uint64(i), playerOf(who), l.Level(level))
			by := 0
			if winner, won := l.Winner(last); won {
				by = 1 - 2*((winner+i)%2)
			}
			if i >= unsettled {
				sum, squares, points = sum+float64(level), squares+float64(level*level), points+float64(1+by)/2
			}
			if by != 0 {
				wish = wish.Followed(by, l.Lowest, l.Middle+2)
				level = *wish.Level
			}
		}
		const n = games - unsettled
		mean := sum / n
		fmt.Printf("| %s | %.1f ± %.1f | %.0f |\n", who, mean, math.Sqrt(max(squares/n-mean*mean, 0)), 100*points/n)
		if points < 0.35*n || points > 0.65*n {
			t.Errorf("%s scores %.0f %% at levels that follow", who, 100*points/n)
		}
	}
}

// Advice is advice on strategy: A follows it, and B is the same player without it. Format is the README's sentence about it, with verbs for A's wins,
// the games, and A's losses.
type Advice[P Position[P, M], M search.Move] struct {
	Name, Format string
	A, B         Player[P, M]
}

// Strategy plays games from random openings, with both sides. For each piece of advice it fails if A does not win more games than B, or if the README
// in a file does not contain the result.
func (l *Ladder[P, M]) Strategy(t *testing.T, file string, games int, list []Advice[P, M]) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(strings.Fields(string(text)), " ")
	for _, c := range list {
		wins, losses := 0, 0
		for n := range games {
			last, _ := l.play(n, uint64(n/2), 99, c.A, c.B)
			switch side, decided := l.Winner(last); {
			case !decided:
			case side == n%2:
				wins++
			default:
				losses++
			}
		}
		want := fmt.Sprintf(c.Format, wins, games, losses)
		t.Logf("%s: %d to %d", c.Name, wins, losses)
		if wins <= losses || !strings.Contains(readme, want) {
			t.Errorf("%s: won %d, lost %d of %d; the manual lacks %q", c.Name, wins, losses, games, want)
		}
	}
}

// points returns the score of a against b in percent. It plays as many games at the same time as there are processors for Go.
func (l *Ladder[P, M]) points(games int, a, b Player[P, M]) float64 {
	var started, halves atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(started.Add(1)) - 1; i < games; i = int(started.Add(1)) - 1 {
				last, _ := l.game(i, uint64(i/2), a, b)
				switch winner, won := l.Winner(last); {
				case !won:
					halves.Add(1)
				case winner == i%2:
					halves.Add(2)
				}
			}
		})
	}
	wg.Wait()
	return 50 * float64(halves.Load()) / float64(games)
}

// Number returns the integer in the environment variable name, or the last argument if the variable is unset or empty.
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
