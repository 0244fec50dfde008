package table

import (
	"context"
	"slices"
	"sync"

	"attic/game"
)

// Rights are what a Person may do besides playing in their own seats.
type Rights uint8

const (
	SetsUp  Rights = 1 << iota // start and abandon games, choose who plays, set the computer's level and speed
	SeesAll                    // read the record including hidden information: save it, see its game ID
)

// Person is one person's access to a table: their seats, their rights and their view. Reading uses only memory and never waits for the table. Do
// sends a request to the table; its effect arrives as an Event. Safe for concurrent use.
type Person struct {
	game  game.Game
	table *Table
	pool  *Pool

	who    who         // changed only while both the table and the person are locked
	within func() bool // see Limit
	crowd  int         // the number of spectators who share this access; guarded by the lock of the table

	mu     sync.Mutex
	sight  Sight
	queue  []Event
	ready  chan struct{}
	closed bool

	deaf    bool // see Deafen
	muted   bool // see Mute
	patient bool // see Await

	asked   context.Context // the context of the hint being computed; nil if there is none, done once the hint is no longer wanted
	unasked context.CancelFunc
	working sync.WaitGroup // the goroutines computing hints
}

// Answer is the result of an Act, which may arrive later.
type Answer struct {
	done chan struct{}
	err  error
}

// Done is closed when the answer has arrived.
func (a *Answer) Done() <-chan struct{} { return a.done }

// Err waits for the answer and returns why the Act was refused, or nil.
func (a *Answer) Err() error {
	<-a.done
	return a.err
}

// Here returns access for the person at this machine, who has all rights and plays every seat that no computer plays. It is for a table without
// guests: at a table with guests, the host uses Join, with all rights and the remaining seats. The caller must close the Person.
func (t *Table) Here() *Person { return t.seat(who{here: true, rights: SetsUp | SeesAll}, 1) }

// Join returns access for another person with the given rights and seats; a spectator has no seats. The caller must close the Person.
func (t *Table) Join(rights Rights, seats ...int) *Person {
	w := who{rights: rights}
	for _, seat := range seats {
		w.seats += string([]byte{byte(seat)})
	}
	return t.seat(w, 1)
}

// Gallery returns access that several spectators share; Fill sets their number, which is 0 at first. The caller must close the Person.
func (t *Table) Gallery() *Person { return t.seat(who{}, 0) }

// Fill sets the number of spectators who share p, which Gallery returned.
func (p *Person) Fill(spectators int) {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	p.crowd = spectators
	p.table.alarms.countWatchers()
}

// seat returns access for people of the kind w. The parameter people is their number.
func (t *Table) seat(w who, people int) *Person {
	p := &Person{game: t.game, table: t, pool: t.computer.pool, ready: make(chan struct{}, 1), crowd: people}
	t.mu.Lock()
	defer t.mu.Unlock()
	p.who = t.peer.relate(w)
	p.sight = t.sight(p.who)
	t.people = append(t.people, p)
	t.alarms.countWatchers()
	return p
}

// Game returns the game being played.
func (p *Person) Game() game.Game { return p.game }

// Sight returns what the person sees now.
func (p *Person) Sight() Sight {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sight
}

// Now returns the state of the table as the person sees it.
func (p *Person) Now() Now { return p.Sight().Now }

// Do sends a request. If the answer has not arrived when Do returns, Ready fires when it does.
func (p *Person) Do(a Act) *Answer {
	answer := &Answer{done: make(chan struct{})}
	l, judge, err := p.forward(&a)
	if l != nil && err == nil && judge == nil {
		l.Send(a, func(err error) {
			answer.err = err
			close(answer.done)
			p.Wake()
		})
		return answer
	}
	if l == nil {
		if err = p.do(a); err == nil && (a.Verb == program || a.Verb == engine) {
			_ = p.Assist(ComputerHelp)
		}
	}
	answer.err = err
	close(answer.done)
	if judge != nil { // the claim is made, but the host's answer may take days
		p.Wake()
		l.Send(a, judge)
	}
	return answer
}

// Limit adds a check to those of the table: it calls the function within whenever this person sends a chat line, makes an offer or changes a name. If
// the result is false, the act is refused.
func (p *Person) Limit(within func() bool) {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	p.within = within
}

// Ready fires when there are events to Take.
func (p *Person) Ready() <-chan struct{} { return p.ready }

// Await makes Take wait for a hint that is being computed. It is for callers that nothing else would wake, such as a recording. Call it before any
// other method.
func (p *Person) Await() { p.patient = true }

// Waker returns the function that a computation of package later calls when it is done: Wake, or nil after Await.
func (p *Person) Waker() func() {
	if p.patient {
		return nil
	}
	return p.Wake
}

// Wake makes Ready fire without an event. It does not block.
func (p *Person) Wake() {
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// Take returns the events since the last Take, oldest first.
func (p *Person) Take() []Event {
	if p.patient {
		p.working.Wait()
	}
	events, _ := p.Look()
	return events
}

// Look is like Take, and also returns the Sight after these events.
func (p *Person) Look() ([]Event, Sight) {
	p.mu.Lock()
	defer p.mu.Unlock()
	events := p.queue
	p.queue = nil
	return events, p.sight
}

// Deafen stops queueing events for this person. It is for a person whose events somebody else with the same rights takes.
func (p *Person) Deafen() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf, p.queue = true, nil
}

// Mute(true) hides the chat lines of others from the person, until Mute(false) or until the game with the other machine has ended.
func (p *Person) Mute(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.muted = on
}

// Muted reports whether the person has muted the others.
func (p *Person) Muted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.muted
}

// Close leaves the table and cancels any hint being computed.
func (p *Person) Close() {
	t := p.table
	t.mu.Lock()
	t.people = slices.DeleteFunc(t.people, func(x *Person) bool { return x == p })
	t.alarms.countWatchers()
	t.mu.Unlock()
	p.mu.Lock()
	p.closed = true
	p.unhint()
	p.mu.Unlock()
	p.working.Wait()
}

// mostQueued is the most events that wait to be taken. One more replaces all of them by a single event, Missed.
const mostQueued = 256

// tell queues an event. Callers must keep the events in order.
func (p *Person) tell(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.sight = e.Sight
	p.muted = p.muted && e.What != Parted
	if p.muted && e.What == Said && e.By >= 0 && e.By != e.Seat { // below 0: the line comes from the hall
		return
	}
	if e.ends {
		p.unhint()
	}
	if !p.deaf {
		p.queued(e)
	}
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

// Latest, in place of a number of steps, means the latest position.
const Latest = -1

// Hint starts computing advice for the person on the position after ply steps, unless a hint or an answer to Why is being computed. other is a move
// that the person has in mind, as Play reads it, or ""; games that can compare moves compare it with their advice. The result arrives as an event for
// this person alone, Hinted. No event arrives after Unhint, or if the latest position changes first.
func (p *Person) Hint(ply int, other string) error {
	return p.consult(HintHelp, ply, "", func(ctx context.Context, v game.View) (game.Advice, error) {
		if comparer, ok := p.game.(game.Comparer); ok {
			return comparer.Compare(ctx, v, other, game.HintNodes)
		}
		return p.game.(game.Advisor).Advise(ctx, v, game.HintNodes)
	})
}

// Why is like Hint, but about a given legal move, and replaces a hint being computed: the result says whether the move is as good as the best one,
// and why. In a game with hidden information, move is a spot, and the result says what the person can know about it.
func (p *Person) Why(ply int, move string) error {
	if explainer, ok := p.game.(game.Explainer); ok && move == "" {
		p.Unhint()
		return p.consult(WhyHelp, ply, "", func(ctx context.Context, v game.View) (game.Advice, error) {
			a, err := explainer.Advise(ctx, v, game.HintNodes)
			a.Area = game.Preview{}
			return a, err
		})
	} else if ok {
		if err := explainer.Spot(p.Now().View, move); err != nil {
			return err
		}
		p.Unhint()
		return p.consult(WhyHelp, ply, "", func(ctx context.Context, v game.View) (game.Advice, error) { return explainer.Explain(ctx, v, move) })
	}
	comparer, ok := p.game.(game.Comparer)
	if !ok {
		return game.Because(ErrHint, "attic does not compare moves in %s", p.game.Info().Title)
	}
	p.Unhint()
	return p.consult(WhyHelp, ply, move, func(ctx context.Context, v game.View) (game.Advice, error) {
		return comparer.Why(ctx, v, move, game.HintNodes)
	})
}

// consult starts a request for advice on the position after ply steps, and on move unless it is "".
func (p *Person) consult(with Help, ply int, move string, ask func(context.Context, game.View) (game.Advice, error)) error {
	start, err := p.prepare(ply, move, ask)
	if err != nil || start == nil {
		return err
	}
	if err = p.Assist(with); err != nil {
		p.Unhint()
		return err
	}
	start()
	return nil
}

// prepare returns a function that starts a request for advice, or nil while another one is under way.
func (p *Person) prepare(ply int, move string, ask func(context.Context, game.View) (game.Advice, error)) (start func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.game.(game.Advisor)
	sight := p.sight
	if ply != Latest {
		sight = sight.Earlier(ply)
	}
	seat, state := sight.ToMove, sight.m.State()
	if seat == game.Anyone {
		if next, ok := begun(state); ok && p.who.plays(next.ToMove(), sight.m) {
			seat, state = next.ToMove(), next
		}
	}
	switch {
	case p.sight.Situation.Unaided:
		return nil, errUnaided
	case !ok:
		return nil, game.Because(ErrHint, "there are no hints in %s yet", p.game.Info().Title)
	case seat == game.Nobody:
		return nil, game.Because(ErrHint, "the game is over, so there are no hints")
	case seat == game.Anyone:
		how := ""
		for _, m := range sight.Moves() {
			if m.Begins {
				how = "; " + game.Type(m.Text)
			}
		}
		return nil, game.Because(ErrHint, "hints are available once the game starts%s", how)
	case !p.who.plays(seat, sight.m):
		whose := "the computer"
		if !sight.Thinking {
			whose = p.game.Info().Side(sight.ToMove)
		}
		return nil, game.Because(ErrTurn, "it is %s's turn; you can ask for a hint on your own turn", whose)
	case !p.game.Info().Open && sight.Seat != seat:
		return nil, game.Because(ErrHint, "only the side to move may see a hint")
	case p.hinting():
		return nil, nil
	}
	if move != "" {
		if _, _, err := state.Play(move); err != nil {
			return nil, err
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	p.asked, p.unasked = ctx, stop
	view := sight.View
	if sight.Seat != seat || sight.ToMove != seat { // here one person plays both seats of an open game, or the game begins with the move
		view = state.View(seat)
	}
	return func() {
		p.working.Go(func() {
			var advice game.Advice
			err := p.pool.use(ctx, p.table.computer.account, true, func() (err error) {
				advice, err = ask(ctx, view)
				return err
			})
			p.hinted(ctx, seat, advice, err)
		})
	}, nil
}

// begun returns the state after the move that begins the game. It also returns true if the game can be begun by a move of play, which is then legal
// even before the game has begun.
func begun(s game.State) (game.State, bool) {
	moves := game.MovesOf(s)
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Begins })
	if i < 0 {
		return s, false
	}
	next, _, err := s.Play(moves[i].Text)
	if err != nil || next.ToMove() < 0 {
		return s, false
	}
	later := game.MovesOf(next)
	i = slices.IndexFunc(moves, func(m game.Move) bool {
		return !m.Alone && slices.ContainsFunc(later, func(l game.Move) bool { return l.Text == m.Text })
	})
	if i < 0 {
		return s, false
	}
	played, _, err := s.Play(moves[i].Text)
	return next, err == nil && played.ToMove() != game.Anyone // otherwise it belongs to the set-up
}

// Search runs a part of a long computation for the person, such as the review of a position. At a table with its own pool, it waits for its turn like
// other searches.
func (p *Person) Search(ctx context.Context, search func() error) error {
	if p.pool == everybody {
		return search()
	}
	return p.pool.use(ctx, p.table.computer.account, false, search)
}

// Queues reports whether the searches of this table wait for their turn with those of other people, as at a hall.
func (p *Person) Queues() bool { return p.pool != everybody }

// Hinting reports whether a hint is being computed.
func (p *Person) Hinting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hinting()
}

func (p *Person) hinting() bool { return p.asked != nil && p.asked.Err() == nil }

// Unhint cancels the hint being computed, if any.
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

// hinted queues the result of a hint unless it is no longer wanted, and records at the table that there was a hint.
func (p *Person) hinted(asked context.Context, seat int, advice game.Advice, err error) {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.mu.Lock(); asked.Err() != nil {
		p.mu.Unlock()
		return
	}
	p.unhint()
	counts := err == nil && t.n == p.sight.N && !p.sight.Over // otherwise the position has changed, or the result is final
	p.queued(Event{What: Hinted, By: seat, Advice: advice, Err: err, Sight: p.sight})
	p.mu.Unlock()
	if counts {
		p.advised()
	}
}

// Advised marks a round in progress as one with advice, for statistics, as a hint does.
func (p *Person) Advised() {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.who.sits() && t.m.ToMove() != game.Nobody {
		p.advised()
	}
}

// advised marks the round as one with advice, also in the journal.
func (p *Person) advised() {
	t := p.table
	m, note := t.m.Advise()
	if t.m = m; note != "" {
		t.keep(note)
	}
}
