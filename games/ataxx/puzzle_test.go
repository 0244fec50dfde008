package ataxx_test

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/learn"
	"attic/learn/learntest"
)

// ending plays positions of plain to their ends by trying everything, and remembers the results. Its answers are not valid
// once it has asked more than most questions.
type ending struct {
	known map[asked]bool
	most  int
}

func newEnding(most int) *ending { return &ending{map[asked]bool{}, most} }

func (e *ending) tired() bool { return len(e.known) > e.most }

type asked struct {
	clocked
	margin int
}

// clocked is a position with the jumps since the last extension.
type clocked struct {
	plain
	jumps int
}

// over reports whether the game has ended: nobody can move, or after 45 jumps in a row.
func (p clocked) over() bool { return p.jumps >= 45 || p.moves() == nil }

func (p clocked) then(s step) clocked {
	next, _ := p.play(s)
	switch {
	case s == passing:
		return clocked{next, p.jumps}
	case s.far() == 2:
		return clocked{next, p.jumps + 1}
	}
	return clocked{next, 0}
}

// tries lists the moves, those that gain most first, each extension to a square once.
func (p clocked) tries() []step {
	var list []step
	extended := map[[2]int]bool{}
	for _, s := range p.moves() {
		if s != passing && s.far() == 1 {
			if extended[[2]int{s.tx, s.ty}] {
				continue
			}
			extended[[2]int{s.tx, s.ty}] = true
		}
		list = append(list, s)
	}
	gain := map[step]int{}
	for _, s := range list {
		if s != passing {
			gain[s] = 2*p.takes(s) - s.far()
		}
	}
	slices.SortStableFunc(list, func(a, b step) int { return cmp.Compare(gain[b], gain[a]) })
	return list
}

// gets reports whether the side to move can be ahead by margin pieces in the end; a margin of 99 means wiping the other side out.
func (e *ending) gets(p clocked, margin int) bool {
	switch {
	case p.count(p.turn) == 0:
		return margin <= -99
	case p.count(against(p.turn)) == 0:
		return true
	case p.over():
		return p.ahead(p.turn) >= margin
	}
	can, known := e.known[asked{p, margin}]
	if !known && !e.tired() {
		can = slices.ContainsFunc(p.tries(), func(s step) bool { return !e.gets(p.then(s), 1-margin) })
		e.known[asked{p, margin}] = can
	}
	return can
}

// traded returns by how many pieces the side that is not to move is ahead after the answer and its own best next move.
func (p plain) traded() int {
	side := against(p.turn)
	answers := p.moves()
	if answers == nil {
		return p.ahead(side)
	}
	worst := 99
	for _, s := range answers {
		next, _ := p.play(s)
		best := next.ahead(side)
		if moves := next.moves(); len(moves) > 0 && moves[0] != passing {
			gain := -99
			for _, m := range moves {
				gain = max(gain, 2*next.takes(m)+2-m.far())
			}
			best += gain
		}
		worst = min(worst, best)
	}
	return worst
}

// same reports whether two steps are the same move: extensions to one square are.
func same(a, b step) bool {
	return a == b || a != passing && b != passing && a.far() == 1 && b.far() == 1 && a.tx == b.tx && a.ty == b.ty
}

// shipped returns the puzzles.
func shipped(t *testing.T) []learn.Puzzle {
	t.Helper()
	return learntest.Shipped(t, ataxx.Game{})
}

// placed returns the position of a puzzle.
func placed(t *testing.T, p learn.Puzzle) clocked {
	t.Helper()
	fen, ok := strings.CutPrefix(p.Place.Moves[0], "fen ")
	if !ok || len(p.Place.Moves) != 2 || p.Place.Moves[1] != "start" {
		t.Fatalf("%s: the place is %s", p.ID, p.Place)
	}
	jumps, err := strconv.Atoi(strings.Fields(fen)[2])
	if err != nil {
		t.Fatal(err)
	}
	return clocked{plainOf(fen), jumps}
}

// checkPuzzle proves that the key of a puzzle is the only right move, by the rules as plain has them.
func checkPuzzle(t *testing.T, p learn.Puzzle) {
	t.Helper()
	at, right := placed(t, p), []step(nil)
	switch p.Theme {
	case "ending":
		e := newEnding(100_000)
		for _, s := range at.tries() {
			if !e.gets(at.then(s), 0) {
				right = append(right, s)
			}
		}
		if e.tired() {
			t.Errorf("%s: %s: it takes too much work", p.ID, p.Place)
		}
	case "exchange":
		best, second := -99, -99
		for _, s := range at.tries() {
			value := at.then(s).traded()
			if value > best {
				best, second, right = value, best, []step{s}
			} else {
				second = max(second, value)
			}
		}
		if best < second+2 {
			right = nil
		}
	default:
		t.Fatalf("%s: no such theme", p.ID)
	}
	if p.Key == learn.None && len(right) > 0 || p.Key != learn.None && (len(right) != 1 || !same(right[0], stepOf(p.Key))) {
		t.Errorf("%s: %s: the key is %s, but the right moves are %v", p.ID, p.Place, p.Key, right)
	}
}

func TestKeysOfPuzzles(t *testing.T) {
	checked := 0
	for i, p := range shipped(t) {
		if i%40 == 0 {
			checkPuzzle(t, p)
			checked++
		}
	}
	if checked == 0 {
		t.Error("nothing was checked")
	}
}

// A wrong key is noticed.
func TestWrongKeysAreFound(t *testing.T) {
	for _, p := range shipped(t) {
		if p.Key != learn.None && p.Theme == "exchange" {
			at := placed(t, p)
			best := at.tries()
			wrong := slices.IndexFunc(best, func(s step) bool { return !same(s, stepOf(p.Key)) })
			if at.then(stepOf(p.Key)).traded() < at.then(best[wrong]).traded()+2 {
				t.Errorf("%s: %v is as good as the key", p.ID, best[wrong])
			}
			return
		}
	}
}

// image returns a position as text, turned and mirrored in one of eight ways: m for pieces of the side to move, y for those of
// the other side.
func (p plain) image(n int) string {
	var text [49]byte
	for x := range 7 {
		for y := range 7 {
			c := p.at[x][y]
			switch c {
			case p.turn:
				c = 'm'
			case against(p.turn):
				c = 'y'
			}
			tx, ty := x, y
			if n&1 != 0 {
				tx = 6 - tx
			}
			if n&2 != 0 {
				ty = 6 - ty
			}
			if n&4 != 0 {
				tx, ty = ty, tx
			}
			text[7*ty+tx] = c
		}
	}
	return string(text[:])
}

func TestPuzzlesAreDifferent(t *testing.T) {
	seen := map[string]string{}
	for _, p := range shipped(t) {
		at := placed(t, p)
		for n := range 8 {
			if other := seen[at.image(n)]; other != "" {
				t.Errorf("%s is %s turned or mirrored", p.ID, other)
			}
		}
		seen[at.image(0)] = p.ID
	}
}

func TestPuzzlesAreInOrder(t *testing.T) { learntest.InOrder(t, ataxx.Game{}) }

// A third to two thirds of each theme have blocks.
func TestPuzzlesHaveBlocks(t *testing.T) {
	all, blocks := map[string]int{}, map[string]int{}
	for _, p := range shipped(t) {
		all[p.Theme]++
		if strings.Contains(p.Place.Moves[0], "-") {
			blocks[p.Theme]++
		}
	}
	for theme, n := range all {
		if blocks[theme]*3 < n || blocks[theme]*3 > 2*n {
			t.Errorf("%s: of %d puzzles %d have blocks", theme, n, blocks[theme])
		}
	}
}

var (
	endSaid  = regexp.MustCompile(`(?i)(red|blue) wins(?: with best play)?, (\d+) to (\d+)|draw(?: with best play)?, (\d+) each|(red|blue) takes every`)
	leadSaid = regexp.MustCompile(`you are (\w+)(?: pieces? (ahead|behind))?[;.]`)
)

// Sentences about moves are true: whether they are right, how the game ends, and who is ahead by how much.
func TestMovesOfPuzzlesAreJudged(t *testing.T) {
	var g ataxx.Game
	said := map[string]int{}
	for i, p := range shipped(t) {
		at := placed(t, p)
		if i%90 != 0 && (p.Theme == "exchange" || i%12 != 0) {
			continue
		}
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Info().Course.Try(t.Context(), s, p.Theme, "a9"); !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: a9: %v", p.ID, err)
		}
		e := newEnding(4_000)
		for n, m := range at.tries() {
			if n%8 != 0 && !same(m, stepOf(p.Key)) {
				continue
			}
			tried, err := g.Info().Course.Try(t.Context(), s, p.Theme, m.String())
			if err != nil {
				t.Fatalf("%s: %v: %v", p.ID, m, err)
			}
			if tried.Good != same(m, stepOf(p.Key)) || tried.Goal != "" {
				t.Errorf("%s: %v: %+v", p.ID, m, tried)
			}
			want, got := "", ""
			if p.Theme == "ending" {
				got = endText(tried.Why)
				if want = "the truth"; e.is(at.then(m), got) {
					want = got
				}
				if got == "" || e.tired() { // the sentence does not say it, or checking takes too long
					e = newEnding(4_000)
					continue
				}
			} else {
				want = strconv.Itoa(at.then(m).traded())
				if found := leadSaid.FindStringSubmatch(tried.Why); found != nil {
					got = leadText(found[1], found[2])
				}
			}
			if got != want {
				t.Errorf("%s: %v: %q says %q, but it is %q", p.ID, m, tried.Why, got, want)
			}
			said[p.Theme]++
		}
	}
	for _, theme := range g.Info().Course.Themes {
		if said[theme.Name] < 3 {
			t.Errorf("%s: %d sentences were checked", theme.Name, said[theme.Name])
		}
	}
}

// is reports whether best play ends as a text says: "red +3".
func (e *ending) is(p clocked, text string) bool {
	var winner string
	margin := 99
	if n, _ := fmt.Sscanf(text, "%s %d", &winner, &margin); n == 0 {
		return false
	}
	if (winner == "red") != (p.turn == 'x') {
		margin = -margin
	}
	return e.gets(p, margin) && (margin == 99 || !e.gets(p, margin+1))
}

// endText returns in short form how a game ends according to a sentence.
func endText(why string) string {
	found := endSaid.FindStringSubmatch(why)
	switch {
	case found == nil:
		return ""
	case found[4] != "":
		return "red +0"
	case found[5] != "":
		return strings.ToLower(found[5]) + " takes all"
	}
	more, _ := strconv.Atoi(found[2])
	less, _ := strconv.Atoi(found[3])
	if strings.ToLower(found[1]) == "blue" {
		more, less = less, more
	}
	return fmt.Sprintf("red %+d", more-less)
}

// leadText reads "three" and "behind" as -3.
func leadText(number, word string) string {
	n := slices.Index([]string{"level", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}, number)
	if n < 0 {
		n, _ = strconv.Atoi(number)
	}
	if word == "behind" {
		n = -n
	}
	return strconv.Itoa(n)
}
