package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"attic/command"
	"attic/game"
	"attic/match"
	"attic/table"
)

// Network connects tables to other machines.
type Network struct {
	Port  int         // on which a host listens; 0: any free port
	Moves bool        // a game that continues moves to Port; otherwise it keeps the port it had
	TLS   *tls.Config // of a host, or nil for a plain connection
	Watch bool        // others may watch a hosted game
	Chat  bool        // chat lines are passed on
	Clock table.ClockRule
	Find  func(name string) (game.Game, bool)

	// Seat opens the store for the key of the seat at an address and locks it for this guest, so that the guest gets the seat
	// back after its program was killed. nil: keys are not kept.
	Seat func(address string) (Seat, error)
}

// Seat keeps the key with which a guest reclaims the seat at one address.
type Seat interface {
	Key() string                  // the key stored last, or ""
	Claim() string                // the claim stored with it, or ""
	Keep(key, claim string) error // stores a key, and a claim of one line or "", unless they are stored; without a key both are removed
	Close() error
}

// firstWait is how long the first connection to a host may take.
const firstWait = 5 * time.Second

// Host opens a table to whoever knows the ID; for "" it makes a new one. It returns at once. Table.Leave ends the hosting. If id is ""
// or the ID of a game whose host was killed, that game continues with the ID, the port and the guest it had.
func (n Network) Host(t *table.Table, id string) error {
	was := t.Hosted()
	again := was.ID != "" && (id == "" || EqualID(id, was.ID))
	switch {
	case again:
		id = was.ID
		n = n.continuing(was)
		if err := n.closedTo(was); err != nil {
			return err
		}
	default:
		was = match.Hosted{}
	}
	if id == "" {
		id = NewID()
	}
	if err := CheckID(id); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	var h *Host
	ready := make(chan struct{})
	listener, err := Listen(n.Port, n.TLS, func(conn Conn) {
		<-ready
		h.Serve(ctx, conn)
	})
	if err != nil {
		stop()
		if taken := (*command.PortError)(nil); again && errors.As(err, &taken) && n.Port == was.Port { // the guest knows no other port
			return &command.PortError{Port: n.Port, Why: fmt.Sprintf("port %d, on which this game was hosted, cannot be used now", n.Port), Same: true}
		}
		return err
	}
	var invites []string
	for _, host := range Own() {
		invites = append(invites, Address{ID: id, Host: host, Port: listener.Port(), TLS: n.TLS != nil}.String())
	}
	h, err = NewHost(HostConfig{
		Table: t, ID: id, Port: listener.Port(), Again: again, Guest: was.Guest, TLS: n.TLS != nil, Watch: n.Watch, Chat: n.Chat, Clock: n.Clock,
		Invite: invites[0], Others: invites[1:],
		Closed: func() {
			stop()
			_ = listener.Close() // no connection is left at this point
		},
	})
	if err != nil { // connections that wait for ready find a closed host
		h.closed = true
		close(ready)
		stop()
		_ = listener.Close()
		return err
	}
	close(ready)
	return nil
}

// continuing returns the network on which a game continues that was hosted before. It keeps its settings.
func (n Network) continuing(was match.Hosted) Network {
	if was.Port != 0 && !n.Moves {
		n.Port = was.Port
	}
	n.Watch, n.Chat = n.Watch || was.Watch, n.Chat && !was.Silent
	return n
}

// closedTo returns an error if the guest of a game that was hosted before could not join again.
func (n Network) closedTo(was match.Hosted) error {
	if was.TLS && was.Guest != "" && n.TLS == nil {
		return errors.New("this game was hosted over encrypted connections: continue it with attic host --resume --tls-cert FILE --tls-key FILE")
	}
	return nil
}

// Try returns why a game that was hosted before, or a new one, cannot be hosted now because of its port, or nil. For the port of a game
// that continues it waits for at most two seconds: a guest who tries to connect to it on this machine can hold it for a moment.
func (n Network) Try(was match.Hosted) error {
	n = n.continuing(was)
	if err := n.closedTo(was); err != nil {
		return err
	}
	same := was.Port != 0 && n.Port == was.Port
	for until := time.Now().Add(tryTime); ; <-time.After(tryTime / 20) {
		listener, err := net.Listen("tcp", net.JoinHostPort("", fmt.Sprint(n.Port)))
		if err == nil {
			return listener.Close()
		}
		if !same {
			err = noPort(n.Port, err)
			if taken := (*command.PortError)(nil); errors.As(err, &taken) {
				err = fmt.Errorf("%w: choose another with --port, or 0 for a free one", err)
			}
			return err
		}
		if time.Now().After(until) {
			return fmt.Errorf("port %d, on which this game was hosted, cannot be used now: try again later, or move the game to another port with --port", n.Port)
		}
	}
}

// tryTime is how long Try waits for the port of a game that continues.
const tryTime = 2 * time.Second

// Listens returns the port on which hosted games can be joined.
func (n Network) Listens() int { return n.Port }

// On returns the network with another port.
func (n Network) On(port int) command.Network {
	n.Port, n.Moves = port, true
	return n
}

// Join makes a table follow that of a host. It returns at once; Presence and Parted events report the connection. Table.Leave
// ends it. The error describes what is wrong with the address.
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

// Meet connects a person, called name, to a host whose game is not known yet. open returns the table for that game. With n.Watch
// the person only watches.
func (n Network) Meet(address, name string, open func(g game.Game) (*table.Table, error)) (command.Guest, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	return n.guest(a, GuestConfig{Open: open, Name: name, Watch: n.Watch}) // without a table this cannot fail
}

// local reports whether an address, with or without a port, belongs to this machine.
func local(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (n Network) guest(a Address, c GuestConfig) (*Guest, error) {
	c.ID, c.Find, c.Patience = a.ID, n.Find, firstWait
	c.Plain = !a.TLS && !local(a.Host)
	c.Dial = func(ctx context.Context) (Conn, error) { return Dial(ctx, a, nil) }
	if n.Seat != nil && !c.Watch {
		seat, err := n.Seat(strings.ToLower(a.String()))
		if err == nil { // an error means that another program of this user plays there
			c.Seat, c.Key, c.Claim = seat, seat.Key(), seat.Claim()
		}
	}
	g, err := Join(c)
	if err != nil && c.Seat != nil {
		_ = c.Seat.Close()
	}
	return g, err
}
