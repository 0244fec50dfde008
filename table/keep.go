package table

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"attic/game"
	"attic/match"
)

const (
	hangTime  = 3 * time.Second // how long a table waits for its journal. It is shorter than the silence after which another machine counts as away.
	retryTime = time.Second     // how often a table then asks whether a change was written
	mostDone  = match.MostActs  // how many Acts with an ID a table remembers, for Act.ID
)

// Keeper is implemented by a journal whose file another program, such as a sync tool, may remove or change while the game is played.
type Keeper interface {
	Keep() error  // makes sure that what was appended is on the disk at this moment
	News() string // sentences about what has happened to the file since the last call of News, or ""
}

// Keep makes sure that the game is on the disk at this moment, and reports whether it is. news is what the person should be told: why the
// game is not kept, what has happened to its file, or "". A game in which nothing has happened yet is not on the disk. Now.Kept is only
// what the table remembers; Keep waits for the table and the disk. Only the person at this machine may call it.
func (p *Person) Keep() (kept bool, news string) {
	t := p.table
	t.mu.Lock()
	defer t.mu.Unlock()
	t.save()
	err := t.kept.unkept
	if err == nil && (t.kept.journal == nil || t.peer.link != nil) {
		return false, ""
	}
	if t.kept.tried != nil {
		err = errHangs
	}
	if k, ok := t.kept.journal.(Keeper); ok && err == nil {
		err = k.Keep()
		news = k.News()
	}
	if err != nil {
		return false, fmt.Sprintf("This game is not saved: %v.", err)
	}
	return true, news
}

// errHangs is the error for a journal of which is not known whether it holds the lines that were to be written.
var errHangs = errors.New("the disk does not respond")

// errWaits is the error for lines that were not written, because an earlier write has not ended.
var errWaits = errors.New("the disk has not answered yet")

// keeping is how a game is kept on disk.
type keeping struct {
	begin   func() (match.Ledger, error) // creates the journal of a new game; nil: games are not kept
	after   func(time.Duration) <-chan time.Time
	must    bool           // see Config.MustKeep
	study   bool           // this match is not kept
	journal match.Ledger   // nil before the first change of the match
	at      uint64         // the number of the last event of the journal that the table knows
	tried   []string       // lines of which it is not known whether the journal holds them after at; nil: there are none
	owed    int            // how many of them are written with the next change if the journal does not hold them
	running <-chan written // the write of these lines, which has not ended in time; nil: it has
	lost    bool           // the outcome of a write of these lines was match.ErrUnknown
	unkept  error          // why the last attempt to write the journal failed; NotKept was sent
	owing   []*debt        // the games before this one that are not in the library yet, the oldest first
	seat    error          // why the key of the guest's seat is not stored
	late    []string       // lines not yet in the journal, if there is one
	hosted  match.Hosted   // what the journal records about hosting
	clock   string         // the clock of a continued hosted game, as stored in its journal
	offer   match.Offer    // that stood in it
	salts   map[int]string // the salts of the commitments to hidden information, by round
}

// written is how a write to a journal has ended.
type written struct {
	journal match.Ledger
	at      uint64
	err     error
}

// open makes a journal, or nil, that of the game, and returns the IDs of the acts that it records.
func (k *keeping) open(journal match.Ledger) (acts []string) {
	var past match.Past
	if j, ok := journal.(interface{ Past() match.Past }); ok {
		past = j.Past()
	}
	k.journal, k.at, k.study = journal, 0, false
	if journal != nil {
		_, k.at, _ = journal.Read(0) // if it cannot be read, the first write says so
	}
	k.hosted, k.salts, k.clock, k.offer = past.Hosted, maps.Clone(past.Salts), past.Clock, past.Offer
	return past.Acts
}

// write appends lines to the journal, after those that an earlier failure left out. The first change of a match creates the journal; m is
// the match after the lines, and act the ID of the Act that caused them, or "". If refused is set, lines that cannot be written are not written
// later either; but after errHangs they may be in the journal, and resolve tells.
func (k *keeping) write(m match.Match, lines []string, act string, p *peer, refused bool) error {
	switch {
	case p.link != nil: // the host keeps the game
		return nil
	case m.Sighted(), k.study, k.journal == nil && k.tried == nil && (k.begin == nil || !m.Begun() && k.hosted.ID == ""):
		return nil
	}
	err := k.resolve()
	switch {
	case !errors.Is(err, errHangs):
		err = nil
	case refused:
		return errWaits
	default:
		k.owe(lines...)
		return err
	}
	k.tried, k.owed = slices.Concat(k.late, lines), len(k.late)
	if k.journal == nil {
		k.tried, k.owed = append([]string{match.JournalHead}, m.Lines()...), 0
		k.tried[len(k.tried)-1] = match.ActLine(act, k.tried[len(k.tried)-1])
		past := match.Past{Hosted: k.hosted}
		if p.clock != nil {
			past.Clock = p.clock.text()
		}
		k.tried = append(append(k.tried, past.Lines()...), match.Notes(m)...)
	}
	if !refused {
		k.owed = len(k.tried)
	}
	if k.late = nil; p.hall() { // who plays is kept elsewhere
		for i, line := range k.tried {
			k.tried[i] = match.Nameless(line)
		}
	}
	if len(k.tried) > 0 {
		if err = k.try(); k.lost && k.running == nil {
			err = k.resolve() // often it is known at once
		}
	}
	if err == nil || k.unkept != nil || !refused {
		k.unkept = err
	}
	return err
}

// owe makes lines part of the next write.
func (k *keeping) owe(lines ...string) {
	if k.journal != nil || k.tried != nil { // otherwise the lines of the whole match are written
		k.late = append(k.late, lines...)
		if k.unkept == nil {
			k.unkept = errWaits
		}
	}
}

// resolve finds out whether the journal holds the lines of an earlier write, if that is not known. The error is errHangs as long as it is not
// known, and the reason why it does not hold them otherwise.
func (k *keeping) resolve() error {
	if k.running != nil {
		select {
		case w := <-k.running:
			if err := k.took(w); !k.lost {
				return err
			}
		default:
			return errHangs
		}
	}
	if k.tried == nil {
		return nil
	}
	return k.try()
}

// try writes the lines tried, and waits at most hangTime.
func (k *keeping) try() error {
	done := make(chan written, 1)
	k.running = done
	go func(begin func() (match.Ledger, error), journal match.Ledger, at uint64, lines []string, lost bool) {
		if journal == nil {
			done <- create(begin, lines)
			return
		}
		last, err := journal.Append(at, lines...)
		if lost && errors.Is(err, match.ErrMoved) {
			tail, end, e := journal.Read(at)
			switch {
			case e != nil:
				err = match.ErrUnknown
			case match.Holds(tail, lines):
				last, err = end, nil
			}
		}
		done <- written{journal, last, err}
	}(k.begin, k.journal, k.at, k.tried, k.lost)
	select {
	case w := <-done:
		return k.took(w)
	case <-k.after(hangTime):
		return errHangs
	}
}

// took takes note of how the write of the lines tried has ended.
func (k *keeping) took(w written) error {
	k.running = nil
	lost := k.lost && w.err != nil && !errors.Is(w.err, match.ErrMoved) // not even another attempt was possible
	switch {
	case lost, errors.Is(w.err, match.ErrUnknown):
		k.journal, k.lost = w.journal, true
		return errHangs
	case w.err == nil:
		if k.journal, k.at, k.unkept = w.journal, w.at, nil; len(k.late) > 0 {
			k.unkept = errWaits
		}
	case k.journal != nil: // otherwise the lines of the whole match are written next time
		k.late = append(k.tried[:k.owed:k.owed], k.late...)
	}
	k.tried, k.lost = nil, false
	return w.err
}

// create returns a new journal, which begin has begun, with these lines.
func create(begin func() (match.Ledger, error), lines []string) written {
	journal, err := begin()
	if err != nil {
		return written{err: err}
	}
	last, err := journal.Append(0, lines...)
	if err != nil && !errors.Is(err, match.ErrUnknown) {
		_ = journal.Discard() // it holds nothing that could be resumed
		return written{err: err}
	}
	return written{journal, last, err}
}

// doneActs are the results of the last Acts with an ID.
type doneActs []doneAct

// doneAct is the result of an Act with an ID.
type doneAct struct {
	by  *Person // nil for somebody on another machine, who may come back as another Person; their IDs are random
	id  string
	err error
}

// find returns the result of a person's Act, and whether it was done.
func (list doneActs) find(p *Person, id string) (error, bool) {
	i := slices.IndexFunc(list, func(d doneAct) bool { return (d.by == p || d.by == nil) && d.id == id })
	if id == "" || i < 0 {
		return nil, false
	}
	return list[i].err, true
}

// recall adds the Acts that a journal records as done.
func (list *doneActs) recall(ids []string) {
	for _, id := range ids {
		list.add(doneAct{id: id})
	}
}

// add adds the result of an Act, unless it has no ID.
func (list *doneActs) add(d doneAct) {
	if d.id != "" {
		*list = append((*list)[max(0, len(*list)-mostDone+1):], d)
	}
}

// doubt is a change of which it is not known whether the journal holds it. Until that is known, the table refuses other changes.
type doubt struct {
	change
	clock *clock  // after the change
	done  doneAct // the result of the Act, if it was written
}

// settle ends the doubt, if there is one, as soon as it is known whether the change was written.
func (t *Table) settle() {
	d := t.doubt
	if d == nil || t.closed {
		return
	}
	err := t.kept.resolve()
	if errors.Is(err, errHangs) {
		t.alarms.in(doubtAlarm, retryTime, t.settle)
		return
	}
	t.certain()
	if err != nil {
		t.tell(Event{What: Presence, By: game.Anyone})
		t.computer.wake()
		return
	}
	if t.peer.clock != nil && d.clock != nil { // nobody could move meanwhile
		d.clock.now.At = time.Now()
		t.peer.clock = d.clock
	}
	t.done.add(d.done)
	t.apply(d.change)
}

// certain ends the doubt.
func (t *Table) certain() {
	t.doubt = nil
	t.alarms.stop(doubtAlarm)
}

// keep writes lines to the journal, or makes them part of the next change if they cannot be written now.
func (t *Table) keep(lines ...string) {
	t.settle()
	if t.kept.journal == nil && t.kept.tried == nil { // the first change writes the whole match
		return
	}
	if t.doubt != nil {
		t.kept.owe(lines...)
	} else {
		_ = t.kept.write(t.m, lines, "", &t.peer, false)
	}
	t.mention()
}

// drop discards the journal, if there is one that was not put away. A journal that cannot be removed now stays as it is.
func (k *keeping) drop(p *peer) {
	_ = k.end(match.Ledger.Discard)
	k.late, k.salts, k.unkept = nil, nil, nil
	if !p.apart() {
		k.hosted = match.Hosted{}
	}
}

// end calls end for the journal, if there is one, as soon as a write that still runs has ended. The table has none after that.
func (k *keeping) end(end func(match.Ledger) error) (err error) {
	switch running, journal := k.running, k.journal; {
	case running != nil:
		go func() {
			if w := <-running; w.journal != nil {
				_ = end(w.journal)
			}
		}()
	case journal != nil:
		err = end(journal)
	}
	k.journal, k.at, k.tried, k.running, k.lost = nil, 0, nil, nil, false
	return err
}

// archive adds a game that was played with another machine to the library of this one, with note unless it is "".
func (k *keeping) archive(m match.Match, note string) {
	if k.begin == nil || m.Sighted() || !m.Played() {
		return
	}
	d := &debt{keeping: keeping{begin: k.begin, after: k.after}, m: m}
	if note != "" {
		d.rest = append(d.rest, note)
	}
	if m.Unfinished() { // nobody will continue it here
		d.rest = append(d.rest, match.AbandonedLine)
	}
	k.owing = append(k.owing, d)
	k.pay()
}
