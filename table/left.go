package table

import (
	"errors"

	"attic/match"
)

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

// restore returns the change that brings the abandoned game back, with its players.
func (s scene) restore() (change, error) {
	m := s.left.m
	lines := append([]string{m.SideLine()}, seatLines(m)...) // any line after AbandonedLine revokes it
	return change{m: m, lines: lines, event: Event{What: Loaded, Text: "The previous game is back."}, returns: true, paused: s.left.paused}, nil
}

// reopen writes lines, those of restore, to the journal of the abandoned game, which becomes the journal of the table. If that is refused, or if
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
