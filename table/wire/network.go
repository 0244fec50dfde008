package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"attic/game"
	"attic/match"
	"attic/table"
)

// Network connects tables to other machines.
type Network struct {
	Server // further settings of a host

	// Certificate is the certificate of Server.TLS, if it is stored in files; otherwise nil. The host is told when the files can no longer be read.
	Certificate interface {
		Tell(failed func(line string))
	}

	Port  int  // the port on which a host listens; 0: any free port
	Moves bool // whether a continued game moves to Port instead of keeping its previous port
	Watch bool // whether others may watch a hosted game
	Chat  bool // whether chat lines are passed on
	Hints bool // whether the players may use hints and other help; both are told of each use
	Clock table.ClockRule
	Find  func(name string) (game.Game, bool)

	// Dial connects to the host at an address; nil: over the network.
	Dial func(ctx context.Context, a Address) (Conn, error)

	Watches bool     // whether the person only watches the game that they join with Meet
	Curtain *Curtain // hides the joined game from the person; nil: always open

	// Seat opens the store for the key of the seat at an address and locks it for this guest, so that the guest gets the seat back if the guest's
	// program is killed. nil: keys are not kept.
	Seat func(address string) (Seat, error)
}

// Seat keeps the key with which a guest reclaims the seat at one address.
type Seat interface {
	Key() string                         // the last key stored, or ""
	Owed() string                        // the unanswered acts stored with the key, or ""
	Keep(key, owed string) error         // stores a key and the unanswered acts, unless both are already stored; an empty key removes both
	Secret(fresh string) (string, error) // the secret for the join of a new seat; if there is none yet, fresh becomes the secret
	Hall() string                        // the identity of the hall that gave the seat, or "" if unknown
	Mark(hall string) error              // stores the identity of the hall
	Close() error
}

// The time limits for the first connection to a host: in general, and if its machine has answered that no game is hosted there.
const (
	firstWait   = 10 * time.Minute
	refusedWait = 5 * time.Second
)

// The reasons why Dial finds no host. The errors of Dial wrap one of these, or ErrNotAttic, and are one line for people.
var (
	ErrNoHost      = errors.New("there is no such host")
	ErrRefused     = errors.New("nobody is hosting a game there")
	ErrNoAnswer    = errors.New("no answer")
	ErrUnreachable = errors.New("it cannot be reached")
	ErrTrust       = errors.New("its certificate is not trusted")
)

// Listens returns the port on which hosted games can be joined.
func (n Network) Listens() int { return n.Port }

// On returns the network with another port and, unless it is zero, another clock.
func (n Network) On(port int, clock table.ClockRule) table.Network {
	n.Port, n.Moves = port, true
	if clock != (table.ClockRule{}) {
		n.Clock = clock
	}
	return n
}

// Aids implements table.Aider.
func (n Network) Aids() bool { return n.Hints }

// Aiding implements table.Aider.
func (n Network) Aiding(on bool) table.Network {
	n.Hints = on
	return n
}

// Join makes a table follow a host's table, and returns immediately; Presence and Parted events report on the connection. Table.Leave ends it. The
// error describes what is wrong with the address.
func (n Network) Join(t *table.Table, address string) error {
	a, err := ParseAddress(address)
	if err != nil {
		return err
	}
	p := t.Here()
	now := p.Now()
	p.Close()
	_, err = n.guest(a, GuestConfig{Table: t, Name: now.Players[now.Side].Name})
	return err
}

// Meet connects a person with the given name to a host whose game is not yet known. The function open returns the table for that game.
func (n Network) Meet(address, name string, open func(g game.Game) (*table.Table, error)) (table.Guest, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	g, err := n.guest(a, GuestConfig{Open: open, Name: name, Watch: n.Watches})
	if err != nil {
		return nil, err // not g, which would not be equal to nil
	}
	return g, nil
}

// local reports whether an address, with or without a port, belongs to this machine.
func local(address string) bool {
	ip, ok := addressIn(address)
	return address == "localhost" || ok && ip.IsLoopback()
}

func (n Network) guest(a Address, c GuestConfig) (*Guest, error) {
	c.ID, c.Find, c.Patience, c.Curtain = a.ID, n.Find, firstWait, n.Curtain
	c.Watch = c.Watch || a.Watch
	c.Plain = !a.TLS && !local(a.Host)
	c.Dial = func(ctx context.Context) (Conn, error) { return Dial(ctx, a, nil) }
	if n.Dial != nil {
		c.Dial, c.Plain = func(ctx context.Context) (Conn, error) { return n.Dial(ctx, a) }, false
	}
	if n.Seat != nil && !c.Watch {
		seat, err := n.Seat(strings.ToLower(a.String()))
		if c.Unkept = err; err == nil {
			c.Seat, c.Key, c.Owed, c.Hall = seat, seat.Key(), seat.Owed(), seat.Hall()
			if c.Key == "" {
				c.Secret, c.Unkept = seat.Secret(NewKey())
			}
		}
	}
	g, err := NewGuest(c)
	if err != nil && c.Seat != nil {
		_ = c.Seat.Close()
	}
	return g, err
}

// Host opens a table to anybody who knows the ID, and returns immediately. Table.Leave ends the hosting. If the game was hosted until its host was
// killed, and id is "" or the previous ID, the hosting continues with its previous ID, port and guest. Otherwise the ID is id, or a new one if id is
// "".
func (n Network) Host(t *table.Table, id string) error {
	was := t.Hosted()
	again := was.ID != "" && (id == "" || EqualID(id, was.ID))
	if !again {
		was, id = match.Hosted{}, cmp.Or(id, NewID())
	} else {
		n, id = n.continuing(was), was.ID
		if err := n.closedTo(was); err != nil {
			return err
		}
	}
	if err := CheckID(id); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	var h *Host
	ready := make(chan struct{})
	listener, err := n.listen(id, func(conn Conn) {
		<-ready
		h.Serve(ctx, conn)
	})
	if err != nil {
		stop()
		if _, taken := errors.AsType[*table.PortError](err); again && taken && n.Port == was.Port { // the guest knows only this port
			return &table.PortError{Port: n.Port, Why: fmt.Sprintf("port %d, on which this game was hosted, cannot be used now", n.Port), Same: true}
		}
		return err
	}
	var invites []string
	var link string
	for i, host := range listener.addresses() {
		a := Address{ID: id, Host: host, Port: listener.Port(), TLS: n.encrypts()}
		if invites = append(invites, a.String()); i == 0 {
			link = listener.link(a)
		}
	}
	h, err = NewHost(HostConfig{
		Table: t, ID: id, Port: listener.Port(), Again: again, Guest: was.Guest, TLS: n.encrypts(), Watch: n.Watch, Chat: n.Chat, Hints: n.Hints, Clock: n.Clock,
		Invite: invites[0], Others: invites[1:], Link: link,
		Closed: func() {
			stop()
			_ = listener.Close() // no connection remains at this point
		},
	})
	if err != nil { // connections that wait for ready will find a closed host
		h.closed = true
		close(ready)
		stop()
		_ = listener.Close()
		return err
	}
	close(ready)
	if n.Certificate != nil {
		n.Certificate.Tell(func(line string) { t.Warn(errors.New(line)) })
	}
	return nil
}

// continuing returns the network for continuing a game that was hosted before with the settings in the parameter was.
func (n Network) continuing(was match.Hosted) Network {
	if was.Port != 0 && !n.Moves {
		n.Port = was.Port
	}
	n.Watch, n.Chat, n.Hints = n.Watch || was.Watch, n.Chat && !was.Silent, was.Hints
	return n
}

// closedTo returns an error if the guest of a previously hosted game could not join again.
func (n Network) closedTo(was match.Hosted) error {
	if was.TLS && was.Guest != "" && !n.encrypts() {
		return errors.New("this game was hosted over encrypted connections: continue it with attic host --resume --tls-cert FILE --tls-key FILE")
	}
	return nil
}
