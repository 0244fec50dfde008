//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"

	xterm "golang.org/x/term"

	"attic/dev/wait"
)

// A terminal shows a prompt, the board after each move, and the answers to commands.
func TestTerminalPlays(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, kind string) {
		x, first := newHome(t).open(kind, "attic", "atom4")
		want(t, "the beginning", first, "Atom-4", "help", "quit", " 9                               g   p\n", "Player 1 to play red.\n")
		said := x.say("i10")
		want(t, "a move", said, "Red on i10 turned h9 yellow.\n", "\n10                             ·  (r ) ·\n 9                               y'  p\n", "Player 2 to play yellow.\n")
		want(t, "a wrong move", x.say("a1"), "a1 does not touch two adjacent pieces")
		want(t, "no word", x.say("nonsense"), `Unknown command or move "nonsense"`)
		want(t, "an empty line", "-"+x.say("")+"-", "--")
		want(t, "history", x.say("history"), "1. i10\n")
		preview := x.say("preview h10")
		want(t, "preview", preview, "Yellow on h10", "\n10                             y  (r ) ·\n")
		want(t, "undo", x.say("undo"), "Taken back: Player 1's i10.\n", " 9                               g   p\n", "Player 1 to play red.\n")
		want(t, "redo", x.say("redo"), "(r )", "Player 2 to play yellow.\n")
		want(t, "resign", x.say("resign"), "Player 1 wins.\n", "next")
		want(t, "next", x.say("next"), "Round 2 begins.\n", "Player 2 to play yellow.\n")
		x.write("quit\r")
		if got := x.end(); got != 0 {
			t.Errorf("exit status %d, want 0", got)
		}
		escapes := strings.Contains(string(x.screen), "\x1b")
		colours := strings.Contains(string(x.screen), "m\x1b") || strings.Contains(string(x.screen), "\x1b[0m")
		switch {
		case strings.Contains(kind, "NO_COLOR") && colours:
			t.Error("there are colours despite NO_COLOR")
		case strings.HasPrefix(kind, "TERM=xterm") && !strings.Contains(kind, "NO_COLOR") && !colours:
			t.Error("there are no colours")
		case !strings.HasPrefix(kind, "TERM=xterm") && escapes:
			t.Errorf("a terminal without escape sequences gets some: %q", x.screen)
		}
	})
}

// With a screen reader, each move is one sentence, and a board is printed only on request.
func TestTerminalIsHeard(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, kind string) {
		x := newHome(t).start(kind, "attic", "atom4", "--plain")
		if first := x.expect(x.prompt); strings.Contains(first, " 9   ") {
			t.Errorf("a board is printed without being asked for:\n%s", first)
		}
		want(t, "the move", "-"+x.say("i10"), "-Red on i10 turned h9 yellow.\n")
		want(t, "board", x.say("board"), "\n10                             ·  (r ) ·\n")
		want(t, "at", x.say("at i10"), "i10 is red. Beside it: yellow h9; purple i9; empty ")

		x = newHome(t).start(kind, "attic", "--plain")
		x.expect(x.prompt)
		x.write("atom4\r")
		if first := x.expect("atom4> "); strings.Contains(first, " 9   ") {
			t.Errorf("a board is printed in a game from the menu without being asked for:\n%s", first)
		}
	})
}

// In line mode, even from the menu, a game starts immediately, against the computer at the level used last. So does the next game after new.
// A set-up command goes back to the set-up.
func TestLinesBeginToPlay(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"attic", "ataxx", "--lines"}, {"attic", "ataxx", "--plain"}, {"attic", "--lines"}, {"attic", "--plain"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			begun := func() (*terminal, string) {
				x := h.start("TERM=xterm", args...)
				if x.prompt == "attic> " {
					x.expect(x.prompt)
					x.prompt = "ataxx> "
					x.write("ataxx\r")
				}
				return x, x.expect(x.prompt)
			}
			x, first := begun()
			want(t, "the beginning", first, "You are red.", "Blue: the computer, level 0, raw novice.\n", "Your move: red.\n", "Type a move like this: a7-")
			wantNot(t, "the beginning", first, "Set-up")
			x.write("hint\r")
			x.expect("an extension adds a piece; a jump does not")
			x.write("a7-a6\r")
			x.expect("Red extended a7-a6 and took nothing.")
			want(t, "the answer", x.expect("took nothing."), "Blue ")
			x.write("resign\r")
			x.expect("Type new for another game")
			x.expect(x.prompt)
			want(t, "new", x.say("new"), "Your move: red.\n")
			x.say("clear")
			x.say("blocks 3gh")
			want(t, "start", x.say("start"), "Your move: red.\n")
			want(t, "new after a set-up", x.say("new"), "Your move: red.\n")
			want(t, "its blocks", x.say("at b6"), "b6 is blocked.")
			x.say("level auto")
			x.say("level 4")
			x.write("quit\r")
			x.end()
			_, first = begun()
			want(t, "the beginning", first, "Blue: the computer, level 4, learner.\n", "Your move: red.\n")
		})
	}
}

// Ataxx started by its own name begins with the set-up. The computer's answer is reported. dump prints the same as on a pipe.
func TestTerminalPlaysAgainstTheProgram(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, kind string) {
		x, first := newHome(t).open(kind, "ataxx", "--seed", "1", "-d", "1")
		want(t, "the beginning", first, "Ataxx", "Set-up: type start to begin; red goes first.\n")
		want(t, "dump", x.say("dump"), "===\n  r - - - - - b\n  - - - - - - -\n")
		want(t, "blocks", x.say("blocks 3gh"), "6  .   #   .   .   .   #   .\n")
		want(t, "start", x.say("start"), "Your move: red.\n")
		x.write("a7-a6\r")
		want(t, "the move", x.expect("Blue extended "), "Red extended a7-a6 and took nothing.\n")
		x.expect("Your move: red.")
		x.expect("ataxx> ")
		x.write("quit\r")
		x.expect("The game is kept")
		if got := x.end(); got != 0 {
			t.Errorf("exit status %d, want 0", got)
		}
	})
}

// Tab completes commands and moves to their longest common prefix.
func TestTabCompletes(t *testing.T) {
	t.Parallel()
	x, _ := newHome(t).open("TERM=xterm", "attic", "atom4")
	for _, line := range []struct{ typed, answer string }{
		{"i1\t", "Red on i10 turned h9 yellow."},
		{"hist\t", "1. i10"},
		{"UN\t", "Taken back: Player 1's i10."},
		{"he\t next", "go on to the next round"},
		{"zz\t", `command or move "zz"`},
		{"i\t", `command or move "i"`}, // i10 or i8, or id
	} {
		want(t, line.typed, x.say(line.typed), line.answer)
	}
	x.write("quit\r")
	x.end()
}

// The menu in line mode asks which game to play, and shows for which of them a game is kept.
func TestTerminalMenu(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	x, first := h.open("TERM=dumb", "attic")
	want(t, "the menu", first, "1  Atom-4", "2  Ataxx", "3  Atommaster", "quit")
	wantNot(t, "the menu", first, "kept")
	want(t, "no game", x.say("chess"), "There is no game")
	x.prompt = "atom4> "
	want(t, "the game", x.say("1"), "Your move: red.")
	x.write("i10\r")
	x.expect("Your move: ")
	x.kill()
	x, first = h.open("TERM=xterm", "attic")
	want(t, "the menu", first, "four blacks. (A game is kept.)\n")
	x.prompt = "atom4> "
	want(t, "the game", x.say("atom4"), "is kept", "resume")
	x.write("resume\r")
	x.expect("Your move: ")
	x.expect(x.prompt)
	x.write("quit\r")
	x.end()
	x, _ = h.open("TERM=xterm", "attic")
	x.write("\x04")
	if got := x.end(); got != 0 {
		t.Errorf("exit status %d, want 0", got)
	}
}

// A person who hides atoms types the squares without echo; they appear only in the record, in scrambled form.
func TestHiddenSquaresAreNeverShown(t *testing.T) {
	t.Parallel()
	squares := []string{"b7", "g5", "h2", "f8"}
	eachKind(t, func(t *testing.T, kind string) {
		h := newHome(t)
		x, _ := h.open(kind, "attic", "atommaster")
		want(t, "hide with squares", x.say("hide a1,b2,c7,d8"), "Type hide without an argument")
		x.write("hide\r")
		x.expect("not shown")
		x.silent(kind)
		x.write(strings.Join(squares, ",") + "\r")
		want(t, "hide", x.expect(x.prompt), "4 atoms were hidden by hand.")
		for _, word := range []string{"history", "describe", "dump", "moves", "id", "score", "fire 2", "fire 1", "undo", "save hidden.attic", "history", "help"} {
			x.say(word)
		}
		// The up arrow recalls typed lines, but not the secret one.
		if strings.HasPrefix(kind, "TERM=xterm") {
			x.write("\x1b[A\x1b[A\x1b[B\x1b[B\x03")
		} else {
			x.write("\x04")
		}
		x.end()
		screen := plain(x.screen)
		all := h.files()
		all["the screen"] = screen[strings.Index(screen, "not shown"):]
		for name, text := range all {
			// The output of moves lists every square, the secret line is not clear text, and hashes in the index and names of programs in locks are random.
			text = regexp.MustCompile(`set [a-h][1-8]|(?m)^secret .*$|\b[0-9a-f]{64}\b|\b[0-9A-Z]{26}\b`).ReplaceAllString(text, "")
			wantNot(t, name, strings.ToLower(text), squares...)
		}
		if record := all[h.kept()]; !strings.Contains(record, "\nsecret ") || !strings.Contains(record, "\nmove fire 2 #") {
			t.Errorf("the record of the game:\n%s", record)
		}
		want(t, "the save file", all[filepath.Join(h.dir, "hidden.attic")], "\nsecret ", "\nmove fire 1 #")

		x, _ = h.open(kind, "attic", "atommaster")
		want(t, "resume", x.say("resume"), " 7  A  |")
		want(t, "history", x.say("history"), "Set-up: hide\n1. fire 2, 2. fire 1\n")
		for _, square := range squares {
			x.say("set " + square)
		}
		want(t, "evaluate", x.say("evaluate"), "Correct: 4 Incorrect: 0 Score: 3\n")
		x.write("quit\r")
		x.end()
	})
}

// silent waits until the terminal does not echo. A terminal whose lines the program edits itself never echoes.
func (x *terminal) silent(kind string) {
	x.t.Helper()
	if strings.HasPrefix(kind, "TERM=xterm") {
		return
	}
	x.set(false)
}

// set waits until the terminal has the settings that it had when the program began or, if asBefore is false, different ones.
func (x *terminal) set(asBefore bool) {
	x.t.Helper()
	wait.Until(x.t, fmt.Sprintf("the terminal is in its original state: %t", asBefore), func() (any, bool) {
		now, err := xterm.GetState(x.fd)
		return fmt.Sprint(now, err), err == nil && reflect.DeepEqual(now, x.before) == asBefore
	})
}

// A signal restores the terminal even while the program asks for squares without echo.
func TestLeavingInTheMiddleOfASecret(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind string
		sig  syscall.Signal
	}{
		{"TERM=xterm", syscall.SIGTERM},
		{"TERM=xterm", syscall.SIGHUP},
		{"TERM=dumb", syscall.SIGTERM},
		{"TERM=dumb", syscall.SIGINT},
	} {
		t.Run(c.kind+" "+c.sig.String(), func(t *testing.T) {
			t.Parallel()
			x, _ := newHome(t).open(c.kind, "attic", "atommaster")
			x.write("hide\r")
			x.expect("not shown")
			x.silent(c.kind)
			x.signal(c.sig)
			x.end()
		})
	}
}

// A wrong answer is refused without being repeated, and the game continues.
func TestWrongSecretIsNotRepeated(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, kind string) {
		x, _ := newHome(t).open(kind, "attic", "atommaster")
		for _, typed := range []string{"\r", "g7,h6\r", "g7,h6,f5,z9\r"} {
			x.write("hide\r")
			x.expect("not shown")
			x.silent(kind)
			x.write(typed)
			wantNot(t, "the answer", x.expect(x.prompt), "g7", "h6", "f5", "z9", "hidden by hand")
		}
		want(t, "history", x.say("history"), "Nothing has been played.")
		x.write("quit\r")
		x.end()
	})
}
