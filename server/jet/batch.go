package jet

import (
	"crypto/rand"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"attic/match"
)

// The headers of an atomic batch; see ADR-50 of NATS. Either all messages of a batch are written, or none.
const (
	batchID       = "Nats-Batch-Id"
	batchSequence = "Nats-Batch-Sequence"
	batchCommit   = "Nats-Batch-Commit"
)

const (
	mostMessages = 500     // messages in a batch; a server refuses more than 1,000
	mostBytes    = 1 << 20 // bytes in a batch, unless a single write is larger
	electionTime = 3 * time.Second
	electionTry  = 250 * time.Millisecond
	silentTime   = 30 * time.Second // how long the method trouble reports a write without an answer, if no other write follows
)

// errLate is the error for a write that had to wait too long for those before it.
var errLate = errors.New("the NATS servers are too slow: the write was given up before it was sent")

// group writes to a stream. Writes that arrive while another is under way go out together, as one atomic batch, which costs only one sync of the disk.
type group struct {
	p    *Storage
	most int // messages of a batch
	pays int // the number of writes from which a batch is faster than single writes
	runs int // how many batches may be under way at the same time
	mu   sync.Mutex

	waiting []*write
	silent  time.Time // when the last write got no answer; zero: the last write got an answer
	running int       // the number of goroutines that write; 0 if nothing waits
}

// newGroup returns a group. If there is only one replica, the server stages a batch in separate files, which costs as much as several writes.
func newGroup(p *Storage) *group {
	g := &group{p: p, most: mostMessages, pays: 2, runs: 4}
	if p.replicas == 1 {
		g.pays, g.runs = 12, 1
	}
	return g
}

// write has the messages for one subject that are written together.
type write struct {
	messages []*nats.Msg // the first one expects that the last message of the subject has the number after
	since    time.Time
	done     chan result
}

// result is the number of the last message that was written, or an error.
type result struct {
	seq uint64
	err error
}

// write writes messages with the same subject, all of them or none. It writes nothing unless the last message of that subject has the number after.
// It returns the number of the last message written. The errors are those of match.Ledger.
func (g *group) write(after uint64, messages ...*nats.Msg) (uint64, error) {
	if !g.p.nc.IsConnected() {
		return 0, errAway
	}
	expect(messages[0], after)
	w := &write{messages, time.Now(), make(chan result, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	if g.running < g.runs {
		g.running++
		go g.run()
	}
	g.mu.Unlock()
	r := <-w.done
	return r.seq, r.err
}

// trouble returns why nothing can be written, or nil, according to the last write.
func (g *group) trouble() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.silent) < silentTime {
		return errors.New("the last write was not answered; a NATS server whose disk has failed writes again only after a restart")
	}
	return nil
}

func (g *group) run() {
	for {
		g.mu.Lock()
		list := g.take()
		if len(list) == 0 {
			g.running--
			g.mu.Unlock()
			return
		}
		g.mu.Unlock()
		g.commit(list)
	}
}

// take picks writes that can go out together, the oldest first, and removes them from the waiting writes. Their subjects differ, because the server
// compares the number that each write expects with the state before the batch.
func (g *group) take() (list []*write) {
	subjects := map[string]bool{}
	var rest []*write
	messages, bytes := 0, 0
	for i, w := range g.waiting {
		if time.Since(w.since) > requestTime {
			w.done <- result{err: errLate}
			continue
		}
		size := 0
		for _, m := range w.messages {
			size += m.Size()
		}
		if len(list) > 0 && (messages+len(w.messages) > g.most || bytes+size > mostBytes) {
			rest = append(rest, g.waiting[i:]...)
			break
		}
		if subject := w.messages[0].Subject; !subjects[subject] {
			subjects[subject] = true
			list = append(list, w)
			messages, bytes = messages+len(w.messages), bytes+size
		} else {
			rest = append(rest, w)
		}
	}
	g.waiting = rest
	return list
}

// commit writes a list. If the server refuses the whole list, each half is tried separately, so that only the faulty writes fail.
func (g *group) commit(list []*write) {
	if len(list) > 1 && len(list) < g.pays {
		var all sync.WaitGroup
		for i := range list {
			all.Go(func() { g.commit(list[i : i+1]) })
		}
		all.Wait()
		return
	}
	last, err := g.send(list)
	g.mu.Lock()
	if g.silent = (time.Time{}); errors.Is(err, errSilent) {
		g.silent = time.Now()
	}
	g.mu.Unlock()
	switch {
	case err == nil:
		for i := len(list) - 1; i >= 0; i-- {
			list[i].done <- result{seq: last}
			last -= uint64(len(list[i].messages))
		}
	case len(list) == 1 || errors.Is(err, match.ErrUnknown) || errors.Is(err, errAway) || errors.Is(err, errNobody):
		for _, w := range list {
			w.done <- result{err: err}
		}
	default:
		half := len(list) / 2
		g.commit(list[:half])
		g.commit(list[half:])
	}
}

// send sends a list to the server and returns the number of its last message. While the servers elect a leader, it tries again for a while.
func (g *group) send(list []*write) (last uint64, err error) {
	for end := time.Now().Add(electionTime); ; {
		last, err = g.try(list)
		wait := electionTry
		if errors.Is(err, errRaced) && len(list) == 1 {
			wait = raceTime
		} else if !errors.Is(err, errNobody) {
			return last, err
		}
		if time.Now().After(end) {
			break
		}
		select {
		case <-g.p.ctx.Done():
			return 0, errAway
		case <-time.After(wait):
		}
	}
	if errors.Is(err, errRaced) {
		err = match.ErrUnknown // the other write may be an earlier attempt at the same write
	}
	return 0, err
}

func (g *group) try(list []*write) (uint64, error) {
	var messages []*nats.Msg
	for _, w := range list {
		messages = append(messages, w.messages...)
	}
	commit := messages[len(messages)-1]
	if len(messages) > 1 {
		id := rand.Text()
		for i, m := range messages {
			if m.Header == nil {
				m.Header = nats.Header{}
			}
			m.Header.Set(batchID, id)
			m.Header.Set(batchSequence, strconv.Itoa(i+1))
		}
		for _, m := range messages[:len(messages)-1] {
			if err := g.p.nc.PublishMsg(m); err != nil {
				return 0, errAway // without the last message, nothing is written
			}
		}
		commit.Header.Set(batchCommit, "1")
		defer func() {
			for _, m := range messages {
				m.Header.Del(batchID)
				m.Header.Del(batchSequence)
				m.Header.Del(batchCommit)
			}
		}()
	}
	return g.p.send(commit)
}
