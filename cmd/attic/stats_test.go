//go:build unix

package main

import (
	"path/filepath"
	"testing"
)

// The statistics count games played at a terminal by their kind: against a level, an engine or a person, or from a file.
func TestStatisticsOfGamesJustPlayed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	x, _ := h.open("TERM=dumb", "attic", "atom4", "-a", "2", "-d", "1", "--seed", "8")
	play := func(move string) {
		x.write(move + "\r")
		x.expect("Your move: ")
		x.expect(x.prompt)
	}
	play("i10")
	want(t, "an unfinished game", x.say("stats"), "No finished game of Atom-4 against the computer yet.", "Not counted: 1 unfinished.")
	x.say("resign")
	want(t, "a game lost", x.say("stats"), "1 round against the computer: 0 won, 1 lost, 0 drawn.", "1, novice  1218    1       0    1     0")

	x.say("clear")
	x.say("opponent human")
	x.say("i10")
	x.say("resign")
	want(t, "a game between two people", x.say("stats"), "1 round against the computer:", "Not counted: 1 between people.")

	x.say("clear")
	x.say("opponent think:10ms")
	play("i10")
	x.say("resign")
	want(t, "an engine", x.say("stats"), "1 round against the computer:", "1 between people and 1 against an engine")

	x.say("clear")
	x.say("opponent ai")
	play("i10")
	x.say("undo")
	play("i8")
	x.say("resign")
	want(t, "a move taken back", x.say("stats"), "2 rounds against the computer: 0 won, 2 lost, 0 drawn.", "You took moves back in 1 round; they do not count for streaks.")

	file := filepath.Join(h.dir, "saved.attic")
	x.say("save " + file)
	x.say("resume " + file)
	x.say("undo") // from here it is a game of its own
	x.say("resign")
	want(t, "a saved game", x.say("stats"), "2 rounds against the computer:", "1 from")
	x.write("quit\r")
	x.end()
}
