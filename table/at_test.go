package table_test

import (
	"fmt"
	"slices"
	"testing"

	"attic/game"
	"attic/match"
	"attic/table"
)

// Each case: a game, who plays each seat, requests, the error of the last request, and the history of the round after it. "at 1 i8"
// plays i8 after the first step.
func TestPlayingElsewhereInTheMatch(t *testing.T) {
	for _, c := range []struct {
		clause, id, programs, script string
		err                          error
		history                      string
	}{
		{"at an earlier step", "atom4", "person person", "i8; h8; at 1 i10", nil, "i8 i10"},
		{"a different move discards the later moves", "atom4", "person person", "i8; h8; at 1 i10; redo", match.ErrNoRedo, "i8 i10"},
		{"the same move keeps the later moves", "atom4", "person person", "i8; h8; at 0 i8; redo", nil, "i8 h8"},
		{"at the current step", "atom4", "person person", "i8; at 1 h8", nil, "i8 h8"},
		{"at a step that was taken back", "atom4", "person person", "i8; h8; undo; undo; at 1 i10", nil, "i8 i10"},
		{"in an earlier round", "atom4", "person person", "i8; resign; next; i10; at 1 h8", nil, "i8 h8"},
		{"in the set-up", "ataxx", "person person", "start; b6; at 0 blocks 3", nil, "blocks 3"},
		{"while the computer is to move", "atom4", "person program", "i8; at 0 i10", nil, "i10"},
		{"not at the computer's turn", "atom4", "person person", "i8; h8; program 2; at 1 i10", table.ErrTurn, "i8 h8"},
		{"not a move that is illegal there", "atom4", "person person", "i8; h8; at 1 i8", game.ErrIllegal, "i8 h8"},
		{"not after the end of a round", "atom4", "person person", "i8; resign; next; at 2 h8", match.ErrOver, ""},
		{"not before the beginning", "atom4", "person person", "i8; at -1 i8", match.ErrNothing, "i8"},
		{"not beyond the end", "atom4", "person person", "i8; h8; undo; at 3 i10", match.ErrNoRedo, "i8"},
		{"not before revealed information", "toy#2", "person program", "start; guess 10; at 0 start", match.ErrFinal, "start guess 10"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb, diaries := kept(t, c.id, c.programs)
			if err := do(t, tb, c.script); wrong(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if got := told(tb); got != c.history {
				t.Errorf("history %q, want %q", got, c.history)
			}
			if got, want := (*diaries)[0].record(t), record(t, tb); got != want {
				t.Errorf("the journal holds\n%s\nthe table\n%s", got, want)
			}
		})
	}
}

func TestPlayingElsewhereIsToldAsOneMove(t *testing.T) {
	tb := open(t, "atom4", "person person")
	must(t, do(t, tb, "i8; h8"))
	w := from(tb, here)
	must(t, do(t, tb, "at 0 i10"))
	if got, want := seen(w), []string{"played 0 i10"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// stands returns, as text, the part of a state that At must return again later.
func stands(t *testing.T, n table.Now) string {
	t.Helper()
	view, err := n.View.MarshalText()
	must(t, err)
	return fmt.Sprintf("%s\n%d %v %v %+v %d %v %d", view, n.ToMove, n.Thinking, n.Over, n.Outcome, n.Round, n.Score, n.Ply)
}

func TestAtShowsHowItStood(t *testing.T) {
	for _, c := range []struct {
		id, programs string
		script       []string
		undone       int // the number of steps taken back before At is called
	}{
		{"atom4", "person person", []string{"i8", "h8", "resign", "next", "i10", "resign"}, 4},
		{"atom4", "person program", []string{"i8"}, 0},
		{"ataxx blocks=3", "person person", []string{"blocks 0", "start", "b6", "f6", "resign"}, 5},
		{"toy", "person person", []string{"hide 13", "start", "guess 4", "guess 13"}, 0},
	} {
		t.Run(c.id, func(t *testing.T) {
			tb := open(t, c.id, c.programs)
			seats := []int{game.Nobody, 0, 1, here}
			then := map[int][]string{}
			note := func() {
				for _, seat := range seats {
					then[seat] = append(then[seat], stands(t, from(tb, seat).Now()))
				}
			}
			note()
			for _, what := range c.script {
				must(t, act(tb, what))
				note()
			}
			for range c.undone {
				must(t, set(tb, table.Undo()))
			}
			for _, seat := range seats {
				for ply, want := range then[seat] {
					now, _ := from(tb, seat).Sight().At(ply)
					if got := stands(t, now); got != want {
						t.Errorf("seat %d, ply %d: \n%s\nwant\n%s", seat, ply, got, want)
					}
					if now.Ply+now.Redo != len(c.script) {
						t.Errorf("ply %d: %d steps before it, %d after it", ply, now.Ply, now.Redo)
					}
				}
				first, _ := from(tb, seat).Sight().At(-1)
				last, _ := from(tb, seat).Sight().At(99)
				if first.Ply != 0 || last.Ply != len(c.script) {
					t.Errorf("the first step is %d, the last %d", first.Ply, last.Ply)
				}
			}
			if now := from(tb, here).Now(); now.Ply != len(c.script)-c.undone || now.Redo != c.undone {
				t.Errorf("At leaves the table after %d steps, with %d to redo", now.Ply, now.Redo)
			}
		})
	}
}

// Each case: requests in a game of the toy, the seat from which At is called and its argument, the step that At shows, and whether
// the hidden number is visible there.
func TestAtShowsNothingHidden(t *testing.T) {
	const guesser, hider = 0, 1
	for _, c := range []struct {
		clause, script string
		seat, at, ply  int
		knows          bool
	}{
		{"the hider sees the number", "hide 13; start", hider, 1, 1, true},
		{"the guesser does not see the number", "hide 13; start", guesser, 1, 1, false},
		{"not even after the end, at an earlier step", "hide 13; start; guess 13", guesser, 2, 2, false},
		{"steps that were taken back are not shown", "hide 13; start; undo", hider, 2, 1, true},
		{"a round that was taken back is not shown", "hide 13; start; next; undo", guesser, 9, 2, false},
		{"the hider may have been the guesser in the round before", "hide 13; start; next; side 2", here, 2, 2, false},
		{"the round before, from the hider's seat", "hide 13; start; next", hider, 2, 2, false},
		{"the end of the round before shows the number to everybody", "hide 13; start; guess 13; next", guesser, 3, 3, true},
	} {
		t.Run(c.clause, func(t *testing.T) {
			tb := open(t, "toy", "person person")
			must(t, do(t, tb, c.script))
			now, _ := from(tb, c.seat).Sight().At(c.at)
			if now.Ply != c.ply || knows(now.View) != c.knows {
				t.Errorf("step %d, the number is visible: %v", now.Ply, knows(now.View))
			}
		})
	}
}

func TestAtListsWhatCanBePlayedThere(t *testing.T) {
	for _, c := range []struct {
		clause, id, programs, script string
		at                           int
		want                         []string
	}{
		{"the current step", "atom4", "person person", "", 0, []string{"i10", "i8"}},
		{"a person's turn", "atom4", "person program", "i8", 0, []string{"i10", "i8"}},
		{"a step that was taken back", "atom4", "person person", "i8; h8; undo; undo", 1, []string{"i10", "h8", "j8"}},
		{"the computer's turn", "atom4", "person program", "i8", 1, nil},
		{"the set-up", "toy", "program program", "start", 0, []string{"start"}},
		{"a step before revealed information", "toy#2", "person program", "start; guess 10", 1, nil},
		{"the end of a round", "atom4", "person person", "resign; next", 1, nil},
	} {
		tb := open(t, c.id, c.programs)
		must(t, do(t, tb, c.script))
		var got []string
		_, list := from(tb, here).Sight().At(c.at)
		for _, m := range list {
			got = append(got, m.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.clause, got, c.want)
		}
	}
}
