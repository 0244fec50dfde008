// Package table runs a live match: the seats, the turns, the computer's moves, a journal on disk that is written before anything is shown,
// and events for everybody who plays or watches. Front-ends never touch a Table's match; they use a Person, which has seats and rights.
//
// The table of every verb's rights is rules, in act.go. sight.go decides what a person sees, keep.go writes the journal, and run.go plays the
// computer's moves.
//
// For games between two machines, peer.go has the state of the connection, copy.go the guest's table, which follows the host's, and offers.go the
// acts that both sides must agree to. clock.go and claim.go decide who may end a game when a player or the host is away. alarm.go has the events that
// time alone causes, event.go the commitment to hidden information. situation.go and news.go find the situation and the news for a person, and
// situations.go has the sentences for both.
package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/match"
)

// Config holds the match and the settings of a new Table.
type Config struct {
	Match   match.Match
	Journal match.Ledger                 // the journal of Match if it was kept before; otherwise nil
	Begin   func() (match.Ledger, error) // creates the journal of a new game; nil: games are not kept
	Chance  func() uint64                // returns seeds for new games, and for new rounds unless Match.Given is set
	Public  func() uint64                // returns numbers for new games that need not stay secret; see game.Shuffled

	// MustKeep refuses changes that cannot be written to the journal, with ErrBusy, or with ErrUnsure while it is unknown whether they were written.
	// Without MustKeep, play continues and every later change tries again; but a table that hosts a game for another machine refuses such changes
	// too.
	MustKeep bool

	// Current reports whether nobody else can have written to the journal since the table read it. If it returns false, an act that the table would
	// refuse gets ErrUnsure instead. nil: nobody else writes to the journal.
	Current func() bool

	// Opponent returns the engine named by a player's Engine, which plays in place of the computer, or an error that says what is wrong with the
	// name. It must return immediately: anything slow has to wait until the first move. nil: engines cannot play here.
	Opponent func(engine string) (Opponent, error)
	Pace     Pace
	Pool     *Pool    // limits searches; nil: the default pool of the process
	Account  *Account // counts the cost of the searches; nil: the table gets its own account

	// Unaided reports whether an analysis, which is put on the table, is of a game that goes on between people: then nobody gets help. nil: none is.
	Unaided func(m match.Match) bool

	// Unclaim is called when the host has decided a claim. It removes the game kept with the claim, given the ID in its match.ClaimLine. nil: no such
	// games are kept.
	Unclaim func(id string) error
	// Patience is how long the other side must be away or silent before a game can be claimed. 0: a minute.
	Patience time.Duration
}

// Table is a live match. Its methods may be called from several goroutines.
type Table struct {
	game   game.Game
	chance func() uint64
	public func() uint64

	current func() bool            // see Config
	unaided func(match.Match) bool // see Config

	mu       sync.Mutex // serialises changes, even while the journal is synced; a Person has its own lock for reading
	m        match.Match
	n        uint64 // the number of the last change; see Now.N
	people   []*Person
	done     doneActs
	closed   bool
	told     bool  // another machine has learnt what was hidden in a round
	unsaved  bool  // NotKept was sent, and since then no KeptAgain
	left     *left // the game that Start abandoned, for Undo; until the next game begins
	kept     keeping
	doubt    *doubt // nil if there is none
	peer     peer
	alarms   alarms
	interval *interval
	pacing   pacing
	computer computer
}

// New returns a table with the match c.Match. The caller must close the table.
func New(c Config) *Table {
	t := &Table{
		n: 1, game: c.Match.Game(), chance: c.Chance, public: c.Public, current: c.Current, unaided: c.Unaided, m: c.Match, interval: newInterval(),
		kept:     keeping{begin: c.Begin, after: time.After, must: c.MustKeep},
		peer:     peer{far: everybodyNear, hosting: unhosted, patience: cmp.Or(c.Patience, claimTime), unclaim: c.Unclaim},
		pacing:   pacing{Pace: c.Pace},
		computer: computer{opponent: c.Opponent, pool: cmp.Or(c.Pool, everybody), account: cmp.Or(c.Account, &Account{}), seated: opponents{}},
	}
	t.alarms.table, t.computer.table = t, t
	t.done.recall(t.kept.open(c.Journal))
	return t
}

// Game returns the game that is played here.
func (t *Table) Game() game.Game { return t.game }

// Close ends the table for good: later Acts return ErrClosed. A game in which something has happened stays on disk. Close waits in the same way as
// Leave, even if a guest can continue the game with another machine later. An *UnsavedError means that a game is not on disk.
func (t *Table) Close() error {
	t.mu.Lock()
	l, h, rests := t.peer.link, t.peer.hosting, t.peer.rests(t.m, &t.kept)
	t.alarms.beat() // the host's absence counts from here
	t.mu.Unlock()
	switch {
	case !rests:
		t.Leave()
	case l != nil:
		leave(l.Rest())
	case h.Rest != nil:
		h.Rest()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.save()
	t.closed = true
	t.peer.offer = nil
	for k := range alarmKinds {
		t.alarms.stop(k)
	}
	t.interval.end()
	end := match.Ledger.Archive
	if !t.m.Begun() && t.doubt == nil && !t.peer.hall() && !rests {
		end = match.Ledger.Discard
	}
	return errors.Join(t.kept.unsaved(t.m), t.kept.end(end))
}

// Load puts another match on the table; the present one is kept. journal is the journal of m if m was kept, or nil.
func (t *Table) Load(m match.Match, journal match.Ledger) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle()
	t.certain()
	t.kept.owes(t.m)
	t.kept.drop(&t.peer)
	t.left, t.done = nil, nil
	t.done.recall(t.kept.open(journal))
	for _, d := range t.kept.owing { // the game before a lesson
		if journal == nil && slices.Equal(d.m.Lines(), m.Lines()) {
			t.kept.takes(d)
			break
		}
	}
	if _, _, studies := match.Study(m); studies && t.unaided != nil && t.unaided(m) {
		m = match.Unaid(m)
	}
	t.put(change{m: m, event: Event{What: Loaded}})
}

// Study puts a match on the table without keeping it, such as a lesson. Another match replaces it when it is loaded or begun. The present game is
// kept.
func (t *Table) Study(m match.Match) {
	t.Load(m, nil)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept.study = true
}

// become writes a change to the journal, applies it and sends its events. It fails only if the table refuses changes that cannot be
// written, or if the abandoned game cannot be brought back. After ErrUnsure, settle applies the change if it was written.
func (t *Table) become(c change) error {
	writes, refuses := c.ends || len(c.lines)+len(c.notes) > 0, t.kept.must || t.peer.hosts() && t.kept.begin != nil
	if t.doubt != nil && writes {
		return ErrBusy
	}
	clock := t.peer.clock
	if c.ends {
		if clock != nil {
			next := clock.again(c.m)
			t.peer.clock = &next
		}
		if err := t.abandon(c, refuses); err != nil {
			t.peer.clock = clock
			return err
		}
		if t.left != nil {
			t.left.begun = c.m.Ply()
		}
		t.put(c)
		return nil
	}
	if clock != nil && !c.light && c.event.What != Presence && t.peer.link == nil {
		next := clock.pressed(c.m, c.event, t.peer.near(t.m, clock.now.Runs), time.Now())
		t.peer.clock = &next
		c.notes = append(c.notes, match.ClockLine(next.text()))
		writes = true
	}
	lines := append(c.record(), c.notes...)
	var err error
	switch {
	case c.returns:
		if err = t.kept.reopen(t.left, c, lines, &t.peer, refuses); errors.Is(err, match.ErrMoved) {
			t.peer.clock = clock
			return fmt.Errorf("the previous game cannot be brought back: %w", err)
		}
	case writes || t.kept.unkept != nil && t.doubt == nil:
		err = t.kept.write(c.m, lines, c.act, &t.peer, refuses)
	}
	if err != nil && refuses && writes {
		next := t.peer.clock
		t.peer.clock = clock
		if errors.Is(err, errHangs) && !c.returns {
			t.doubt = &doubt{change: c, clock: next}
			t.alarms.in(doubtAlarm, retryTime, t.settle)
			t.tell(Event{What: Presence, By: game.Anyone}) // everybody is unsure now
		}
		if errors.Is(err, match.ErrMoved) && t.peer.hall() {
			return ErrUnsure // another process of the hall may have written an earlier attempt at the same act
		}
		return refusal(err)
	}
	if err == nil && t.kept.running == nil {
		t.kept.pay()
	}
	t.apply(c)
	return nil
}

// record returns the record lines of c as the journal holds them, preceded by those of c.before.
func (c change) record() (lines []string) {
	if c.before != nil {
		lines = c.before.record()
	}
	lines = slices.Concat(lines, c.lines)
	if last := len(lines) - 1; len(c.lines) > 0 {
		lines[last] = match.ActLine(c.act, lines[last])
	}
	if note := c.m.Note(); note != "" && c.event.What == Played {
		lines = append(lines, note)
	}
	return lines
}

// apply applies a written change, after its change before.
func (t *Table) apply(c change) {
	if c.before != nil {
		t.put(*c.before)
	}
	t.put(c)
}

// put applies a change and sends its events: first news about the journal, if any, then the change itself.
func (t *Table) put(c change) {
	t.m = c.m
	if t.left != nil && !t.left.stays(t.m, c.event) {
		t.left = nil
	}
	if (!c.light || len(c.lines) > 0) && t.peer.link == nil { // otherwise the number comes from the host
		t.n++
	}
	switch what := c.event.What; {
	case c.pace != nil:
		t.pacing.set(*c.pace, t.pacing.paused, t.pacing.held)
	case c.ends, what == Loaded, what == Paced:
		t.pacing.set(t.pacing.Pace, c.paused, t.pacing.held)
	case what == Offered, what == Declined:
		t.offers(c.offer)
	}
	if c.hurries {
		t.interval.hurry()
	}
	if !c.light {
		if t.peer.link == nil {
			t.offers(nil)
		}
		t.interval.end()
		t.interval = newInterval()
		t.peer.happened(c.event, t.m)
		t.alarms.beat()
		t.alarms.attend()
	}
	t.mention()
	if !c.quiet {
		c.event.Lines, c.event.ends = c.lines, !c.light
		t.tell(c.event)
	}
	if c.also != nil {
		t.tell(*c.also)
	}
	t.computer.wake()
}

// tell sends an event to everybody at the table, each time limited to what the person may know.
func (t *Table) tell(e Event) {
	t.mention()
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

func (t *Table) sight(w who) Sight {
	s := w.sight(t.m)
	s.N, s.Paused = t.n, t.pacing.paused
	s.Kept = t.kept.journal != nil && t.kept.unkept == nil && t.m.Unfinished()
	if why := t.kept.why(); why != nil && w.rights&SetsUp != 0 {
		s.Situation.Unsaved = why.Error()
	}
	s.Situation.Other, s.left = t.peer.shows(w.place), t.left
	s.Situation.Hall, s.Situation.Lost = t.peer.atHall(), t.peer.lost()
	s.Situation.Places = t.peer.places(t.m)
	s.Situation.Plain, s.Situation.Watchers = t.peer.plain, t.peer.watchers
	s.Situation.Hints = t.peer.remote() && t.peer.aided(t.m)
	s.Situation.Unaided = !s.Over && !s.Situation.Hints && !t.kept.hosted.Hints && (t.peer.remote() || t.kept.hosted.ID != "") || match.Unaided(t.m)
	if s.Situation.Aids = t.m.Aids(); t.peer.link != nil {
		s.Situation.Aids = t.peer.link.aids
	}
	if t.peer.clock != nil {
		s.Clock = t.peer.clock.now
	}
	if w.here {
		far := t.peer.at(Second)
		s.Situation.Closes, s.Situation.Asleep, s.Situation.Since = t.peer.closes, far.sleep.told, far.since
		if how, from, ok := t.peer.claimable(t.m, t.m.Side); ok && !time.Now().Before(from) {
			s.Situation.Claim = how
		}
		if t.peer.claim != nil {
			s.Situation.Claimed = t.peer.claim.how
		}
		s.Situation.Invite, s.Situation.Link, s.Situation.Sights, s.Situation.Others = t.peer.hosting.Invite, t.peer.hosting.Link, t.peer.hosting.Sights, t.peer.hosting.Others
		s.Situation.Rests = t.peer.rests(t.m, &t.kept)
	}
	s.Situation.Chat = t.peer.hosting.Chat
	if l := t.peer.link; l != nil {
		s.Situation.Chat, s.Situation.Crowded = s.Situation.Chat || l.chat, l.crowded
		if w.here {
			s.Situation.Link = l.invite
		}
	}
	if t.peer.offer != nil {
		s.Situation.Offer, s.Situation.OfferBy = t.peer.offer.what, t.peer.offer.by
	}
	if t.peer.remote() && !s.Over {
		s.Situation.Waits = t.peer.awaited() || s.Situation.Other == Awaited || s.ToMove == game.Anyone && !w.prepares(t.m) ||
			s.ToMove >= 0 && !w.plays(s.ToMove, t.m) && !s.Thinking || s.Situation.Offer != NoOffer && s.Situation.OfferBy == s.Seat
	}
	s.entered(t.doubt != nil)
	return s
}
