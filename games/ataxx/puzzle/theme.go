package puzzle

import (
	"attic/games/ataxx/idea"
	"attic/games/ataxx/rules"
)

// The themes that ask for a move of a measurable kind; package idea defines the terms.
const (
	Safe        = "capture"     // the only move with the idea Safe
	Hole        = "hole"        // the only move with the idea Use
	Fill        = "fill"        // the only move with the idea Fill
	Cut         = "cut"         // the move that cuts the other side off from the most squares, at least idea.Wide
	Sacrifice   = "sacrifice"   // the only move with the idea Sacrifice
	Consolidate = "consolidate" // the move after which the other side can take the fewest pieces
	Last        = "last"        // the move that leaves the most empty squares that only the mover can reach, at least one
)

// Measure is a theme's count for each move. A move is right if its count is at least Least, and at least Gap above any other.
type Measure struct {
	Of         func(p rules.Position, m rules.Move) int
	Least, Gap int
}

// without is less than any count of a Measure.
const without = -2 * Wiped

// MeasureOf returns the measure of a theme; all themes except Ending have one.
func MeasureOf(theme string) (Measure, bool) {
	switch theme {
	case Exchange:
		return Measure{func(p rules.Position, m rules.Move) int {
			lead, _ := Exchanged(p.Play(m), Exchanges-1)
			return -lead
		}, without, Standout}, true
	case Cut:
		return Measure{func(p rules.Position, m rules.Move) int { return idea.CutOff(p, p.Play(m)).Count() }, idea.Wide, 1}, true
	case Last:
		return Measure{func(p rules.Position, m rules.Move) int {
			next := p.Play(m)
			return idea.Only(next.Theirs(), next.Own(), next.Free()).Count()
		}, 1, 1}, true
	case Consolidate:
		return Measure{func(p rules.Position, m rules.Move) int { return -idea.Most(p.Play(m)) }, without, 1}, true
	}
	kind, ok := map[string]idea.Kind{Safe: idea.Safe, Hole: idea.Use, Fill: idea.Fill, Sacrifice: idea.Sacrifice}[theme]
	return Measure{func(p rules.Position, m rules.Move) int {
		if idea.Has(p, m, kind) {
			return 1
		}
		return 0
	}, 1, 1}, ok
}

// Wins reports whether a legal move wins immediately: it takes every piece of the other side, or ends the game ahead.
func Wins(p rules.Position, m rules.Move) bool {
	next := p.Play(m)
	return next.Own() == 0 || next.Over() && next.Theirs().Count() > next.Own().Count()
}
