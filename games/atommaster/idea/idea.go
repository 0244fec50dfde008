// Package idea finds the ideas of Atommaster that have names: in proofs from beams, in a beam to fire, and in setting the atoms. Each is defined by the rules
// and the knowledge of a solver; docs/teaching.md describes how they are checked.
//
// In the definitions, a layout fits if it has the number of atoms and gives all answers. A beam looks at a square if, somewhere on its path, the square is straight
// or diagonally ahead of it and an atom there would change its next step. If an atom reflects the beam at its port, the beam looks only at the square ahead. The
// same is true where a beam is turned back. Where it is absorbed, it looks at no more squares. Setting the best atoms means choosing the squares on which most of
// the layouts that fit have an atom. That loses 5 points for each chosen square without an atom, on average over the layouts that fit, and nothing if no beam
// distinguishes these layouts.
package idea

import (
	"maps"
	"math"
	"slices"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// Kind is a kind of idea.
type Kind uint8

// The kinds. If a proof has several, the first is used.
const (
	// Edge: the beams prove an atom. One of the beams was reflected, and the atom is diagonally ahead of its port.
	Edge Kind = iota
	// Flank: the beams prove an atom. In every layout that fits, one of the beams is turned back between this atom and another one.
	Flank
	// Absorb: the beams prove an atom. In every layout that fits, this atom absorbs one of the beams.
	Absorb
	// Deflect: the beams prove an atom. In every layout that fits, this atom turns one of the beams.
	Deflect
	// Clear: the beams prove that a square is empty. In every layout that fits, one of the beams looks at this square.
	Clear
	// Count: the beams prove an atom, and a layout with one atom fewer gives their answers with that square empty. Or they prove that a square is empty: no layout with
	// fewer atoms gives their answers, but a layout with one atom more gives them, with an atom on that square.
	Count
	// First: no beam has been fired yet, and this beam leaves fewer layouts on average than a beam at a corner port.
	First
	// Stop for the evaluation: setting the best atoms loses at most one point, the price of the cheapest beam. Stop for a beam: setting the best atoms now would lose more
	// than one point and at most the points of one atom, and the beam saves at least Worth points. A beam saves the average difference between that loss and its price plus
	// the loss of setting the best atoms after its answer.
	Stop
)

// Worth is the least number of points that a beam must save for Stop.
const Worth = 0.1

var names = [...]string{
	Edge: "edge reflection", Flank: "flanking pair", Absorb: "absorbed beam", Deflect: "deflection", Clear: "clear path", Count: "counting", First: "first beam", Stop: "when to stop",
}

// String returns the name of the kind.
func (k Kind) String() string { return names[k] }

// Names returns the names, in the order of the kinds.
func Names() []string { return slices.Clone(names[:]) }

// Found is an idea that holds.
type Found struct {
	Kind  Kind
	Beam  rules.Port   // Edge, Flank, Absorb, Deflect, Clear: the port of the beam with the idea
	Other rules.Square // Flank: the square of the other atom if all layouts that fit have the same one; otherwise rules.NoSquare

	Left, Corner      float64 // First: the shares of all layouts that the beam and a beam at a corner port leave on average
	Now, Price, After float64 // Stop: the points lost by setting the best atoms now; for a beam, also its price and the points lost by setting them afterwards, on average
}

// OfProof returns the idea of a proof. survey holds the layouts that fit.
func OfProof(k infer.Knowledge, survey infer.Survey, p infer.Proof) (Found, bool) {
	if p.Square == rules.NoSquare {
		return Found{}, false
	}
	if p.Atom {
		for _, b := range p.Beams {
			if b.Answer == rules.Reflected && besides(k.Field, b.Port, p.Square) {
				return Found{Kind: Edge, Beam: b.Port, Other: rules.NoSquare}, true
			}
		}
	}
	if survey.Listed {
		for _, kind := range []Kind{Flank, Absorb, Deflect, Clear} {
			for _, b := range p.Beams {
				if f, ok := always(survey, kind, b, p.Claim); ok {
					return f, true
				}
			}
		}
	}
	return Found{Kind: Count, Other: rules.NoSquare}, counts(k, p)
}

func besides(f rules.Field, p rules.Port, s rules.Square) bool {
	side, _ := f.Place(p)
	dc, dr := side.Enters().Step()
	door := f.Door(p)
	dx, dy := s.Column()-door.Column(), s.Row()-door.Row()
	return dx*dc+dy*dr == 0 && dx*dx+dy*dy == 1
}

// always reports whether an idea of the given kind holds for the beam b in every layout that fits.
func always(survey infer.Survey, kind Kind, b rules.Shot, c infer.Claim) (Found, bool) {
	switch {
	case c.Atom != (kind != Clear), kind == Flank && b.Answer != rules.Reflected, kind == Absorb && b.Answer != rules.Absorbed:
		return Found{}, false
	}
	f := Found{Kind: kind, Beam: b.Port, Other: rules.NoSquare}
	for n, i := range survey.Set {
		l := survey.Boards.Layout(i)
		path := rules.Trace(l, b.Port)
		end := path.Steps[len(path.Steps)-1]
		switch {
		case kind == Clear && !looked(l, path).Has(c.Square),
			kind == Absorb && !end.Atoms.Has(c.Square),
			kind == Deflect && !slices.ContainsFunc(path.Steps, func(s rules.Step) bool { return s.Act == rules.Turn && s.Atoms.Has(c.Square) }),
			kind == Flank && (end.Act != rules.TurnBack || !end.Atoms.Has(c.Square)):
			return Found{}, false
		}
		if kind == Flank {
			for other := range end.Atoms.Without(c.Square).Atoms() {
				if n > 0 && other != f.Other {
					other = rules.NoSquare
				}
				f.Other = other
			}
		}
	}
	return f, true
}

// looked returns the squares that a beam looks at, as the package comment defines.
func looked(l rules.Layout, p rules.Path) rules.Layout {
	f := l.Field()
	seen := f.Empty()
	side, _ := f.Place(p.Port)
	heading := side.Enters()
	dc, dr := heading.Step()
	column, row := f.Door(p.Port).Column()-dc, f.Door(p.Port).Row()-dr
	look := func(dc, dr int) {
		if c, r := column+dc, row+dr; c >= 0 && r >= 0 && c < int(f.W) && r < int(f.H) {
			seen = seen.With(rules.SquareAt(c, r))
		}
	}
	for _, step := range p.Steps {
		if step.Act != rules.Absorb {
			dc, dr := heading.Step()
			look(dc, dr)
			if step.Act != rules.Reflect && step.Act != rules.TurnBack {
				look(dc-dr, dr+dc)
				look(dc+dr, dr-dc)
			}
		}
		heading = step.Heading
		if step.Square != rules.NoSquare {
			column, row = step.Square.Column(), step.Square.Row()
		}
	}
	return seen
}

func counts(k infer.Knowledge, p infer.Proof) bool {
	with := func(atoms int) infer.Knowledge { return infer.Knowledge{Field: k.Field, Atoms: atoms, Shots: p.Beams} }
	if p.Atom {
		fits, sure := infer.Fits(with(k.Atoms-1), infer.Claim{Square: p.Square})
		return fits && sure
	}
	for n := range k.Atoms {
		if fits, sure := infer.Fits(with(n), infer.Claim{Square: rules.NoSquare}); fits || !sure {
			return false
		}
	}
	fits, sure := infer.Fits(with(k.Atoms+1), infer.Claim{Square: p.Square, Atom: true})
	return fits && sure
}

// OfBeam returns the idea of a beam. survey holds the layouts that fit.
func OfBeam(k infer.Knowledge, survey infer.Survey, p rules.Port) (Found, bool) {
	f := Found{Other: rules.NoSquare}
	switch {
	case p == rules.NoPort || len(survey.Set) == 0 || !survey.Fair:
		return f, false
	case len(k.Shots)+len(k.Spent) == 0:
		f.Kind, f.Left, f.Corner = First, left(survey, p), left(survey, 1)
		return f, f.Left < f.Corner
	case !survey.Listed:
		return f, false
	}
	f.Kind, f.Now = Stop, lost(survey, survey.Set)
	if f.Now <= rules.PointsMarked || f.Now > rules.PointsMissed {
		return f, false
	}
	price, saves := Saving(survey, p)
	f.Price, f.After = price, f.Now-saves
	return f, f.Price+f.After <= f.Now-Worth
}

// Saving returns the average price of a beam, and the points by which its answer reduces the loss of setting the best atoms. survey holds the layouts that
// fit.
func Saving(survey infer.Survey, p rules.Port) (price, saves float64) {
	parts := survey.Split(p)
	saves = lost(survey, survey.Set)
	for _, a := range slices.Sorted(maps.Keys(parts)) { // sorted, because the order changes the last digits of the sums
		share := float64(len(parts[a])) / float64(len(survey.Set))
		price += share * float64(a.Points())
		saves -= share * lost(survey, parts[a])
	}
	return price, saves
}

// OfStop returns the idea of setting the best atoms. survey holds the layouts that fit.
func OfStop(survey infer.Survey) (Found, bool) {
	if !survey.Listed || len(survey.Set) == 0 {
		return Found{}, false
	}
	f := Found{Kind: Stop, Other: rules.NoSquare, Now: lost(survey, survey.Set)}
	return f, f.Now <= rules.PointsMarked
}

// left returns the average share of the layouts that a beam leaves.
func left(survey infer.Survey, p rules.Port) float64 {
	n, sum := float64(len(survey.Set)), 0
	for _, part := range survey.Split(p) {
		sum += len(part) * len(part)
	}
	return float64(sum) / n / n
}

// lost returns the points that setting the best atoms loses on average if one of the layouts in the parameter set is hidden.
func lost(survey infer.Survey, set []int32) float64 {
	if survey.Boards.Alike(set) {
		return 0
	}
	count, found, atoms := survey.Boards.Marginals(set), int32(0), len(survey.Boards.Squares(set[0]))
	slices.SortFunc(count[:], func(a, b int32) int { return int(b - a) })
	for _, n := range count[:atoms] {
		found += n
	}
	return math.Max(0, rules.PointsMissed*(float64(atoms)-float64(found)/float64(len(set))))
}
