package atommaster_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/atommaster"
	"attic/games/atommaster/rules"
	"attic/games/atommaster/rules/rulestest"
)

// On every empty square, the shade agrees with a count of all boards.
func TestShadesAreTrue(t *testing.T) {
	certain := map[string]int{}
	for _, c := range []struct{ side, atoms int }{{5, 3}, {5, 4}, {6, 3}} {
		var boards [][]rules.Square
		var answers [][]rules.Answer
		for board := range rulestest.Boards(c.side, c.atoms) {
			boards, answers = append(boards, board), append(answers, rulestest.Answers(c.side, board))
		}
		rng := rand.New(rand.NewPCG(9, uint64(c.side+c.atoms)))
		for range 40 {
			hidden := rng.IntN(len(boards))
			var names []string
			for _, s := range boards[hidden] {
				names = append(names, s.String())
			}
			s := play(t, fmt.Sprintf("size=%d atoms=%d", c.side, c.atoms), "hide "+strings.Join(names, ","))
			var fired []int
			do := func(text string) {
				if next, _, err := s.Play(text); err == nil {
					s = next
				}
			}
			for range 1 + rng.IntN(7) {
				port := 1 + rng.IntN(4*c.side)
				if next, _, err := s.Play(fmt.Sprintf("fire %d", port)); err == nil {
					s, fired = next, append(fired, port)
				}
			}
			do("shades on")
			do("set " + rules.SquareAt(rng.IntN(c.side), rng.IntN(c.side)).String())
			do("maybe " + rules.SquareAt(rng.IntN(c.side), rng.IntN(c.side)).String())
			count, total := map[rules.Square]int{}, 0
			for i, board := range boards {
				if !slices.ContainsFunc(fired, func(p int) bool { return answers[i][p-1] != answers[hidden][p-1] }) {
					total++
					for _, square := range board {
						count[square]++
					}
				}
			}
			board := s.View(solver).Grid(0, 0)
			if text := board.String(); !strings.Contains(text, "% exact") {
				t.Fatalf("the numbers are not exact:\n%s", text)
			}
			for square := range (rules.Field{W: uint8(c.side), H: uint8(c.side)}).Squares() {
				want := fmt.Sprint(max(1, min(99, math.Round(100*float64(count[square])/float64(total)))))
				switch {
				case count[square] == 0:
					want = "·"
				case count[square] == total:
					want = "!!"
				}
				got := strings.TrimSpace(at(board, square.String()))
				if !strings.ContainsAny(got, "@~") && got != want {
					t.Errorf("%v hidden, beams at %v: %v shows %q, an atom is there on %d of %d boards", names, fired, square, got, count[square], total)
				}
				certain[want]++
			}
		}
	}
	if certain["·"] == 0 || certain["!!"] == 0 || len(certain) < 20 {
		t.Errorf("too few kinds of numbers: %v", certain)
	}
}

// From the first shade on, a deal is marked as played with help until the next deal, even after saving and with the shades off again.
// Without shades there is no such mark.
func TestHelpIsMarked(t *testing.T) {
	const beams, end = "hide a1,b2,c3;fire 2;fire 9", ";set a1;set b2;set c3;evaluate"
	for _, c := range []struct {
		moves  string
		helped bool
	}{
		{beams + end, false},
		{beams + ";shades on" + end, true},
		{beams + ";shades;shades off;fire 14" + end, true},
	} {
		s := play(t, "size=5 atoms=3", c.moves)
		for _, seat := range []int{solver, hider, game.Nobody} {
			v := s.View(seat)
			text, err := v.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			back, err := atommaster.Game{}.ParseView(text)
			if err != nil {
				t.Fatal(err)
			}
			status := back.Status()
			for _, said := range []string{status.Result, status.Scores[0], s.Outcome().Text} {
				if strings.Contains(said, ", with help") != c.helped {
					t.Errorf("after %q seat %d is told %q", c.moves, seat, said)
				}
			}
			if strings.Contains(status.Bar, "help") {
				t.Errorf("the status bar of the manual says %q", status.Bar)
			}
			if back.Grid(0, 0).String() != v.Grid(0, 0).String() {
				t.Errorf("after %q the view is read back as another", c.moves)
			}
		}
	}
	for moves, want := range map[string]string{
		"":                               "shades work only during the search",
		"learn":                          "shades work only during the search",
		"fire 2;shades maybe":            "on or off",
		"fire 2;shades on;shades on":     "on already",
		"fire 2;shades off":              "off already",
		"fire 2;set a1;resign;shades on": "this deal is over",
	} {
		s, last := play(t, "size=5 atoms=3", ""), "shades on"
		for text := range strings.SplitSeq(moves, ";") {
			if next, _, err := s.Play(text); err == nil {
				s = next
			} else if strings.HasPrefix(text, "shades") {
				last = text
			}
		}
		if _, _, err := s.Play(last); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %q, %q: %v, want %q", moves, last, err, want)
		}
	}
}

// The hider has no shades, and in a game between two machines nobody has shades.
func TestWhoHasShades(t *testing.T) {
	s := play(t, "size=5 atoms=3", "hide a1,b2,c3;fire 2;shades on")
	if text := s.View(hider).Grid(0, 0).String(); strings.Contains(text, "%") {
		t.Errorf("the hider sees\n%s", text)
	}
	for _, m := range play(t, "size=5 atoms=3", "hide a1,b2,c3;fire 2").View(solver).Moves() {
		if strings.HasPrefix(m.Text, "shades") && (!m.Alone || !m.Final) {
			t.Errorf("%+v can be played between two machines or undone", m)
		}
	}
}
