package desktest

import (
	"strings"
	"testing"

	"attic/desk"
	"attic/games"
	"attic/store"
	"attic/table"
)

// post connects a table with that of a host: requests and facts wait until deliver.
type post struct {
	t      *testing.T
	person *table.Person // the guest at the host's table
	copy   *table.Table
	sent   []func()
}

// Send implements table.Link.
func (m *post) Send(a table.Act, answer func(error)) {
	m.sent = append(m.sent, func() {
		err := m.person.Do(a).Err()
		m.news()
		answer(err)
	})
}

// Leave implements table.Link.
func (m *post) Leave() <-chan struct{} {
	told := make(chan struct{})
	close(told)
	return told
}

// first delivers what there is in the beginning.
func (m *post) first() {
	f, _ := table.Event{What: table.Loaded, Sight: m.person.Sight()}.Fact(true)
	must(m.t, m.copy.Follow(f))
	m.copy.Met(table.Present)
}

// news delivers the events of the host's table.
func (m *post) news() {
	for _, e := range m.person.Take() {
		if f, ok := e.Fact(false); ok {
			must(m.t, m.copy.Follow(f))
		}
	}
}

// deliver delivers all requests, their answers, and what has happened.
func (m *post) deliver(d *desk.Desk) {
	m.news()
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

// A desk does not wait for a host elsewhere: all keys keep working, a move is shown when its event arrives, and a refusal
// when the answer does.
func TestAPersonDoesNotWaitForAnAnswer(t *testing.T) {
	host := Seat(t, "atom4", "")
	here := host.Here()
	must(t, host.Share(false, table.Hosting{}))
	m := &post{t: t, person: host.Guest(), copy: Seat(t, "atom4", "")}
	must(t, m.copy.Attach(m))
	host.Met(table.Present)
	m.first()
	b := &bare{}
	b.desk = desk.New(desk.Config{
		Games: games.All(), Store: store.Open(t.TempDir(), games.Find), Table: m.copy, NoMotion: true, Display: b,
	})
	defer func() { must(t, b.desk.Close()) }()
	must(t, here.Do(table.Play("i8")).Err())
	m.deliver(b.desk)
	shows := func(when, want string) {
		t.Helper()
		if got := b.Shown(); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	cursor := b.desk.Play.Cursors[""]
	b.Click("h8")
	shows("after a move was sent", "Waiting for the answer")
	if ply := b.desk.Play.Now.Ply; ply != 1 || len(m.sent) != 1 {
		t.Errorf("%d moves are shown, %d acts were sent", ply, len(m.sent))
	}
	b.Click("h8")
	shows("a second one", "Still waiting")
	b.Press("esc down right ?")
	if !b.desk.Play.Pager.On || b.desk.Play.Cursors[""] == cursor {
		t.Error("keys do nothing while the answer is on its way")
	}
	b.Press("esc")
	m.deliver(b.desk)
	if now := b.desk.Play.Now; now.Ply != 2 {
		t.Errorf("%d moves are shown when the answer has come", now.Ply)
	}
	must(t, here.Do(table.Play("i10")).Err())
	m.deliver(b.desk)

	b.Click("h10") // it is on its way when the host gives up
	must(t, here.Do(table.Resign()).Err())
	m.deliver(b.desk)
	shows("a move that came too late", "The game has moved on")
	b.Type("next")
	shows("a word that was sent", "Waiting for the answer")
	m.deliver(b.desk)
	if now := b.desk.Play.Now; now.Round != 2 {
		t.Errorf("round %d is shown after next", now.Round)
	}
	b.Type("redo")
	m.deliver(b.desk)
	shows("a word that is refused", "The other player would have to agree")
}
