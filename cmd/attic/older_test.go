//go:build long && unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// older is an earlier version of the program, at a commit.
type older struct {
	commit string
	lists  bool // it has the command attic games
	learns bool // it has puzzles
}

// TestOlderLibraries lets earlier versions of the program play and learn, continues with this program, and then goes back. Nothing may be lost. The folder
// OLDER holds the earlier programs, which are named after their commits; make older builds them.
func TestOlderLibraries(t *testing.T) {
	folder := os.Getenv("OLDER")
	if folder == "" {
		t.Fatal("set OLDER to a folder with the earlier programs, or use make older")
	}
	for _, old := range []older{{commit: "66492ce"}, {commit: "26517d3f", lists: true}, {commit: "2407ce9", lists: true, learns: true}} {
		t.Run(old.commit, func(t *testing.T) { old.opens(t, filepath.Join(folder, old.commit)) })
	}
}

func (old older) opens(t *testing.T, program string) {
	h := newHome(t)
	// leave quits a program; it must end with status 0.
	leave := func(x *terminal) {
		t.Helper()
		x.write("quit\n")
		if status := x.end(); status != 0 {
			t.Fatalf("status %d; the screen:\n%s", status, plain(x.screen))
		}
	}
	// play has a program carry out lines, and returns the answer to the last one.
	play := func(program, game string, lines ...string) (said string) {
		t.Helper()
		x := h.start("TERM=dumb", program, game, "--plain")
		x.expect(x.prompt)
		for _, line := range lines {
			said = x.say(line)
		}
		leave(x)
		return said
	}
	data := func(args ...string) (whole struct{ Games []map[string]any }) {
		t.Helper()
		if err := json.Unmarshal([]byte(h.output(t, append(append([]string{"attic"}, args...), "--json")...)), &whole); err != nil {
			t.Fatal(err)
		}
		return whole
	}

	// the earlier program: an unfinished game of each kind, a lost one, settings and puzzles
	play(program, "ataxx", "opponent human", "start", "a7-b7", "g7-f7")
	play(program, "atom4", "opponent human", "i10")
	play(program, "atom4", "level 2", "opponent ai", "i10", "resign")
	play(program, "atommaster", "fire 1")
	play(program, "ataxx", "warn on", "speed slow")
	solve := func(ids ...string) {
		t.Helper()
		x := h.start("TERM=dumb", program, "ataxx", "--plain")
		x.expect(x.prompt)
		for _, id := range ids {
			x.say("puzzle " + id)
			x.say("hint")
			_, answer, shown := strings.Cut(x.say("hint"), "The answer: ")
			if !shown {
				t.Fatalf("no answer to the puzzle %s:\n%s", id, plain(x.screen))
			}
			if said := x.say(strings.Fields(answer)[0]); !strings.Contains(said, "Your rating") {
				t.Fatalf("the puzzle %s: %s", id, said)
			}
		}
		leave(x)
	}
	if old.learns {
		solve("exchange-49", "daily")
	}

	// this program
	same := func(solved float64) (numbers map[string]string) {
		t.Helper()
		numbers = map[string]string{}
		found := data("games").Games
		if len(found) != 4 {
			t.Fatalf("%d games, want 4: %v", len(found), found)
		}
		for _, g := range found {
			if g["damage"] != 0.0 {
				t.Errorf("a damaged game: %v", g)
			}
			if g["open"] == true {
				numbers[g["game"].(string)] = fmt.Sprint(g["number"])
			} else if g["game"] != "atom4" || !strings.Contains(g["result"].(string), "Player 2 wins") {
				t.Errorf("the finished game is %v", g)
			}
		}
		if len(numbers) != 3 {
			t.Errorf("the unfinished games are %v", numbers)
		}
		if old.learns {
			collection := data("puzzles", "ataxx").Games[0]
			tried := 0.0
			for _, theme := range collection["themes"].([]any) {
				tried += theme.(map[string]any)["tried"].(float64)
			}
			if tried != solved {
				t.Errorf("%v puzzles tried, want %v", tried, solved)
			}
			if said := h.output(t, "attic", "puzzles", "ataxx", "--theme", "exchange"); !strings.Contains(said, "exchange-49    earlier   solved with help") {
				t.Errorf("the list of exchanges: %s", said)
			}
			if said := h.output(t, "attic", "today", "ataxx", "--share"); !strings.Contains(said, "(an earlier edition)") {
				t.Errorf("the puzzle of the day: %s", said)
			}
		}
		return numbers
	}
	numbers := same(2)
	for name, moves := range map[string]string{"ataxx": "a7-b7, 1 blue: g7-f7", "atom4": "1 player 1: i10", "atommaster": "1. fire 1"} {
		if said := play("attic", name, "resume "+numbers[name], "history"); !strings.HasSuffix(said, moves+"\n") {
			t.Errorf("%s: the history is %q, want %q at its end", name, said, moves)
		}
	}
	for line, want := range map[string]string{"warn": "on", "speed": "slow"} {
		if said := play("attic", "ataxx", line); !strings.Contains(said, want) {
			t.Errorf("the setting %s: %s", line, said)
		}
	}
	same(2)

	// the earlier program again: it may refuse games, but harms nothing
	said := play(program, "ataxx", "resume")
	if !old.lists && !strings.Contains(said, "No game is kept") {
		t.Errorf("docs/save-format.md says otherwise: %s", said)
	}
	solved := 2.0
	if old.learns {
		solve("exchange-61")
		solved = 3
		same(solved)
		play("attic", "ataxx", "lesson 1", "next") // writes learnt.json, with its sum
		solve("exchange-62")
	}
	if old.lists {
		x := h.start("TERM=dumb", program, "games")
		if status := x.end(); status != 0 || strings.Count(plain(x.screen), "\n") != 4 {
			t.Errorf("it lists with status %d: %s", status, plain(x.screen))
		}
	}
	same(solved)
	if said := h.output(t, "attic", "lessons", "ataxx"); old.learns && !strings.Contains(said, "step 2 of ") {
		t.Errorf("the lessons: %s", said)
	}
}
