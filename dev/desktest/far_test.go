package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/desk/command"
	"attic/games"
	"attic/match/store"
	"attic/table"
)

// A desk does not wait for a host on another machine: all keys keep working. A move is shown when its event arrives, and a refusal
// when the answer arrives.
func TestAPersonDoesNotWaitForAnAnswer(t *testing.T) {
	host := Seat(t, "atom4", "")
	here := host.Here()
	must(t, host.Share(false, table.Hosting{}))
	m := carry(t, host)
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), May: command.Everything, Store: store.Open(t.TempDir(), games.Find), Table: m.copy, NoMotion: true, Display: b,
	})
	defer func() { must(t, b.desk.Close()) }()
	if got := b.Shown(); !strings.Contains(got, "You have joined the game as player 2.") {
		t.Errorf("at the beginning %q is shown", got)
	}
	must(t, here.Do(table.Play("i8")).Err())
	m.deliver(b.desk)
	shows := func(when, want string) {
		t.Helper()
		if got := b.Shown(); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	cursor := b.desk.Play.Cursor.Cursors[""]
	b.Click("h8")
	shows("after a move was sent", "Waiting for the answer")
	if ply := b.desk.Play.Now.Ply; ply != 1 || len(m.sent) != 1 {
		t.Errorf("%d moves are shown, %d acts were sent", ply, len(m.sent))
	}
	b.Click("h8")
	shows("after a second move", "Still waiting")
	b.Press("esc down right ?")
	if On[*desk.Pager](b.desk) == nil || b.desk.Play.Cursor.Cursors[""] == cursor {
		t.Error("keys do nothing while the desk waits for the answer")
	}
	b.Press("esc")
	m.deliver(b.desk)
	if now := b.desk.Play.Now; now.Ply != 2 {
		t.Errorf("after the answer %d moves are shown", now.Ply)
	}
	must(t, here.Do(table.Play("i10")).Err())
	m.deliver(b.desk)

	b.Click("h10") // this move is still on its way when the host resigns
	must(t, here.Do(table.Resign()).Err())
	m.deliver(b.desk)
	shows("after a move that came too late", "The position has changed since you last saw it")
	b.Type("next")
	shows("after a command was sent", "Waiting for the answer")
	m.deliver(b.desk)
	if now := b.desk.Play.Now; now.Round != 2 {
		t.Errorf("round %d is shown after next", now.Round)
	}
	b.Type("redo")
	m.deliver(b.desk)
	shows("after a command was refused", "The other player would have to agree")
}
