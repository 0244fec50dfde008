package wire

import (
	"cmp"
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
	Port  int         // the port on which a host listens; 0: any free port
	Moves bool        // whether a continued game moves to Port or keeps the port it had
	TLS   *tls.Config // the settings of a host; nil for an unencrypted connection
	Watch bool        // whether others may watch a hosted game
	Chat  bool        // whether chat lines are passed on
	Clock table.ClockRule
	Find  func(name string) (game.Game, bool)

	// Seat opens the store for the key of the seat at an address and locks it for this guest, so that the guest gets the seat
	// back after its program was killed. nil: keys are not kept.
	Seat func(address string) (Seat, error)
}

// Seat keeps the key with which a guest reclaims the seat at one address.
type Seat interface {
	Key() string                  // the last key stored, or ""
	Claim() string                // the claim stored with the key, or ""
	Keep(key, claim string) error // stores a key, and a claim of one line or "", unless they are already stored; an empty key removes both
	Close() error
}

// firstWait is how long the first connection to a host may take.
const firstWait = 5 * time.Second

// Host opens a table to whoever knows the ID. It returns at once. Table.Leave ends the hosting. If the table's game was hosted until the
// host was killed, and id is "" or the ID of then, the hosting continues with the ID, the port and the guest it had. Otherwise the ID is
// id, or a new one if id is "".
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
	listener, err := Listen(n.Port, n.TLS, func(conn Conn) {
		<-ready
		h.Serve(ctx, conn)
	})
	if err != nil {
		stop()
		if _, taken := errors.AsType[*command.PortError](err); again && taken && n.Port == was.Port { // the guest knows only this port
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
			_ = listener.Close() // no connection remains at this point
		},
	})
	if err != nil { // connections waiting for ready will find a closed host
		h.closed = true
		close(ready)
		stop()
		_ = listener.Close()
		return err
	}
	close(ready)
	return nil
}

// continuing returns the network for continuing a game that was hosted before with the settings was.
func (n Network) continuing(was match.Hosted) Network {
	if was.Port != 0 && !n.Moves {
		n.Port = was.Port
	}
	n.Watch, n.Chat = n.Watch || was.Watch, n.Chat && !was.Silent
	return n
}

// closedTo returns an error if the guest of a previously hosted game could not join again.
func (n Network) closedTo(was match.Hosted) error {
	if was.TLS && was.Guest != "" && n.TLS == nil {
		return errors.New("this game was hosted over encrypted connections: continue it with attic host --resume --tls-cert FILE --tls-key FILE")
	}
	return nil
}

// Try returns an error if a game, new or previously hosted, cannot be hosted now because of its port. It waits up to two seconds for the
// port of a game that continues: a guest on this machine that tries to connect to the port can occupy it for a moment.
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
			if _, taken := errors.AsType[*command.PortError](err); taken {
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

// Listens returns the port where hosted games can be joined.
func (n Network) Listens() int { return n.Port }

// On returns the network with another port.
func (n Network) On(port int) command.Network {
	n.Port, n.Moves = port, true
	return n
}

// Join makes a table follow a host's table. It returns at once; Presence and Parted events report on the connection. Table.Leave ends it.
// The error describes what is wrong with the address.
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

// Meet connects a person, called name, to a host whose game is not yet known. open returns the table for that game. With n.Watch
// the person only watches.
func (n Network) Meet(address, name string, open func(g game.Game) (*table.Table, error)) (command.Guest, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	return n.guest(a, GuestConfig{Open: open, Name: name, Watch: n.Watch}) // cannot fail without a table
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
		if err == nil { // on an error, another program of this user is playing there
			c.Seat, c.Key, c.Claim = seat, seat.Key(), seat.Claim()
		}
	}
	g, err := Join(c)
	if err != nil && c.Seat != nil {
		_ = c.Seat.Close()
	}
	return g, err
}
