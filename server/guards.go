package server

import (
	"sync"
	"time"

	"attic/table"
	"attic/table/wire"
)

// makeRate limits how often people at one address may make a table or take a seat. It is high enough for a whole school class at the same time.
var makeRate = table.Rate{Burst: 40, Steady: 0.5}

// knownRate is the same limit for a person who has a seat. Beyond it, the rate of their address applies.
var knownRate = table.Rate{Burst: 10, Steady: 0.1}

// readRate limits how often people at one address may read the finished games of a table, ladders or people, and how often they may have QR codes drawn.
var readRate = table.Rate{Burst: 40, Steady: 2}

// joinRate limits joining without a key, and talkRate chat, from one address, which a school class may share. crowdRate limits joining one table,
// since one link may lead many people there at the same time. messageRate limits the messages on one connection. It is higher than the rate of any
// person, and allows enough messages at the start for a client to confirm all events that it has missed.
var (
	joinRate    = table.Rate{Burst: 100, Steady: 2}
	talkRate    = table.Rate{Burst: 60, Steady: 4}
	crowdRate   = table.Rate{Burst: 100, Steady: 5}
	messageRate = table.Rate{Burst: 400, Steady: 20}
)

// guards count requests, so that nobody makes too many. Each counter has its own lock.
type guards struct {
	loose bool          // no limits
	tls   bool          // connections are encrypted
	maker chan struct{} // has room for mostMaking
	wrong wire.Guard    // counts wrong IDs at tables, joins and chat
	asks  wire.Guard    // counts wrong links and phrases in the lobby; separate from wrong, so that a client with an old link does not block the lobby for its address
	makes wire.Guard    // counts new tables, and seats taken
	known wire.Guard    // counts the same actions for each person who has a seat
	reads wire.Guard    // counts reads of finished games from the disk, of ladders and of people

	draws wire.Guard // counts QR codes

	inside string // the start of a text from phraseFor; random, and known only to this process

	asked [1024]sync.Mutex // see alone

	challenging sync.Mutex // held while a challenge is made; locked before all other locks
}

func newGuards(loose, tls bool) *guards {
	g := &guards{loose: loose, tls: tls, maker: make(chan struct{}, mostMaking), reads: wire.Guard{JoinRate: readRate}, draws: wire.Guard{JoinRate: readRate}, inside: wire.NewKey() + " "}
	if !loose {
		g.makes.JoinRate, g.known.JoinRate = makeRate, knownRate
		g.wrong.JoinRate, g.wrong.TalkRate = joinRate, talkRate
	}
	return g
}

func (g *guards) refused() uint64 {
	return g.wrong.Refused() + g.asks.Refused() + g.makes.Refused() + g.reads.Refused() + g.draws.Refused()
}

// paced counts an attempt to make or change something, and reports whether it is allowed now. It counts by person if they have a seat; for others, or beyond
// the person's rate, by address.
func (g *guards) paced(p person, from string) bool {
	now := time.Now()
	return len(p.Seats) > 0 && g.known.Join(p.Hash, now) || g.makes.Join(from, now)
}

// alone waits until no other request for this table, or for another table that shares its lock, is in progress. The caller calls done after its request.
func (g *guards) alone(id string) (done func()) {
	turn := &g.asked[(int(id[0])*37+int(id[1]))%len(g.asked)]
	turn.Lock()
	return turn.Unlock
}

// host returns the host of a table, with the settings common to all tables of the hall.
func (g *guards) host(c wire.HostConfig) (*wire.Host, error) {
	c.TLS, c.Guard = g.tls, &g.wrong
	if !g.loose {
		c.Rate, c.JoinRate = messageRate, crowdRate
	}
	return wire.NewHost(c)
}
