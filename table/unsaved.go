package table

import (
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/match"
)

// debt is a game that ended at a table before all of it was written.
type debt struct {
	keeping
	m    match.Match
	rest []string // lines that follow those of m
	paid bool
}

// owes makes a debt of the game on the table, m, if a part of it is not written, and returns it, or nil.
func (k *keeping) owes(m match.Match, rest []string) *debt {
	if k.unkept == nil || !m.Begun() {
		return nil
	}
	d := &debt{keeping: *k, m: m, rest: rest}
	d.owing, d.seat = nil, nil
	k.owing = append(k.owing, d)
	k.journal, k.at, k.tried, k.running, k.lost, k.late, k.unkept = nil, 0, nil, nil, false, nil, nil
	return d
}

// debtOf returns the debt with a match, or nil.
func (k *keeping) debtOf(m match.Match) *debt {
	for _, d := range k.owing {
		if d.m.Game() == m.Game() && slices.Equal(d.m.Lines(), m.Lines()) {
			return d
		}
	}
	return nil
}

// takes makes the game of a debt, if d is one, the game on the table again.
func (k *keeping) takes(d *debt) {
	switch {
	case d == nil:
	case d.paid:
		k.journal, k.at = d.journal, d.at
	default:
		k.owing = slices.DeleteFunc(slices.Clone(k.owing), func(other *debt) bool { return other == d })
		k.journal, k.at, k.tried, k.owed, k.running, k.lost, k.late, k.unkept = d.journal, d.at, d.tried, d.owed, d.running, d.lost, d.late, d.unkept
	}
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
		_ = d.journal.Archive() // what was appended is on the disk already
		d.paid = true
	}
}

// why says what is not on disk, and why, or returns nil.
func (k *keeping) why() error {
	switch {
	case k.unkept != nil:
		return fmt.Errorf("this game is not saved: %w", k.unkept)
	case len(k.owing) > 0:
		return fmt.Errorf("an earlier game is not saved: %w", k.owing[0].unkept)
	case k.seat != nil:
		return fmt.Errorf("your seat is not saved: %w", k.seat)
	}
	return nil
}

// save tries again to write what is not written. The event is KeptAgain when nothing is missing any more.
func (t *Table) save() {
	t.settle()
	if was := t.kept.why(); was != nil && t.doubt == nil && !t.closed {
		if t.kept.unkept == nil || t.kept.write(t.m, nil, "", &t.peer, false) == nil {
			t.kept.pay()
		}
		if t.kept.why() == nil {
			t.tell(Event{What: KeptAgain, Text: newsOf(t.kept.journal)})
		}
	}
}

// unkept returns the event for something that is not on disk, if everything was before.
func (t *Table) unkept(was error) *Event {
	if why := t.kept.why(); why != nil && was == nil {
		return &Event{What: NotKept, Err: why}
	}
	return nil
}

// archive is keeping.archive, and tells if that fails.
func (t *Table) archive(m match.Match, note string) {
	was := t.kept.why()
	t.kept.archive(m, note)
	if news := t.unkept(was); news != nil {
		t.tell(*news)
	}
}

// Save tries again to write what could not be written. The event is KeptAgain when everything is on disk.
func (p *Person) Save() {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	p.table.save()
}

// Seated records whether the key of the seat of the guest here could be stored: why not, or nil. The event is NotKept or KeptAgain.
func (t *Table) Seated(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.kept.why()
	t.kept.seat = why
	switch news := t.unkept(was); {
	case news != nil:
		t.tell(*news)
	case was != nil && t.kept.why() == nil:
		t.tell(Event{What: KeptAgain})
	}
}

// UnsavedError says that games at a table are not on disk.
type UnsavedError struct {
	Why   error         // says what is not on disk, and why
	Games []match.Match // the one on the table last
}

// Error implements error.
func (e *UnsavedError) Error() string { return e.Why.Error() }

// Unwrap returns why the games are not on disk.
func (e *UnsavedError) Unwrap() error { return e.Why }

// Text returns the rounds of the games: the game ID of each, and its moves, one a line. Pasting a round plays it again.
func (e *UnsavedError) Text() string {
	var b strings.Builder
	for _, m := range e.Games {
		info, ply := m.Game().Info(), 0
		for _, r := range m.Rounds() {
			m := m.At(r.Ply)
			setup := m.Setup()
			if !info.Open { // its secret moves are in the ID
				setup, _ = m.Placed()
			}
			fmt.Fprintln(&b, game.ID(info.Name, setup))
			for _, e := range m.History()[ply:] {
				if e.Number > 0 || info.Open && e.Text != "" {
					fmt.Fprintln(&b, e.Text)
				}
			}
			ply = r.Ply + 1
		}
	}
	return b.String()
}

// Unsaved returns what is not on disk, also after Close, or nil.
func (t *Table) Unsaved() *UnsavedError {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := &UnsavedError{Why: t.kept.why()}
	if e.Why == nil {
		return nil
	}
	for _, d := range t.kept.owing {
		e.Games = append(e.Games, d.m)
	}
	if t.kept.unkept != nil {
		e.Games = append(e.Games, t.m)
	}
	return e
}
