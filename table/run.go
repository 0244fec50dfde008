package table

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/match"
)

// Opponent is an engine that plays a seat instead of the built-in computer player.
type Opponent interface {
	// Choose returns a move for the seat to move. Once ctx is done, Choose returns soon, with the best move so far or an error. It may call the
	// function progress, which is not nil, while it thinks. After any error other than ctx.Err(), the Opponent is closed.
	Choose(ctx context.Context, m match.Match, progress func(game.Report)) (text string, err error)
	Close() error
}

// opponents are the opponents in play, by seat and engine.
type opponents map[engineSeat]Opponent

type engineSeat struct {
	seat   int
	engine string
}

// leave closes the opponents that are no longer among players.
func (o opponents) leave(players []match.Player) {
	for c := range o {
		if !c.in(players) {
			o.dismiss(c)
		}
	}
}

// left reports whether any opponent is no longer among players.
func (o opponents) left(players []match.Player) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(o)), func(c engineSeat) bool { return !c.in(players) })
}

func (c engineSeat) in(players []match.Player) bool {
	return c.seat < len(players) && players[c.seat].Program && players[c.seat].Engine == c.engine
}

// dismiss closes the opponent of c, which does not play again.
func (o opponents) dismiss(c engineSeat) {
	_ = o[c].Close()
	delete(o, c)
}

// Engine returns the engine with a name, as the Engine of a player is, for the owner of the table. The error says what is wrong with the name.
func (t *Table) Engine(name string) (Opponent, error) {
	if t.computer.opponent == nil {
		return nil, errNoEngines
	}
	return t.computer.opponent(name)
}

var errNoEngines = game.Because(ErrSeat, "engines cannot play at this table")

// computer makes the moves of the seats that no person plays.
type computer struct {
	table    *Table
	opponent func(engine string) (Opponent, error) // see Config
	pool     *Pool
	account  *Account        // the table's, in the pool
	programs context.Context // the computer moves until this context is done; nil before Go
	busy     bool            // a goroutine runs move
	working  sync.WaitGroup
	seated   opponents // used only by that goroutine
}

// works reports whether the computer has something to do now: it is to move, or an engine that lost its seat has to be closed.
func (c *computer) works() bool {
	t := c.table
	return !t.closed && t.doubt == nil && !t.peer.alone(t.m) && c.programs != nil && c.programs.Err() == nil &&
		(thinking(t.m) || len(c.seated) > 0 && c.seated.left(t.m.Players))
}

// interval is the time until something changes at a table.
type interval struct {
	context.Context                 // done as soon as anything changes
	hurried         context.Context // also done when the program whose turn it is should move immediately
	end, hurry      context.CancelFunc
	expected        []string // the line that the program to move expects
}

func newInterval() *interval {
	m := &interval{}
	m.Context, m.end = context.WithCancel(context.Background())
	m.hurried, m.hurry = context.WithCancel(m.Context)
	return m
}

// found returns the best move found so far by the program whose turn it is in m, or else any legal move.
func (now *interval) found(m match.Match) string {
	if line := now.expected; len(line) > 0 {
		if _, _, err := m.Play(line[0]); err == nil {
			return line[0]
		}
	}
	return game.MovesOf(m.State())[0].Text
}

// Go lets the computer play its seats until ctx is done or the table is closed. No goroutine runs while a person is to
// move. After cancelling ctx or closing the table, call stop, which returns when no program is thinking and all engines are closed.
func (t *Table) Go(ctx context.Context) (stop func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := &t.computer
	c.programs = ctx
	c.wake()
	return func() {
		t.mu.Lock()
		c.programs = nil
		t.mu.Unlock()
		c.working.Wait()
		c.seated.leave(nil)
	}
}

// Once is like Go, but plays only the move of the computer that is due when it is called.
func Once(t *Table) (stop func()) {
	t.mu.Lock()
	due := t.interval.Context
	t.mu.Unlock()
	return t.Go(due)
}

// wake starts the goroutine that moves for the computer if there is work and it is not running.
func (c *computer) wake() {
	t := c.table
	if !c.busy && c.works() {
		c.busy = true
		c.working.Go(func() {
			var broken error
			defer func() {
				if broken != nil {
					t.mu.Lock()
					defer t.mu.Unlock()
					c.busy = false // it tries again when something happens at the table
				}
			}()
			defer rescue.Catch(&broken)
			for c.move() {
			}
		})
	}
}

// move plays a move of the computer if it is the computer's turn, and reports whether there may be another one.
func (c *computer) move() (more bool) {
	t := c.table
	t.mu.Lock()
	if !c.works() {
		c.busy = false
		t.mu.Unlock()
		return false
	}
	m, ctx, now := t.m, c.programs, t.interval
	t.mu.Unlock()
	c.seated.leave(m.Players)
	if !thinking(m) {
		return true
	}
	began := time.Now()
	think, stop := context.WithCancel(ctx)
	forget := context.AfterFunc(now.hurried, stop)
	var text string
	err := c.pool.use(think, c.account, false, func() (err error) {
		if most := c.account.Most; most > 0 {
			defer time.AfterFunc(most, now.hurry).Stop()
		}
		text, err = c.choose(think, m, func(expected game.Report) {
			t.mu.Lock()
			defer t.mu.Unlock()
			if now.Err() == nil {
				now.expected = expected.Line
				t.tell(Event{What: Thinking, By: m.ToMove(), Report: expected})
			}
		})
		return err
	})
	forget()
	stop()
	if err == nil {
		t.pacing.linger(ctx, now.hurried, began, alone(m))
		t.mu.Lock()
		l, a := t.peer.link, Act{Verb: play, Text: text, After: t.n}
		if now.Err() != nil {
			l = nil
		}
		t.mu.Unlock()
		if l != nil {
			var sent bool
			if sent, err = send(ctx, now, l, a); sent {
				return true
			}
		}
	}
	c.answer(ctx, now, text, err)
	return true
}

// send sends a program's choice to the host and waits until something has changed. sent is false if the host refuses the move; err is then the
// reason.
func send(ctx context.Context, now *interval, l Link, a Act) (sent bool, err error) {
	refused := make(chan error, 1)
	l.Send(a, func(err error) {
		if err != nil {
			refused <- err
		}
	})
	for {
		select {
		case <-now.Done():
			return true, nil
		case <-ctx.Done():
			return true, nil
		case err = <-refused:
			if !errors.Is(err, ErrStale) { // otherwise the change is on its way
				return false, err
			}
		}
	}
}

// answer plays a program's choice, unless something has changed since the program was asked.
func (c *computer) answer(ctx context.Context, now *interval, text string, err error) {
	t := c.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Err() != nil || ctx.Err() != nil {
		return
	}
	var next change
	if err == nil {
		next, err = played(t.m, text, true)
	}
	if err != nil && (now.hurried.Err() != nil || t.peer.hall()) { // the program had no time to find a better move, or nobody can take its seat
		next, err = played(t.m, now.found(t.m), true)
	}
	if err == nil {
		err = t.become(next)
	}
	if err != nil { // the program failed or its move cannot be kept: a person takes its seat, unless it is unknown whether the move was kept
		seat := t.m.ToMove()
		player := t.m.Players[seat]
		next = sit(t.m, seat, false, "")
		next.event = Event{What: Failed, By: seat, Player: player, Err: err}
		if t.doubt == nil && t.become(next) != nil && t.doubt == nil {
			t.kept.owe(next.lines...)
			t.put(next) // otherwise the program would be asked again forever
		}
	}
}

func thinking(m match.Match) bool {
	seat := m.ToMove()
	return seat >= 0 && m.Players[seat].Program
}

// choose asks the program or the engine whose turn it is in m for its move.
func (c *computer) choose(ctx context.Context, m match.Match, progress func(game.Report)) (string, error) {
	seat := m.ToMove()
	player := m.Players[seat]
	if player.Engine == "" {
		bot := m.Game().(game.Bots).NewBot(player.Level, m.Seed)
		return bot.Choose(ctx, m.State().View(seat), progress)
	}
	if c.opponent == nil {
		return "", errNoEngines
	}
	there := engineSeat{seat, player.Engine}
	opponent := c.seated[there]
	if opponent == nil {
		opened, err := c.opponent(player.Engine)
		if err != nil {
			return "", err
		}
		opponent, c.seated[there] = opened, opened
	}
	text, err := opponent.Choose(ctx, m, progress)
	if err != nil && ctx.Err() == nil { // after a failure the opponent may be in any state
		c.seated.dismiss(there)
	}
	return text, err
}

// Pace slows down programs, so that a person can follow the game.
type Pace struct {
	Least  time.Duration // the minimum time from the beginning of a program's turn to its move, unless Hurry is called
	Always bool          // even if a person plays; otherwise only if programs play all seats
}

// String returns the pace as an argument of Speed: "700ms" or "2s always".
func (p Pace) String() string {
	text := p.Least.String()
	if p.Always {
		text += " always"
	}
	return text
}

func (s scene) setSpeed(a Act) (change, error) {
	least, always, _ := strings.Cut(a.Text, " ")
	d, err := time.ParseDuration(least)
	if err != nil || always != "" && always != "always" {
		return change{}, game.Because(ErrVerb, "%q is not a pace", a.Text)
	}
	return change{m: s.m, event: Event{What: Paced}, light: true, pace: &Pace{Least: d, Always: always != ""}}, nil
}

func (s scene) setPause(a Act) (change, error) {
	return change{m: s.m, event: Event{What: Paced}, light: true, paused: a.Verb == pause}, nil
}

// Hold(true) keeps the computer from moving until Hold(false), until Hurry lets it move, or until the turn changes. The computer may think during
// this time. Hold lets the owner of the table examine a person's move before the computer answers it. It sends no event.
func (t *Table) Hold(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pacing.set(t.pacing.Pace, t.pacing.paused, on)
}

// pacing decides when programs may move. It changes only with the table locked, and has its own lock, so that a program can wait.
type pacing struct {
	Pace
	paused bool
	held   bool // set by Hold

	mu      sync.Mutex
	changed chan struct{} // closed at the next change, or nil
}

// set changes the pacing and wakes a program that is waiting.
func (p *pacing) set(pace Pace, paused, held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Pace, p.paused, p.held = pace, paused, held
	if p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}

// linger waits until the program may move, or until one of the contexts is done. The parameter began is the time when the program's turn began;
// alone means that programs play all seats.
func (p *pacing) linger(ctx, hurried context.Context, began time.Time, alone bool) {
	for {
		p.mu.Lock()
		if p.changed == nil {
			p.changed = make(chan struct{})
		}
		changed, paused := p.changed, p.paused || p.held
		wait := -time.Since(began)
		if p.Always || alone {
			wait += p.Least
		}
		p.mu.Unlock()
		if wait <= 0 && !paused {
			return
		}
		timer := time.NewTimer(wait)
		if paused {
			timer.Stop()
		}
		select {
		case <-timer.C:
		case <-changed:
		case <-hurried.Done():
			return
		case <-ctx.Done():
			return
		}
		timer.Stop()
	}
}

// alone reports whether programs play all seats.
func alone(m match.Match) bool {
	return !slices.ContainsFunc(m.Players, func(p match.Player) bool { return !p.Program })
}

// Pool limits how many searches (moves of the computer, hints) run at the same time at all tables that share it. Searches beyond the limit wait; no
// search gets fewer nodes or less memory because of the limit. The next search belongs to the table whose last search began the longest ago; tables
// within their budget come first. So nobody waits for a table that searches a lot. Set the fields before the first use.
type Pool struct {
	// Queue is the number of waiting searches beyond which a hint is refused; 0: no limit. A move of the computer is never refused, and each table
	// has at most one waiting.
	Queue int
	// Budget is how long a table may search in a minute; 0: no limit. Beyond it, its searches run only while no other table waits.
	Budget time.Duration

	most    int // searches at a time
	mu      sync.Mutex
	free    int
	begun   uint64     // the number of searches that have begun
	waiting []*request // in the order in which they were asked for
}

type request struct {
	of     *Account
	begins chan struct{} // closed when its turn comes
}

// Account counts the cost of a table's searches, or of all searches of a person's tables. Its zero value is ready to use. The Pool's lock protects
// it.
type Account struct {
	Most time.Duration // the cost after which the computer moves immediately, as after Hurry; 0: no limit. Set it before the first use

	last uint64        // the number of the search that began last; 0: none
	used time.Duration // the part of the budget used, at the time at
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

// use waits until a search of the table with that account may run and calls the function think, or returns ctx.Err() if ctx is done first. If hint
// is set and the queue is full, it returns an error immediately.
func (p *Pool) use(ctx context.Context, a *Account, hint bool, think func() error) error {
	p.mu.Lock()
	switch {
	case p.free > 0: // taken even if ctx is done, so that think can answer immediately
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

// usedOf returns the part of its budget that a table has used. The whole budget is restored within a minute.
func (p *Pool) usedOf(a *Account, now time.Time) time.Duration {
	if a.used == 0 {
		return 0
	}
	return max(a.used-time.Duration(now.Sub(a.at).Minutes()*float64(p.Budget)), 0)
}

// pass lets the next search run in place of one that has ended.
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
	next := 0 // of one table's searches, the one that was requested first
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
