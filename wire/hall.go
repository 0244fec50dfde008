package wire

import (
	"context"
	"time"
)

// Hall connects the clients of one port to many tables, each with a Host of its own.
type Hall struct {
	// Find returns the open host to which an ID leads, that of a player's place or of the spectators; it may have to open the table. It returns nil
	// if there is no such ID, and an error if the table cannot be opened now. It is called by several goroutines, also for wrong IDs.
	Find  func(ctx context.Context, id string) (*Host, error)
	Guard *Guard // counts wrong IDs; give it to the hosts too
}

// mostFinds is how often a hall looks for a host, which it has to do again if the table was just being closed.
const mostFinds = 3

// Why somebody cannot come to a table.
const (
	later   = "this game cannot be opened now: try again later"
	noTable = "there is no table with this ID at this hall now; ask whoever sent you the link, or look at the list of tables"
)

// Serve handles one connection until it ends, and closes it.
func (h *Hall) Serve(ctx context.Context, conn Conn) {
	m, ok := firstOf(ctx, ctx, conn)
	switch {
	case !ok:
		return
	case m.Key == "" && !h.Guard.Allow(conn.Remote(), time.Now()):
		refuse(ctx, conn, tooMany)
		return
	}
	for range mostFinds {
		host, err := h.Find(ctx, m.ID)
		switch {
		case err != nil:
			refuse(ctx, conn, no(CodeBusy, later))
			return
		case host == nil:
			refuse(ctx, conn, h.wrong(conn.Remote(), m))
			return
		case host.enter():
			defer host.serving.Done()
			host.serve(ctx, conn, m)
			return
		}
	}
	refuse(ctx, conn, no(CodeBusy, later))
}

// wrong counts the wrong ID in a join from an address, and returns the refusal.
func (h *Hall) wrong(addr string, m Message) *RefusedError {
	now := time.Now()
	if !h.Guard.Allow(addr, now) {
		return tooMany
	}
	h.Guard.Wrong(addr, m.tried(), now)
	return no(CodeID, noTable)
}
