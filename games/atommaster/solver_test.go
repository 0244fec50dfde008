package atommaster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/match"
)

// solve plays the moves in the parameter before in a new match, and then lets the computer search to the end. If far is true, each view is read from
// text, as on another machine.
func solve(t *testing.T, options, before string, seed uint64, far bool) (m match.Match, moves []string) {
	t.Helper()
	g := atommaster.Game{}
	m, err := match.New(g, game.Setup{Options: options, Seed: 17})
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(before, ";") {
		if m, _, err = m.Play(text); err != nil {
			t.Fatal(err)
		}
	}
	for m.ToMove() != game.Nobody {
		v := m.State().View(m.ToMove())
		if far {
			text, err := v.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if v, err = g.ParseView(text); err != nil {
				t.Fatal(err)
			}
		}
		text, err := g.NewBot(5, seed).Choose(t.Context(), v, func(game.Report) {})
		if err != nil {
			t.Fatal(err)
		}
		next, move, err := m.Play(text)
		if err != nil || move.Text != text {
			t.Fatalf("the program chose %q, which is %q, %v", text, move.Text, err)
		}
		m, moves = next, append(moves, text)
		if len(moves) > 60 {
			t.Fatalf("it does not end: %v", moves)
		}
	}
	return m, moves
}

func TestTheProgramSolvesWhatIsHidden(t *testing.T) {
	for _, c := range []struct{ name, options, atoms string }{
		{"scattered", "", "b6,c3,f4,c8"},
		{"in a corner", "", "a1,a2,b1,b2"},
		{"in all corners", "", "a1,a8,h1,h8"},
		{"in a line", "", "d4,e4,f4,g4"},
		{"three", "atoms=3", "d4,e5,f6"},
		{"on the smallest field", "size=5 atoms=3", "b2,c4,d3"},
		{"on a larger field", "size=9 atoms=3", "b2,e7,i9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, moves := solve(t, c.options, "hide "+c.atoms+";start", 1, false)
			if again, same := solve(t, c.options, "hide "+c.atoms+";start", 1, true); !slices.Equal(moves, same) || m.Outcome() != again.Outcome() {
				t.Errorf("%v and then %v", moves, same)
			}
			n := 1 + strings.Count(c.atoms, ",")
			if moves[len(moves)-1] != "evaluate" || !strings.HasPrefix(moves[len(moves)-1-n], "set ") || strings.HasPrefix(moves[len(moves)-2-n], "set ") {
				t.Errorf("it does not fire, set %d atoms and evaluate: %v", n, moves)
			}
			if want := fmt.Sprintf("%d of %d atoms found.", n, n); !strings.HasSuffix(m.Outcome().Text, want) || m.Outcome().Winner != solver || m.Score()[solver] != 1 {
				t.Errorf("%s after %v, want %q", m.Outcome().Text, moves, want)
			}
		})
	}
}

// A board with a look-alike is solved by either board.
func TestTheProgramSolvesLookAlikes(t *testing.T) {
	for _, atoms := range lookAlikes(t)[0] {
		if m, moves := solve(t, "atoms=3", "hide "+atoms+";start", 1, false); m.Outcome().Winner != solver {
			t.Errorf("%s: %+v after %v", atoms, m.Outcome(), moves)
		}
	}
}

// The computer removes wrong atoms that a person has set, and keeps right ones.
func TestTheProgramSetsRightWhatWasSetBefore(t *testing.T) {
	m, moves := solve(t, "", known+";fire 1;set h1;set c3;set a1;set g2", 1, false)
	for _, wrong := range []string{"set h1", "set a1", "set g2"} {
		if !slices.Contains(moves, wrong) {
			t.Errorf("it does not %s again: %v", wrong, moves)
		}
	}
	if slices.Contains(moves, "set c3") || m.Outcome().Winner != solver {
		t.Errorf("%+v after %v", m.Outcome(), moves)
	}
}

func TestTheProgramDoesNotSearchInvitedByNobody(t *testing.T) {
	for _, moves := range []string{"", "learn", known, "fire 1;learn", "fire 1;resign"} {
		if text, err := (atommaster.Game{}).NewBot(5, 1).Choose(t.Context(), play(t, "", moves).View(solver), func(game.Report) {}); err == nil {
			t.Errorf("after %q it chose %q", moves, text)
		}
	}
}

// Every level finishes deals with legal moves, and the lowest level needs more points than the highest.
func TestLowLevelsErr(t *testing.T) {
	g := atommaster.Game{}
	low, high, usual := g.Levels()
	if usual != high {
		t.Fatalf("levels from %d to %d, usually %d", low, high, usual)
	}
	sums := map[int]int{}
	for deal := range uint64(12) {
		for level := low; level <= high; level++ {
			m, err := match.New(g, game.Setup{Options: "size=6 atoms=3", Seed: 100 + deal})
			if err != nil {
				t.Fatal(err)
			}
			if m, _, err = m.Play("start"); err != nil {
				t.Fatal(err)
			}
			for m.ToMove() != game.Nobody {
				text, failed := g.NewBot(level, deal).Choose(t.Context(), m.State().View(solver), func(game.Report) {})
				if failed != nil {
					t.Fatal(failed)
				}
				if m, _, err = m.Play(text); err != nil {
					t.Fatalf("level %d chose %q: %v", level, text, err)
				}
			}
			sums[level] += score(t, m.State().View(solver).Status().Bar)
		}
	}
	if sums[low] < sums[high]+60 {
		t.Errorf("in 12 deals the levels score %v", sums)
	}
}

func score(t testing.TB, bar string) int {
	_, text, _ := strings.Cut(bar, "Score: ")
	return int(number(t, text))
}
