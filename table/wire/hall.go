package wire

import (
	"context"
	"errors"
	"time"
)

// HallHeader is the header with the identity of a hall. A client that keeps a seat or a phrase of a hall sends it to no other.
const HallHeader = "Attic-Hall"

// Hall connects the clients of one port to many tables, each with a Host of its own.
type Hall struct {
	// Find returns the open host to which an ID leads, that of a player's place or of the spectators; it may have to open the table. It returns nil
	// if there is no such ID, and an error if the table cannot be opened now: an *Elsewhere if another process has it open, or a *RefusedError with what the
	// client is told. It is called by several goroutines, also for wrong IDs.
	Find func(ctx context.Context, id string) (*Host, error)
	// Knows reports whether an ID leads to a table, as far as is known without asking others. Such an ID passes the guard: it has 80 random bits, and a right
	// one must not be refused because somebody at the same address tries wrong ones. nil: no ID is known so.
	Knows func(id string) bool
	Guard *Guard // counts wrong IDs; give it to the hosts too
}

// Elsewhere is the error of Find for a table that another process has open.
type Elsewhere struct {
	Dial func(ctx context.Context, from string) (Conn, error) // connects a client at the address from with that process
}

// Error says that.
func (*Elsewhere) Error() string { return "another process has this table open" }

// mostFinds is how often a hall looks for a host, which it has to do again if the table was just being closed.
const mostFinds = 3

// Why somebody cannot come to a table.
const (
	later   = "this game cannot be opened now: try again later"
	moving  = "the table is moving to another process of the hall"
	noTable = "there is no table with this ID at this hall now; ask whoever sent you the link, or look at the list of tables"
)

// Serve handles one connection until it ends, and closes it.
func (h *Hall) Serve(ctx context.Context, conn Conn) {
	m, ok := firstOf(ctx, ctx, conn)
	switch {
	case !ok:
		return
	case m.Key == "" && (h.Knows == nil || !h.Knows(m.ID)) && !h.Guard.Allow(conn.Remote(), time.Now()):
		refuse(ctx, conn, tooMany)
		return
	}
	for range mostFinds {
		host, err := h.Find(ctx, m.ID)
		there, passes := errors.AsType[*Elsewhere](err)
		refused, told := errors.AsType[*RefusedError](err)
		switch {
		case passes && !joined(conn, passedAs(m)): // the other process checks the key
			refuse(ctx, conn, no(CodeBusy, crowded))
			return
		case passes:
			there.pass(ctx, conn, m)
			return
		case told:
			refuse(ctx, conn, refused)
			return
		case err != nil:
			refuse(ctx, conn, no(CodeBusy, later))
			return
		case host == nil:
			now := time.Now()
			if !h.Guard.Allow(conn.Remote(), now) {
				refuse(ctx, conn, tooMany)
				return
			}
			h.Guard.Wrong(conn.Remote(), m.tried(), now)
			refuse(ctx, conn, no(CodeID, noTable))
			return
		case host.enter():
			defer host.serving.Done()
			host.serve(ctx, conn, m)
			return
		}
	}
	refuse(ctx, conn, no(CodeBusy, later))
}

// passedAs returns how a client joins at another process.
func passedAs(m Join) standing {
	switch {
	case m.Key != "":
		return asKeyed
	case m.Watch:
		return asWatcher
	}
	return asPlayer
}

// pass passes a connection that has begun with m on to the other process, until one of its ends does.
func (e *Elsewhere) pass(ctx context.Context, conn Conn, m Join) {
	dialing, cancel := context.WithTimeout(ctx, messageTime) // that process may have ended just now
	far, err := e.Dial(dialing, conn.Remote())
	cancel()
	if err == nil {
		var raw []byte
		if raw, err = Encode(m); err == nil {
			err = write(ctx, far, raw)
		}
		if err != nil {
			_ = far.Close("")
		}
	}
	if err != nil { // the client comes back, and perhaps finds that the table is open elsewhere by then
		_ = conn.Close(moving)
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		copyTo(ctx, conn, far)
	}()
	copyTo(ctx, far, conn)
	<-ended
}

// copyTo sends on what arrives, until one of the connections ends, and ends the other.
func copyTo(ctx context.Context, to, from Conn) {
	for {
		raw, err := from.Read(ctx)
		if err == nil {
			err = write(ctx, to, raw)
		}
		if err != nil {
			why, _ := errors.AsType[*ClosedError](err)
			reason := moving
			if why != nil {
				reason = why.Reason
			}
			_, _ = to.Close(reason), from.Close(reason)
			return
		}
	}
}
