//go:build !js

package wire

import (
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
)

// lobby is a listener that limits the number of its connections to Conns. One network may have at most Joining connections on which nobody has joined
// yet; beyond that, each new one displaces one of these. If the lobby is full, it displaces a connection of the network that has the most of them.
// The connection to close is picked at random: if it were always the oldest, a fast flood would close every connection before its join arrives, even
// if a player with a key keeps trying. A connection from a proxy belongs to the network of its client as soon as that network is known.
type lobby struct {
	net.Listener
	limits Limits

	mu        sync.Mutex
	open      int
	from      map[string][]*caller // connections on which nobody has joined yet, by network
	strangers map[counted]int      // how many people have joined without a key, by network
}

// counted is the key for counting people: a network and a way of joining.
type counted struct {
	network string
	as      standing
}

// leastSits is the number of people from one address who may always take seats at a hall. It is enough for a school class in which each pupil has a link.
const leastSits = 32

func newLobby(l net.Listener, limits Limits) *lobby {
	return &lobby{Listener: l, limits: limits, from: map[string][]*caller{}, strangers: map[counted]int{}}
}

type caller struct {
	net.Conn
	lobby   *lobby
	network string
	proxy   string      // the network of the proxy that opened the connection, or ""
	in      bool        // somebody has joined
	as      standing    // in what way somebody has joined
	gone    bool        // the connection no longer counts
	idle    atomic.Bool // between two requests
}

// Accept implements net.Listener.
func (l *lobby) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		remote := conn.RemoteAddr().String()
		c := &caller{Conn: conn, lobby: l, network: NetworkOf(remote)}
		if l.limits.trusts(remote) {
			c.proxy = c.network
		}
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

// enter admits a connection if there is room, and returns the connection to close in exchange, if any.
func (l *lobby) enter(c *caller) (dropped *caller, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	network := c.network
	crowded := c.proxy == "" && len(l.from[network]) >= l.limits.Joining
	if !crowded && l.open >= l.limits.Conns {
		for name, list := range l.from {
			if len(list) > len(l.from[network]) {
				network = name
			}
		}
		if len(l.from[network]) == 0 {
			return nil, false
		}
	}
	if crowded || l.open >= l.limits.Conns {
		dropped = l.victim(network)
		l.remove(dropped)
	}
	l.open++
	l.from[c.network] = append(l.from[c.network], c)
	return dropped, true
}

// victim returns one of the connections of a network on which nobody has joined yet, preferably an idle one.
func (l *lobby) victim(network string) *caller {
	list := l.from[network]
	if i := slices.IndexFunc(list, func(c *caller) bool { return c.idle.Load() }); i >= 0 {
		return list[i]
	}
	return list[rand.IntN(len(list))]
}

// back counts a proxy's connection under the network of the proxy, which has no limit, while the connection waits for its next request.
func (l *lobby) back(c *caller) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.gone || c.in || c.proxy == "" || c.network == c.proxy {
		return
	}
	l.admit(c)
	c.network = c.proxy
	l.from[c.network] = append(l.from[c.network], c)
}

// move counts a proxy's connection under the network of the client that sent the present request, until somebody has joined.
func (l *lobby) move(c *caller, network string) {
	l.mu.Lock()
	if c.gone || c.proxy == "" || c.network == network {
		l.mu.Unlock()
		return
	}
	l.admit(c)
	var dropped *caller
	if len(l.from[network]) >= l.limits.Joining {
		dropped = l.victim(network)
		l.remove(dropped)
	}
	c.network = network
	l.from[network] = append(l.from[network], c)
	l.mu.Unlock()
	if dropped != nil {
		dropped.Conn.Close()
	}
}

func (l *lobby) joined(c *caller, as standing) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	most := l.limits.PerAddress
	if as == asPlayer {
		most = max(leastSits, 2*most)
	}
	switch {
	case c.gone || c.in && as != asKeyed:
		return true
	case c.in:
		l.forget(c)
	case as != asKeyed && l.limits.PerAddress != 0 && l.strangers[counted{c.network, as}] >= most:
		return false
	}
	if !c.in && as != asKeyed {
		l.strangers[counted{c.network, as}]++
	}
	c.in, c.as = true, as
	l.admit(c)
	return true
}

// forget removes a caller from the count of people without a key.
func (l *lobby) forget(c *caller) {
	if of := (counted{c.network, c.as}); c.in && c.as != asKeyed {
		if l.strangers[of]--; l.strangers[of] == 0 {
			delete(l.strangers, of)
		}
	}
}

func (l *lobby) admit(c *caller) {
	l.from[c.network] = slices.DeleteFunc(l.from[c.network], func(x *caller) bool { return x == c })
	if len(l.from[c.network]) == 0 {
		delete(l.from, c.network)
	}
}

func (l *lobby) remove(c *caller) {
	if c.gone {
		return
	}
	l.admit(c)
	c.gone = true
	l.open--
	l.forget(c)
}

// Close implements net.Conn.
func (c *caller) Close() error {
	c.lobby.mu.Lock()
	c.lobby.remove(c)
	c.lobby.mu.Unlock()
	return c.Conn.Close()
}
