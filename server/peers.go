package server

import (
	"hash/fnv"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// told is a message from a process to all others. Messages may be lost when a NATS server ends or a process connects to another server. So messages
// are numbered, and a process that notices a missing message asks for everything.
type told struct {
	N        uint64     `json:"n,omitempty"`     // counts the messages of the process; 0 in older versions
	Hello    bool       `json:"hello,omitempty"` // it asks the others for everything
	Verifies bool       `json:"verifies,omitempty"`
	Part     int        `json:"part,omitempty"`  // from 1 to Parts; together the parts list all tables that the process has open
	Parts    int        `json:"parts,omitempty"` // 0: the message contains only changes
	Seen     []presence `json:"seen,omitempty"`
}

// received is the state of another process according to its messages.
type received struct {
	at       time.Time
	verifies bool
	n        uint64          // the number of its last message
	whole    bool            // no message has been missing since it last listed all tables
	all      map[string]bool // the tables in the parts so far; nil: no parts are arriving, or a part is missing
}

// presence is the report of a process about a table that it has open, or has just put away.
type presence struct {
	Table    string `json:"table"`
	Attended bool   `json:"attended,omitempty"`
	Begun    bool   `json:"begun,omitempty"`
	Watchers int    `json:"watchers,omitempty"`
	Side     int    `json:"side"`
	ToMove   int    `json:"to_move"`
	Ply      int    `json:"ply,omitempty"`
	Since    int64  `json:"since,omitempty"`   // as in seated
	Awaited  []int  `json:"awaited,omitempty"` // as in seated
	Here     bool   `json:"here,omitempty"`    // as in seated
	Network  string `json:"network,omitempty"` // as in seated
}

// peers holds the messages exchanged with the other processes of the hall. Whoever holds another lock may call its methods.
type peers struct {
	beaten atomic.Pointer[time.Time] // the last heartbeat of this process

	mu    sync.Mutex
	heard map[string]received // by the names of the processes
	n     uint64              // the number of the last message of this process
	again bool                // another process has asked for everything
	asks  bool                // this process should ask for everything
}

func newPeers() *peers {
	p := &peers{heard: map[string]received{}}
	p.beat(time.Now())
	return p
}

// beat records a heartbeat of this process.
func (p *peers) beat(now time.Time) { p.beaten.Store(&now) }

// current reports whether the last heartbeat of this process is so recent that no other process can have taken its tables. It returns false after the
// process was suspended.
func (p *peers) current() bool {
	at, now := *p.beaten.Load(), time.Now()
	return now.Sub(at) < currentTime && now.Round(0).Sub(at.Round(0)) < currentTime // only one of the two clocks runs while a machine sleeps
}

// ask makes this process ask all others for their open tables, if one of them is called name or name is "". It reports whether this process will ask.
func (p *peers) ask(name string) (there bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, there = p.heard[name]
	there = there || name == ""
	p.asks = p.asks || there
	return there
}

// due reports whether this process must tell the others everything, and whether it must ask them to do so. It also returns the silent processes, and
// forgets them.
func (p *peers) due() (all, asks bool, silent map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all, asks, silent = p.again, p.asks, map[string]bool{}
	p.again, p.asks = false, false
	for from, last := range p.heard {
		if time.Since(last.at) > silentTime {
			silent[from] = true
			delete(p.heard, from)
		} else if !last.whole && last.n > 0 {
			asks = true
		}
	}
	return all, asks, silent
}

// tell returns the messages that report the presence at this process's tables.
func (p *peers) tell(seen []presence, all, hello, verifies bool) (list []told) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for first := true; first || len(seen) > 0; first = false {
		part := seen[:min(len(seen), mostTold)]
		seen = seen[len(part):]
		p.n++
		list = append(list, told{N: p.n, Hello: hello && first, Verifies: verifies, Seen: part})
	}
	for i := range list {
		if all {
			list[i].Part, list[i].Parts = i+1, len(list)
		}
	}
	return list
}

// receive handles a message from another process. When the last part of a list has arrived, it returns all tables that the process has open, otherwise nil.
func (p *peers) receive(from string, t told) (all map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last, known := p.heard[from]
	if !known || t.N != last.n+1 {
		last.whole, last.all = false, nil
	}
	last.at, last.verifies, last.n = time.Now(), t.Verifies, t.N
	p.again = p.again || t.Hello
	if t.Part == 1 {
		last.all = map[string]bool{}
	}
	if t.Part > 0 && last.all != nil {
		for _, see := range t.Seen {
			last.all[see.Table] = true
		}
		if t.Part == t.Parts {
			all, last.whole, last.all = last.all, true, nil
		}
	}
	p.heard[from] = last
	return all
}

// first reports whether the process named self has the lowest rank among the processes that verify games. The ranks depend on the parameter table,
// the table's ID, so each process gets a share of the games.
func (p *peers) first(self, table string) bool {
	rank := func(name string) uint64 {
		sum := fnv.New64a()
		_, _ = io.WriteString(sum, table+" "+name)
		return sum.Sum64()
	}
	own := rank(self)
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, last := range p.heard {
		if last.verifies && rank(name) < own {
			return false
		}
	}
	return true
}
