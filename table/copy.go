package table

import (
	"errors"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/match"
)

// Copy makes a guest's table follow the host's table, and holds what is known about the host's. After the game with the other machine has ended, a
// Copy does nothing.
type Copy struct {
	Link
	table   *Table
	far     match.Match // the match according to the host's record
	holds   bool        // the field far is set
	real    match.Match // in a game with hidden information: the host's match with all that was hidden in the finished rounds
	proved  bool        // real is set
	watches bool        // the guest has no seat
	crowded bool        // the guest wanted a seat, but both were taken
	chat    bool        // the host passes chat lines on
	hall    bool        // the host does not play: the other side is another guest
	hints   bool        // the host allows help
	aids    []int       // see Situation.Aids
	invite  string      // the link with which the other guest joins, or ""
	mate    far         // the hall's report on the other guest; zero before the first report
	strange string      // what answers in place of the host at its address, as reported to the person
}

// revealed returns the guest's match m with everything that was hidden in it, if that is known.
func (l *Copy) revealed(m match.Match) match.Match {
	if m.Sighted() && l.proved {
		return l.adopt(l.real, m)
	}
	return m
}

// adopt returns the match for the guest's table. It takes the host's match from the parameter far, and adds the other side and the guest's own
// programs. m is the guest's previous match.
func (l *Copy) adopt(far, m match.Match) match.Match {
	own := m.Players[m.Side]
	seed := m.Seed
	m = far
	m.Seed, m.Players = seed, slices.Clone(far.Players)
	for seat := range m.Players {
		m.Players[seat] = match.Player{Level: own.Level, Name: far.Players[seat].Name}
	}
	if l.watches {
		return m
	}
	m.Side = far.Opposite(far.Side)
	m.Players[m.Side].Program, m.Players[m.Side].Engine = own.Program && l.hints, own.Engine
	return m
}

// Attach makes the table a copy of a table on another machine; Copy.Follow keeps it up to date. Requests about the game go through l until Part. The
// other side is Awaited until the first event, which ends the present game of the table.
func (t *Table) Attach(l Link) (*Copy, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return nil, ErrClosed
	case t.peer.remote():
		return nil, ErrShared
	case t.doubt != nil:
		return nil, ErrBusy
	}
	t.peer.far, t.peer.link = &[2]far{Second: {other: Awaited, since: time.Now()}}, &Copy{Link: l, table: t}
	t.regroup()
	t.tell(Event{What: Presence})
	return t.peer.link, nil
}

// Invites sets Situation.Link at a copy of a hall's table: the link with which the other player joins.
func (t *Table) Invites(link string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.peer.link != nil && link != "" && !t.closed {
		t.peer.link.invite = link
		t.tell(Event{What: Presence})
	}
}

// Far returns the Sight of an event at the host's table, for Follow. m is the match as the guest knows it, whose players have only names. now is the
// host's report on its table. Only these fields count: N, Seat (game.Nobody for a spectator), Clock, and Crowded, Chat, Watchers, Hall, Hints and
// Aids of the Situation.
func Far(m match.Match, now Now) Sight { return Sight{Now: now, m: m} }

// Follow applies an event at the host's table to the copy; see Far. Events that do not concern the copy are ignored. The Err of a Presence event says
// what answers in place of an absent host, or why a host has not answered yet. With Revealed, the Sight holds the finished rounds and their hidden
// information, unless Err says why this should not be believed. After an error nothing has changed. ErrFalse means that the revealed information
// contradicts what was seen earlier.
func (l *Copy) Follow(e Event) error {
	t := l.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.peer.link != l || t.closed {
		return ErrClosed
	}
	if e.By < game.Anyone || e.By >= len(t.m.Players) || (e.What == Offered || e.What == Said && e.By != game.Anyone) && e.By < 0 {
		return errors.New("the event names a seat that does not exist")
	}
	told := Event{What: e.What, By: e.By, Offer: e.Offer, Text: e.Text, Err: e.Err}
	switch e.What {
	case Played, Resigned, Undone, Redone, Round, Began, Loaded, Seated:
		return l.changed(e)
	case Revealed:
		if !l.holds {
			return nil
		}
		c, err := l.reveal(e, t.m)
		if err == nil {
			t.put(c)
		}
		return err
	case Offered:
		t.peer.offer = &offered{what: e.Offer, by: e.By}
	case Declined:
		t.peer.offer = nil
	case Watched:
		t.peer.watchers = e.Situation.Watchers
	case Aided:
		if !l.hints || e.By < 0 && e.Text != "" || len(e.Situation.Aids) != len(t.m.Players) || slices.Equal(e.Situation.Aids, l.aids) || CheckChat("help "+e.Text) != nil {
			return nil
		}
		known := l.aids
		if l.aids = e.Situation.Aids; e.Text == "" { // help that this copy has missed
			for seat, n := range e.Situation.Aids {
				if told.By = seat; n > 0 && (known == nil || n != known[seat]) {
					t.tell(told)
				}
			}
			return nil
		}
	case Said:
		if CheckChat(e.Text) != nil { // the line would be invisible, or would cover the text around it
			return nil
		}
	case Presence:
		if e.Err == nil {
			return l.meets(e)
		}
		if far := t.peer.far[Second].other; far != Away && far != Awaited || l.strange == e.Err.Error() { // reported once, until the host is back or something else answers
			return nil
		}
		l.strange = e.Err.Error()
	default:
		return nil
	}
	t.tell(told)
	return nil
}

// meets records a hall's report on the other guest, e.Situation.Other.
func (l *Copy) meets(e Event) error {
	t := l.table
	if !l.hall || l.watches || e.By == t.m.Side || e.Situation.Other == Near {
		return nil
	}
	mate, now := far{other: e.Situation.Other, since: time.Now()}, time.Now()
	if e.Situation.Other == Dozing {
		mate.other, mate.sleep = Present, sleep{on: true, told: true, since: now}
	}
	was := l.mate
	if was.other == mate.other && was.sleep.told == mate.sleep.told {
		return nil
	}
	l.mate = mate
	t.alarms.attend()
	if was.other == Near && mate.other == Present && !mate.sleep.told { // the first report on a guest who was assumed to be here
		return nil
	}
	t.tell(Event{What: Presence, By: e.By})
	return nil
}

func (l *Copy) changed(e Event) error {
	t := l.table
	far := e.m
	clock, err := followed(e.Clock, len(t.m.Players))
	if err != nil {
		return err
	}
	if !l.holds {
		_ = t.abandon(change{}, false)
		t.left = nil
	} else if replaces(far, l.far) {
		t.kept.archive(l.revealed(t.m), "")
		l.proved = false
	}
	l.far, l.holds = far, true
	l.watches, l.crowded, l.chat, l.hall = e.Seat == game.Nobody, e.Situation.Crowded, e.Situation.Chat, e.Situation.Hall
	if l.hints = e.Situation.Hints; e.What == Began {
		l.aids = nil
	}
	t.regroup()
	told := Event{What: e.What, By: e.By, Program: e.Program}
	if e.What == Played {
		told.Move = last(far)
		if e.By == t.m.Side && !l.watches { // the host does not know who plays for the guest
			told.Program = t.m.Players[t.m.Side].Program
		}
	}
	light := e.What == Seated && !slices.ContainsFunc(e.Lines, func(line string) bool { return !strings.HasPrefix(line, "seat ") })
	t.n, t.peer.offer, t.peer.clock = e.N, nil, clock
	m := l.adopt(far, t.m)
	if l.proved && far.Ply() == l.real.Ply() && l.saw(l.real) { // the same table again, after a reveal
		players := m.Players
		m = l.adopt(l.real, t.m)
		m.Players = players
	}
	t.put(change{m: m, lines: e.Lines, event: told, light: light})
	return nil
}

// replaces reports whether the match in the parameter before was over and m is a different game.
func replaces(m, before match.Match) bool {
	if before.ToMove() != game.Nobody {
		return false
	}
	a, b := m.History(), before.History()
	n := min(len(a), len(b))
	return len(a) == 1 || !slices.Equal(a[:n], b[:n])
}

// last returns the move that led to m. If the guest knows only a view of the move, and the guest could not have made it, the result has only a text.
func last(m match.Match) game.Move {
	text := strings.TrimPrefix(m.LastLine(), "move ")
	before := m.At(m.Ply() - 1).State()
	if _, move, err := before.Play(text); err == nil {
		return move
	}
	moves := game.MovesOf(before)
	if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == text && !m.Secret }); i >= 0 {
		return moves[i]
	}
	return game.Move{Text: text, Label: text, Secret: true}
}

// forward returns the link to the host that decides a person's request, or nil if the request concerns only this machine. It marks a move as meant
// for the position that the guest sees. An error says why it is pointless to ask the host. If the host is away, a claim is made immediately: judge
// then receives the host's answer, which may take days. Otherwise judge is nil.
func (p *Person) forward(a *Act) (l Link, judge func(error), err error) {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.peer.link == nil || t.closed {
		return nil, nil, nil
	}
	switch a.Verb {
	case person, program, engine, level, seed, speed, pause, goOn, hurry:
		return nil, nil, nil
	case play:
		if a.After == 0 {
			a.After = t.n
		}
	}
	s := t.scene(p.who)
	if err = s.vain(*a); err == nil && a.Verb == claim && t.peer.far[Second].other != Present {
		if *a, err = s.lateClaim(*a); err == nil {
			t.kept.archive(t.peer.link.revealed(t.m), match.ClaimLine(a.ID))
			judge = t.peer.link.claims(*a)
		}
	}
	return t.peer.link.Link, judge, err
}

// Network connects a table with another machine. All methods return immediately; events of the table report the outcome.
type Network interface {
	// Host opens the table to anybody who knows the ID; "" makes a new ID.
	Host(t *Table, id string) error
	// Join makes the table follow a host's table. The address is ID@HOST or ID@HOST:PORT.
	Join(t *Table, address string) error
	// Meet connects to a host whose game is not yet known. The parameter name is the person's name, or "". The function open returns the table for
	// the game; another goroutine calls it.
	Meet(address, name string, open func(g game.Game) (*Table, error)) (Guest, error)
	// Listens returns the port on which a hosted game can be joined, or 0 for any free one. On returns the network with a port, from 0 to 65535, and
	// a clock for new games; the zero rule stands for the clock that the network has, if any.
	Listens() int
	On(port int, clock ClockRule) Network
}

// Aider is implemented by a Network whose hosts can allow hints and other help: see Situation.Hints.
type Aider interface {
	Aids() bool             // whether hosts allow help in new games
	Aiding(on bool) Network // returns the network in which hosts do so, or do not
}

// PortError is the error of Network.Host if the port is not available.
type PortError struct {
	Port int
	Why  string // such as "port 7117 is in use"
	Same bool   // the game was hosted on this port before, and its guest knows no other
}

// Error returns Why. The caller adds a hint how to choose another port.
func (e *PortError) Error() string { return e.Why }

// Guest is an attempt to connect to a host, and then the connection.
type Guest interface {
	// Arrived is closed when the host has answered and Table returns the table.
	Arrived() <-chan struct{}
	// Done is closed when the attempt or the connection has ended; Err returns the reason.
	Done() <-chan struct{}
	Err() error
	Table() *Table
	// Waits returns why the host has not answered yet, or nil before an attempt has failed, and a channel that is closed when the reason changes or
	// when Arrived or Done is closed. Again ends the pause before the next attempt.
	Waits() (changed <-chan struct{}, why error)
	Again()
	// Leave ends the attempt or the connection and returns Done.
	Leave() <-chan struct{}
	// Rest ends the connection but keeps the seat, and returns Done.
	Rest() <-chan struct{}
}
