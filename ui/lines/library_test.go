package lines_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"attic/desk/command"
	"attic/match"
	"attic/match/store"
	"attic/ui/lines"
)

// sitting runs a session at a new table of the game id, whose games are kept in s, and returns the output. The lines of the script
// are separated by semicolons; they come from a pipe if pipe is set, otherwise from a terminal.
func sitting(t *testing.T, s store.Store, id, script string, pipe bool) string {
	t.Helper()
	var out strings.Builder
	var in lines.Input = &terminal{lines: strings.Split(script, ";")}
	if pipe {
		in = lines.NewPipe(strings.NewReader(strings.ReplaceAll(script, ";", "\n")))
	}
	tb := keeping(t, s, id)
	session := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: s, Terminal: !pipe}, in, &out)
	must(t, session.Run(t.Context()))
	must(t, tb.Close())
	return out.String()
}

func wants(t *testing.T, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s: %q is missing in\n%s", what, w, got)
		}
	}
}

func TestGamesAreListedAndResumedByNumber(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	wants(t, "no game", sitting(t, s, "atom4", "games;resume 1;games delete 1", false),
		"No game is kept.\n", "There is no game 1; type games to list them, or type resume ./1 for a file.\n", "There is no game 1; type games to list them.\n")
	sitting(t, s, "ataxx", "opponent human;start;a7-b7", false)
	sitting(t, s, "ataxx", "opponent human;name blue Bob;start;resign", false)
	sitting(t, s, "atom4", "i8;clear;i10", false)
	got := sitting(t, s, "ataxx", "games;games ataxx;games delete 3;games;games chess;games delete;games delete x", true)
	date := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).Local().Format("2 January 2006 15:04")
	want := strings.ReplaceAll(`4  Atom-4, between people, move 1 player 1, DATE, unfinished
3  Atom-4, between people, move 1 player 1, DATE, abandoned
2  Ataxx, against Bob, set-up, DATE, Blue wins
1  Ataxx, between people, move 1 red, DATE, unfinished
2  Ataxx, against Bob, set-up, DATE, Blue wins
1  Ataxx, between people, move 1 red, DATE, unfinished
4  Atom-4, between people, move 1 player 1, DATE, unfinished
2  Ataxx, against Bob, set-up, DATE, Blue wins
1  Ataxx, between people, move 1 red, DATE, unfinished
No game of "chess" is kept; type games to list all.
Delete needs a number: games delete N; type games to list them.
"x" is not the number of a game; type games to list them.
`, "DATE", date)
	if got != want {
		t.Errorf("the list is\n%s\nwant\n%s", got, want)
	}
	wants(t, "a game is found by its number", sitting(t, s, "ataxx", "resume 1;history;games delete 1;resume 1", true),
		"Set-up: start\n1. a7-b7\n", "Game 1 was not deleted: it is being played.\n", "Game 1 is being played, here or by another program.\n")
	wants(t, "a game that is over", sitting(t, s, "ataxx", "resume 2;history;undo;a7-b6;history", true), "Set-up: start\n1. Red: resign\n", "Set-up: start\n1. a7-b6\n")
	wants(t, "a game that was over", sitting(t, s, "ataxx", "resume;history", false), "Set-up: start\n1. a7-b6\n")
	wants(t, "another game", sitting(t, s, "atom4", "resume 1", false), "Game 1 is a game of Ataxx; attic ataxx resumes it.\n")
}

// A bare number, such as 12, is the number of a game; ./12 is a file.
func TestNumbersAreNoFiles(t *testing.T) {
	s := store.Open(filepath.Join(t.TempDir(), "state"), find)
	t.Chdir(t.TempDir())
	wants(t, "saving", sitting(t, s, "atom4", "i8;save 12;resume 12;resume ./12;history", true),
		"There is no game 12; type games to list them, or type resume ./12 for a file.\n", "1. i8\n")
}

// Undo directly after clear brings the game back, with its players, at the table and on disk.
func TestUndoAfterClear(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	got := sitting(t, s, "atom4", "name 1 Anna;i8;clear;games;undo;games;history;name;quit", false)
	wants(t, "undo", got, "move 1 player 1, ", ", abandoned\n", ", unfinished\n", "1. i8\n", "Player 1: Anna.\n", "The game is kept; type resume to continue it next time.\n")
	wants(t, "the next time", sitting(t, s, "atom4", "resume;history", false), "is kept, move 1 player 1; ", "1. i8\n")
}

// A kept game in which only the set-up was played is not offered as a game of 0 moves.
func TestAKeptSetUp(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	sitting(t, s, "ataxx", "blocks 3gh;quit", false)
	wants(t, "the next time", sitting(t, s, "ataxx", "resume;history", false), "is kept, only set up; type resume to continue it.\n", "Set-up: blocks 3gh\n")
}

// A damaged game is reported. Resuming it by number after that continues from the line before the damage.
func TestADamagedGameIsReported(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	sitting(t, s, "atom4", "i8;h8;g9", false)
	path := filepath.Join(dir, "games", "000001-atom4.game")
	text, err := os.ReadFile(path)
	must(t, err)
	line := 1 + strings.Count(string(text)[:strings.Index(string(text), "move h8")], "\n")
	damaged := strings.Replace(string(text), "move h8", "move h9", 1)
	must(t, os.WriteFile(path, []byte(damaged), 0o600))
	report := fmt.Sprintf("Game 1 is damaged at line %d of %s; resume 1 continues from line %d.\n", line, path, line-1)

	got := sitting(t, s, "atom4", "resume;resume;games", false)
	if strings.Count(got, report) != 3 || !regexp.MustCompile(`(?m)^1  Atom-4, .*, damaged at line \d+$`).MatchString(got) {
		t.Errorf("the report is\n%s", got)
	}
	if got := sitting(t, s, "atom4", "resume 1", true); got != report {
		t.Errorf("in a script the output is\n%s", got)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != damaged {
		t.Errorf("the damaged file was changed to\n%s", now)
	}
	got = sitting(t, s, "atom4", "resume;resume 1;history;j8", false)
	wants(t, "resumed by its number", got, report, "The damaged file is kept as "+path+".damaged.\n", "1. i8\n")
	if now, err := os.ReadFile(path + ".damaged"); err != nil || string(now) != damaged {
		t.Errorf("the copy of the damaged file is\n%s", now)
	}
	wants(t, "the next time", sitting(t, s, "atom4", "resume;history", false), "1. i8 j8\n")

	must(t, os.WriteFile(path, []byte("rubbish"), 0o600))
	got = sitting(t, s, "atom4", "resume;resume 1;resume 1", false)
	if want := "Game 1 is damaged at line 1 of " + path + "; nothing before that line can be played.\n"; strings.Count(got, want) != 3 {
		t.Errorf("for a file of rubbish the output is\n%s", got)
	}
}

// A list of games has no control characters, which a terminal would obey.
func TestListsHoldNoControlCharacters(t *testing.T) {
	g := store.Game{Number: 3, Opponent: "against \x1b[2Jx\u009b\u202e", Result: "a\nb\tc\a", Played: time.Now()}
	got := command.Listed(g, "Toy\x00")
	if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x202e }) || !strings.HasPrefix(got, "3  Toy") {
		t.Errorf("the line is %q", got)
	}
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "games"), 0o700))
	name := "000001-toy.game"
	text := match.Sealed(match.JournalHead, "game toy", "seat 1 person level 1 name \x1b[2J", "round #2")
	must(t, os.WriteFile(filepath.Join(dir, "games", name), []byte(text), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "games", "\x1b[2J.game"), nil, 0o600))
	said := sitting(t, store.Open(dir, find), "toy#2", "games;resume 1;resume 1;resume 2", true)
	if strings.ContainsFunc(said, func(r rune) bool { return r < ' ' && r != '\n' }) || strings.Count(said, "\n") != 5 {
		t.Errorf("the output is %q", said)
	}
}
