package desktest

import (
	"testing"

	"attic/desk"
	"attic/table"
)

// post connects a guest's table with the host's table. Requests and events wait until deliver is called.
type post struct {
	t      testing.TB
	person *table.Person // the guest at the host's table
	copy   *table.Table
	end    *table.Copy // the guest's end of the connection
	sent   []func()
}

// carry returns a post whose copy has joined the host's table.
func carry(t testing.TB, host *table.Table) *post {
	t.Helper()
	m := &post{t: t, person: host.Player(table.Second), copy: Seat(t, host.Game().Info().Name, "")}
	m.attach()
	host.Met(table.Present)
	must(t, m.end.Follow(table.Event{What: table.Loaded, Sight: m.person.Sight()}))
	m.copy.Met(table.Present)
	return m
}

func (m *post) attach() {
	m.t.Helper()
	var err error
	m.end, err = m.copy.Attach(m)
	must(m.t, err)
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

// Rest implements table.Link.
func (m *post) Rest() <-chan struct{} { return m.Leave() }

// news delivers the events of the host's table.
func (m *post) news() {
	for _, e := range m.person.Take() {
		must(m.t, m.end.Follow(e))
	}
}

// deliver delivers the host's events, then all requests with their answers, and lets d take the news.
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
