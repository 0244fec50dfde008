package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/match"
)

// debt is a game that ended at a table. Until it is paid, a part of it is not in the library.
type debt struct {
	keeping
	m    match.Match
	rest []string // lines that follow those of m
	paid bool
}

// owes takes m, the game on the table, from the table. If a part of m is not written, m becomes a debt; pay then writes rest after m's own lines.
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
		_ = d.journal.Archive() // what was appended is on the disk already
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

// why says what is not on disk, and why, or returns nil.
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

// save tries again to write what is not written.
func (t *Table) save() {
	if t.settle(); t.kept.why() == nil || t.doubt != nil || t.closed {
		return
	}
	if t.kept.unkept == nil || t.kept.write(t.m, nil, "", &t.peer, false) == nil {
		t.kept.pay()
	}
	t.mention()
}

// mention tells that something is not on disk, or that everything is again, and what has happened to the file of the game.
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

// Seated records whether the key of the seat of the guest here could be stored: why not, or nil.
func (l *Copy) Seated(why error) {
	l.table.mu.Lock()
	defer l.table.mu.Unlock()
	l.table.kept.seat = why
	l.table.mention()
}

// UnsavedError says that games at a table are not on disk.
type UnsavedError struct {
	Why   error         // says what is not on disk, and why
	Games []match.Match // the one on the table last
}

// Error implements error.
func (e *UnsavedError) Error() string { return e.Why.Error() }

// Text returns each of the games as a saved game, whose lines have its ID and its moves, without the hashes.
func (e *UnsavedError) Text() string {
	var b, text strings.Builder
	for _, m := range e.Games {
		_ = m.Save(&b) // a match that is too long for that is too long for a person
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

// left is an abandoned game, with what Undo needs to restore it.
type left struct {
	m      match.Match
	debt   *debt // its journal; nil if nobody has played
	paused bool
	begun  int // the ply at which the next game began
}

// abandon ends the game on the table, because c begins another one. A game in which a seat has acted stays on disk. A table that refuses what
// cannot be written creates the journal of the next hosted game first, so that a restart finds it; after an error nothing has changed.
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

// undone reports whether Undo restores the abandoned game; to and err are what stepped returned for it.
func (l *left) undone(to match.Match, err error) bool {
	return l != nil && (errors.Is(err, match.ErrNothing) || to.Ply() < l.begun)
}

// reopen writes lines to the journal of the abandoned game, which becomes the journal of the table. If that is refused, or if
// somebody has continued that game, nothing has changed.
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
