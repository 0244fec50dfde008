package jet

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A leader that is cut off from the cluster still answers for some seconds, but does not have the latest messages. So a reader that must see
// everything first writes a barrier, which most servers must store, and then trusts only a server that has the barrier.

const (
	barrierTime = 2 * time.Second       // how long it may take until a server with the barrier answers
	barrierTry  = 50 * time.Millisecond // between two requests
	barrierKey  = "barrier"             // the key of a list's barrier; the keys of tables and people are longer
	barrierKept = 5 * time.Second       // how long a list keeps its barrier
	upToHeader  = "Nats-UpTo-Sequence"  // the header of the message that ends an answer: its value is the number of the stream's last message
)

// barrierGame is the subject of the barrier of the games. No table has this subject.
const barrierGame = gamePrefix + "-.0"

// barriers writes barriers in a stream. All requests that come while a barrier is being written share the next one.
type barriers struct {
	writes  *group
	subject string
	header  nats.Header // makes the server drop the barrier after a time, or replace the earlier one

	mu      sync.Mutex
	next    *barrier
	running bool
}

func newBarriers(writes *group, subject, header, value string) *barriers {
	return &barriers{writes: writes, subject: subject, header: nats.Header{header: {value}}}
}

// barrier is a barrier that is requested and not written yet.
type barrier struct {
	done chan struct{}
	seq  uint64
	err  error
}

// write writes a barrier and returns its number. Everything written earlier has a lower number.
func (b *barriers) write() (uint64, error) {
	b.mu.Lock()
	if b.next == nil {
		b.next = &barrier{done: make(chan struct{})}
	}
	x := b.next
	if !b.running {
		b.running = true
		go b.run()
	}
	b.mu.Unlock()
	<-x.done
	return x.seq, x.err
}

func (b *barriers) run() {
	for {
		b.mu.Lock()
		x := b.next
		b.next, b.running = nil, x != nil
		b.mu.Unlock()
		if x == nil {
			return
		}
		x.seq, x.err = b.writes.send([]*write{{messages: []*nats.Msg{{Subject: b.subject, Header: b.header}}}})
		close(x.done)
	}
}

// insistently repeats read as long as it returns errBehind, which means that the server does not have the barrier yet, but for at most barrierTime.
func (p *Storage) insistently(read func() error) error {
	for late := time.Now().Add(barrierTime); ; {
		err := read()
		if !errors.Is(err, errBehind) || time.Now().After(late) {
			return err
		}
		select {
		case <-p.ctx.Done():
			return errAway
		case <-time.After(barrierTry):
		}
	}
}

// endOf returns the number of the last message of a game that was written before a barrier; since is the number of the barrier.
func (p *Storage) endOf(subject string, since uint64) (last uint64, err error) {
	request, err := json.Marshal(map[string]any{"multi_last": []string{subject, barrierGame}})
	if err != nil {
		return 0, err
	}
	err = p.insistently(func() error {
		list, end, err := p.direct(request)
		if err != nil {
			return unread(err)
		}
		if upTo, _ := strconv.ParseUint(end.Header.Get(upToHeader), 10, 64); upTo < since {
			return unread(errBehind)
		}
		for _, m := range list {
			if m.Header.Get(nats.JSSubject) == subject {
				last, err = strconv.ParseUint(m.Header.Get(nats.JSSequence), 10, 64)
			}
		}
		return err
	})
	return last, err
}

// direct sends a request that any server may answer. It returns the messages of the first answer, and the message that ends it.
func (p *Storage) direct(request []byte) (list []*nats.Msg, end *nats.Msg, err error) {
	inbox := p.nc.NewInbox()
	sub, err := p.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := sub.SetPendingLimits(-1, -1); err != nil {
		return nil, nil, err
	}
	ctx, stop := context.WithTimeout(p.ctx, requestTime)
	defer stop()
	if err := p.nc.PublishRequest("$JS.API.DIRECT.GET."+gamesStream, inbox, request); err != nil {
		return nil, nil, err
	}
	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case err != nil:
			return nil, nil, err
		case m.Header.Get("Status") != "":
			return list, m, nil
		}
		list = append(list, m)
	}
}
