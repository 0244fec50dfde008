package server

import (
	"sync"
	"time"

	"attic/table"
	"attic/table/wire"
)

// makeRate is how often people at one address may make a table or take a seat: a whole school class may do so at once.
var makeRate = table.Rate{Burst: 40, Steady: 0.5}

// knownRate is the same for one person who has a seat, on top of the rate of their address.
var knownRate = table.Rate{Burst: 10, Steady: 0.1}

// readRate is how often people at one address may read the finished games of a table.
var readRate = table.Rate{Burst: 40, Steady: 2}

// joinRate limits joining without a key, and talkRate talking, from one address, which a school class may share. crowdRate limits joining one table, to which
// a link may lead many people at once. messageRate limits the messages on one connection: more than a person makes, and at first enough to confirm all
// events that a client has missed.
var (
	joinRate    = table.Rate{Burst: 100, Steady: 2}
	talkRate    = table.Rate{Burst: 60, Steady: 4}
	crowdRate   = table.Rate{Burst: 100, Steady: 5}
	messageRate = table.Rate{Burst: 400, Steady: 20}
)

// guards count what people ask for, so that nobody asks too much. Each counter has a lock of its own.
type guards struct {
	loose bool          // nothing is too fast
	tls   bool          // connections are encrypted
	maker chan struct{} // has room for mostMaking
	wrong wire.Guard    // counts wrong IDs at tables, and those who join and talk
	asks  wire.Guard    // counts wrong links and phrases in the lobby, which a client with an old link does not shut out
	makes wire.Guard    // counts new tables, and seats taken
	known wire.Guard    // counts the same of people who have a seat, each by themselves
	reads wire.Guard    // counts finished games that are read from the disk

	asked [1024]sync.Mutex // see alone
}

func newGuards(loose, tls bool) *guards {
	g := &guards{loose: loose, tls: tls, maker: make(chan struct{}, mostMaking), reads: wire.Guard{JoinRate: readRate}}
	if !loose {
		g.makes.JoinRate, g.known.JoinRate = makeRate, knownRate
		g.wrong.JoinRate, g.wrong.TalkRate = joinRate, talkRate
	}
	return g
}

// refused returns how much was refused so far.
func (g *guards) refused() uint64 {
	return g.wrong.Refused() + g.asks.Refused() + g.makes.Refused() + g.reads.Refused()
}

// paced reports whether somebody may make or change something now, and counts it: by person if they have a seat, and by address if they have none or have used up
// their own rate.
func (g *guards) paced(p person, from string) bool {
	now := time.Now()
	return len(p.Seats) > 0 && g.known.Join(p.Hash, now) || g.makes.Join(from, now)
}

// alone waits until no other request for this table is being carried out; it may also wait for another table with the same lock. done lets the next one pass.
func (g *guards) alone(id string) (done func()) {
	turn := &g.asked[(int(id[0])*37+int(id[1]))%len(g.asked)]
	turn.Lock()
	return turn.Unlock
}

// host returns the host of a table, with what all tables of the hall have in common.
func (g *guards) host(c wire.HostConfig) (*wire.Host, error) {
	c.TLS, c.Guard = g.tls, &g.wrong
	if !g.loose {
		c.Rate, c.JoinRate = messageRate, crowdRate
	}
	return wire.NewHost(c)
}
