package review

import (
	"errors"
	"strings"
	"testing"

	"attic/game"
)

// Some attempts count as found, and each has its sentences. Red had a chance of 50 % and played a move to 30 %. A move to
// more than 45 % counts as found.
func TestTry(t *testing.T) {
	const best = "50: at 50 it is best."
	for _, c := range []struct {
		what, text string
		good       bool
		said       string
	}{
		{"the better move", "50", true, "Found. " + best},
		{"in another spelling", " 50 ", true, "Found. " + best},
		{"as good a one", "51", true, "Found: 51 is as good as the expected move. " + best},
		{"one that loses little", "46", true, "Close enough: 46 loses only 4%. It counts as found. The best was " + best},
		{"one that loses 5 %", "45", false, "45 loses 5%. Try another one."},
		{"one that loses more", "10", false, "10 loses 40%. Try another one."},
		{"the one that was played", "30", false, "30 is the move that was played; it lost 20%. Try another one."},
		{"one that ends the game", "0-1", false, "0-1 loses 50%. Try another one."},
		{"one that wins", "1-0", true, "Found: 1-0 is as good as the expected move. " + best},
		{"one that looks good to a small search only", "50~20", false, "50~20 loses 30%. Try another one."},
	} {
		m := played(t, newPlain(), "", "30 30")
		r, err := Run(t.Context(), m, 0, nil)
		must(t, err)
		y := NewRetry(r, 0)
		if len(y.Faults) != 1 {
			t.Fatalf("%d faults", len(y.Faults))
		}
		if got, want := y.Task(y.Faults[0]), "Move 1 red, 30, was a blunder; the chance of winning fell from 50 to 30%. Find a better move."; got != want {
			t.Errorf("the task is %q", got)
		}
		a, err := r.Try(t.Context(), m, y.Faults[0], c.text, 0)
		must(t, err)
		if got := strings.Join(y.Take(a), " "); a.Good() != c.good || got != c.said {
			t.Errorf("%s: good %v, %q, want %q", c.what, a.Good(), got, c.said)
		}
		score := "0 of 1 found."
		if c.good {
			score = "1 of 1 found."
		}
		if got := y.Score(); got != score || y.found[y.Faults[0].Point] != c.good {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}

// A move found before it is shown counts as found; a move found afterwards does not.
func TestShow(t *testing.T) {
	m := played(t, newPlain(), "", "30 60 30 60")
	r, err := Run(t.Context(), m, 0, nil)
	must(t, err)
	y := NewRetry(r, game.Nobody)
	if len(y.Faults) != 4 || len(NewRetry(r, 0).Faults) != 2 || len(NewRetry(r, 1).Faults) != 2 {
		t.Fatalf("faults %+v", y.Faults)
	}
	for i, shownFirst := range []bool{true, false, true} {
		fault := y.Faults[i]
		if shownFirst {
			y.Show(fault)
		}
		a, err := r.Try(t.Context(), m, fault, r.Points[fault.Point].Advice.Text, 0)
		must(t, err)
		y.Take(a)
		if got := y.Show(fault); got != r.Points[fault.Point].Advice.Move.Sentence {
			t.Errorf("it shows %q", got)
		}
	}
	if got := y.Score(); got != "1 of 4 found." {
		t.Errorf("the score is %q", got)
	}
	if _, err := r.Try(t.Context(), m, y.Faults[0], "x", 0); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("for an illegal move: %v", err)
	}
}

// The coach warns of some last moves and not of others.
func TestWarning(t *testing.T) {
	for _, c := range []struct {
		what  string
		g     game.Game
		moves string
		want  string
	}{
		{"nothing lost", newPlain(), "50", ""},
		{"a mistake", newPlain(), "31", ""},
		{"a blunder", newPlain(), "30", "That lost 20% of your chance of winning; Blue's best answer is 30."},
		{"of the second side", newPlain(), "50 80", "That lost 30% of your chance of winning; Red's best answer is 80."},
		{"one of a small search only", newPlain(), "30/30 50/50 30", "That lost 20% of your chance of winning; Blue's best answer is 30."},
		{"a win allowed", newPlain(), "w3", "That lets Blue win in 2 moves, with l2."},
		{"a win allowed at once", newPlain(), "w1", "That lets Blue win in one move, with 0-1."},
		{"the end", newPlain(), "0-1", "That ends the game. Blue wins."},
		{"a draw given away", newPlain(), "w2 1/2", "That ends the game. Draw."},
		{"a resignation", newPlain(), "50 resign1", ""},
		{"more to take than before", newPlain(), "30/take5", "That lets Blue take five."},
		{"as much to take as with the better move", newPlain(), "30/take2", "That lost 20% of your chance of winning; Blue's best answer is take2."},
	} {
		got, err := Warning(t.Context(), played(t, c.g, "", c.moves), false)
		must(t, err)
		if got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.what, c.moves, got, c.want)
		}
	}
	if got, err := Warning(t.Context(), played(t, newPlain(), "set", "start"), false); got != "" || err != nil {
		t.Errorf("during set-up: %q, %v", got, err)
	}
	type silent struct{ game.Game }
	if got, err := Warning(t.Context(), played(t, silent{newPlain()}, "", "30"), false); got != "" || err != nil {
		t.Errorf("without an advisor: %q, %v", got, err)
	}
}
