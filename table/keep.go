package table

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/match"
)

const (
	hangTime  = 3 * time.Second // how long a table waits for its journal. It is shorter than the silence after which another machine counts as away.
	retryTime = time.Second     // the interval at which a table then asks whether a change was written
	mostDone  = match.MostActs  // the number of Acts with an ID that a table remembers
)

// Keeper is implemented by a journal whose file another program, such as a sync tool, may remove or change while the game is played.
type Keeper interface {
	Keep() error  // makes sure that all appended lines are on the disk at this moment
	News() string // sentences about what has happened to the file since the last call of News, or ""
}

// Keep tries to make sure that the game is on the disk at this moment, and reports whether it succeeded. The result news is a message for the
// person: why the game is not kept, what has happened to its file, or "". A game in which nothing has happened yet is not on the disk. Now.Kept may
// be out of date; Keep waits for the table and the disk. Only the person at this machine may call it.
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

// errHangs means that the journal may or may not hold the lines that were to be written.
var errHangs = errors.New("the disk does not respond")

// errWaits means that lines were not written, because an earlier write has not ended.
var errWaits = errors.New("the disk has not responded yet")

// keeping holds the state of how a game is kept on disk.
type keeping struct {
	begin   func() (match.Ledger, error) // creates the journal of a new game; nil: games are not kept
	after   func(time.Duration) <-chan time.Time
	must    bool           // see Config.MustKeep
	study   bool           // this match is not kept
	journal match.Ledger   // nil before the first change of the match
	at      uint64         // the number of the last event of the journal that the table knows
	tried   []string       // lines that the journal may or may not hold after at; nil: there are none
	owed    int            // how many of these lines to write with the next change if the journal does not hold them
	running <-chan written // the write of these lines, if it has not ended in time; otherwise nil
	lost    bool           // the outcome of a write of these lines was match.ErrUnknown
	unkept  error          // why the last attempt to write the journal failed; NotKept was sent
	owing   []*debt        // the games before this one that are not in the library yet, the oldest first
	seat    error          // why the key of the guest's seat is not stored
	late    []string       // lines not yet in the journal, if there is one
	hosted  match.Hosted   // what the journal records about hosting
	clock   string         // the clock of a continued hosted game, as stored in its journal
	offer   match.Offer    // the offer that was pending in that journal
	salts   map[int]string // the salts of the commitments to hidden information, by round
}

type written struct {
	journal match.Ledger
	at      uint64
	err     error
}

// open makes journal, which may be nil, the journal of the game, and returns the IDs of the acts recorded in it.
func (k *keeping) open(journal match.Ledger) (acts []string) {
	var past match.Past
	if j, ok := journal.(interface{ Past() match.Past }); ok {
		past = j.Past()
	}
	k.journal, k.at, k.study = journal, 0, false
	if journal != nil {
		_, k.at, _ = journal.Read(0) // if the journal cannot be read, the first write reports it
	}
	k.hosted, k.salts, k.clock, k.offer = past.Hosted, maps.Clone(past.Salts), past.Clock, past.Offer
	return past.Acts
}

// write appends lines to the journal, after those that an earlier failure left out. The first change of a match creates the journal; m is the match
// after the lines, and act the ID of the Act that caused them, or "". If refused is set, lines that cannot be written are not written later either;
// but after errHangs they may be in the journal; see resolve.
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
		k.tried = slices.Concat(k.tried, past.Lines(), match.Notes(m), match.AnalysisLines(m))
	}
	if !refused {
		k.owed = len(k.tried)
	}
	if k.late = nil; p.hall() { // a hall keeps the players elsewhere
		for i, line := range k.tried {
			k.tried[i] = match.Nameless(line)
		}
	}
	if len(k.tried) > 0 {
		if err = k.try(); k.lost && k.running == nil {
			err = k.resolve() // often it is known immediately
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

// If it is unknown whether the journal holds the lines of an earlier write, resolve tries to find out. The error errHangs means that this is still
// unknown; any other error is the reason why the lines are missing.
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

// try writes the lines in tried, and waits at most hangTime.
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

// took records the outcome w of writing the lines in tried.
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

// create returns a new journal, made by the function begin, with these lines.
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

// doubt is a change that the journal may or may not hold. Until that is known, the table refuses other changes.
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
	if t.peer.clock != nil && d.clock != nil { // nobody could move during the doubt
		d.clock.now.At = time.Now()
		t.peer.clock = d.clock
	}
	t.done.add(d.done)
	t.apply(d.change)
}

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

// drop discards the journal, if the table still has one. If the journal cannot be removed at present, drop leaves it unchanged.
func (k *keeping) drop(p *peer) {
	_ = k.end(match.Ledger.Discard)
	k.late, k.salts, k.unkept = nil, nil, nil
	if !p.remote() {
		k.hosted = match.Hosted{}
	}
}

// The method end calls its parameter for the journal, if there is one, as soon as a write that still runs has ended. Afterwards the table has no journal.
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

// archive adds a game that was played with another machine to the library of this machine, with note unless it is "".
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

// debt is a game that ended at a table. Until it is paid, a part of the game is missing from the library.
type debt struct {
	keeping
	m    match.Match
	rest []string // lines that follow those of m
	paid bool
}

// owes takes m, the game on the table, from the table. If a part of m is not written, m becomes a debt; pay then writes the lines in the parameter
// rest after m's own.
func (k *keeping) owes(m match.Match, rest ...string) *debt {
	d := &debt{keeping: *k, m: m, rest: rest}
	k.journal, k.at, k.tried, k.running, k.lost, k.late, k.unkept = nil, 0, nil, nil, false, nil, nil
	if d.unkept == nil && d.tried == nil {
		d.archive()
	} else {
		k.owing = append(k.owing, d)
	}
	return d
}

func (d *debt) archive() {
	if d.paid = true; d.journal != nil {
		_ = d.journal.Archive() // the appended lines are already on the disk
	}
}

// takes makes the game of a debt the game on the table again. If d is nil, the game on the table has no journal.
func (k *keeping) takes(d *debt) {
	if d == nil {
		d = &debt{}
	}
	k.owing = slices.DeleteFunc(slices.Clone(k.owing), func(other *debt) bool { return other == d })
	k.journal, k.at, k.tried, k.owed, k.running, k.lost, k.late, k.unkept = d.journal, d.at, d.tried, d.owed, d.running, d.lost, d.late, d.unkept
	k.salts = nil
}

// pay writes the games of the debts, as far as that is possible now.
func (k *keeping) pay() {
	near := &peer{far: everybodyNear, hosting: unhosted}
	for ; len(k.owing) > 0; k.owing = k.owing[1:] {
		d := k.owing[0]
		err := d.write(d.m, nil, "", near, false)
		if rest := d.rest; err == nil && rest != nil {
			d.rest = nil
			err = d.write(d.m, rest, "", near, false)
		}
		if err != nil {
			return
		}
		d.archive()
	}
}

// why returns an error that says what is not on disk, and why, or nil.
func (k *keeping) why() error {
	switch {
	case k.unkept != nil:
		return fmt.Errorf("this game is not saved: %w", k.unkept)
	case len(k.owing) > 0:
		return fmt.Errorf("an earlier game is not saved: %w", cmp.Or(k.owing[0].unkept, errHangs))
	case k.seat != nil:
		return fmt.Errorf("your seat is not saved: %w", k.seat)
	}
	return nil
}

// save tries again to write what is not on disk.
func (t *Table) save() {
	if t.settle(); t.kept.why() == nil || t.doubt != nil || t.closed {
		return
	}
	if t.kept.unkept == nil || t.kept.write(t.m, nil, "", &t.peer, false) == nil {
		t.kept.pay()
	}
	t.mention()
}

// mention sends events when something is not on disk, when everything is on disk again, and when something has happened to the file of the game.
func (t *Table) mention() {
	why, was, text := t.kept.why(), t.unsaved, ""
	t.unsaved = why != nil
	if k, ok := t.kept.journal.(Keeper); ok && why == nil && t.kept.running == nil {
		text = k.News()
	}
	switch {
	case why != nil && !was:
		t.tell(Event{What: NotKept, Err: why})
	case why == nil && was, text != "":
		t.tell(Event{What: KeptAgain, Text: text})
	}
}

// Seated records why the key of the guest's seat could not be stored, or nil if it was.
func (l *Copy) Seated(why error) {
	l.table.mu.Lock()
	defer l.table.mu.Unlock()
	l.table.kept.seat = why
	l.table.mention()
}

// UnsavedError means that games at a table are not on disk.
type UnsavedError struct {
	Why   error         // says what is not on disk, and why
	Games []match.Match // the one on the table last
}

// Error implements error.
func (e *UnsavedError) Error() string { return e.Why.Error() }

// Text returns the games as saved games, with the ID and the moves of each but without hashes.
func (e *UnsavedError) Text() string {
	var b, text strings.Builder
	for _, m := range e.Games {
		_ = m.Save(&b) // a match that is too long to save could not be read either
	}
	for line := range strings.Lines(b.String()) {
		text.WriteString(line[:len(line)-1-match.SealBytes] + "\n")
	}
	return text.String()
}

// unsaved returns an *UnsavedError if a game is not on disk; m is the one on the table.
func (k *keeping) unsaved(m match.Match) error {
	e := &UnsavedError{Why: k.why()}
	for _, d := range k.owing {
		e.Games = append(e.Games, d.m)
	}
	if k.unkept != nil {
		e.Games = append(e.Games, m)
	}
	if len(e.Games) == 0 {
		return nil
	}
	return e
}

// left is an abandoned game, with the data that Undo needs to restore it.
type left struct {
	m      match.Match
	debt   *debt // its journal; nil if nobody has played
	paused bool
	begun  int // the ply at which the next game began
}

// abandon ends the game on the table, because c begins another one. A game in which a seat has acted stays on disk. If refuses is set, it first
// creates the journal of the next hosted game, so that a restart finds it. After an error nothing has changed.
func (t *Table) abandon(c change, refuses bool) error {
	k := &t.kept
	next := keeping{begin: k.begin, after: k.after, hosted: k.hosted}
	if refuses && k.hosted.ID != "" {
		if err := next.write(c.m, nil, c.act, &t.peer, true); err != nil {
			_ = next.end(match.Ledger.Discard)
			return refusal(err)
		}
	}
	if !k.study && t.m.Begun() {
		if t.m.Played() && t.m.Unfinished() && k.journal != nil { // without this line the game counts as unfinished
			err := k.write(t.m, []string{match.AbandonedLine}, "", &t.peer, refuses)
			if err != nil && refuses {
				_ = next.end(match.Ledger.Discard)
				if errors.Is(err, errHangs) {
					k.owe(t.m.SideLine()) // any line after AbandonedLine revokes it
				}
				return refusal(err)
			}
		}
		t.left = &left{m: t.m, paused: t.pacing.paused}
		if t.m.Played() {
			var rest []string
			if k.journal == nil && t.m.Unfinished() {
				rest = []string{match.AbandonedLine}
			}
			t.left.debt = k.owes(t.m, rest...)
		}
	}
	k.study = false
	k.drop(&t.peer)
	k.journal, k.at = next.journal, next.at
	return nil
}

// stays reports whether Undo can still restore the abandoned game after an event that led to m: at most the computer, moving first, has
// acted since.
func (l *left) stays(m match.Match, e Event) bool {
	return e.What != Loaded && m.Ply()+m.Ahead() == l.begun || e.What == Played && e.Program && m.Ply() == l.begun+1
}

// undone reports whether Undo restores the abandoned game; the parameters are the match and the error that stepped returned.
func (l *left) undone(to match.Match, err error) bool {
	return l != nil && (errors.Is(err, match.ErrNothing) || to.Ply() < l.begun)
}

// reopen writes lines to the journal of the abandoned game, which becomes the journal of the table. If the journal refuses the lines, or if
// somebody has continued that game, nothing changes.
func (k *keeping) reopen(l *left, c change, lines []string, p *peer, refuses bool) error {
	now := *k
	k.takes(l.debt)
	err := k.write(c.m, lines, c.act, p, refuses)
	if err != nil && (refuses || errors.Is(err, match.ErrMoved)) {
		_ = k.end(match.Ledger.Archive)
		*k = now
		return err
	}
	_ = now.end(match.Ledger.Discard) // at most the computer has moved in the new game
	return err
}
