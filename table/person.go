package table

import (
	"context"
	"slices"
	"sync"

	"attic/game"
)

// Rights are what somebody may do at a table beside playing in the seats that are theirs.
type Rights uint8

const (
	SetsUp  Rights = 1 << iota // begins games and abandons them, says who plays and how fast programs do
	SeesAll                    // may have the record with what is hidden in it: to save it, and its game ID
)

// Person is somebody's place at a table: what they see, what they are told, and what they may do. All that is asked of it
// is answered from what it was told before; what changes something is sent by Do and comes back as an Event.
type Person struct {
	game  game.Game
	who   who
	do    func(Act) error        // at a table of this process
	send  func(Act, func(error)) // to one elsewhere, which is answered later; nil if do is not
	leave func()
	pool  *Pool

	mu     sync.Mutex
	sight  Sight
	queue  []Event
	ready  chan struct{}
	closed bool

	asked   context.Context // for a hint; nil if none is being worked out, done when none is wanted any more
	unasked context.CancelFunc
	working sync.WaitGroup // on hints
}

// Answer is what becomes of an Act. It may come later.
type Answer struct {
	done chan struct{}
	err  error
}

// Done is closed when the answer is there.
func (a *Answer) Done() <-chan struct{} { return a.done }

// Err waits for the answer and returns why the Act was refused, or nil.
func (a *Answer) Err() error {
	<-a.done
	return a.err
}

// Here returns the place of the person at this machine: who sees and sets up everything, and plays wherever a person
// plays.
func (t *Table) Here() *Person { return t.seat(who{here: true, rights: SetsUp | SeesAll}) }

// Join returns the place of somebody with these seats, or of a spectator without any.
func (t *Table) Join(rights Rights, seats ...int) *Person {
	w := who{rights: rights}
	for _, seat := range seats {
		w.theirs += string([]byte{byte(seat)})
	}
	return t.seat(w)
}

func (t *Table) seat(w who) *Person {
	p := &Person{game: t.game, who: w, pool: t.pool, ready: make(chan struct{}, 1)}
	p.do = func(a Act) error { return t.do(p, a) }
	p.leave = func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.people = slices.DeleteFunc(t.people, func(x *Person) bool { return x == p })
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p.sight = t.sight(w)
	t.people = append(t.people, p)
	return p
}

// Far returns somebody's place at a table that is elsewhere, where they know first. send sends what they ask for; the
// answer may come at any time. tell is to be called with every event there, in their order.
func Far(first Sight, send func(a Act, answer func(error)), leave func()) (p *Person, tell func(Event)) {
	p = &Person{
		game: first.m.Game(), who: first.who, pool: everybody, ready: make(chan struct{}, 1),
		sight: first, send: send, leave: leave,
	}
	return p, p.tell
}

// Game returns the game that is played.
func (p *Person) Game() game.Game { return p.game }

// Rights returns what the person may do.
func (p *Person) Rights() Rights { return p.who.rights }

// Sight returns what the person may know now.
func (p *Person) Sight() Sight {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sight
}

// Now returns how the table stands.
func (p *Person) Now() Now { return p.Sight().Now }

// Do sends what the person asks for. When it is answered later than at once, Ready receives something.
func (p *Person) Do(a Act) *Answer {
	answer := &Answer{done: make(chan struct{})}
	if p.send == nil {
		answer.err = p.do(a)
		close(answer.done)
		return answer
	}
	p.send(a, func(err error) {
		answer.err = err
		close(answer.done)
		p.Wake()
	})
	return answer
}

// Ready receives something whenever there are events to Take.
func (p *Person) Ready() <-chan struct{} { return p.ready }

// Wake makes Ready receive something though nothing has happened at the table. It returns at once.
func (p *Person) Wake() {
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// Take returns the events since the last Take, oldest first.
func (p *Person) Take() []Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	events := p.queue
	p.queue = nil
	return events
}

// Close leaves the table, and ends what was begun for the person.
func (p *Person) Close() {
	p.leave()
	p.mu.Lock()
	p.closed = true
	p.unhint()
	p.mu.Unlock()
	p.working.Wait()
}

// mostQueued is how many events wait for somebody who does not take them. After that they are told only how it stands.
const mostQueued = 256

// tell tells the person an event. The table calls it, in the order of events.
func (p *Person) tell(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.sight = e.Sight
	if e.ends {
		p.unhint()
	}
	p.queued(e)
}

func (p *Person) queued(e Event) {
	switch last := len(p.queue) - 1; {
	case last >= 0 && e.What == Thinking && p.queue[last].What == Thinking:
		p.queue[last] = e
	case last+1 >= mostQueued:
		p.queue = append(p.queue[:0:0], Event{What: Missed, Sight: e.Sight})
	default:
		p.queue = append(p.queue, e)
	}
	p.Wake()
}

// Hint begins to work out what the person whose turn it is should play, unless that is being done already. The answer
// comes as an event for this person alone, Hinted. None comes if something changes before, or after Unhint.
func (p *Person) Hint() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	advisor, ok := p.game.(game.Advisor)
	seat := p.sight.ToMove
	switch {
	case !ok:
		return refuse(ErrHint, "there are no hints in %s yet", p.game.Info().Title)
	case seat == game.Nobody:
		return refuse(ErrHint, "the game is over, so there is nothing to advise")
	case seat == game.Anyone:
		return refuse(ErrHint, "hints come when play has begun")
	case !p.who.plays(seat, p.sight.m):
		return refuse(ErrTurn, "%v; hints are for yours", p.notYours())
	case !p.game.Info().Open && p.sight.Seat != seat:
		return refuse(ErrHint, "a hint is for the eyes of the side to move only")
	case p.hinting():
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	p.asked, p.unasked = ctx, stop
	view := p.sight.View
	if p.sight.Seat != seat { // in an open game, where both sit here
		view = p.sight.m.State().View(seat)
	}
	p.working.Go(func() {
		var advice game.Advice
		err := p.pool.use(ctx, func() (err error) {
			advice, err = advisor.Advise(ctx, view, game.HintNodes)
			return err
		})
		p.hinted(ctx, seat, advice, err)
	})
	return nil
}

// notYours says whose turn it is.
func (p *Person) notYours() string {
	if p.sight.Thinking {
		return "it is the program's turn"
	}
	return "it is the turn of " + p.game.Info().Seats[p.sight.ToMove].Name
}

// Hinting reports whether a hint is being worked out.
func (p *Person) Hinting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hinting()
}

func (p *Person) hinting() bool { return p.asked != nil && p.asked.Err() == nil }

// Unhint stops working out a hint, if one is being worked out.
func (p *Person) Unhint() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unhint()
}

func (p *Person) unhint() {
	if p.asked != nil {
		p.unasked()
		p.asked = nil
	}
}

// hinted tells the person what was found out, unless it is not asked for any more.
func (p *Person) hinted(asked context.Context, seat int, advice game.Advice, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if asked.Err() == nil {
		p.unhint()
		p.queued(Event{What: Hinted, By: seat, Advice: advice, Err: err, Sight: p.sight})
	}
}
