// Package table runs a live match: the seats, the turns, the computer's moves, a journal on disk that is written before anything is shown,
// and events for everybody who plays or watches. Front-ends never touch a Table's match; they use a Person, which has seats and rights.
package table

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/match"
)

// Journal stores the record of a match. Append returns nil once the lines are on disk; after an error none of them is, and the caller may
// try again. A Journal that continues a kept game also has the method Past() match.Past.
type Journal interface {
	Append(lines ...string) error
	Close() error   // keeps the game for later
	Reopen() error  // undoes Close, or returns why it cannot
	Discard() error // removes the game
}

// Config holds the parts of a new Table.
type Config struct {
	Match   match.Match
	Journal Journal                 // the journal of Match if it was kept before; otherwise nil
	Begin   func() (Journal, error) // creates the journal of a new game; nil: games are not kept
	Chance  func() uint64           // returns seeds for new games, and for new rounds unless Match.Given is set
	Public  func() uint64           // returns numbers for new games that need not stay secret; see game.Shuffled

	// MustKeep refuses changes that cannot be written to the journal, with ErrBusy. Otherwise play continues and every
	// later change tries again, except while the table is shared with another machine.
	MustKeep bool

	// Opponent returns the engine that a player's Engine names, to play in the computer's place, or says what is wrong with the name. It
	// returns at once: anything slow is left to the first move. nil: no engine can sit here.
	Opponent func(engine string) (Opponent, error)
	Pace     Pace
	Pool     *Pool // limits searches; nil: the default pool of the process

	// Unclaim removes the game that is kept with a claim, given the ID of its match.ClaimLine, because the host has decided on the claim.
	// nil: no such games are kept.
	Unclaim func(id string) error
	// Patience is how long the other side must be away or silent before a game can be claimed. 0: a minute.
	Patience time.Duration
}

// Table is a live match. Its methods may be called from several goroutines.
type Table struct {
	game     game.Game
	begin    func() (Journal, error)
	study    bool // this match is not kept
	chance   func() uint64
	public   func() uint64
	mustKeep bool
	opponent func(engine string) (Opponent, error)
	pool     *Pool
	unclaim  func(id string) error
	patience time.Duration

	mu       sync.Mutex // serialises changes, also while the journal is synced; a Person has a lock of its own for reading
	m        match.Match
	n        uint64 // the number of the last change; see Now.N
	people   []*Person
	done     []doneAct
	closed   bool
	journal  Journal
	unkept   bool            // the last attempt to write the journal failed; NotKept was sent
	other    Other           // whether the other side is on another machine, and connected
	since    time.Time       // when other last changed
	plain    bool            // the connection is not encrypted and leaves this machine
	hosting  *Hosting        // how the table is open to another machine; unhosted if it is not
	link     *link           // the link to the host's table, if this one is a copy
	clock    *clock          // the clock of a game with another machine; nil if there is none
	alarm    *time.Timer     // fires when the time of the side to move is over; nil if no clock runs
	turned   time.Time       // when the position last changed
	alert    *time.Timer     // see attend
	closes   time.Time       // see Now.Closes
	claim    *lodged         // the claim of the guest here that the host has not answered, or nil
	judged   time.Time       // the value of since when the host last refused a claim
	pulse    pulse           // the heartbeat of a hosted game
	stopped  string          // the clock of a continued hosted game, as stored in its journal
	offer    *offered        // the offer waiting for an answer
	audience audience        // the spectators of a game with another machine
	rates    rates           // the rates of chat lines, offers and names
	acts     Rate            // the rate of what a guest does that leaves nothing to do for the host
	late     []string        // lines not yet in the journal, if there is one
	hosted   match.Hosted    // what the journal records about hosting
	salts    map[int]string  // the salts of the commitments to hidden information, by round
	told     bool            // another machine has learnt what was hidden in a round
	left     *left           // the game that Start abandoned, for Undo; until the next game begins
	turn     context.Context // done as soon as anything changes
	change   context.CancelFunc
	hurried  context.Context // done when turn is done, or when the program is to move at once
	hurry    context.CancelFunc
	expected []string // the line that the program to move expects
	pace     Pace
	paused   bool
	held     bool          // set by Hold
	paced    chan struct{} // closed when pace, paused or held change

	programs context.Context // the computer moves until it is done; nil before Go
	busy     bool            // a goroutine runs move
	working  sync.WaitGroup
	seated   opponents // used only by the goroutine that runs move
}

// New returns a table with the match c.Match. Close it in the end.
func New(c Config) *Table {
	t := &Table{
		n: 1, game: c.Match.Game(), begin: c.Begin, chance: c.Chance, public: c.Public, mustKeep: c.MustKeep, m: c.Match, journal: c.Journal,
		opponent: c.Opponent, pool: c.Pool, pace: c.Pace, paced: make(chan struct{}), seated: opponents{},
		hosting: unhosted, unclaim: c.Unclaim, patience: cmp.Or(c.Patience, claimTime),
	}
	if t.pool == nil {
		t.pool = everybody
	}
	t.recall(c.Journal)
	t.await()
	return t
}

// recall restores what a journal recorded about playing with another machine.
func (t *Table) recall(journal Journal) {
	var past match.Past
	if j, ok := journal.(interface{ Past() match.Past }); ok {
		past = j.Past()
	}
	t.hosted, t.salts, t.done, t.stopped = past.Hosted, maps.Clone(past.Salts), nil, past.Clock
	for _, id := range past.Acts {
		t.done = append(t.done, doneAct{id: id})
	}
}

// past returns what a new journal should record about playing with another machine.
func (t *Table) past() match.Past {
	past := match.Past{Hosted: t.hosted}
	if t.clock != nil && t.link == nil {
		past.Clock = t.clock.text()
	}
	return past
}

// keeps reports whether a change that cannot be written to the journal is refused.
func (t *Table) keeps() bool { return t.mustKeep || t.other != Near && t.link == nil && t.begin != nil }

// Game returns the game that is played here.
func (t *Table) Game() game.Game { return t.game }

// Close ends the table for good: later Acts return ErrClosed. A game in which something happened
// stays on disk.
func (t *Table) Close() error {
	if !rest(t) {
		t.Leave()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	t.withdraw()
	t.stopClock()
	t.audience.forget()
	t.attend()
	t.beat() // which ends the heartbeat
	t.change()
	if t.unkept {
		_ = t.write(t.m, nil, "") // if this fails, NotKept was sent already
	}
	if t.journal == nil {
		return nil
	}
	journal := t.journal
	t.journal = nil
	if !t.m.Begun() {
		return journal.Discard()
	}
	return journal.Close()
}

// Load puts another match on the table; the one that was there is kept. journal is the journal of m if m was kept, or nil.
func (t *Table) Load(m match.Match, journal Journal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(Journal.Close)
	t.journal, t.left = journal, nil
	t.recall(journal)
	t.study = false
	t.put(change{m: m, event: Event{What: Loaded}}, nil)
}

// Study puts a match on the table that is not kept, such as a lesson, until another one is loaded or begun; the game that was there is
// kept.
func (t *Table) Study(m match.Match) {
	t.Load(m, nil)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.study = true
}

// become writes a change to the journal, applies it and sends its events. It fails only if the table refuses changes that cannot be
// written.
func (t *Table) become(c change) error {
	if c.ends {
		t.abandon()
		if t.left != nil {
			t.left.begun = c.m.Ply()
		}
		if t.clock != nil {
			next := newClock(t.clock.rule, len(c.m.Players))
			t.clock = &next
		}
		t.put(c, nil)
		return nil
	}
	was, clock := t.unkept, t.clock
	if clock != nil && !c.light && t.link == nil {
		next := clock.pressed(c.m, c.event, t.m.Side, time.Now())
		t.clock = &next
		c.notes = append(c.notes, match.ClockLine(next.text()))
	}
	lines := slices.Clone(c.lines)
	if last := len(lines) - 1; last >= 0 {
		lines[last] = match.ActLine(c.act, lines[last])
	}
	if note := c.m.Note(); note != "" && c.event.What == Played {
		c.notes = append(c.notes, note)
	}
	err := t.write(c.m, append(lines, c.notes...), c.act)
	if err != nil && t.keeps() {
		t.clock = clock
		return ErrBusy
	}
	var news *Event
	switch {
	case err != nil && !was:
		news = &Event{What: NotKept, Err: err}
	case err == nil:
		if text := newsOf(t.journal); text != "" || was && !t.unkept {
			news = &Event{What: KeptAgain, Text: text}
		}
	}
	t.put(c, news)
	return nil
}

// put applies a change and sends its events: first news about the journal, if any, then the change itself.
func (t *Table) put(c change, news *Event) {
	t.m = c.m
	if t.left != nil && !t.left.stays(t.m, c.event) {
		t.left = nil
	}
	if (!c.light || len(c.lines) > 0) && t.link == nil { // otherwise the number comes from the host
		t.n++
	}
	if !c.light && t.link == nil {
		t.withdraw()
	}
	if c.ends || c.event.What == Loaded {
		t.paused = c.paused
	}
	if !c.light {
		t.change()
		t.await()
	}
	if !c.light {
		t.turned = time.Now()
		t.runClock()
		t.attended(c.event)
		t.beat()
		t.attend()
	}
	if news != nil {
		t.tell(*news)
	}
	if !c.quiet {
		c.event.Lines, c.event.ends = c.lines, !c.light
		t.tell(c.event)
	}
	if c.also != nil {
		t.tell(*c.also)
	}
	t.wake()
}

// tell sends an event to everybody, to each as they may know it.
func (t *Table) tell(e Event) {
	sights := map[who]Sight{} // computed once per kind of viewer
	for _, p := range t.people {
		s, ok := sights[p.who]
		if !ok {
			s = t.sight(p.who)
			sights[p.who] = s
		}
		if seen, told := e.seen(p.who, s); told {
			p.tell(seen)
		}
	}
}

// sight returns what w may know now.
func (t *Table) sight(w who) Sight {
	s := w.sight(t.m)
	s.N, s.Paused = t.n, t.paused
	s.Kept = t.journal != nil && !t.unkept && t.m.Unfinished()
	s.Other, s.left = t.other, t.left
	s.Plain, s.Watchers = t.plain, t.audience.told
	if t.clock != nil {
		s.Clock = t.clock.now
	}
	if w.here {
		s.Closes = t.closes
		if how, from, ok := t.claimable(t.m.Side); ok && !time.Now().Before(from) {
			s.Claim = how
		}
		if t.claim != nil {
			s.Claimed = t.claim.how
		}
		s.Invite, s.Others = t.hosting.Invite, t.hosting.Others
		s.Rests = rests(t)
	}
	s.Chat = t.hosting.Chat || t.link != nil && t.link.chat
	if t.offer != nil {
		s.Offer, s.OfferBy = t.offer.what, t.offer.by
	}
	if t.other != Near && !s.Over {
		s.Waits = t.other == Awaited || s.ToMove == game.Anyone && !w.setsUp() ||
			s.ToMove >= 0 && !w.plays(s.ToMove, t.m) && !s.Thinking || s.Offer != NoOffer && s.OfferBy == s.Seat
	}
	return s
}

// await renews the contexts that the next change cancels.
func (t *Table) await() {
	t.turn, t.change = context.WithCancel(context.Background())
	t.hurried, t.hurry = context.WithCancel(t.turn)
	t.expected = nil
}

// write appends lines to the journal, after those that an earlier failure left out. The first change of a match creates the journal; m is
// the match after the lines, and act the ID of the Act that caused them, or "".
func (t *Table) write(m match.Match, lines []string, act string) (err error) {
	switch {
	case t.link != nil: // the host keeps the game
		return nil
	case m.Sighted(), t.study, t.journal == nil && (t.begin == nil || !m.Begun()), len(lines) == 0 && !t.unkept:
		return nil
	case t.journal == nil:
		var journal Journal
		if journal, err = t.begin(); err != nil {
			break
		}
		all := append([]string{match.JournalHead}, m.Lines()...)
		all[len(all)-1] = match.ActLine(act, all[len(all)-1])
		all = append(append(all, t.past().Lines()...), m.Notes()...)
		if err = journal.Append(all...); err != nil {
			_ = journal.Discard() // it holds nothing that could be resumed
			break
		}
		t.journal = journal
	default:
		all := append(slices.Clip(t.late), lines...)
		if err = t.journal.Append(all...); err != nil && !t.keeps() {
			t.late = all
		}
	}
	if err == nil {
		t.unkept, t.late = false, nil
	} else if !t.keeps() {
		t.unkept = true
	}
	return err
}

// drop ends the journal, if there is one. A journal that cannot be closed or removed now stays as it is.
func (t *Table) drop(end func(Journal) error) {
	if t.journal != nil {
		_ = end(t.journal)
		t.journal = nil
	}
	t.late, t.salts = nil, nil
	if t.other == Near {
		t.hosted = match.Hosted{}
	}
}
