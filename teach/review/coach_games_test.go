package review

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"attic/dev/race"
	"attic/game"
	"attic/games"
	"attic/internal/phrase"
	"attic/match"
)

// squares is a board of Ataxx written from the rules for this test: 'r' or 'b' for each occupied square.
type squares map[[2]int]byte

func (b squares) square(text string) [2]int { return [2]int{int(text[0] - 'a'), int(text[1] - '1')} }

// near returns the distance between two squares in king's moves.
func near(a, b [2]int) int {
	abs := func(n int) int { return max(n, -n) }
	return max(abs(a[0]-b[0]), abs(a[1]-b[1]))
}

// play plays a move of a colour and returns the number of pieces that it takes.
func (b squares) play(move string, colour byte) (taken int) {
	from, to, _ := strings.Cut(move, "-")
	if near(b.square(from), b.square(to)) == 2 {
		delete(b, b.square(from))
	}
	b[b.square(to)] = colour
	for at, c := range b {
		if near(at, b.square(to)) == 1 && c != colour {
			b[at], taken = colour, taken+1
		}
	}
	return taken
}

// takes returns the numbers of pieces that single moves of a colour take.
func (b squares) takes(colour byte) map[int]bool {
	found := map[int]bool{}
	for x := range 7 {
		for y := range 7 {
			to, reached, taken := [2]int{x, y}, false, 0
			for at, c := range b {
				reached = reached || c == colour && near(at, to) <= 2
				if near(at, to) == 1 && c != colour {
					taken++
				}
			}
			if b[to] == 0 && reached {
				found[taken] = true
			}
		}
	}
	return found
}

func after(moves []string) squares {
	b := squares{{0, 6}: 'r', {6, 0}: 'r', {0, 0}: 'b', {6, 6}: 'b'}
	for i, m := range moves {
		b.play(m, "rb"[i%2])
	}
	return b
}

// After a blunder in a game between levels 1 and 3, the coach reports the number of pieces that Blue can take. The test's own board confirms
// that Blue can take this number, and could not after the better move.
func TestTheCoachTellsTheTruth(t *testing.T) {
	race.Plain(t)
	moves := strings.Fields(`g1-g2 g7-g6 g2-f3 g6-g4 g2-g3 g7-f7 f3-f2 f7-e7 g4-f6 a1-a2 f7-g6 a2-b1 f3-e4 b1-c2 f2-d1 b1-d2 e4-c3 d1-c1
		e7-d7 d2-f1 f3-d2 a2-b2 d2-c4 b2-d4 a7-c5 c3-e5 c4-b3 f6-d6 g7-e6 c5-d5 d1-f2 d6-f6 d7-f5 d5-f3 f6-d5 e7-d6 c4-e4 f2-e3 g6-f6
		e3-g5 c2-e3 f6-f4 f2-g4 e4-f6 d5-c6 e3-f2 g4-e4 f2-g4`)
	g, ok := games.Find("ataxx")
	if !ok {
		t.Fatal("there is no Ataxx")
	}
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	must(t, err)
	for _, text := range moves {
		m, _, err = m.Play(text)
		must(t, err)
	}
	better, err := g.(game.Advisor).Advise(t.Context(), m.State().View(0), Nodes)
	must(t, err)
	m, _, err = m.Play("d5-d7")
	must(t, err)
	got, err := Warning(t.Context(), m, false)
	must(t, err)
	n := 0
	for i := range 9 {
		if got == "That lets Blue take "+phrase.Number(i)+"." {
			n = i
		}
	}
	if n == 0 {
		t.Fatalf("it says %q", got)
	}
	if there, instead := after(append(moves, "d5-d7")).takes('b'), after(append(moves, better.Text)).takes('b'); !there[n] {
		t.Errorf("%q, but blue can take %v", got, there)
	} else {
		for k := range instead {
			if k >= n {
				t.Errorf("%q, but after %s blue could take %d too", got, better.Text, k)
			}
		}
	}
}

// lead returns the difference between the numbers of pieces of a colour and of the other colour.
func (b squares) lead(colour byte) (n int) {
	for _, c := range b {
		if c == colour {
			n++
		} else {
			n--
		}
	}
	return n
}

// A beginner is also warned of a move that loses four pieces or more. The test's own board counts them after the answers that equal searches
// expect.
func TestTheCoachOfABeginnerCounts(t *testing.T) {
	race.Plain(t)
	moves := strings.Fields(`a7-a6 g7-g6 g1-f1 g7-f7 a6-b5 g6-g5 f1-g2 g5-g4 a6-a5 f7-e6 g2-f3 g5-g3 f1-f2 f7-e7 b5-c4 e7-c5 f3-d5 b5-b6 g3-g5 b6-c6 c4-a2`)
	g, ok := games.Find("ataxx")
	if !ok {
		t.Fatal("there is no Ataxx")
	}
	counted := regexp.MustCompile(`^If Blue answers (\S+), you are (\d+) pieces? (ahead|behind); a different move would leave you (\d+) pieces? (ahead|behind) after Blue's best answer\.$`)
	standing := func(number, way string) int {
		n, err := strconv.Atoi(number)
		must(t, err)
		if way == "behind" {
			return -n
		}
		return n
	}
	m, err := match.New(g, game.Setup{Options: "start=yes"})
	must(t, err)
	told := 0
	for i, text := range moves {
		m, _, err = m.Play(text)
		must(t, err)
		if i != 14 && i != 18 && i != 20 { // the moves after which the coach warns beginners
			continue
		}
		if got, err := Warning(t.Context(), m, false); got != "" || err != nil {
			t.Errorf("%s: not for a beginner it says %q, %v", text, got, err)
		}
		got, err := Warning(t.Context(), m, true)
		must(t, err)
		said := counted.FindStringSubmatch(got)
		if said == nil {
			t.Errorf("%s: it says %q", text, got)
			continue
		}
		bad, good := standing(said[2], said[3]), standing(said[4], said[5])
		board := after(moves[:i+1])
		board.play(said[1], 'b')
		if n := board.lead('r'); n != bad || good-bad < 4 {
			t.Errorf("%s: %q, but the board has %d", text, got, n)
		}
		before := m.At(m.Ply() - 1).State()
		better, err := g.(game.Advisor).Advise(t.Context(), before.View(0), Nodes)
		must(t, err)
		next, _, err := before.Play(better.Text)
		must(t, err)
		answer, err := g.(game.Advisor).Advise(t.Context(), next.View(1), Nodes)
		must(t, err)
		board = after(moves[:i])
		board.play(better.Text, 'r')
		board.play(answer.Text, 'b')
		if n := board.lead('r'); n != good {
			t.Errorf("%s: %q, but after %s %s the board has %d", text, got, better.Text, answer.Text, n)
		}
		told++
	}
	if told != 3 {
		t.Errorf("%d warnings, want 3", told)
	}
}
