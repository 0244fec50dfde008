package ataxx_test

import (
	"fmt"
	"strings"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/match"
)

// The option start=yes begins play immediately, with the blocks of the setup, and no step returns to the set-up.
func TestStarted(t *testing.T) {
	for _, c := range []struct{ options, played, position string }{
		{"start=yes", "", "x5o/7/7/7/7/7/o5x x 0 1"},
		{"start=no", "start", "x5o/7/7/7/7/7/o5x x 0 1"},
		{"blocks=x start=yes", "", "x5o/7/7/3-3/7/7/o5x x 0 1"},
	} {
		s := play(t, "ataxx "+c.options, c.played)
		if got := show(t, "fen", s.View(0)); s.ToMove() != 0 || got != c.position {
			t.Errorf("%s: seat %d is to move in %s", c.options, s.ToMove(), got)
		}
	}
	if _, err := (ataxx.Game{}).New(game.Setup{Options: "start=maybe"}); err == nil || !strings.Contains(err.Error(), "start must be yes or no") {
		t.Errorf("start=maybe: %v", err)
	}
	if _, _, err := play(t, "ataxx start=yes", "").Play("blocks 3gh"); err == nil {
		t.Error("blocks can be set during play")
	}
}

func show(t *testing.T, word string, v game.View) string {
	t.Helper()
	for _, w := range (ataxx.Game{}).Words() {
		if w.Name == word {
			return w.Show(v)
		}
	}
	t.Fatalf("there is no word %s", word)
	return ""
}

// A game is decided once a side has no pieces or cannot reach an empty square; then the command finish fills the board.
func TestTheRestOfADecidedGame(t *testing.T) {
	for _, c := range []struct {
		what, position string
		rest           string // the first moves of the rest
		red, blue      int    // the pieces at the end
	}{
		{"nothing is decided at the start", "x5o/7/7/7/7/7/o5x x", "", 0, 0},
		{"blue has no pieces", "x6/7/7/7/7/7/7 x", "a7-", 49, 0},
		{"blue has none and is to move", "x6/7/7/7/7/7/7 o", "- a7-", 49, 0},
		{"red is shut in", "xoo4/ooo4/ooo4/7/7/7/7 x", "- ", 1, 48},
		{"the last square", "xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x", "f2-g1", 35, 13},
		{"red would get a move", "xo-1---/oo-----/-------/-------/-------/-------/------- o", "", 0, 0},
		{"it is over", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x", "", 0, 0},
		{"an island that is reached by a jump alone", "x1-4/---4/7/7/7/7/7 x", "a7-b7 - a7-a5 - b7-a7 - ", 45, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			m, err := match.New(ataxx.Game{}, game.Setup{})
			check(t, err)
			m, _, err = m.Play("fen " + c.position)
			check(t, err)
			if rest := m.State().View(game.Nobody).Status().Rest; rest != nil {
				t.Errorf("in the set-up the rest is %q", rest)
			}
			m, _, err = m.Play("start")
			check(t, err)
			rest := m.State().View(game.Nobody).Status().Rest
			if got := strings.Join(rest, " "); !strings.HasPrefix(got, c.rest) || c.rest == "" && got != "" {
				t.Fatalf("the rest is %q", got)
			}
			for _, text := range rest {
				if m, _, err = m.Play(text); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
			if len(rest) > 0 && m.ToMove() != game.Nobody {
				t.Error("the game is not over")
			}
			scores := m.State().View(0).Status().Scores
			if want := []int{c.red, c.blue}; c.red+c.blue > 0 && strings.Join(scores, " ") != strings.Join([]string{fmt.Sprint("Red ", want[0]), fmt.Sprint("Blue ", want[1])}, " ") {
				t.Errorf("the scores at the end are %q", scores)
			}
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Engines can replay a game without a set-up.
func TestEnginesKnowWhatStarted(t *testing.T) {
	position, moves, err := ataxx.Game{}.PositionOf(game.Setup{Options: "blocks=x start=yes"}, []string{"a7-b7", "g7-e7"})
	if want := "fen x5o/7/7/3-3/7/7/o5x x 0 1"; err != nil || position != want || strings.Join(moves, " ") != "b7 g7e7" {
		t.Errorf("the position is %q, the moves are %q, %v", position, moves, err)
	}
}
