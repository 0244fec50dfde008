// Package table is a live match: who sits where, whose turn it is, programs that think, everything kept on disk before it
// is shown, and everybody told what they may know. Whoever plays or looks on does so through a Person.
package table

import (
	"context"
	"slices"
	"sync"

	"attic/game"
	"attic/match"
)

// Journal keeps the lines of a match's record. When Append returns nil the lines are safe; otherwise none of them is
// there, and it may be tried again.
type Journal interface {
	Append(lines ...string) error
	Close() error   // keeps the game for later
	Discard() error // forgets it
}

// Config is what a Table is made from.
type Config struct {
	Match   match.Match
	Journal Journal                 // of Match if it was kept before; otherwise nil
	Begin   func() (Journal, error) // makes the journal of a new game; nil: games are not kept
	Chance  func() uint64           // seeds for new games

	// MustKeep says that what cannot be kept is not done either. Otherwise play goes on, and keeping is tried again at
	// every change.
	MustKeep bool

	// Opponent returns what a player's Engine names, to play in the program's place, or says what is wrong with the
	// name. It returns at once: what takes time is left for the first move. nil: no engine can sit here.
	Opponent func(engine string) (Opponent, error)
	Pace     Pace
	Pool     *Pool // where programs and hints think; nil: one that all such tables share
}

// Table is a live match. Its methods may be called from several goroutines.
type Table struct {
	game     game.Game
	begin    func() (Journal, error)
	chance   func() uint64
	mustKeep bool
	opponent func(engine string) (Opponent, error)
	pool     *Pool

	mu       sync.Mutex // held while something is done; whoever only looks asks a Person, who has a lock of their own
	m        match.Match
	n        uint64 // the number of the last change
	people   []*Person
	done     []doneAct
	closed   bool
	journal  Journal
	unkept   bool            // keeping has failed the last time, which everybody knows
	late     []string        // what the journal lacks, if there is one
	turn     context.Context // done as soon as anything changes
	change   context.CancelFunc
	hurried  context.Context // done when turn is, or when the program is to move at once
	hurry    context.CancelFunc
	expected game.Thought // by the program whose turn it is
	pace     Pace
	paused   bool
	paced    chan struct{} // closed when pace or paused change

	programs context.Context // while programs may move; nil before
	busy     bool            // a goroutine lets them
	working  sync.WaitGroup
	seated   opponents // used by that goroutine alone
}

// New returns a table with a match on it. Close it in the end.
func New(c Config) *Table {
	t := &Table{
		n: 1, game: c.Match.Game(), begin: c.Begin, chance: c.Chance, mustKeep: c.MustKeep, m: c.Match, journal: c.Journal,
		opponent: c.Opponent, pool: c.Pool, pace: c.Pace, paced: make(chan struct{}), seated: opponents{},
	}
	if t.pool == nil {
		t.pool = everybody
	}
	t.await()
	return t
}

// Game returns the game that is played here.
func (t *Table) Game() game.Game { return t.game }

// Close ends the table for good. The game is kept unless it is over for good or nothing has happened in it.
func (t *Table) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	t.change()
	if t.unkept {
		_ = t.write(t.m, nil) // everybody knows
	}
	if t.journal == nil {
		return nil
	}
	journal := t.journal
	t.journal = nil
	if !t.m.Unfinished() {
		return journal.Discard()
	}
	return journal.Close()
}

// Load puts another match on the table; the one that was there is kept. journal is that of a kept match, or nil.
func (t *Table) Load(m match.Match, journal Journal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(Journal.Close)
	t.journal = journal
	t.put(change{m: m, event: Event{What: Loaded}}, nil)
}

// become does a change: it is kept, then made, then told. What must be kept and cannot is not done.
func (t *Table) become(c change) error {
	if c.ends {
		t.drop(Journal.Discard)
		t.put(c, nil)
		return nil
	}
	was := t.unkept
	err := t.write(c.m, c.lines)
	if err != nil && t.mustKeep {
		return ErrBusy
	}
	var news *Event
	switch {
	case err != nil && !was:
		news = &Event{What: NotKept, Err: err}
	case was && !t.unkept:
		news = &Event{What: KeptAgain}
	}
	t.put(c, news)
	return nil
}

// put makes m the match of the table and tells everybody, before it what is to be told of the journal.
func (t *Table) put(c change, news *Event) {
	t.m = c.m
	if !c.light || len(c.lines) > 0 {
		t.n++
	}
	if c.ends || c.event.What == Loaded {
		t.paused = false
	}
	if !c.light {
		t.change()
		t.await()
	}
	if news != nil {
		t.tell(*news)
	}
	if !c.quiet {
		c.event.Lines, c.event.ends = c.lines, !c.light
		t.tell(c.event)
	}
	t.wake()
}

// tell tells everybody an event, as they may know it.
func (t *Table) tell(e Event) {
	sights := map[who]Sight{} // one for all of a kind
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

// sight is what somebody may know now.
func (t *Table) sight(w who) Sight {
	s := w.sight(t.m)
	s.N, s.Paused = t.n, t.paused
	s.Kept = t.journal != nil && !t.unkept && t.m.Unfinished()
	return s
}

// await begins to wait for the next change.
func (t *Table) await() {
	t.turn, t.change = context.WithCancel(context.Background())
	t.hurried, t.hurry = context.WithCancel(t.turn)
	t.expected = game.Thought{}
}

// write writes lines to the journal, after those that could not be written before. The journal begins with the first
// move. m is the match after them.
func (t *Table) write(m match.Match, lines []string) (err error) {
	switch {
	case t.journal == nil && (t.begin == nil || !m.Begun()), len(lines) == 0 && !t.unkept:
		return nil
	case t.journal == nil:
		var journal Journal
		if journal, err = t.begin(); err != nil {
			break
		}
		if err = journal.Append(append([]string{match.JournalHead}, m.Lines()...)...); err != nil {
			_ = journal.Discard() // there is nothing in it that could be resumed
			break
		}
		t.journal = journal
	default:
		all := append(slices.Clip(t.late), lines...)
		if err = t.journal.Append(all...); err != nil && !t.mustKeep {
			t.late = all
		}
	}
	if err == nil {
		t.unkept, t.late = false, nil
	} else if !t.mustKeep {
		t.unkept = true
	}
	return err
}

// drop ends the journal, if there is one. What cannot be closed or removed now stays as it is.
func (t *Table) drop(end func(Journal) error) {
	if t.journal != nil {
		_ = end(t.journal)
		t.journal = nil
	}
	t.late = nil
}
