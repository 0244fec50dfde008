package jet

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// How soon a tail notices that its consumer is gone, such as one on a server that has crashed.
const (
	tailExpiry = 10 * time.Second
	tailBeat   = time.Second
	tailLook   = 250 * time.Millisecond // between two looks whether all has arrived
)

// tail calls took for the last message of each subject of a stream, or for every message if all is set, and returns. From then on, until ctx ends, a
// goroutine calls it for every message that is written. The messages come in the order of their numbers. The interval begins anew when
// the connection was lost, so that none is missing except those that were removed meanwhile.
func (p *Place) tail(ctx context.Context, stream string, all, headersOnly bool, took func(stored)) error {
	policy := jetstream.DeliverLastPerSubjectPolicy
	if all {
		policy = jetstream.DeliverAllPolicy
	}
	within, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	c, err := p.js.OrderedConsumer(within, stream, jetstream.OrderedConsumerConfig{DeliverPolicy: policy, HeadersOnly: headersOnly, InactiveThreshold: time.Minute})
	if err != nil {
		return unread(err)
	}
	var mu sync.Mutex // a consumer that replaces another may call before that one has returned
	last, there := uint64(0), make(chan struct{})
	arrived := sync.OnceFunc(func() { close(there) })
	if c.CachedInfo().NumPending == 0 {
		arrived()
	}
	consuming, err := c.Consume(func(m jetstream.Msg) {
		meta, err := m.Metadata()
		if err != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil || meta.Sequence.Stream <= last {
			return
		}
		last = meta.Sequence.Stream
		took(stored{m.Subject(), last, m.Headers(), m.Data(), meta.Timestamp})
		if meta.NumPending == 0 {
			arrived()
		}
	}, jetstream.PullExpiry(tailExpiry), jetstream.PullHeartbeat(tailBeat))
	if err != nil {
		return unread(err)
	}
	context.AfterFunc(ctx, consuming.Stop)
	again := time.NewTicker(tailLook)
	defer again.Stop()
	for {
		select {
		case <-there:
			return nil
		case <-again.C: // the last ones may have been removed before they were sent
			info, err := c.Info(within)
			mu.Lock()
			if err == nil && info.NumPending == 0 && (info.Delivered.Consumer == 0 || info.Delivered.Stream <= last) {
				arrived()
			}
			mu.Unlock()
		case <-within.Done():
			consuming.Stop()
			return unread(within.Err())
		}
	}
}

// collect returns what took is called with for the last message of each subject of a stream, or for every message if all is set.
func (p *Place) collect(stream string, all, headersOnly bool, took func(stored)) error {
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	return p.tail(ctx, stream, all, headersOnly, took)
}
