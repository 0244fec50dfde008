package jet

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// beat is a heartbeat of a process.
type beat struct {
	Now    int64  `json:"now"`              // the time of the process, in milliseconds since 1970
	Ran    int64  `json:"ran"`              // the time of the hall at the preceding heartbeat of any process, in nanoseconds
	Prev   int64  `json:"prev,omitempty"`   // the stamp of that heartbeat, in nanoseconds since 1970
	After  uint64 `json:"after,omitempty"`  // the number of that heartbeat
	First  bool   `json:"first,omitempty"`  // the process has just started
	End    bool   `json:"end,omitempty"`    // the process has ended
	Partly bool   `json:"partly,omitempty"` // the index was not whole when the process started
}

// process holds the knowledge about another process.
type process struct {
	seq    uint64
	now    int64         // its own time at its last heartbeat
	heard  bool          // something was heard from it since the last heartbeat of this process
	silent time.Duration // how long nothing was heard from it while this process ran
	ended  bool
	swept  bool // its open tables without a clock have been released
	tables int  // the number of tables that it has open
}

// receive notes a heartbeat. The caller holds mu.
func (t *times) receive(name string, b beat, m stored) {
	at := t.stamp(b, m.time)
	if t.initial {
		t.whole = !b.Partly
	}
	switch {
	case b.After > t.lastSeq: // the stream keeps only the last heartbeat of each process, so this process may have missed some that b's process has seen
		t.ran = max(t.ran, time.Duration(b.Ran)+runs(time.Unix(0, b.Prev), at, b))
	case b.After == t.lastSeq: // all processes use the smallest value, so that no clock runs too fast
		t.ran = min(t.ran, time.Duration(b.Ran)) + runs(t.last, at, b)
	default:
		t.ran += runs(t.last, at, b)
	}
	t.last, t.lastSeq = at, m.seq
	p := t.procs[name]
	if p == nil {
		p = &process{}
		t.procs[name] = p
	}
	now := time.UnixMilli(b.Now)
	if name == t.self {
		ran := time.Duration(0)
		if !b.First {
			ran = now.Sub(t.own.now)
		}
		if ran < 0 || ran > pause { // this process was suspended, or could not write
			ran = 0
		}
		for _, other := range t.procs {
			if other.silent += ran; other.heard {
				other.silent, other.heard = 0, false
			}
		}
		t.own.now, t.own.ran, t.own.delay = now, t.ran, max(t.p.c.Now().Sub(now), 0)
	}
	p.seq, p.now, p.heard, p.silent, p.ended = m.seq, b.Now, true, 0, b.End
	if !b.End {
		p.swept = false
	}
}

// runs returns how long the hall ran between the stamps from and to of two heartbeats.
func runs(from, to time.Time, b beat) time.Duration {
	if d := to.Sub(from); d > 0 && d <= pulse && !b.First {
		return d
	}
	return 0
}

// gone reports whether a process is gone. The caller holds mu.
func (t *times) gone(name string) bool {
	if name == t.self {
		return false
	}
	p := t.procs[name]
	return p == nil || p.ended || p.silent >= silence
}

// now returns the smallest and the largest possible time of the hall at the given time of this process. The caller holds mu.
func (t *times) now(now time.Time) (least, most time.Duration) {
	d := now.Sub(t.own.now)
	return t.own.ran + min(max(d-t.own.delay, 0), pulse), t.own.ran + min(max(d, 0), pulse)
}

// live returns the names of the other processes that are not gone. The caller holds mu.
func (t *times) live() (names []string) {
	for name := range t.procs {
		if name != t.self && !t.gone(name) {
			names = append(names, name)
		}
	}
	return names
}

// rank returns the number of other processes that open the table before this process does.
func (t *times) rank(table string, others []string) (n time.Duration) {
	if len(others) == 0 {
		return 0
	}
	own := hash(table, t.self)
	for _, name := range others {
		if hash(table, name) < own {
			n++
		}
	}
	return n
}

// beat sends a heartbeat, and waits until this and all earlier heartbeats have come back.
func (t *times) beat(now time.Time, first bool) (uint64, error) {
	t.beating.Lock()
	defer t.beating.Unlock()
	now = now.Round(0)
	t.mu.Lock()
	if first {
		t.started = now
	}
	b := beat{Now: now.UnixMilli(), Ran: int64(t.ran), After: t.lastSeq, First: first, Partly: !t.whole && now.Sub(t.started) < partly}
	if !t.last.IsZero() {
		b.Prev = t.last.UnixNano()
	}
	t.mu.Unlock()
	seq, err := t.send(b)
	if err != nil {
		return 0, err
	}
	late := time.NewTimer(requestTime)
	defer late.Stop()
	for {
		t.mu.Lock()
		seen, more := t.seen, t.more
		if seen >= seq {
			t.mu.Unlock()
			return seq, nil
		}
		t.mu.Unlock()
		select {
		case <-more:
		case <-late.C:
			return 0, errors.New("the NATS servers do not deliver what was written")
		case <-t.p.ctx.Done():
			return 0, errAway
		}
	}
}

func (t *times) send(b beat) (uint64, error) {
	data, err := json.Marshal(b)
	if err != nil {
		return 0, err
	}
	return t.p.send(&nats.Msg{Subject: processPrefix + t.self, Data: data})
}

// sweep removes the remains of processes that are gone. Only the first of the live processes does this.
func (t *times) sweep() {
	t.mu.Lock()
	first := !slices.ContainsFunc(t.live(), func(name string) bool { return name < t.self })
	var left, empty []string
	seqs := map[string]uint64{}
	for name, p := range t.procs {
		switch {
		case !t.gone(name):
		case p.tables == 0 && first && p.seq > 0:
			empty = append(empty, name)
		case p.tables == 0:
			if p.seq == 0 || p.silent >= forgotten { // if nobody has removed its heartbeat, a process that starts finds it
				delete(t.procs, name)
			}
		case first && !p.swept:
			p.swept = true
			for table, m := range t.all {
				if m.mark != nil && m.By == name && !m.Clock {
					left = append(left, table)
					seqs[table] = m.seq
				}
			}
		}
	}
	t.mu.Unlock()
	_ = together(left, func(table string) error { // tables that cannot be released now do no harm
		_, err := t.put(table, seqs[table], nil)
		return err
	})
	for _, name := range empty {
		if t.p.purge(t.p.ctx, timesStream, processPrefix+name) == nil {
			t.mu.Lock()
			if p := t.procs[name]; p != nil && p.tables == 0 && t.gone(name) {
				delete(t.procs, name)
			}
			t.mu.Unlock()
		}
	}
}

// end tells the others that this process has ended.
func (t *times) end() {
	t.beginning.Lock()
	defer t.beginning.Unlock()
	if !t.begun {
		return
	}
	t.mu.Lock()
	b := beat{Now: t.own.now.UnixMilli(), Ran: int64(t.ran), Prev: t.last.UnixNano(), After: t.lastSeq, End: true, Partly: !t.whole && t.own.now.Sub(t.started) < partly}
	t.mu.Unlock()
	_, _ = t.send(b) // without the message, they notice the silence
}

// Ran implements keep.Stock.
func (p *Storage) Ran() (ran time.Time, err error) {
	err = p.collect(timesStream, false, false, func(m stored) {
		var b beat
		if strings.HasPrefix(m.subject, processPrefix) && json.Unmarshal(m.data, &b) == nil {
			ran = time.UnixMilli(b.Now)
		}
	})
	return ran, err
}

// Alive reports whether a process has a hall open here, or was killed some seconds ago. A process that has ended normally does not count.
func (p *Storage) Alive() (alive bool, err error) {
	err = p.collect(timesStream, false, false, func(m stored) {
		var b beat
		if strings.HasPrefix(m.subject, processPrefix) && json.Unmarshal(m.data, &b) == nil {
			alive = alive || !b.End && p.c.Now().Sub(time.UnixMilli(b.Now)) < silence
		}
	})
	return alive, err
}

// Copied implements keep.Stock.
func (p *Storage) Copied(ran time.Time) error {
	data, err := json.Marshal(beat{Now: ran.UnixMilli(), First: true, End: true, Partly: true})
	if err == nil {
		_, err = p.send(&nats.Msg{Subject: processPrefix + "copied", Data: data})
	}
	return err
}
