package table

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/internal/rescue"
)

// Pool limits how many searches (moves of the computer, hints) run at the same time at all tables that share it. Searches beyond the limit
// wait; the limit takes no nodes and no memory from any of them. The next one is that of the table whose last search began the longest ago,
// of those within their budget if there are any. So nobody waits for a table that asks for much. Set the fields before the first use.
type Pool struct {
	// Queue is the number of waiting searches beyond which a hint is refused; 0: no limit. A move of the computer always waits, and there is at most
	// one of a table.
	Queue int
	// Budget is how long a table may search in a minute; 0: no limit. Beyond it, its searches run only while no other table waits.
	Budget time.Duration

	most    int // searches at a time
	mu      sync.Mutex
	free    int
	begun   uint64     // the number of searches that have begun
	waiting []*request // in the order in which they were asked for
}

// request is a search that waits.
type request struct {
	of     *Account
	begins chan struct{} // closed when it is its turn
}

// Account is what the searches of a table have cost, or those of all tables of a person. Its zero value is ready to use. The Pool's lock protects it.
type Account struct {
	Most time.Duration // after which the computer moves at once, as after Hurry; 0: it takes its time. Set it before the first use

	last uint64        // the number of the search that began last; 0: none
	used time.Duration // of the budget, at the time at
	at   time.Time
}

// NewPool returns a pool that runs at most n searches at a time.
func NewPool(n int) *Pool { return &Pool{most: n, free: n} }

// Searches returns how many searches run now, and how many wait.
func (p *Pool) Searches() (running, waiting int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most - p.free, len(p.waiting)
}

// everybody is the default pool, shared by all tables in the process.
var everybody = NewPool(runtime.GOMAXPROCS(0))

var errPool = game.Because(ErrHint, "too much is being computed here at the moment; ask again in a few seconds")

// use waits until a search of the table with that account may run and calls think, or returns ctx.Err() if ctx is done first. If hint is set and the
// queue is full, it returns an error at once.
func (p *Pool) use(ctx context.Context, a *Account, hint bool, think func() error) error {
	p.mu.Lock()
	switch {
	case p.free > 0: // taken even if ctx is done, so that think can answer at once
		p.free--
		p.begin(a)
	case hint && p.Queue > 0 && len(p.waiting) >= p.Queue:
		p.mu.Unlock()
		return errPool
	default:
		t := &request{a, make(chan struct{})}
		p.waiting = append(p.waiting, t)
		p.mu.Unlock()
		select {
		case <-t.begins:
		case <-ctx.Done():
		}
		p.mu.Lock()
		if i := slices.Index(p.waiting, t); i >= 0 {
			p.waiting = slices.Delete(p.waiting, i, i+1)
			p.mu.Unlock()
			return ctx.Err()
		}
	}
	p.mu.Unlock()
	began := time.Now()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		now := time.Now()
		a.used, a.at = p.usedOf(a, now)+now.Sub(began), now
		p.pass(now)
	}()
	return rescue.Try(think)
}

// Search runs a search that belongs to no table, when its turn has come, or returns ctx.Err() if ctx is done first.
func (p *Pool) Search(ctx context.Context, a *Account, search func() error) error {
	return p.use(ctx, a, false, search)
}

func (p *Pool) begin(a *Account) {
	p.begun++
	a.last = p.begun
}

// usedOf returns how much of its budget a table has used. A minute gives back all of it.
func (p *Pool) usedOf(a *Account, now time.Time) time.Duration {
	if a.used == 0 {
		return 0
	}
	return max(a.used-time.Duration(now.Sub(a.at).Minutes()*float64(p.Budget)), 0)
}

// pass gives the place of a search that has ended to the next one.
func (p *Pool) pass(now time.Time) {
	if len(p.waiting) == 0 {
		p.free++
		return
	}
	spent := func(t *request) int {
		if p.Budget > 0 && p.usedOf(t.of, now) >= p.Budget {
			return 1
		}
		return 0
	}
	next := 0 // of one table, the search asked for first
	for i, t := range p.waiting {
		first := p.waiting[next]
		if d := spent(t) - spent(first); d < 0 || d == 0 && t.of.last < first.of.last {
			next = i
		}
	}
	t := p.waiting[next]
	p.waiting = slices.Delete(p.waiting, next, next+1)
	p.begin(t.of)
	close(t.begins)
}
