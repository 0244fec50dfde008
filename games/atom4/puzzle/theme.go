package puzzle

import (
	"slices"

	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
)

// The themes that are judged by the next two plies. The move that they ask for is the only one of its kind. It does not end the round, and
// the answer cannot win.
const (
	Double  = "double"  // the move has the idea DoubleThreat
	Counter = "counter" // the move has the idea CounterThreat
	Spoil   = "spoil"   // no answer makes a piece of the other player's goal colour
	Keep    = "keep"    // the move makes pieces of the mover's goal colour, and no answer changes any of them
)

// Near reports whether a theme is judged by the next two plies.
func Near(theme string) bool { return slices.Contains([]string{Double, Counter, Spoil, Keep}, theme) }

// Meets reports whether a legal move is of the kind that a theme of Near asks for.
func Meets(p rules.Position, m rules.Square, theme string) bool {
	next := p.Play(m)
	if next.Over() || next.Threats(next.Turn()) != (rules.Set{}) {
		return false
	}
	switch theme {
	case Spoil:
		_, most := Maker(next)
		return most == 0
	case Keep:
		made := p.Made(m)
		_, _, changes := Changer(next, made)
		return len(made) > 0 && !changes
	}
	name := map[string]string{Double: idea.DoubleThreat, Counter: idea.CounterThreat}[theme]
	if name == "" || next.Threats(next.Turn().Next()) == (rules.Set{}) { // both ideas threaten to win
		return false
	}
	return slices.ContainsFunc(idea.Of(p, m), func(i idea.Idea) bool { return i.Name == name })
}

// Maker returns the first move with which the player to move turns the most pieces to the goal colour, and their number.
func Maker(p rules.Position) (m rules.Square, most int) {
	for i, other := range p.Moves(nil) {
		if n := len(p.Made(other)); n > most || i == 0 {
			m, most = other, n
		}
	}
	return m, most
}

// Changer returns the first move that changes one of the pieces, and the first piece that it changes.
func Changer(p rules.Position, pieces []rules.Square) (m, changed rules.Square, ok bool) {
	for _, m := range p.Moves(nil) {
		for _, c := range p.Changes(m, nil) {
			if slices.Contains(pieces, c.At) {
				return m, c.At, true
			}
		}
	}
	return 0, 0, false
}
