package table

import (
	"errors"
	"fmt"

	"attic/match"
)

// left is an abandoned game, with what Undo needs to restore it.
type left struct {
	m       match.Match
	journal Journal // closed; nil if the game is not on disk
	late    []string
	paused  bool
	begun   int // the ply at which the next game began
}

// abandon ends the game on the table. A game in which a seat has acted stays on disk.
func (t *Table) abandon() {
	if t.kept.study || !t.m.Begun() {
		t.kept.study = false
		t.kept.drop(Journal.Discard, &t.peer)
		return
	}
	if t.kept.journal != nil && t.m.Played() && t.m.Unfinished() {
		_ = t.kept.write(t.m, []string{match.AbandonedLine}, "", &t.peer) // without this line the game counts as unfinished
	}
	t.left = &left{m: t.m, journal: t.kept.journal, late: t.kept.late, paused: t.pacing.paused}
	end := Journal.Close
	if !t.m.Played() {
		t.left.journal, end = nil, Journal.Discard
	}
	t.kept.drop(end, &t.peer)
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

// restore returns the change that brings the abandoned game back, with its players.
func (s scene) restore() (change, error) {
	m := s.left.m
	lines := []string{m.SideLine()} // any line after AbandonedLine revokes it
	for seat := range m.Players {
		lines = append(lines, m.SeatLine(seat))
	}
	return change{m: m, lines: lines, event: Event{What: Loaded, Text: "The previous game is back."}, returns: true, paused: s.left.paused}, nil
}

// reopen takes up the journal of an abandoned game again.
func (k *keeping) reopen(l *left, p *peer) error {
	if l.journal != nil {
		if err := l.journal.Reopen(); err != nil {
			return fmt.Errorf("the previous game cannot be brought back: %w", err)
		}
	}
	k.drop(Journal.Discard, p) // at most the computer has moved in the new game
	k.journal, k.late = l.journal, l.late
	return nil
}
