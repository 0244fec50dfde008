//go:build !js

package wire

import (
	"math/rand/v2"
	"net"
	"slices"
	"sync"
)

// lobby is a listener that limits the number of its connections to most. One network may have at most share connections on which nobody has
// joined yet; beyond that, one of these is closed for each new one. If the lobby is full, a connection is closed in the network with the
// most such connections. The victim is picked at random: otherwise a fast flood would always push out the oldest connection before its join
// has arrived, even that of a player who holds a key and keeps trying.
type lobby struct {
	net.Listener
	most, share int

	mu   sync.Mutex
	open int
	from map[string][]*caller // connections on which nobody has joined yet, by network
}

// caller is a connection in a lobby.
type caller struct {
	net.Conn
	lobby   *lobby
	network string
	gone    bool // it no longer counts
}

// Accept implements net.Listener.
func (l *lobby) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &caller{Conn: conn, lobby: l, network: networkOf(conn.RemoteAddr().String())}
		dropped, ok := l.enter(c)
		if dropped != nil {
			dropped.Conn.Close()
		}
		if ok {
			return c, nil
		}
		conn.Close()
	}
}

// enter lets a connection in if there is room, and returns the connection to close for it, if any.
func (l *lobby) enter(c *caller) (dropped *caller, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	network := c.network
	if len(l.from[network]) < l.share && l.open >= l.most {
		for name, list := range l.from {
			if len(list) > len(l.from[network]) {
				network = name
			}
		}
		if len(l.from[network]) == 0 {
			return nil, false
		}
	}
	if list := l.from[network]; len(list) >= l.share || l.open >= l.most {
		dropped = list[rand.IntN(len(list))]
		l.remove(dropped)
	}
	l.open++
	l.from[c.network] = append(l.from[c.network], c)
	return dropped, true
}

func (l *lobby) joined(c *caller) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.admit(c)
}

func (l *lobby) admit(c *caller) {
	l.from[c.network] = slices.DeleteFunc(l.from[c.network], func(x *caller) bool { return x == c })
	if len(l.from[c.network]) == 0 {
		delete(l.from, c.network)
	}
}

func (l *lobby) remove(c *caller) {
	if !c.gone {
		l.admit(c)
		c.gone = true
		l.open--
	}
}

// Close implements net.Conn.
func (c *caller) Close() error {
	c.lobby.mu.Lock()
	c.lobby.remove(c)
	c.lobby.mu.Unlock()
	return c.Conn.Close()
}
