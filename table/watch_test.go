package table_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"attic/game"
	"attic/games/atom4"
	"attic/match"
	"attic/table"
)

var names = map[table.What]string{
	table.Played: "played", table.Resigned: "resigned", table.Undone: "undone", table.Redone: "redone",
	table.Round: "round", table.Began: "began", table.Loaded: "loaded", table.Seated: "seated",
	table.Failed: "failed", table.NotKept: "not kept", table.Thinking: "thinking",
	table.Paced: "paced", table.Hinted: "hinted", table.KeptAgain: "kept again", table.Missed: "missed",
}

// seen takes a person's events and returns each one in a form like "played 0 i8".
func seen(w *table.Person) []string {
	var list []string
	for _, e := range w.Take() {
		text := names[e.What]
		switch e.What {
		case table.Played:
			text += fmt.Sprintf(" %d %s", e.By, e.Move.Text)
			if e.Program {
				text += " by program"
			}
		case table.Resigned, table.Failed:
			text += fmt.Sprint(" ", e.By)
		}
		list = append(list, text)
	}
	return list
}

func TestEventsTellWhatHappened(t *testing.T) {
	tb := open(t, "atom4", "person person")
	w := from(tb, here)
	must(t, do(t, tb, "I8; h8; undo; redo; resign; next; side 2; program 1; level 3; seed; name 2 Anna; clear"))
	tb.Load(newMatch(t, atom4.Game{}, game.Setup{}, "person person"), nil)
	want := []string{
		"played 0 i8", "played 1 h8", "undone", "redone", "resigned 0", "round",
		"seated", "seated", "seated", "seated", "seated", "began", "loaded",
	}
	if got := seen(w); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if again := w.Take(); len(again) != 0 {
		t.Errorf("the events arrive twice: %v", again)
	}
}

func TestWhatIsRefusedIsNotTold(t *testing.T) {
	tb := open(t, "toy#2", "person program")
	must(t, do(t, tb, "start; guess 9"))
	w := from(tb, 0)
	for _, what := range []string{"guess 99", "undo", "redo", "side 2", "person 2", "level 4", "side 1", "at 1 guess 3", "at 9 guess 3", "name 1 \t", "hurry"} {
		_ = act(tb, what) // the request may be refused, or have no effect
	}
	if got := seen(w); len(got) != 0 {
		t.Errorf("unexpected events: %q", got)
	}
}

func TestEventsCarryHowItStoodThen(t *testing.T) {
	tb := open(t, "toy#2", "person program")
	w := from(tb, 0)
	must(t, do(t, tb, "start; guess 9; guess 2; next"))
	var got []string
	for _, e := range w.Take() {
		n := e.Now
		got = append(got, fmt.Sprintf("%d %v %v %d %v %s", n.ToMove, n.Over, n.Thinking, n.Round, n.Score, n.View.Status().Last))
	}
	want := []string{
		"0 false false 1 [0 0] The guessing begins.", "0 false false 1 [0 0] Lower than 9.",
		"-1 true false 1 [1 0] It is 2.", "-2 false false 2 [1 0] ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReady(t *testing.T) {
	tb := open(t, "atom4", "person person")
	w := from(tb, 0)
	ready := func() bool {
		select {
		case <-w.Ready():
			return true
		default:
			return false
		}
	}
	if ready() {
		t.Error("Ready fires before anything has happened")
	}
	must(t, do(t, tb, "i8; h8; undo"))
	if !ready() {
		t.Error("Ready does not fire although something has happened")
	}
	if n := len(w.Take()); n != 3 {
		t.Errorf("there are %d events", n)
	}
	w.Close()
	must(t, do(t, tb, "h8"))
	if ready() || len(w.Take()) != 0 {
		t.Error("a closed Person gets events")
	}
}

// knows reports whether a view of the toy shows the hidden number.
func knows(v game.View) bool {
	text, _ := v.MarshalText()
	return strings.Contains(string(text), "Number")
}

func TestWatchersGetOnlyTheirOwnView(t *testing.T) {
	tb := open(t, "toy", "person person")
	const spectator, guesser, hider = game.Nobody, 0, 1
	watches := map[int]*table.Person{}
	for _, seat := range []int{spectator, guesser, hider, here} {
		watches[seat] = from(tb, seat)
	}
	must(t, do(t, tb, "hide 13; start; guess 4"))
	for seat, w := range watches {
		events := w.Take()
		if len(events) != 3 {
			t.Fatalf("seat %d gets %d events", seat, len(events))
		}
		for i, e := range events {
			if knows(e.Now.View) != (seat == hider) {
				t.Errorf("seat %d, event %d: the view shows the number: %v", seat, i, knows(e.Now.View))
			}
			if strings.Contains(fmt.Sprint(e.Move), "13") {
				t.Errorf("seat %d gets %+v", seat, e.Move)
			}
		}
		if m := events[0].Move; m.Text != "hide" || !m.Secret {
			t.Errorf("seat %d: the secret move is %+v", seat, m)
		}
		if knows(from(tb, seat).Now().View) != (seat == hider) {
			t.Errorf("seat %d: Now shows the number to the wrong seat", seat)
		}
	}
	if got := fmt.Sprint(tb.Here().Sight().History()); strings.Contains(got, "13") {
		t.Errorf("history: %s", got)
	}
}

// whispers is Atom-4 where only the mover may read a move.
type whispers struct{ atom4.Game }

func (g whispers) New(s game.Setup) (game.State, error) {
	state, err := g.Game.New(s)
	return whisper{state}, err
}

type whisper struct{ game.State }

func (s whisper) Play(text string) (game.State, game.Move, error) {
	next, m, err := s.State.Play(text)
	m.Secret, m.Label = true, "placed"
	return whisper{next}, m, err
}

func TestSecretMovesAreToldToTheMoverAlone(t *testing.T) {
	tb := table.New(table.Config{Match: newMatch(t, whispers{}, game.Setup{}, "person person"), Chance: chance})
	want := map[int]string{game.Nobody: "placed [] placed []", 0: "i8 [i8] placed []", 1: "placed [] h8 [h8]"}
	watches := map[int]*table.Person{}
	for seat := range want {
		watches[seat] = from(tb, seat)
	}
	must(t, do(t, tb, "i8; h8"))
	for seat, w := range watches {
		var got []string
		for _, e := range w.Take() {
			got = append(got, fmt.Sprintf("%s %v", e.Move.Text, e.Move.Spots))
		}
		if strings.Join(got, " ") != want[seat] {
			t.Errorf("seat %d gets %q, want %q", seat, got, want[seat])
		}
	}
}

func TestHereIsWhereThePersonSits(t *testing.T) {
	for _, c := range []struct {
		clause, programs, script string
		knows                    bool // whether the person sees the number, like the hider
	}{
		{"the person's side", "person program", "", false},
		{"the other side", "person program", "side 2", true},
		{"the person's side, both seats played by people", "person person", "", false},
		{"the computer plays all seats", "person program", "program 1", false},
	} {
		tb := open(t, "toy", c.programs)
		must(t, do(t, tb, c.script))
		must(t, do(t, tb, "hide 13"))
		if got := knows(from(tb, here).Now().View); got != c.knows {
			t.Errorf("%s: the person sees the number: %v", c.clause, got)
		}
	}
}

// Many requests run at the same time, for the race detector. The record must stay readable.
func TestConcurrentUse(t *testing.T) {
	m := newMatch(t, bots{choose: func(context.Context) (string, error) { return "h8", nil }}, game.Setup{}, "person program")
	tb := table.New(table.Config{Match: m, Chance: chance, Begin: func() (match.Ledger, error) { return &diary{}, nil }})
	ctx, stop := context.WithCancel(context.Background())
	stopped := tb.Go(ctx)
	var users sync.WaitGroup
	for _, what := range []string{"i8", "undo", "redo", "resign", "next", "clear", "level 1", "seed", "program 2", "side 2", "at 1 i8", "hurry", "name 1 Anna"} {
		users.Go(func() {
			w := from(tb, game.Nobody)
			defer w.Close()
			for range 20 {
				_ = act(tb, what) // most requests are refused
				for _, e := range w.Take() {
					_ = e.Now.View.Grid(0, 0).String()
				}
				_, _ = from(tb, here).Sight().At(1)
				_, _, _, _, _ = tb.Here().Sight().Moves(), tb.Here().Sight().History(), id(tb), tb.Here().Now().Kept, tb.Game()
				_ = save(tb, &strings.Builder{})
			}
		})
	}
	users.Wait()
	stop()
	stopped()
	var b strings.Builder
	must(t, save(tb, &b))
	if _, err := match.Read(strings.NewReader(b.String()), find); err != nil {
		t.Errorf("the record cannot be read: %v in\n%s", err, b.String())
	}
	must(t, tb.Close())
}
