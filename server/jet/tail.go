package jet

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	tailExpiry = 10 * time.Second
	tailBeat   = time.Second            // between two signs of life of a consumer; it is replaced after two of them are missing
	tailTry    = 2 * time.Second        // how long the server may take to make a consumer; without a leader there is no answer
	tailLook   = 250 * time.Millisecond // between two checks whether everything has arrived
)

// tail follows a stream with one consumer after the other, because a consumer may end together with its server, or lose messages. The ordered
// consumer of nats.go does the same, but waits for ten seconds if nobody answers.
type tail struct {
	p       *Storage
	stream  string
	config  jetstream.ConsumerConfig // the configuration of the first consumer
	took    func(stored)
	there   chan struct{} // closed when all earlier messages have arrived
	arrived func()        // closes the channel there

	mu    sync.Mutex
	round int    // the number of the present consumer
	last  uint64 // the number of the last message
	err   error  // why there is no consumer
}

// tail calls took for the last message of each subject of a stream, or for every message if all is set, and returns. After that, until ctx ends, a
// goroutine calls took for every message that is written. The messages come in the order of their numbers. If the connection is lost for a while, the
// only missing messages are those that were removed during that time.
func (p *Storage) tail(ctx context.Context, stream string, all, headersOnly bool, took func(stored)) error {
	ctx, stop := context.WithCancel(ctx)
	t := &tail{p: p, stream: stream, took: took, there: make(chan struct{}), config: jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, FilterSubjects: []string{">"}, AckPolicy: jetstream.AckNonePolicy,
		HeadersOnly: headersOnly, MemoryStorage: true, Replicas: 1, InactiveThreshold: time.Minute,
	}}
	if all {
		t.config.DeliverPolicy, t.config.FilterSubjects = jetstream.DeliverAllPolicy, nil
	}
	t.arrived = sync.OnceFunc(func() { close(t.there) })
	go func() {
		defer stop()
		t.run(ctx)
	}()
	late := time.NewTimer(startTime)
	defer late.Stop()
	select {
	case <-t.there:
		return nil
	case <-late.C:
	case <-ctx.Done():
	}
	stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = context.DeadlineExceeded
	}
	return unread(t.err)
}

// collect calls took for the last message of each subject of a stream, or for every message if all is set.
func (p *Storage) collect(stream string, all, headersOnly bool, took func(stored)) error {
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	return p.tail(ctx, stream, all, headersOnly, took)
}

func (t *tail) run(ctx context.Context) {
	for {
		c, broken, err := t.consume(ctx)
		t.mu.Lock()
		t.err = err
		t.mu.Unlock()
		if err == nil {
			t.wait(ctx, c, broken)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(electionTry):
		}
	}
}

// consume starts a consumer from the last message on; broken is closed when it should be replaced.
func (t *tail) consume(ctx context.Context) (c jetstream.Consumer, broken chan struct{}, err error) {
	t.mu.Lock()
	config, round := t.config, t.round+1
	t.round = round // messages that an earlier consumer still delivers are ignored
	if t.last > 0 {
		config.DeliverPolicy, config.OptStartSeq, config.FilterSubjects = jetstream.DeliverByStartSequencePolicy, t.last+1, nil
	}
	t.mu.Unlock()
	within, cancel := context.WithTimeout(ctx, tailTry)
	defer cancel()
	if c, err = t.p.js.CreateConsumer(within, t.stream, config); err != nil {
		return nil, nil, err
	}
	if c.CachedInfo().NumPending == 0 {
		t.arrived()
	}
	broken = make(chan struct{})
	fail := sync.OnceFunc(func() { close(broken) })
	count := uint64(0)
	consuming, err := c.Consume(func(m jetstream.Msg) {
		meta, err := m.Metadata()
		t.mu.Lock()
		defer t.mu.Unlock()
		switch {
		case err != nil || t.round != round || ctx.Err() != nil:
			return
		case meta.Sequence.Consumer != count+1:
			fail()
			return
		}
		count++
		t.last = meta.Sequence.Stream
		t.took(stored{m.Subject(), t.last, m.Headers(), m.Data(), meta.Timestamp})
		if meta.NumPending == 0 {
			t.arrived()
		}
	}, jetstream.PullExpiry(tailExpiry), jetstream.PullHeartbeat(tailBeat), jetstream.ConsumeErrHandler(func(jetstream.ConsumeContext, error) { fail() }))
	if err != nil {
		return nil, nil, err
	}
	go func() {
		select {
		case <-broken:
		case <-ctx.Done():
		}
		consuming.Stop()
	}()
	return c, broken, nil
}

// wait returns when a consumer is broken, or ctx ends. As long as earlier messages are missing, it checks whether the last ones were removed before
// they were sent.
func (t *tail) wait(ctx context.Context, c jetstream.Consumer, broken <-chan struct{}) {
	look := time.NewTicker(tailLook)
	defer look.Stop()
	for there := t.there; ; {
		select {
		case <-broken:
			return
		case <-ctx.Done():
			return
		case <-there:
			there = nil
			look.Stop()
		case <-look.C:
			within, cancel := context.WithTimeout(ctx, tailTry)
			info, err := c.Info(within)
			cancel()
			t.mu.Lock()
			done := err == nil && info.NumPending == 0 && (info.Delivered.Consumer == 0 || info.Delivered.Stream <= t.last)
			t.mu.Unlock()
			if done {
				t.arrived()
			}
		}
	}
}
