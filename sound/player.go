package sound

import (
	"context"
	"net"
	"sync"
	"time"

	"attic/game"
)

const (
	again = time.Minute            // from one try to connect to the next
	stale = 500 * time.Millisecond // after which a sound that waited for the connection no longer fits
	pause = 3 * time.Second        // without a sample until the stream rests: more than any device lags behind
	leave = 200 * time.Millisecond // that Close waits at most
)

// A Player plays sounds. All its methods may be called at any time from any goroutine, and none waits
// for a server.
type Player struct {
	name string
	dial func(context.Context) (net.Conn, error)

	mu     sync.Mutex
	calls  chan call          // the latest that was not taken yet
	cancel context.CancelFunc // nil: not running
	done   chan struct{}      // closed when it no longer runs
	closed bool
}

// A call is what one call of Play asks for.
type call struct {
	at     time.Time
	each   time.Duration
	sounds []game.Sound
}

// Open returns a player under whose name the desktop's mixer shows it. It connects to a server, in the
// background, when first something is played. It tries at most once a minute and is silent as long as
// there is none. PULSE_SERVER says where the server is, as for other programs.
func Open(name string) *Player { return open(name, dial) }

func open(name string, dial func(context.Context) (net.Conn, error)) *Player {
	return &Player{name: name, dial: dial, calls: make(chan call, 1), done: make(chan struct{})}
}

// Play plays sounds, each beginning that long after the one before (0 to 1 s); changes in a row rise.
// What was playing is cut off. Unknown sounds and more than 32 are left out. It returns at once.
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

// Close stops what plays and ends the connection. The player is silent from then on. It takes 200 ms at
// most.
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

// run plays what is called for until ctx is done.
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
			// A server that has asked for nothing all that time does not play any more.
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
