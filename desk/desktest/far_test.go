package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/games"
	"attic/store"
	"attic/table"
)

// post connects a desk with a table elsewhere: requests wait until deliver.
type post struct {
	near *table.Person
	tell func(table.Event)
	sent []func()
}

// sit is desk.Config.Sit for a table elsewhere.
func (m *post) sit(tb *table.Table) *table.Person {
	m.near = tb.Here()
	p, tell := table.Far(m.near.Sight(), func(a table.Act, answer func(error)) {
		m.sent = append(m.sent, func() {
			err := m.near.Do(a).Err()
			m.news()
			answer(err)
		})
	}, m.near.Close)
	m.tell = tell
	return p
}

// news delivers the events of the table.
func (m *post) news() {
	for _, e := range m.near.Take() {
		m.tell(e)
	}
}

// deliver delivers all requests and their answers.
func (m *post) deliver(d *desk.Desk) {
	for _, act := range m.sent {
		act()
	}
	m.sent = nil
	select {
	case <-d.Ready():
	default: // nothing was sent
	}
	d.News()
}

// A desk does not wait for a table elsewhere: all keys keep working, a move is shown when its event arrives, and a refusal
// when the answer does.
func TestAPersonDoesNotWaitForAnAnswer(t *testing.T) {
	tb := Seat(t, "atom4", "")
	m := &post{}
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: tb, Sit: m.sit, NoMotion: true, Display: b,
	})
	defer func() { must(t, b.desk.Close()) }()
	m.deliver(b.desk) // the pace
	shows := func(when, want string) {
		t.Helper()
		if got := b.Shown(); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	cursor := b.desk.Play.Cursors[""]
	b.Press("enter")
	shows("after a move was sent", "Waiting for the answer")
	if ply := b.desk.Play.Now.Ply; ply != 0 || len(m.sent) != 1 {
		t.Errorf("%d moves are shown, %d acts were sent", ply, len(m.sent))
	}
	b.Press("enter")
	shows("a second one", "Still waiting")
	b.Press("esc down right ?")
	if !b.desk.Play.Pager.On || b.desk.Play.Cursors[""] == cursor {
		t.Error("keys do nothing while the answer is on its way")
	}
	b.Press("esc")
	m.deliver(b.desk)
	if now := b.desk.Play.Now; now.Ply != 1 {
		t.Errorf("%d moves are shown when the answer has come", now.Ply)
	}
	shows("then", "Red on i10")

	b.desk.Click("h10") // it is on its way when somebody else takes that move back
	other := tb.Here()
	must(t, other.Do(table.Undo()).Err())
	m.deliver(b.desk)
	shows("a move that came too late", "The game has moved on")
	if now := b.desk.Play.Now; now.Ply != 0 {
		t.Errorf("%d moves are shown, though one was taken back", now.Ply)
	}
	b.Type("redo")
	shows("a word that was sent", "Waiting for the answer")
	m.deliver(b.desk)
	if now := b.desk.Play.Now; now.Ply != 1 {
		t.Errorf("%d moves are shown after redo", now.Ply)
	}
	b.Type("next")
	m.deliver(b.desk)
	shows("a word that is refused", "The round is not over")
	b.Paste("h10, h11")
	for len(m.sent) > 0 {
		if len(m.sent) > 1 {
			t.Errorf("%d moves were sent at once", len(m.sent))
		}
		m.deliver(b.desk)
	}
	if got := len(b.desk.Play.Person.Sight().History()); got != 4 {
		t.Errorf("after moves were pasted the history has %d lines", got)
	}
}
