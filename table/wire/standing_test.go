package wire

import (
	"context"
	"fmt"
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/table"
)

// A player who takes a seat at a hall counts towards the limit of their address until they have made a move, so that nobody can hold an unlimited
// number of connections by making tables. People with the key of a seat always get in.
func TestSeatsOfAnAddress(t *testing.T) {
	l := newLounge(t)
	var spots []*spot
	for n := range leastSits/2 + 1 {
		spots = append(spots, l.add(find(t, "atom4"), fmt.Sprint("table", n)))
	}
	listener, err := Listen(0, Server{Limits: Limits{PerAddress: 2}}, func(conn Conn) { l.hall.Serve(context.Background(), conn) })
	must(t, err)
	defer listener.Close()
	dial := func(ctx context.Context) (Conn, error) {
		return Dial(ctx, Address{ID: "held27", Host: "127.0.0.1", Port: listener.Port()}, nil)
	}
	var open []Conn
	// comes sends a join, and returns the answer.
	comes := func(id, key string) flat {
		t.Helper()
		conn, err := dial(t.Context())
		must(t, err)
		open = append(open, conn)
		raw, err := encodeFlat(flat{T: "join", V: Version, ID: id, Key: key})
		must(t, err)
		must(t, conn.Write(t.Context(), raw))
		raw, err = conn.Read(t.Context())
		must(t, err)
		m, err := flatten(raw)
		must(t, err)
		return m
	}
	var there []*Guest
	var here []*table.Person
	for _, id := range spots[0].ids[:2] {
		g, err := NewGuest(GuestConfig{
			ID: id, Find: games.Find, Patience: time.Minute, Dial: dial,
			Open: func(g game.Game) (*table.Table, error) { return newTable(t, g), nil },
		})
		must(t, err)
		<-g.Arrived()
		there, here = append(there, g), append(here, g.Table().Here())
	}
	key := ""
	for _, s := range spots[1 : len(spots)-1] {
		for _, id := range s.ids[:2] {
			m := comes(id, "")
			if key = m.Key; m.T != "table" {
				t.Fatalf("%s is told %+v", id, m)
			}
		}
	}
	last := spots[len(spots)-1]
	if m := comes(last.ids[0], ""); m.Code != CodeBusy {
		t.Fatalf("beyond the limit, one more is told %+v", m)
	}
	if m := comes(spots[len(spots)-2].ids[1], key); m.T != "table" {
		t.Errorf("whoever has the key of a seat is told %+v", m)
	}
	for n := range 2 {
		p := here[n]
		for p.Now().ToMove != p.Now().Seat || p.Now().Situation.Other != table.Present {
			<-p.Ready()
		}
		must(t, p.Do(table.Play(p.Sight().Moves()[0].Text)).Err())
	}
	for _, id := range last.ids[:2] {
		if m := comes(id, ""); m.T != "table" {
			t.Fatalf("after two have moved, another one is told %+v", m)
		}
	}
	for n := range 3 {
		if m := comes(last.ids[2], ""); (m.Code == CodeBusy) != (n == 2) {
			t.Errorf("spectator %d is told %+v", n, m)
		}
	}
	for _, conn := range open {
		must(t, conn.Close(""))
	}
	for i, g := range there {
		g.Leave()
		<-g.Done()
		here[i].Close()
	}
	for _, s := range spots {
		l.rest(s)
	}
}
