package table

import "attic/match"

// Match returns the match as it stands and true, or false of a game in which something is hidden.
func (t *Table) Match() (match.Match, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.game.Info().Open {
		return match.Match{}, false
	}
	return t.m, true
}

// Wake makes Ready receive something though nothing has happened at the table. It returns at once.
func (w *Watch) Wake() {
	select {
	case w.ready <- struct{}{}:
	default:
	}
}
