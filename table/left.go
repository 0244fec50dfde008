package table

import (
	"fmt"

	"attic/match"
)

// left is an abandoned game, with what Undo needs to restore it.
type left struct {
	m       match.Match
	journal Journal // closed; nil if the game is not on disk
	late    []string
	paused  bool
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
		_ = t.write(t.m, []string{match.AbandonedLine}, "") // without it the game counts as unfinished
	}
	t.left = &left{t.m, t.journal, t.late, t.paused}
	if t.m.Played() {
		t.drop(Journal.Close)
		return
	}
	t.left.journal = nil
	t.drop(Journal.Discard)
}

// restore returns the change that puts the abandoned game back on the table, with its players.
func (t *Table) restore() (change, error) {
	back := *t.left
	if back.journal != nil {
		if err := back.journal.Reopen(); err != nil {
			return change{}, fmt.Errorf("the previous game cannot be brought back: %w", err)
		}
	}
	t.journal, t.late = back.journal, back.late
	lines := []string{back.m.SideLine()} // any line after AbandonedLine revokes it
	for seat := range back.m.Players {
		lines = append(lines, back.m.SeatLine(seat))
	}
	return change{m: back.m, lines: lines, event: Event{What: Loaded}, paused: back.paused}, nil
}
