package desktest

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"attic/dev/wait"
)

// tryRecords exports a game as a record, and opens one game of a file with several games.
func tryRecords(t *testing.T, f *filler) {
	f.Type("start")
	f.Type("a7-b6")
	f.Press("W left left left")
	f.Press("right right right right")
	f.want("Export the game", "PGN", "ataxx.pgn", "game record for other programs")
	f.Press("enter")
	wait.Until(t, "ataxx.pgn", func() (any, bool) {
		select {
		case <-f.Desk().Ready():
			f.Desk().News()
		default:
		}
		return f.Desk().Play.Message.Said, strings.HasPrefix(f.Desk().Play.Message.Said, "The record is ") && strings.HasSuffix(f.Desk().Play.Message.Said, "ataxx.pgn.")
	})
	text, err := os.ReadFile("ataxx.pgn")
	must(t, err)
	if !bytes.Contains(text, []byte("\n1. b6 *\n")) {
		t.Errorf("the record is\n%s", text)
	}
	const tags = "[Event \"e\"]\n[Date \"2026.11.23\"]\n[Black \"Anna\"]\n[White \"Bob\"]\n"
	must(t, os.WriteFile("several.pgn", []byte(tags+"\n1. f2 *\n\n"+tags+"\n1. b6 b2 2. c6 1-0\n\n"+tags+"\n1. e4 *\n\n"+tags+"\n1. { *\n\n"+
		tags+"[Variant \"atom4\"]\n\n1. i8 j8 *\n"), 0o600))
	several := func() {
		t.Helper()
		f.Press("o")
		f.row("ataxx.pgn")
		f.want("move 1 red, unfinished")
		f.row("several.pgn")
		f.want("5 games")
		f.click(f.row("several.pgn"))
		f.on(true)
		f.want("Open a game", "several.pgn holds 5 games.")
	}
	several()
	f.row("Game 4")
	f.want("line 27", "cannot be read")
	f.row("Game 2")
	f.want("2026.11.23", "Anna - Bob", "move 2 red, 1-0")
	f.click(f.row("Game 2"))
	f.on(false)
	if Played(f.Desk().Play) != "a7-b6, a1-b2, b6-c6, won" {
		t.Errorf("%q was played", Played(f.Desk().Play))
	}
	f.want("Game 2: Anna (Red) - Bob")
	several()
	f.click(f.row("Game 3"))
	f.on(true)
	f.want("move 1 red, e4")
	f.Press("tab")
	for _, number := range []string{"9", "0"} {
		f.Press("ctrl+u")
		f.text(number)
		f.Press("enter")
		f.on(true)
	}
	f.want("Type a number from 1 to 5.")
	f.Press("ctrl+u")
	f.text("5")
	f.Press("enter")
	f.on(false)
	if f.Desk().Play.Info.Name != "atom4" || Played(f.Desk().Play) != "i8, j8" {
		t.Errorf("%s was opened, with %s", f.Desk().Play.Info.Name, Played(f.Desk().Play))
	}
}
