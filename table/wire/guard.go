package wire

import (
	"container/list"
	"hash/maphash"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"attic/table"
)

const (
	mostWrong  = 10 // different wrong IDs per network within guardTime
	guardTime  = time.Minute
	mostGuards = 10_000 // the number of networks that a Guard remembers
)

// messageRate is how often a connection may send messages, unless HostConfig.Rate says otherwise.
var messageRate = table.Rate{Burst: 1000, Steady: 500}

// seatTalk is how often a player at a hall may say something, ask for something or change a name although others at the same address have used up its TalkRate.
var seatTalk = table.Rate{Burst: 3, Steady: 0.05}

// Guard counts what comes from a network, an IPv4 address or the first 64 bits of an IPv6 address: wrong IDs and keys, and what JoinRate and
// TalkRate limit. The zero value is ready to use, and safe for concurrent use. A Guard remembers 10,000 networks, and forgets those first that
// have been quiet the longest.
type Guard struct {
	JoinRate table.Rate // of people who join without the key of a seat; zero: no limit
	TalkRate table.Rate // of chat lines, offers and names; zero: no limit

	refused atomic.Uint64

	mu    sync.Mutex
	known map[string]*list.Element
	by    list.List // of *network, sorted by the time of the last wrong ID
}

// network holds the last wrong IDs from one network, and its rates.
type network struct {
	name        string
	last        [mostWrong]guess
	next        int // the index of the oldest guess in last
	joins, talk table.Rate
}

// guess is a wrong ID.
type guess struct {
	id   uint64 // its hash
	when time.Time
}

var guesses = maphash.MakeSeed()

// Allow reports whether a client at addr may try an ID now: false after ten different wrong ones within the last minute. addr is an IP
// address with or without a port, such as Conn.Remote returns, or any other text, which is compared as it is.
func (g *Guard) Allow(addr string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	e := g.known[NetworkOf(addr)]
	if e == nil {
		return true
	}
	n := e.Value.(*network)
	return g.counted(!n.last[n.next].recent(now))
}

// counted counts a refusal, and returns ok.
func (g *Guard) counted(ok bool) bool {
	if !ok {
		g.refused.Add(1)
	}
	return ok
}

// Refused returns how often Allow, Join and Talk have returned false.
func (g *Guard) Refused() uint64 { return g.refused.Load() }

// recent reports whether a guess still counts.
func (w guess) recent(now time.Time) bool { return !w.when.IsZero() && now.Sub(w.when) < guardTime }

// Wrong records that a client at addr has tried a wrong ID, or an ID with a wrong key. The same one counts once a minute: a client that comes back
// to a game that is gone guesses nothing, and must not shut out others at its address.
func (g *Guard) Wrong(addr, id string, now time.Time) {
	hash := maphash.String(guesses, id)
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.heard(addr)
	for _, w := range n.last {
		if w.id == hash && w.recent(now) {
			return
		}
	}
	n.last[n.next] = guess{hash, now}
	n.next = (n.next + 1) % mostWrong
}

// Join reports whether somebody at addr may join now without the key of a seat.
func (g *Guard) Join(addr string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.JoinRate.Burst == 0 || g.counted(g.heard(addr).joins.Allow(now))
}

// Talk reports whether somebody at addr may now say something, ask for something or change a name.
func (g *Guard) Talk(addr string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.TalkRate.Burst == 0 || g.counted(g.heard(addr).talk.Allow(now))
}

// heard returns the network of an address, and notes that something has just come from it.
func (g *Guard) heard(addr string) *network {
	if g.known == nil {
		g.known = map[string]*list.Element{}
	}
	name := NetworkOf(addr)
	e := g.known[name]
	if e == nil {
		for g.by.Len() >= mostGuards {
			delete(g.known, g.by.Remove(g.by.Front()).(*network).name)
		}
		e = g.by.PushBack(&network{name: name, joins: g.JoinRate, talk: g.TalkRate})
		g.known[name] = e
	}
	g.by.MoveToBack(e)
	return e.Value.(*network)
}

// NetworkOf returns the network of an address, under which its wrong IDs are counted.
func NetworkOf(addr string) string {
	ip, ok := addressIn(addr)
	if !ok {
		return addr
	}
	if ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.Prefix(64)
	if err != nil {
		return addr
	}
	return prefix.String()
}

// addressIn reads an IP address with or without a port, an IPv6 address with or without brackets.
func addressIn(text string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	ip, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return ip.Unmap().WithZone(""), err == nil
}
