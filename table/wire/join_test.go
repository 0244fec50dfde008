package wire

import (
	"context"
	"testing"

	"attic/table"
)

// A player whose join has been answered counts as present: the other player may move immediately, although the host has not yet finished setting up
// the connection.
func TestAnAnsweredJoinIsKnown(t *testing.T) {
	tb := newTable(t, find(t, "atom4"))
	host, err := NewHost(HostConfig{Table: tb, ID: "held27"})
	must(t, err)
	theirs, mine := Pipe("localhost")
	moved := false
	conn := &answering{Conn: theirs, answered: make(chan struct{}), then: func() {
		moved = true
		if err := tb.Here().Do(table.Play("i8")).Err(); err != nil {
			t.Errorf("a move after the answer: %v", err)
		}
	}}
	served := make(chan struct{})
	go func() {
		defer close(served)
		host.Serve(context.Background(), conn)
	}()
	raw, err := encodeFlat(flat{T: "join", V: Version, ID: "held27"})
	must(t, err)
	must(t, mine.Write(t.Context(), raw))
	<-conn.answered
	must(t, mine.Close(""))
	if <-served; !moved {
		t.Error("the host does not ask for the address after the answer: the test tries nothing")
	}
	host.Close(0)
}

// answering is a connection that runs a function after the answer to a join, before its host does anything else.
type answering struct {
	Conn
	asked    int // the number of times the host has asked for the address
	answered chan struct{}
	then     func()
}

// Write implements Conn.
func (c *answering) Write(ctx context.Context, raw []byte) error {
	err := c.Conn.Write(ctx, raw)
	if m, wrong := flatten(raw); wrong == nil && m.T == "table" {
		close(c.answered)
	}
	return err
}

// Remote implements Conn. The host asks for the address before the answer, and then once more.
func (c *answering) Remote() string {
	if c.asked++; c.asked == 2 {
		<-c.answered
		c.then()
	}
	return c.Conn.Remote()
}

// A player whose join was admitted just before the host left hears that the host has left, and does not wait for it to come back.
func TestTheLastToJoinHearsOfTheEnd(t *testing.T) {
	host, err := NewHost(HostConfig{Table: newTable(t, find(t, "atom4")), ID: "held27"})
	must(t, err)
	theirs, mine := Pipe("localhost")
	join := Join{V: Version, ID: "held27"}
	if !host.enter() {
		t.Fatal("the host is closed")
	}
	v, refused := host.admit(theirs, join)
	if refused != nil {
		t.Fatal(refused)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		host.Close(0)
	}()
	<-host.open.Done() // all who were connected have been told
	go func() {
		defer host.serving.Done()
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		host.attend(ctx, stop, theirs, join, v)
	}()
	var kinds []string
	for {
		raw, err := mine.Read(t.Context())
		if err != nil {
			break
		}
		m, err := flatten(raw)
		must(t, err)
		kinds = append(kinds, m.T)
	}
	if n := len(kinds); n < 2 || kinds[0] != "table" || kinds[n-1] != "bye" {
		t.Errorf("the messages are %q, want a table first and a bye last", kinds)
	}
	<-ended
}
