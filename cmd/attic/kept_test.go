//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// After kill -9 at any move, everything that was shown is there again.
func TestKillLosesNothingThatWasShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program  []string
		opening  []string // commands before the moves
		moves    []string
		recorded []string // the moves as history prints them
		setUp    int      // how many of recorded belong to the set-up
	}{
		{
			program:  []string{"attic", "atom4"},
			moves:    []string{"i10", "h10", "h11", "g11", "g9"},
			recorded: []string{"i10", "h10", "h11", "g11", "g9"},
		},
		{
			program:  []string{"attic", "ataxx"},
			opening:  []string{"opponent human"},
			moves:    []string{"blocks 3", "a7-b7", "start", "g7-g6", "b7-c6", "g6-e5"},
			recorded: []string{"blocks 3", "a7-b7", "start", "g7-g6", "b7-c6", "g6-e5"},
			setUp:    3,
		},
		{
			program:  []string{"attic", "atommaster", "--seed", "3"},
			moves:    []string{"balls", "fire 3", "set e5", "fire 12", "set a1"},
			recorded: []string{"balls", "fire 3", "set e5", "fire 12", "set a1"},
			setUp:    1,
		},
	} {
		t.Run(c.program[1], func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			x, first := h.open("TERM=xterm", c.program...)
			wantNot(t, "the first start", first, "kept")
			for _, word := range c.opening {
				x.say(word)
			}
			for i, move := range c.moves {
				shown := x.say(move)
				x.kill()
				x, first = h.open("TERM=xterm", c.program...)
				want(t, "the start after "+move, first, "is kept", "resume")
				again := x.say("resume")
				if again == "" || !strings.HasSuffix(shown, again) {
					t.Errorf("after %s was shown:\n%s\nresumed:\n%s", move, shown, again)
				}
				got := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(x.say("history")), "\n", " "), "Round 1 ")
				if want := historyOf(c.recorded[:i+1], c.setUp, c.program[1] == "atommaster"); got != want {
					t.Errorf("history after %s is %q, want %q", move, got, want)
				}
			}
			x.say("undo")
			shown := x.say("dump")
			x.kill()
			x, _ = h.open("TERM=xterm", c.program...)
			x.say("resume")
			if again := x.say("dump"); again != shown {
				t.Errorf("after undo was shown:\n%s\nresumed:\n%s", shown, again)
			}
			want(t, "redo", x.say("redo"), "Brought back: ")
			x.write("quit\r")
			x.end()
			if n := len(h.games()); n != 1 {
				t.Errorf("%d games are kept, want one", n)
			}
		})
	}
}

// historyOf returns the output of history, as one line, for these steps; the first setUp belong to the set-up.
func historyOf(steps []string, setUp int, alone bool) string {
	var parts, moves []string
	if setUp = min(setUp, len(steps)); setUp > 0 {
		parts = append(parts, "Set-up: "+strings.Join(steps[:setUp], ", "))
	}
	second := 0 // 1: the second side begins
	if setUp == 3 {
		second = 1
	}
	for i, move := range steps[setUp:] {
		switch at := i + second; {
		case alone:
			moves = append(moves, fmt.Sprintf("%d. %s", i+1, move))
		case at%2 == 0:
			moves = append(moves, fmt.Sprintf("%d. %s", at/2+1, move))
		case i == 0:
			moves = append(moves, "1... "+move)
		default:
			moves[len(moves)-1] += " " + move
		}
	}
	if len(moves) > 0 {
		parts = append(parts, strings.Join(moves, ", "))
	}
	return strings.Join(parts, " ")
}

// A game whose file another program removes or replaces is whole again after the next move, and when attic ends.
func TestAGameWhoseFileIsRemoved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program []string
		opening string
		moves   [3]string
	}{
		{[]string{"attic", "atom4"}, "opponent human", [3]string{"i10", "h10", "h11"}},
		{[]string{"attic", "ataxx"}, "opponent human", [3]string{"a7-b7", "g7-g6", "b7-c6"}},
		{[]string{"attic", "atommaster", "--seed", "3"}, "who", [3]string{"fire 3", "set e5", "fire 12"}},
	} {
		t.Run(c.program[1], func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			x, _ := h.open("TERM=xterm", c.program...)
			x.say(c.opening)
			x.say(c.moves[0])
			list, err := filepath.Glob(filepath.Join(h.state, "attic", "games", "*.game"))
			if err != nil || len(list) != 1 {
				t.Fatalf("the games are %q, %v", list, err)
			}
			path := list[0]
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			want(t, "the move after the file was removed", x.say(c.moves[1]), "The file of this game was removed; it has been written again.")
			if err := os.WriteFile(path+".new", []byte("mine\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
			want(t, "the move after the file was replaced", strings.ReplaceAll(x.say(c.moves[2]), "\n", " "), filepath.Base(path)+".replaced")
			history := x.say("history")
			x.kill()
			if text, err := os.ReadFile(path + ".replaced"); err != nil || string(text) != "mine\n" {
				t.Errorf("the other file holds %q, %v", text, err)
			}
			x, _ = h.open("TERM=xterm", c.program...)
			x.say("resume")
			if again := x.say("history"); again != history {
				t.Errorf("after the kill the moves are\n%s\nbefore it\n%s", again, history)
			}
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
			x.write("quit\r")
			x.expect("The game is kept")
			x.end()
			if _, err := os.Stat(path); err != nil {
				t.Error(err)
			}
		})
	}
}

// The computer's moves survive kill -9 too.
func TestKillLosesNoMoveOfTheProgram(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	x, _ := h.open("TERM=dumb", "attic", "atom4", "-a", "2", "-d", "1", "--seed", "8")
	var history string
	for turn := 1; turn <= 3; turn++ {
		moves := x.say("moves")
		x.write(strings.Fields(moves)[0] + "\r")
		x.expect("Your move: ")
		x.kill()
		x, _ = h.open("TERM=dumb", "attic", "atom4")
		x.say("resume")
		now := strings.TrimSuffix(x.say("history"), "\n")
		if !strings.HasPrefix(now, history) || strings.Count(now, ". ") != turn {
			t.Errorf("turn %d: history is %q after %q", turn, now, history)
		}
		want(t, "the opponent", x.say("opponent"), "Player 2 is played by the computer.")
		want(t, "the level", x.say("level"), "The level is 1, novice;")
		history = now
		x.say("undo")
		x.say("redo")
	}
	x.write("quit\r")
	x.end()
}

// Two programs that run at the same time keep two games; neither damages the other's.
func TestTwoProgramsKeepTwoGames(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	one, _ := h.open("TERM=xterm", "attic", "atom4")
	two, _ := h.open("TERM=dumb", "attic", "atom4")
	one.say("i10")
	two.say("i8")
	one.say("j10")
	two.say("h8")
	// Games that are being played are not offered.
	three, first := h.open("TERM=dumb", "attic", "atom4")
	wantNot(t, "the third start", first, "is kept")
	busy := fmt.Sprintf("Game 2 is open in another attic (process %d).", two.cmd.Process.Pid)
	want(t, "the third resume", three.say("resume"), busy)
	three.write("quit\r")
	three.end()
	one.kill()
	two.say("g9")
	three, first = h.open("TERM=xterm", "attic", "atom4")
	want(t, "the start after one of them was killed", first, "is kept")
	want(t, "resume of an older game", three.say("resume"), busy+"\nGame 1 continues.\n")
	want(t, "its history", three.say("history"), "1. i10 j10\n")
	// A program that offered a game reports it if another program has begun to play it in the meantime.
	two.kill()
	four, _ := h.open("TERM=xterm", "attic", "atom4")
	five, _ := h.open("TERM=xterm", "attic", "atom4")
	four.say("resume")
	want(t, "the other history", four.say("history"), "1. i8 h8, 2. g9\n")
	busy = fmt.Sprintf("Game 2 is open in another attic (process %d).", four.cmd.Process.Pid)
	want(t, "resume of a game that another program is playing", five.say("resume"), busy)
	want(t, "the same by its number", five.say("resume 2"), busy)
	want(t, "deleting it", five.say("games delete 2"), "Game 2 was not deleted: it is open in another attic (process ")
	five.say("i10")
	for _, x := range []*terminal{three, four, five} {
		x.say("undo")
		x.kill()
	}
	if n := len(h.games()); n != 3 {
		t.Errorf("%d games are kept, want 3", n)
	}
}

func (h home) games() []string {
	h.t.Helper()
	list, err := filepath.Glob(filepath.Join(h.state, "attic", "games", "*.game"))
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// If games cannot be kept, the program says so once and play continues.
func TestStateFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for _, place := range []string{".", "attic", "attic/games"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			file := filepath.Join(h.state, place)
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("mine\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			x, first := h.open("TERM=xterm", "attic", "atom4")
			wantNot(t, "the start", first, "kept")
			want(t, "a move", x.say("i10"), "This game is not saved:", "folder.", "Play continues; attic will try again.", "Red on i10 turned h9 yellow.")
			wantNot(t, "the next", x.say("j10"), "kept")
			want(t, "the prompt", plain(x.screen[x.read-len("not saved: atom4> "):x.read]), "not saved: atom4>")
			want(t, "undo", x.say("undo"), "Taken back: ")
			want(t, "history", x.say("history"), "1. i10\n")
			want(t, "save", x.say("save here.attic"), "Saved as here.attic.")
			x.say("clear")
			wantNot(t, "a new game", x.say("i8"), "kept")
			want(t, "resume", x.say("resume"), "No game is kept")
			want(t, "resume of a file", x.say("resume here.attic"), "Player 2 to play yellow.")
			wantNot(t, "its next move", x.say("j10"), "kept")
			want(t, "quit", x.say("quit"), "is not saved:", "folder.", "Leave it? Type yes or no.")
			want(t, "no", x.say("no"), "")
			want(t, "quit again", x.say("quit"), "Leave it?")
			x.write("yes\r")
			if got := x.end(); got != 0 {
				t.Errorf("exit status %d, want 0", got)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != "mine\n" {
				t.Errorf("the file in its place: %q %v", text, err)
			}
		})
	}
}

// The game is kept and the terminal restored (see end) however a person leaves.
func TestLeavingKeepsTheGame(t *testing.T) {
	t.Parallel()
	signal := func(s syscall.Signal) func(*terminal) { return func(x *terminal) { x.signal(s) } }
	keys := func(text string) func(*terminal) { return func(x *terminal) { x.write(text) } }
	for _, c := range []struct {
		name  string
		leave func(*terminal)
		clean bool // ends with status 0 and reports that the game is kept
	}{
		{"quit", keys("quit\r"), true},
		{"ctrl-d", keys("\x04"), true},
		{"ctrl-c", keys("\x03"), false},
		{"term", signal(syscall.SIGTERM), false},
		{"hup", signal(syscall.SIGHUP), false},
		{"int", signal(syscall.SIGINT), false},
	} {
		for _, kind := range []string{"TERM=xterm", "TERM=dumb"} {
			t.Run(c.name+" "+kind, func(t *testing.T) {
				t.Parallel()
				h := newHome(t)
				x, _ := h.open(kind, "attic", "ataxx", "-d", "1")
				x.say("opponent human")
				x.say("start")
				x.say("a7-b7")
				c.leave(x)
				got := x.end()
				if c.clean {
					if got != 0 {
						t.Errorf("exit status %d, want 0", got)
					}
					want(t, "leaving", plain(x.screen[x.read:]), "The game is kept; type resume to continue it next time.\n")
				}
				x, first := h.open(kind, "attic", "ataxx")
				want(t, "the next start", first, "is kept", "resume")
				want(t, "resume", x.say("resume"), "7  r  (r ) .   .   .   .   b\n", "Blue to move.")
				// clear abandons the game: it stays in the list, but is not offered.
				x.say("clear")
				x.write("quit\r")
				x.end()
				x, first = h.open(kind, "attic", "ataxx")
				wantNot(t, "the start after clear", first, "is kept")
				want(t, "the list after clear", x.say("games"), "1  Ataxx, between people, move 1 red, ", ", abandoned\n")
			})
		}
	}
}

// Finished games and games without a move are not offered; finished ones are listed.
func TestWhatIsOverIsNotKept(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for i, words := range [][]string{
		{"dump", "moves"},
		{"blocks 3", "clear"},
		{"start", "resign"},
		{"resume 1"},
	} {
		x, first := h.open("TERM=dumb", "attic", "ataxx")
		wantNot(t, "the start", first, "kept")
		for _, word := range words {
			x.say(word)
		}
		x.write("quit\r")
		wantNot(t, "quit", x.expect("\n"), "kept")
		x.end()
		if list := h.games(); len(list) != i/2 {
			t.Errorf("after %v the kept games are %v", words, list)
		}
	}
}

// A record is resumed without an incomplete last line. A file of rubbish is reported and not changed.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	x, _ := h.open("TERM=dumb", "attic", "atom4")
	x.say("i10")
	x.say("j10")
	x.kill()
	file := h.kept()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, info.Size()-2); err != nil {
		t.Fatal(err)
	}
	x, first := h.open("TERM=dumb", "attic", "atom4")
	want(t, "the start", first, "is kept")
	x.say("resume")
	want(t, "history", x.say("history"), "1. i10\n")
	x.say("i8")
	x.kill()
	x, _ = h.open("TERM=dumb", "attic", "atom4")
	x.say("resume")
	want(t, "history", x.say("history"), "1. i10 i8\n")
	x.kill()

	if err := os.WriteFile(file, []byte("rubbish\x00\xff\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	x, first = h.open("TERM=dumb", "attic", "atom4")
	wantNot(t, "the start", first, "is kept")
	want(t, "resume", strings.ReplaceAll(x.say("resume"), "\n", " "), "Game 1 is damaged at line 1 of ", "nothing before that line can be played.")
	x.say("i8")
	x.kill()
	if text, err := os.ReadFile(file); err != nil || string(text) != "rubbish\x00\xff\n" {
		t.Errorf("the file of rubbish now holds %q, %v", text, err)
	}
	x, _ = h.open("TERM=dumb", "attic", "atom4")
	x.say("resume")
	want(t, "history", x.say("history"), "1. i8\n")
	x.write("quit\r")
	x.end()
}
