package infer

import (
	"context"
	"slices"

	"attic/games/atommaster/rules"
)

// Proof is a claim with a smallest set of beams that proves it. If the claim's square is rules.NoSquare, the beams contradict each other.
type Proof struct {
	Claim
	Beams []rules.Shot // in the order in which they were fired
	Also  []Claim      // other wanted claims that these beams also prove
	Shown rules.Layout // a layout that contradicts the claim and agrees with all Beams except Wrong; no layout that contradicts the claim agrees with all Beams
	Wrong rules.Shot
}

// The limits of a proof, of a verdict on one beam and of a conflict, in cases judged.
const (
	proofWork    = 400_000
	evidentWork  = 40_000
	verdictWork  = 1_500
	conflictWork = 20_000
)

// Certain returns the squares that, according to all answers, certainly have an atom and those that are certainly empty. sure is false if some
// squares could not be decided; the returned squares are certain even then. An error wraps ErrKnowledge or ErrContradiction, or is ctx.Err().
func Certain(ctx context.Context, k Knowledge) (atoms, empty rules.Layout, sure bool, err error) {
	return k.evident(ctx, proofWork)
}

// Evident is like Certain with at most evidentWork steps.
func Evident(ctx context.Context, k Knowledge) (atoms, empty rules.Layout, sure bool, err error) {
	return k.evident(ctx, evidentWork)
}

func (k Knowledge) evident(ctx context.Context, work int) (atoms, empty rules.Layout, sure bool, err error) {
	atoms, empty = k.Field.Empty(), k.Field.Empty()
	claims, sure, err := k.certain(ctx, newBudget(work), nil)
	for _, c := range claims {
		if c.Atom {
			atoms = atoms.With(c.Square)
		} else {
			empty = empty.With(c.Square)
		}
	}
	return atoms, empty, sure, err
}

// Follows reports whether the answers prove a wanted claim, which is less work than finding a proof. sure is false if Follows found no such claim but
// could not decide all squares.
func Follows(ctx context.Context, k Knowledge, wanted func(Claim) bool) (follows, sure bool, err error) {
	claims, sure, err := k.certain(ctx, newBudget(proofWork), wanted)
	return slices.ContainsFunc(claims, wanted), sure, err
}

// certain returns the claims that all answers prove together, atoms before empty squares. Unless enough is nil, it stops at the first claim for which
// enough returns true.
func (k Knowledge) certain(ctx context.Context, work *budget, enough func(Claim) bool) (claims []Claim, sure bool, err error) {
	if err := k.Check(); err != nil {
		return nil, false, err
	}
	evidence := rules.Evidence(k.Shots)
	one, found, sure := work.find(rules.NewCase(k.Field, k.Atoms), evidence)
	switch {
	case !sure:
		return nil, false, ctx.Err()
	case !found:
		return nil, true, k.contradiction()
	}
	some, all := one, one // the squares with an atom in at least one layout found, and the squares with an atom in all of them
	join := func(l rules.Layout) {
		for s := range l.Atoms() {
			some = some.With(s)
		}
		for s := range all.Atoms() {
			if !l.Has(s) {
				all = all.Without(s)
			}
		}
	}
	try := func(c Claim) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		denied, possible := k.denied(c)
		l, found, known := rules.Layout{}, false, true
		if possible {
			l, found, known = work.find(denied, evidence)
		}
		switch {
		case found:
			join(l)
		case known:
			claims = append(claims, c)
		default:
			sure = false
		}
		return nil
	}
	for _, atom := range []bool{true, false} {
		for s := range k.Field.Squares() {
			if atom && !all.Has(s) || !atom && some.Has(s) {
				continue
			}
			if err := try(Claim{s, atom}); err != nil {
				return nil, false, err
			}
			if enough != nil && len(claims) > 0 && enough(claims[len(claims)-1]) {
				return claims, true, nil
			}
		}
	}
	return claims, sure, nil
}

// Prove returns a proof with the fewest beams of a claim for which the function wanted returns true (nil: any claim). Among proofs with equally many
// beams it prefers claims of an atom. The result found is false if no wanted claim is certain. The result sure is false if Prove reached its limit
// before it had ruled out other claims or smaller proofs; it then returns no proof. Proof.Shown contains the atoms in the parameter set if that is
// possible. An error wraps ErrKnowledge or ErrContradiction, or is ctx.Err().
func Prove(ctx context.Context, k Knowledge, wanted func(Claim) bool, set rules.Layout) (p Proof, found, sure bool, err error) {
	work := newBudget(proofWork)
	claims, sure, err := k.certain(ctx, work, nil)
	if err != nil {
		return Proof{}, false, false, err
	}
	var questions []question
	var asked []Claim
	for _, c := range claims {
		if wanted != nil && !wanted(c) {
			continue
		}
		denied, possible := k.denied(c)
		if !possible { // the claim needs no proof
			continue
		}
		questions, asked = append(questions, question{of: denied}), append(asked, c)
	}
	for n := 1; n <= len(k.Shots) && len(asked) > 0; n++ {
		for i, c := range asked {
			if err := ctx.Err(); err != nil {
				return Proof{}, false, false, err
			}
			hit, ok, known := questions[i].answer(work, k.Shots, n, func(l rules.Layout) {
				for j := range asked {
					if j != i && l.Has(asked[j].Square) != asked[j].Atom {
						questions[j].meet(l, k.Shots)
					}
				}
			})
			switch {
			case !known:
				return Proof{}, false, false, nil
			case ok:
				p, sure := k.shown(work, c, hit.shots(k.Shots), set)
				evidence := rules.Evidence(p.Beams)
				for j, other := range asked {
					if _, found, sure := work.find(questions[j].of, evidence); j != i && sure && !found {
						p.Also = append(p.Also, other)
					}
				}
				return p, sure, sure, nil
			}
		}
	}
	return Proof{}, false, sure, nil
}

// shown completes a proof with a layout for which the claim is false and which agrees with all beams except the last. Such a layout exists because no
// smaller set of beams is a proof. If possible, the layout contains the atoms in set, and any atom that the other beams do not meet is out of the way
// of the wrong beam.
func (k Knowledge) shown(work *budget, c Claim, shots []rules.Shot, set rules.Layout) (Proof, bool) {
	p := Proof{Claim: c, Beams: shots, Wrong: shots[len(shots)-1]}
	others := shots[:len(shots)-1]
	denied, _ := k.denied(c)
	with, needed := denied, k.Field.Empty()
	if !c.Atom {
		needed = needed.With(c.Square)
	}
	for s := range set.Atoms() {
		if s != c.Square && with.Count() > 0 {
			with = with.With(s)
		}
	}
	for _, from := range []rules.Case{with, denied} {
		l, found, _ := work.search(from, rules.Evidence(others), false)
		if !found {
			continue
		}
		for s := range Met(l, others).Atoms() {
			needed = needed.With(s)
		}
		instead := rules.Shot{Port: p.Wrong.Port, Answer: rules.Fire(needed, p.Wrong.Port)}
		if better, found, _ := work.search(from, rules.Evidence(append(slices.Clone(others), instead)), false); found {
			l = better
		}
		p.Shown = l
		return p, true
	}
	return p, false
}

// Met returns the atoms of a layout that the beams of shots meet.
func Met(l rules.Layout, shots []rules.Shot) rules.Layout {
	met := l.Field().Empty()
	for _, s := range shots {
		for _, step := range rules.Trace(l, s.Port).Steps {
			for a := range step.Atoms.Atoms() {
				met = met.With(a)
			}
		}
	}
	return met
}

func (k Knowledge) completions(set rules.Layout) rules.Case {
	c := rules.NewCase(k.Field, k.Atoms)
	for s := range set.Atoms() {
		c = c.With(s)
	}
	return c
}

// Judge compares a shot with the completions of the parameter set, which has at most k.Atoms atoms. The completions are the layouts with k.Atoms
// atoms that contain these atoms. The result some reports whether at least one completion gives this answer, and others reports whether at least one
// does not. Both are true if the limit was reached.
func (k Knowledge) Judge(set rules.Layout, shot rules.Shot) (some, others bool) {
	sure := newBudget(verdictWork).settle(k.completions(set), rules.Evidence([]rules.Shot{shot}), true, func(_ rules.Case, holds bool) bool {
		some, others = some || holds, others || !holds
		return some && others
	})
	return some || !sure, others || !sure
}

// Conflict returns a smallest set of beams with which no completion of the atoms in set agrees, in the order of firing. It returns nil if some
// completion agrees with all beams, or if the limit was reached.
func (k Knowledge) Conflict(set rules.Layout) []rules.Shot {
	work := newBudget(conflictWork)
	q := question{of: k.completions(set)}
	if _, found, sure := work.find(q.of, rules.Evidence(k.Shots)); found || !sure {
		return nil
	}
	for n := 0; n <= len(k.Shots); n++ {
		switch hit, found, sure := q.answer(work, k.Shots, n, nil); {
		case !sure:
			return nil
		case found:
			return hit.shots(k.Shots)
		}
	}
	return nil
}
