package wire

import (
	"container/list"
	"net"
	"sync"
)

// lobby is a listener with at most most connections at once. Nobody has joined yet on a new connection. Of those, one network has at
// most share: the oldest is closed for the next one, so that whoever holds a key can always try. If there are most connections, the
// oldest of the network with the most such connections is closed.
type lobby struct {
	net.Listener
	most, share int

	mu   sync.Mutex
	open int
	wait list.List      // of *caller: those on which nobody has joined yet, the oldest first
	from map[string]int // how many of these each network has
}

// caller is a connection of a lobby.
type caller struct {
	net.Conn
	lobby   *lobby
	network string
	place   *list.Element // in lobby.wait; nil after somebody has joined
	gone    bool          // it does not count any more
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

// enter lets a connection in, if there is room, and returns the one to close for it, if any.
func (l *lobby) enter(c *caller) (dropped *caller, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.from[c.network] >= l.share:
		dropped = l.oldest(c.network)
	case l.open >= l.most && l.wait.Len() == 0:
		return nil, false
	case l.open >= l.most:
		most := ""
		for network, n := range l.from {
			if n > l.from[most] {
				most = network
			}
		}
		dropped = l.oldest(most)
	}
	if dropped != nil {
		l.remove(dropped)
	}
	l.open++
	l.from[c.network]++
	c.place = l.wait.PushBack(c)
	return dropped, true
}

// oldest returns the oldest connection of a network on which nobody has joined yet.
func (l *lobby) oldest(network string) *caller {
	for e := l.wait.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*caller); c.network == network {
			return c
		}
	}
	return nil
}

func (l *lobby) joined(c *caller) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.admit(c)
}

func (l *lobby) admit(c *caller) {
	if c.place == nil {
		return
	}
	l.wait.Remove(c.place)
	c.place = nil
	if l.from[c.network]--; l.from[c.network] == 0 {
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
