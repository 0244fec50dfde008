package table

import (
	"fmt"

	"attic/match"
)

// left is a game that was abandoned, with what Undo needs to bring it back.
type left struct {
	m       match.Match
	journal Journal // closed; nil if the game is not on disk
	paused  bool
}

// leave abandons the game on the table. A game in which a seat has acted stays on disk.
func (t *Table) leave() {
	if !t.m.Begun() {
		t.drop(Journal.Discard)
		return
	}
	if t.journal != nil && t.m.Played() && t.m.Unfinished() {
		t.keep(match.AbandonedLine)
	}
	t.left = &left{t.m, t.journal, t.paused}
	if t.m.Played() {
		t.drop(Journal.Close)
		return
	}
	t.left.journal = nil
	t.drop(Journal.Discard)
}

// restore puts the game back on the table that was abandoned, with its players.
func (t *Table) restore() error {
	back := *t.left
	if back.journal != nil {
		if err := back.journal.Reopen(); err != nil {
			return fmt.Errorf("the game before cannot be brought back: %w", err)
		}
	}
	t.journal, t.paused = back.journal, back.paused
	lines := []string{back.m.SideLine()} // a line after that of abandoning takes it back
	for seat := range back.m.Players {
		lines = append(lines, back.m.SeatLine(seat))
	}
	t.become(back.m, lines...)
	t.tell(Event{What: Loaded})
	return nil
}
