package infer

import (
	"slices"

	"attic/games/atommaster/rules"
)

// Step is a step of a chain.
type Step struct {
	Beam  rules.Shot
	Needs []Claim // claims that must be true if the beam came out as it did; nil: it cannot have come out so
}

// The limits of a chain: the number of claims in all Needs, which a reader must keep in mind; the number of steps; and the number of cases judged.
const (
	mostNeeds = 6
	mostSteps = 4
	chainWork = 60_000
)

// Chain divides a proof of several beams into steps of one beam. Suppose that the proof's claim is false and that the Needs of all earlier steps are true. Then the Needs of
// a step are true in every layout in which its beam comes out as it did, and the beam of the last step cannot come out as it did. The chain contains each beam of the proof
// once and has the fewest claims of the chains found. It is nil if no chain with at most mostNeeds claims was found. The returned proof is p with another layout in Shown:
// only the answer of the last beam is wrong in it.
func Chain(k Knowledge, p Proof, set rules.Layout) ([]Step, Proof) {
	denied, possible := k.denied(p.Claim)
	if n := len(p.Beams); !possible || n < 2 || n > mostSteps {
		return nil, p
	}
	c := chain{field: k.Field, of: denied, atoms: k.Atoms, supposed: p.Square, most: mostNeeds, work: newBudget(chainWork)}
	if !p.Atom && p.Square != rules.NoSquare {
		c.atoms-- // the chain assumes an atom on the square
	}
	c.extend(nil, nil, p.Beams)
	if c.best == nil {
		return nil, p
	}
	var shots []rules.Shot
	for _, s := range c.best {
		shots = append(shots, s.Beam)
	}
	q, sure := k.shown(newBudget(proofWork), p.Claim, shots, set)
	if !sure {
		return nil, p
	}
	q.Beams, q.Also = p.Beams, p.Also
	return c.best, q
}

// chain is a search for a chain with few claims.
type chain struct {
	field    rules.Field
	of       rules.Case   // the layouts for which the claim is false
	atoms    int          // the number of atoms on their open squares
	supposed rules.Square // the square of the claim
	most     int          // the largest number of claims that a better chain may have
	work     *budget
	best     []Step
}

func (c *chain) with(claims []Claim) (of rules.Case, possible bool) {
	of = c.of
	left := c.atoms
	for _, one := range claims {
		switch {
		case !one.Atom:
			of = of.Without(one.Square)
		case left == 0:
			return of, false
		default:
			of = of.With(one.Square)
			left--
		}
	}
	return of, of.Count() > 0
}

// follows reports whether the claims and a beam prove the claim in the parameter one. If its square is rules.NoSquare, follows reports whether the
// beam cannot come out as it did.
func (c *chain) follows(claims []Claim, beam rules.Shot, one Claim) bool {
	if one.Square != rules.NoSquare {
		claims = append(slices.Clone(claims), Claim{one.Square, !one.Atom})
	}
	of, possible := c.with(claims)
	if !possible {
		return true
	}
	_, found, sure := c.work.find(of, []rules.Shot{beam})
	return sure && !found
}

func (c *chain) needs(known []Claim, beam rules.Shot) (list []Claim) {
	of, possible := c.with(known)
	if !possible {
		return nil
	}
	one, found, _ := c.work.find(of, []rules.Shot{beam})
	if !found {
		return nil
	}
	for s := range c.field.Squares() {
		if s != c.supposed && !slices.ContainsFunc(known, func(k Claim) bool { return k.Square == s }) && c.follows(known, beam, Claim{s, one.Has(s)}) {
			list = append(list, Claim{s, one.Has(s)})
		}
	}
	return list
}

// least returns a subset of the claims for which the function holds returns true, but returns false if any claim is omitted. It tries to omit atoms
// last.
func least(claims []Claim, holds func([]Claim) bool) []Claim {
	list := slices.Clone(claims)
	slices.SortStableFunc(list, func(a, b Claim) int {
		switch {
		case a.Atom == b.Atom:
			return 0
		case b.Atom:
			return -1
		}
		return 1
	})
	for i := 0; i < len(list); {
		if less := slices.Delete(slices.Clone(list), i, i+1); holds(less) {
			list = less
		} else {
			i++
		}
	}
	return list
}

// extend tries each beam in the parameter left as the next step. The list known holds the Needs of the steps so far.
func (c *chain) extend(steps []Step, known []Claim, left []rules.Shot) {
	for i, beam := range left {
		switch rest := slices.Delete(slices.Clone(left), i, i+1); {
		case *c.work <= 0:
			return
		case len(rest) > 0:
			if list := c.needs(known, beam); len(list) > 0 {
				c.extend(append(slices.Clip(steps), Step{beam, list}), slices.Concat(known, list), rest)
			}
		case c.follows(known, beam, Claim{Square: rules.NoSquare}):
			c.shorten(append(slices.Clip(steps), Step{Beam: beam}), known)
		}
	}
}

// shorten removes from a chain the claims that no later step uses, and keeps the chain if it is the best so far.
func (c *chain) shorten(steps []Step, known []Claim) {
	steps = slices.Clone(steps)
	used, sum := map[Claim]bool{}, 0
	for i := len(steps) - 1; i >= 0; i-- {
		known = known[:len(known)-len(steps[i].Needs)]
		steps[i].Needs = slices.DeleteFunc(slices.Clone(steps[i].Needs), func(one Claim) bool { return !used[one] })
		if i < len(steps)-1 && len(steps[i].Needs) == 0 {
			return
		}
		sum += len(steps[i].Needs)
		for _, one := range least(known, func(claims []Claim) bool {
			if i == len(steps)-1 {
				return c.follows(claims, steps[i].Beam, Claim{Square: rules.NoSquare})
			}
			return !slices.ContainsFunc(steps[i].Needs, func(one Claim) bool { return !c.follows(claims, steps[i].Beam, one) })
		}) {
			used[one] = true
		}
	}
	if sum <= c.most && *c.work > 0 {
		c.best, c.most = steps, sum-1
	}
}
