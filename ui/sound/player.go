//go:build !js

package sound

import (
	"context"
	"net"
	"sync"
	"time"

	"attic/game"
)

const (
	again = time.Minute            // minimum time between attempts to connect
	stale = 500 * time.Millisecond // age at which a sound that waited for the connection is dropped
	pause = 3 * time.Second        // time without samples until the stream is paused: longer than the latency of any device
	leave = 200 * time.Millisecond // limit for the time that Close waits
)

// A Player plays sounds. Its methods are safe for concurrent use. None of them waits for a server, except Close, which waits
// at most 200 ms.
type Player struct {
	name string
	dial func(context.Context) (net.Conn, error)

	mu     sync.Mutex
	calls  chan call          // the latest call that run has not received yet
	cancel context.CancelFunc // stops run; nil: not started
	done   chan struct{}      // closed when run has returned
	closed bool
}

type call struct {
	at     time.Time
	each   time.Duration
	sounds []game.Sound
}

// Open returns a player; the desktop's mixer shows it under name. The player connects to a server, in the
// background, when the first sound is played. It tries at most once a minute and is silent as long as
// there is no server. The environment variable PULSE_SERVER gives the address of the server, as for other programs.
func Open(name string) *Player { return open(name, dial) }

func open(name string, dial func(context.Context) (net.Conn, error)) *Player {
	return &Player{name: name, dial: dial, calls: make(chan call, 1), done: make(chan struct{})}
}

// Play plays sounds that start at intervals of each, which is limited to 0 to 1 s. Successive changes
// rise in pitch. Sounds that are still playing are cut off. Unknown sounds and those after the 32nd are left out. Play
// returns at once.
func (p *Player) Play(each time.Duration, sounds ...game.Sound) {
	c := call{at: time.Now(), each: each}
	for _, s := range sounds {
		if _, ok := recipes[s]; ok && len(c.sounds) < mostSounds {
			c.sounds = append(c.sounds, s)
		}
	}
	if len(c.sounds) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if p.cancel == nil {
		var ctx context.Context
		ctx, p.cancel = context.WithCancel(context.Background())
		go p.run(ctx)
	}
	select {
	case <-p.calls:
	default:
	}
	p.calls <- c
}

// Close stops all sounds and closes the connection. The player is silent from then on. Close takes at most 200 ms and may be
// called more than once.
func (p *Player) Close() {
	p.mu.Lock()
	cancel := p.cancel
	p.closed = true
	p.mu.Unlock()
	if cancel == nil {
		return
	}
	cancel()
	timeout := time.NewTimer(leave)
	defer timeout.Stop()
	select {
	case <-p.done:
	case <-timeout.C:
	}
}

func (p *Player) run(ctx context.Context) {
	defer close(p.done)
	var (
		m     mixer
		l     *line // nil: not connected
		more  <-chan struct{}
		lost  <-chan struct{}
		tried time.Time
	)
	rest := time.NewTimer(pause)
	rest.Stop()
	hangUp := func() {
		if l != nil {
			l.close()
		}
		m.voices = nil
		l, more, lost = nil, nil, nil
		rest.Stop()
	}
	defer hangUp()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-lost:
			hangUp()
			continue
		case <-rest.C:
			// A server that has requested nothing for this long has stopped playing.
			if !m.silent() {
				hangUp()
				continue
			}
			err = l.rest(true)
		case c := <-p.calls:
			if l == nil {
				if !tried.IsZero() && time.Since(tried) < again {
					continue
				}
				tried = time.Now()
				if l, err = p.connect(ctx); err != nil {
					l = nil
					continue
				}
				more, lost = l.more, l.lost
				if time.Since(c.at) > stale {
					continue
				}
			}
			m.play(c.each, c.sounds)
			rest.Reset(pause)
		case <-more:
		}
		if err == nil {
			var sent bool
			if sent, err = l.feed(&m); sent {
				rest.Reset(pause)
			}
		}
		if err != nil {
			hangUp()
		}
	}
}

func (p *Player) connect(ctx context.Context) (*line, error) {
	conn, err := p.dial(ctx)
	if err != nil {
		return nil, err
	}
	return connect(ctx, conn, p.name)
}
