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
	if t.study {
		t.study = false
		t.drop(Journal.Discard)
		return
	}
	if !t.m.Begun() {
		t.drop(Journal.Discard)
		return
	}
	if t.journal != nil && t.m.Played() && t.m.Unfinished() {
		_ = t.write(t.m, []string{match.AbandonedLine}, "") // without this line the game counts as unfinished
	}
	t.left = &left{m: t.m, journal: t.journal, late: t.late, paused: t.paused}
	if t.m.Played() {
		t.drop(Journal.Close)
		return
	}
	t.left.journal = nil
	t.drop(Journal.Discard)
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
func (t *Table) restore() (change, error) {
	back := *t.left
	if back.journal != nil {
		if err := back.journal.Reopen(); err != nil {
			return change{}, fmt.Errorf("the previous game cannot be brought back: %w", err)
		}
	}
	t.drop(Journal.Discard) // at most the computer has moved in the new game
	t.journal, t.late = back.journal, back.late
	lines := []string{back.m.SideLine()} // any line after AbandonedLine revokes it
	for seat := range back.m.Players {
		lines = append(lines, back.m.SeatLine(seat))
	}
	return change{m: back.m, lines: lines, event: Event{What: Loaded, Text: "The previous game is back."}, paused: back.paused}, nil
}
