package online

import (
	"slices"
	"strings"
	"testing"

	"attic/games"
	"attic/match/store"
)

// A person joins a tournament, leaves it and comes back, sees the standings, and goes to the seat of the next game.
func TestATournament(t *testing.T) {
	place := opened(t)
	phrases := []string{join(t, place, "Ann"), join(t, place, "Bo")}
	hall, err := Dial(t.Context(), place, store.Open("", games.Find).Profile)
	must(t, err)
	var made struct{ Tournament, Organiser string }
	must(t, hall.ask(t.Context(), "tournaments", map[string]any{"phrase": phrases[0], "name": "Thursday", "game": "ataxx", "rounds": 2}, &made))
	path := "tournaments/" + made.Tournament
	must(t, hall.ask(t.Context(), path+"/join", about{Phrase: phrases[0]}, &struct{}{}))

	bo := sits(t, store.Open(t.TempDir(), games.Find))
	bo.desk.Set(func(s *store.Settings) { s.Hall = "http://" + place })
	bo.online()
	hint := func(part string) {
		t.Helper()
		bo.until("the hint "+part, func() bool { return strings.Contains(bo.desk.Form.Hint, part) })
	}
	open := func() {
		t.Helper()
		bo.choose("Tournaments")
		bo.choose("Thursday")
	}
	open()
	hint("enter your recovery phrase first")
	if slices.Contains(bo.rows(), "Join") {
		t.Errorf("somebody without a name can join: %q", bo.rows())
	}
	bo.choose("All tournaments")
	bo.choose("Tables")
	bo.named(phrases[1], "Bo")
	open()
	bo.shows("Join", "as Bo")
	for range 2 {
		bo.choose("Join")
		hint("Not started. Ataxx, Swiss, no clock, 2 players.")
		bo.choose("Leave")
		bo.shows("Join", "as Bo")
	}
	bo.choose("Join")
	bo.shows("Leave", "play no further round")
	must(t, hall.ask(t.Context(), path+"/pair", map[string]any{"organiser": made.Organiser, "round": 1}, &struct{}{}))
	bo.choose("All tournaments")
	bo.shows("Thursday", "round 1 of 2")
	bo.choose("Thursday")
	bo.shows("Your game, round 1", "play")
	bo.choose("1. Bo")
	hint("Bo: points 0, direct encounter 0, Buchholz cut 1 0,")
	bo.choose("Your game, round 1")
	bo.seated()
}
