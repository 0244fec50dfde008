package table_test

import (
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/table"
)

// Finish plays a decided game to its end. It causes a single event with a record line for each move. Undo takes back only the last move.
func TestFinish(t *testing.T) {
	tb := open(t, "ataxx", "person program")
	here := tb.Here()
	if err := here.Do(table.Finish()).Err(); table.CodeOf(err) != "illegal" || here.Sight().Decided() {
		t.Errorf("Finish during set-up: %v", err)
	}
	for _, text := range []string{"fen x6/7/7/7/7/7/6- x", "start"} {
		must(t, here.Do(table.Play(text)).Err())
	}
	here.Take()
	if !here.Sight().Decided() {
		t.Fatal("the game is not decided")
	}
	must(t, here.Do(table.Finish()).Err())
	events := here.Take()
	if len(events) != 1 || events[0].What != table.Played || len(events[0].Lines) < 90 {
		t.Fatalf("there are %d events, the first is %v with %d lines", len(events), events[0].What, len(events[0].Lines))
	}
	now := here.Now()
	if !now.Over || now.Outcome.Winner != 0 || !slices.Equal(now.View.Status().Scores, []string{"Red 48", "Blue 0"}) {
		t.Errorf("at the end: %+v %q", now.Outcome, now.View.Status().Scores)
	}
	passes := 0
	for _, e := range here.Sight().History() {
		if e.Text == "-" {
			passes++
		}
	}
	if passes < 40 {
		t.Errorf("Blue passes only %d times", passes)
	}
	if err := here.Do(table.Finish()).Err(); err == nil || here.Sight().Decided() {
		t.Error("a game that is over can be finished again")
	}
	must(t, here.Do(table.Undo()).Err())
	if here.Now().Over {
		t.Error("Undo does not take back the last move")
	}
	other := open(t, "atom4", "person person").Here()
	if err := other.Do(table.Finish()).Err(); err == nil || !strings.Contains(err.Error(), "finished early") || other.Sight().Decided() {
		t.Errorf("Finish in Atom-4: %v", err)
	}
}

// During a round with hidden information, Sight.Setup returns the setup only to people who may see the hidden information.
func TestSetupOfASight(t *testing.T) {
	tb := open(t, "atommaster atoms=5#17", "person program")
	if setup, ok := tb.Here().Sight().Setup(); !ok || setup != (game.Setup{Options: "atoms=5", Seed: 17}) {
		t.Errorf("the person here gets %+v, %v", setup, ok)
	}
	if setup, ok := tb.Join(0).Sight().Setup(); ok || setup != (game.Setup{}) {
		t.Errorf("a spectator gets %+v", setup)
	}
}
