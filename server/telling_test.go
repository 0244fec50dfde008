package server

import (
	"testing"

	"attic/game"
	"attic/server/keep"
)

// lossy are the other processes of a hall behind a connection that loses messages while lost is set.
type lossy struct {
	keep.Others
	self string
	to   *Hall
	lost bool
}

func (l *lossy) Tell(message []byte) {
	if !l.lost {
		l.to.receive(l.self, message)
	}
}

// two returns two processes of a hall that know the same tables, and the connection of each to the other.
func two() (halls [2]*Hall, ways [2]*lossy) {
	for i := range halls {
		ways[i] = &lossy{self: string(rune('a' + i))}
		halls[i] = bare(ways[i])
		for _, id := range []string{"one", "two"} {
			halls[i].tables.all[id] = &seated{hall: halls[i], id: id, toMove: game.Nobody}
		}
	}
	ways[0].to, ways[1].to = halls[1], halls[0]
	return halls, ways
}

// opensIt lets a process open a table at which a player is to move.
func (h *Hall) opensIt(id string, toMove, ply int) {
	s := h.tables.all[id]
	s.live, s.attended, s.toMove, s.ply = &live{}, true, toMove, ply
	h.tables.open[s] = true
	h.tables.freshen(s)
}

func (h *Hall) restsIt(id string) {
	s := h.tables.all[id]
	s.live, s.attended = nil, false
	delete(h.tables.open, s)
	h.tables.freshen(s)
}

// When a message is lost, the next one shows this, and everything is reported again, including tables that were put away.
func TestALostMessageIsMissed(t *testing.T) {
	halls, ways := two()
	tell := func(times int) {
		for range times {
			halls[0].spread(false)
			halls[1].spread(false)
		}
	}
	seen := func(what, id, from string, attended bool, toMove, ply int) {
		t.Helper()
		if s := halls[1].tables.all[id]; s.from != from || s.attended != attended || s.toMove != toMove || s.ply != ply {
			t.Errorf("%s: %s is shown as from %q, attended %t, %d to move at %d", what, id, s.from, s.attended, s.toMove, s.ply)
		}
	}
	halls[0].opensIt("one", 0, 3)
	halls[0].opensIt("two", 1, 8)
	tell(3)
	seen("at first", "one", "a", true, 0, 3)
	seen("at first", "two", "a", true, 1, 8)

	ways[0].lost = true
	halls[0].opensIt("one", 1, 4)
	halls[0].restsIt("two")
	halls[1].tables.all["two"].entry.Turn = &turn{Seat: 1, Ply: 9} // the entry as it is in the list
	tell(1)
	seen("without the message", "one", "a", true, 0, 3)
	ways[0].lost = false
	tell(2)
	seen("a message later", "one", "a", true, 1, 4)
	seen("a message later", "two", "", false, 1, 9)

	n := halls[0].peers.n
	tell(2)
	if len(halls[0].tables.fresh) > 0 || halls[0].peers.again || halls[1].peers.again || halls[0].peers.n != n+2 {
		t.Error("processes that know everything ask again")
	}
}

// A full report takes several messages, and is incomplete if one of them is lost.
func TestAPartIsMissing(t *testing.T) {
	halls, _ := two()
	many := []presence{{Table: "one", Attended: true}}
	parts := []told{{N: 7, Part: 1, Parts: 3, Seen: many}, {N: 8, Part: 2, Parts: 3, Seen: nil}, {N: 9, Part: 3, Parts: 3, Seen: []presence{{Table: "two"}}}}
	for _, without := range []int{-1, 0, 1, 2} {
		halls[1].peers.heard = map[string]received{}
		for i, p := range parts {
			if i != without {
				halls[1].receive("a", encoded(p))
			}
		}
		if whole := halls[1].peers.heard["a"].whole; whole != (without < 0) {
			t.Errorf("without part %d all is known: %t", without, whole)
		}
	}
}
