package wire

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/table"
)

// Time limits for connecting, and for reconnecting after the connection is lost.
const (
	firstPause  = 50 * time.Millisecond
	mostPause   = 2 * time.Second
	firstPauses = 15 * time.Second // the longest pause before the host has answered for the first time
	dialTime    = 30 * time.Second // the longest time to make one connection, and for the bytes of a connection to arrive
	slowTime    = 5 * time.Second  // the time until a second attempt starts beside the first
	tick        = 500 * time.Millisecond
	closeTime   = 3 * time.Second // the time that the other side has to close the connection too

	// elsewherePause is the pause between attempts while another game is hosted in place of the guest's. It is long enough to keep the
	// guest's wrong IDs below what a Guard allows.
	elsewherePause = 10 * time.Second
)

// GuestConfig holds the settings of a Guest.
type GuestConfig struct {
	ID, Key, Name string
	Owed          string // the unanswered acts of an earlier program, in the form that Seat returns, or ""
	Watch         bool
	Plain         bool // others on the network can read the game
	Dial          func(context.Context) (Conn, error)
	Secret        string        // the secret for the join of a new seat; "": the guest makes one
	Hall          string        // the identity of the hall that gave the seat; the ID and the key go to no other hall; "": unknown
	Patience      time.Duration // how long the first connection may take
	Curtain       *Curtain      // hides the game from the person; nil: always open
	Seat          Seat          // stores the key until the game is over; the guest closes it; nil: the key is not kept
	Unkept        error         // why there is no Seat, if one was wanted

	// Table is the table that follows the host's. If it is nil, the guest looks up the host's game with Find, and Open returns the table for the
	// game.
	Table *table.Table
	Open  func(g game.Game) (*table.Table, error)
	Find  func(name string) (game.Game, bool)
}

// Curtain hides the games of a program from its user, as a browser hides a page behind others. The hosts of the games are told. The zero Curtain is
// open. Its methods may be called by several goroutines.
type Curtain struct {
	mu     sync.Mutex
	hides  bool
	moving chan struct{} // closed when the curtain moves
}

// Draw closes the curtain or opens it.
func (c *Curtain) Draw(hides bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hides == hides {
		return
	}
	if c.hides = hides; c.moving != nil {
		close(c.moving)
		c.moving = nil
	}
}

// drawn reports whether the curtain hides the games, and returns a channel that is closed when the curtain moves. A nil Curtain stays open.
func (c *Curtain) drawn() (hides bool, moved <-chan struct{}) {
	if c == nil {
		return false, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.moving == nil {
		c.moving = make(chan struct{})
	}
	return c.hides, c.moving
}

// Guest plays at the table of a host on another machine. A table on this machine follows the host's, and the guest reconnects when
// the connection is lost. Its methods may be called by several goroutines.
type Guest struct {
	config GuestConfig

	mu     sync.Mutex
	client Client
	rests  bool          // the guest leaves for now, without telling the host
	met    bool          // the host has answered
	kept   [2]string     // the key and the unanswered acts now stored in Seat
	unkept error         // the reason, reported to the table, why the key is not kept
	looked time.Time     // when Seat was last asked to keep both
	waits  error         // why the host has not answered yet, or nil
	moved  chan struct{} // closed when waits changes and when the host has answered

	wake    signal
	again   signal
	leaving context.Context // done when the guest leaves
	leave   context.CancelFunc
	arrived chan struct{} // closed when the host has answered and the key is kept
	done    chan struct{}
}

// NewGuest connects to a host in the background and plays until Leave is called or the game is over. NewGuest returns immediately. An error means
// that Table could not be attached.
func NewGuest(c GuestConfig) (*Guest, error) {
	g := &Guest{
		config: c, kept: [2]string{c.Key, c.Owed}, wake: newSignal(), again: newSignal(), arrived: make(chan struct{}), done: make(chan struct{}), moved: make(chan struct{}),
	}
	if c.Secret == "" {
		c.Secret = NewKey()
	}
	g.leaving, g.leave = context.WithCancel(context.Background())
	g.client.ClientConfig = ClientConfig{ID: c.ID, Key: c.Key, Secret: c.Secret, Name: c.Name, Watch: c.Watch, Find: c.Find, Open: c.Open, Plain: c.Plain, Link: g}
	if c.Key != "" {
		g.client.owes(c.Owed)
	}
	if c.Table != nil {
		g.client.table, g.client.game = c.Table, c.Table.Game()
		var err error
		if g.client.copy, err = c.Table.Attach(g); err != nil {
			return nil, err
		}
	}
	go g.runs()
	return g, nil
}

// Arrived returns a channel that is closed when the host has answered, the table is known, and the key of the seat is kept.
func (g *Guest) Arrived() <-chan struct{} { return g.arrived }

// Done returns a channel that is closed when the game is over for the guest.
func (g *Guest) Done() <-chan struct{} { return g.done }

// Waits implements [table.Guest].
func (g *Guest) Waits() (changed <-chan struct{}, why error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.moved, g.waits
}

// waitsFor records why the host has not answered yet. If last is set, no other reason follows.
func (g *Guest) waitsFor(why error, last bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.moved: // already closed by the last call
		return
	default:
	}
	close(g.moved)
	if g.waits = why; !last {
		g.moved = make(chan struct{})
	}
}

// Again implements [table.Guest].
func (g *Guest) Again() { g.again.set() }

// The method with calls the function do with the client while it holds the lock. The lock is released even after a panic, so that no goroutine waits
// for it forever.
func (g *Guest) with(do func(c *Client)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	do(&g.client)
}

// Err returns why the game is over for the guest, or nil while the game continues.
func (g *Guest) Err() (err error) {
	g.with(func(c *Client) { err = c.Ended() })
	return err
}

// Table returns the table, or nil before the host has answered.
func (g *Guest) Table() (t *table.Table) {
	g.with(func(c *Client) { t = c.Table() })
	return t
}

// Send implements [table.Link]: it asks the host for an act.
func (g *Guest) Send(a table.Act, answer func(error)) {
	g.with(func(c *Client) { c.Do(a, answer) })
	g.keep() // before it is sent, because this program may end at any time
	g.wake.set()
}

// Leave tells the host that the guest has left. It implements [table.Link], and returns the channel of Done immediately.
func (g *Guest) Leave() <-chan struct{} {
	g.leave()
	return g.done
}

// Rest ends the connection but keeps the seat for the next program of this user. It implements [table.Link].
func (g *Guest) Rest() <-chan struct{} {
	g.with(func(c *Client) { g.rests = c.Ended() == nil })
	return g.Leave()
}

// quit ends the client because the guest leaves, for good or for now. Call it only inside with.
func (g *Guest) quit(c *Client) {
	if g.rests && c.Ended() == nil {
		c.end(errRests)
	}
	c.Leave()
}

// keep stores the key as soon as it is known, and removes it when one side has left and the other side knows that. Unanswered acts, including a
// claim, are stored with the key. A guest who leaves before a claim is answered keeps the claim and the key. A guest who leaves a game at a hall
// keeps the key until the game is over. Refusals and unusable messages remove nothing, because something else may be at the address for a while.
func (g *Guest) keep() {
	g.mu.Lock()
	defer g.mu.Unlock()
	ended := g.client.Ended()
	now := [2]string{g.client.Key, g.client.owed()}
	waits := g.client.ever && g.client.now.Situation.Hall && g.client.far.ToMove() != game.Nobody // a hall's game continues without the person
	if errors.Is(ended, errLeft) && g.client.told && g.client.claim.ID == "" && !waits || errors.Is(ended, ErrHostLeft) {
		now = [2]string{}
	}
	again := now[0] != "" && time.Since(g.looked) >= tick // another program may remove the file
	if g.config.Seat != nil && (now != g.kept || again) {
		g.looked = time.Now()
		g.config.Unkept = g.config.Seat.Keep(now[0], now[1]) // after an error, the seat is lost only if this program is killed
	}
	if why := g.config.Unkept; now[0] == "" {
		g.unkept = nil
	} else if t := g.client.Table(); t != nil && (why == nil) != (g.unkept == nil) {
		g.unkept = why
		g.client.copy.Seated(why)
	}
	g.kept = now
}

// runs plays until the game is over for the guest.
func (g *Guest) runs() {
	defer func() {
		close(g.done)
		g.waitsFor(nil, true)
	}()
	if g.config.Seat != nil {
		defer g.config.Seat.Close()
	}
	err := rescue.Run(g.run)
	if err == nil {
		return
	}
	var t *table.Table
	g.with(func(c *Client) {
		c.end(err)
		t = c.Table()
	})
	if t != nil {
		t.Part((t.Side()+1)%len(t.Game().Info().Seats), err)
	}
}

func (g *Guest) run() {
	defer g.keep()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	defer context.AfterFunc(g.leaving, func() { // give up an attempt to connect; an open connection ends by itself
		g.with(func(*Client) {
			if !g.met {
				stop()
			}
		})
	})()
	began, pause := time.Now(), firstPause
	for {
		conn, err := g.dial(ctx)
		if err == nil {
			err = g.meets(conn)
		}
		if err == nil {
			var alive bool
			talking := time.Now()
			if alive, err = g.talk(ctx, conn); alive && time.Since(talking) > mostPause {
				pause = firstPause
			}
		}
		var ended error
		var t *table.Table
		wait, most := pause, mostPause
		g.with(func(c *Client) {
			patience := g.config.Patience
			if !g.met {
				most = firstPauses
			}
			unlikely := errors.Is(err, ErrNoHost) || errors.Is(err, ErrRefused) || errors.Is(err, ErrNotAttic) || errors.Is(err, ErrTrust) // none of these is likely to change soon
			if c.Key == "" && unlikely {
				patience = min(patience, refusedWait)
			}
			if c.Ended() == nil && g.leaving.Err() != nil {
				g.quit(c)
			}
			if c.Ended() == nil && !g.met && err != nil && time.Since(began)+pause > patience {
				c.end(err)
			}
			ended, t = c.Ended(), c.Table()
			refused, ok := errors.AsType[*RefusedError](err)
			var strange error
			switch {
			case t == nil || ended != nil || err == nil:
			case !g.met:
				strange = fmt.Errorf("%w; attic keeps trying", err)
			case ok && c.elsewhere(refused):
				strange, wait = errOtherGame, elsewherePause
			case errors.Is(err, errOtherHall):
				strange, wait = errOtherHall, elsewherePause
			case errors.Is(err, ErrNotAttic) || errors.Is(err, errStranger):
				strange = errOtherProgram
			}
			if strange != nil {
				_ = c.copy.Follow(table.Event{What: table.Presence, By: game.Anyone, Err: strange})
			}
		})
		if ended != nil {
			if t != nil && !errors.Is(ended, errRests) {
				seat := t.Side()
				if !errors.Is(ended, errLeft) {
					seat = (seat + 1) % len(t.Game().Info().Seats)
				}
				if ended == ErrHostLeft || errors.Is(ended, errLeft) {
					ended = nil
				}
				t.Part(seat, ended)
			}
			return
		}
		if err != nil {
			g.waitsFor(err, false)
		}
		_, moved := g.config.Curtain.drawn()
		select {
		case <-time.After(wait):
		case <-g.again:
			pause = firstPause
		case <-moved: // the person may be back
		case <-g.leaving.Done():
		}
		pause = min(2*pause, most)
	}
}

// dial makes a connection within dialTime. After slowTime, it starts a second attempt beside the first: on a network that is just changing, the first
// packet of an attempt may be lost while later packets arrive immediately.
func (g *Guest) dial(ctx context.Context) (Conn, error) {
	type made struct {
		conn Conn
		err  error
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	results, tries := make(chan made, 2), 0
	try := func() {
		tries++
		go func() {
			conn, err := g.config.Dial(ctx)
			results <- made{conn, err}
		}()
	}
	defer func() {
		cancel()
		go func(late int) {
			for range late {
				if m := <-results; m.err == nil {
					_ = m.conn.Close("")
				}
			}
		}(tries)
	}()
	slow := time.NewTimer(slowTime)
	defer slow.Stop()
	try()
	for {
		select {
		case m := <-results:
			if tries--; m.err == nil || tries == 0 {
				return m.conn, m.err
			}
		case <-slow.C:
			try()
		}
	}
}

// hallOf returns the identity of the hall at the other end of a connection, and whether the connection can know it.
func hallOf(conn Conn) (id string, tells bool) {
	there, tells := conn.(interface{ Hall() string })
	if tells {
		id = there.Hall()
	}
	return id, tells
}

// meets checks the other end of a new connection, before anything is sent. It closes a connection to a hall other than the one that gave the seat.
func (g *Guest) meets(conn Conn) error {
	if id, tells := hallOf(conn); g.config.Hall == "" || !tells || id == g.config.Hall {
		return nil
	}
	_ = conn.Close("")
	return errOtherHall
}

// mark stores the identity of the hall that has answered the join, unless the seat's hall is already known.
func (g *Guest) mark(conn Conn) {
	id, _ := hallOf(conn)
	if id != "" && g.config.Hall == "" && g.config.Seat != nil && g.config.Seat.Mark(id) == nil {
		g.config.Hall = id
	}
}

// talk exchanges messages with the host on one connection until it ends. alive reports whether the host has answered.
func (g *Guest) talk(ctx context.Context, conn Conn) (alive bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in := make(chan []byte)
	failed := make(chan error, 1)
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		for {
			raw, err := conn.Read(ctx)
			if err != nil {
				failed <- err
				return
			}
			select {
			case in <- raw:
			case <-ctx.Done():
				return
			}
		}
	}()
	defer func() {
		_ = conn.Close("")
		stop()
		<-reading
	}()
	beat := time.NewTicker(tick)
	defer beat.Stop()

	g.with(func(c *Client) { c.Connected(time.Now()) })
	for {
		var out [][]byte
		var ended error
		first, byes := false, false
		hidden, moved := g.config.Curtain.drawn()
		g.with(func(c *Client) {
			c.Hide(hidden, time.Now())
			out, ended = c.Out(), c.Ended()
			byes = c.met && errors.Is(ended, errLeft)
			first = c.met && !g.met
			g.met = g.met || c.met
			alive = alive || c.met
		})
		if g.keep(); alive {
			g.mark(conn)
		}
		if first {
			close(g.arrived) // not before the key is kept, because the program may now show how to come back
			g.waitsFor(nil, true)
		}
		if err := write(ctx, conn, out...); err != nil {
			g.with(func(c *Client) { c.Lost() })
			return alive, err
		}
		if byes {
			g.acknowledged(in, failed)
		}
		if ended != nil {
			return alive, ended
		}
		var why error
		select {
		case raw := <-in:
			g.with(func(c *Client) { why = c.Receive(raw, time.Now()) })
		case why = <-failed:
		case <-beat.C:
			g.with(func(c *Client) {
				if !c.Tick(time.Now()) {
					why = errSilent
				}
			})
		case <-g.wake:
		case <-moved:
		case <-g.leaving.Done():
			g.with(func(c *Client) { g.quit(c) })
		}
		if why != nil {
			g.with(func(c *Client) {
				if out = nil; c.Ended() != nil {
					out = c.Out() // the bye
				}
				c.Lost()
			})
			_ = write(ctx, conn, out...) // may arrive too late
			return alive, why
		}
	}
}

// acknowledged waits up to closeTime for the host to end the connection because the guest has left. Only then is the key useless.
func (g *Guest) acknowledged(in <-chan []byte, failed <-chan error) {
	for late := time.After(closeTime); ; {
		select {
		case <-in: // sent before the host knew that the guest was leaving
		case err := <-failed:
			end, ok := errors.AsType[*ClosedError](err)
			g.with(func(c *Client) { c.told = ok && end.Reason == leftText })
			return
		case <-late:
			return
		}
	}
}

var (
	errSilent       = errors.New("the host does not answer")
	errOtherGame    = errors.New("another game is hosted at your host's address now; attic keeps trying until your host is back")
	errOtherHall    = errors.New("another hall is at this address now; attic sends it nothing about your seat and keeps trying until your hall is back")
	errOtherProgram = errors.New("another program answers at your host's address now; attic keeps trying until your host is back")
)
