package infer

import (
	"math/bits"

	"attic/games/atommaster/rules"
	"attic/internal/turns"
)

// budget is the number of cases that may still be judged. It limits all work except surveys.
type budget int

func newBudget(cases int) *budget {
	b := budget(cases)
	return &b
}

// find looks for a layout of a case that gives all answers in evidence, which rules.Evidence returned. sure is false if the budget was used up first.
func (b *budget) find(c rules.Case, evidence []rules.Shot) (l rules.Layout, found, sure bool) {
	return b.search(c, evidence, true)
}

// search is like find, but with a choice of order; see settle.
func (b *budget) search(c rules.Case, evidence []rules.Shot, atomsFirst bool) (l rules.Layout, found, sure bool) {
	sure = b.settle(c, evidence, atomsFirst, func(c rules.Case, holds bool) bool {
		if holds {
			for l = range c.Layouts() {
				found = true
				break
			}
		}
		return found
	})
	return l, found, sure
}

// settle divides a case until, in each part, either all layouts give all answers or no layout does. It calls the function enough for each part until it
// returns true; the argument holds says whether the layouts give the answers. If atomsFirst is true, it tries an atom on a deciding square first and
// the empty square second; otherwise the reverse. sure is false if the budget was used up first.
func (b *budget) settle(c rules.Case, evidence []rules.Shot, atomsFirst bool, enough func(c rules.Case, holds bool) bool) (sure bool) {
	var room [2*rules.MaxSide*rules.MaxSide + 2]rules.Case
	cases := append(room[:0], c)
	for len(cases) > 0 {
		if *b <= 0 {
			return false
		}
		if *b--; *b%256 == 0 {
			turns.Give()
		}
		c := cases[len(cases)-1]
		cases = cases[:len(cases)-1]
		if c.Count() == 0 {
			continue
		}
		switch verdict, s := c.Judge(evidence); {
		case verdict == rules.Depends:
			first, second := c.With(s), c.Without(s)
			if !atomsFirst {
				first, second = second, first
			}
			cases = append(cases, second, first)
		case enough(c, verdict == rules.Holds):
			return true
		}
	}
	return true
}

// Claim is a statement about a square: it has an atom, or it is empty.
type Claim struct {
	Square rules.Square
	Atom   bool
}

// denied returns the layouts for which a claim is false, and whether any may exist. For a claim on rules.NoSquare it returns all layouts.
func (k Knowledge) denied(c Claim) (rules.Case, bool) {
	all := rules.NewCase(k.Field, k.Atoms)
	switch {
	case c.Square == rules.NoSquare:
		return all, true
	case c.Atom:
		all = all.Without(c.Square)
		return all, all.Count() > 0
	case k.Atoms == 0:
		return all, false
	}
	return all.With(c.Square), true
}

// beams is a set of beams, by their indexes among the shots.
type beams uint64

func (b beams) shots(all []rules.Shot) []rules.Shot {
	var list []rules.Shot
	for ; b != 0; b &= b - 1 {
		list = append(list, all[bits.TrailingZeros64(uint64(b))])
	}
	return list
}

// question asks for a smallest set of beams with which no layout of a case agrees. For each layout found it keeps the set of beams with which that
// layout disagrees. The answer must contain a beam from each of these sets.
type question struct {
	of       rules.Case
	disagree []beams
	steps    *budget // the number of steps left for the search for sets; nil: no limit
}

func (q *question) meet(l rules.Layout, shots []rules.Shot) {
	q.disagree = append(q.disagree, against(l, shots))
}

func against(l rules.Layout, shots []rules.Shot) beams {
	var room [rules.MaxPorts]rules.Answer
	answers, disagree := rules.Answers(l, room[:]), beams(0)
	for i, s := range shots {
		if answers[s.Port-1] != s.Answer {
			disagree |= 1 << i
		}
	}
	return disagree
}

// hitting adds at most n beams to chosen so that the result has a beam from each set in q.disagree[from:]. If several results are possible, it
// returns the first in the order of the beams' indexes; if none is possible, false.
func (q *question) hitting(chosen beams, from, n int) (beams, bool) {
	if q.steps != nil {
		if *q.steps--; *q.steps < 0 {
			return 0, false
		}
	}
	for ; from < len(q.disagree); from++ {
		open := q.disagree[from]
		if open&chosen != 0 {
			continue
		}
		if n == 0 {
			return 0, false
		}
		for ; open != 0; open &= open - 1 {
			if hit, ok := q.hitting(chosen|open&-open, from+1, n-1); ok {
				return hit, true
			}
		}
		return 0, false
	}
	return chosen, true
}

// answer looks for a set of at most n beams with which no layout of the case agrees, assuming that no smaller set does. It calls the function met,
// unless it is nil, for each layout found during the search.
func (q *question) answer(b *budget, shots []rules.Shot, n int, met func(rules.Layout)) (hit beams, found, sure bool) {
	for {
		hit, possible := q.hitting(0, 0, n)
		if !possible {
			return 0, false, q.steps == nil || *q.steps >= 0
		}
		l, agrees, sure := b.find(q.of, rules.Evidence(hit.shots(shots)))
		switch {
		case !sure:
			return 0, false, false
		case !agrees:
			return hit, true, true
		}
		q.meet(l, shots)
		if met != nil {
			met(l)
		}
	}
}

// fitsWork is the limit of Fits, in cases judged.
const fitsWork = 20_000

// Fits reports whether a layout for which the claim is true gives all answers of k. A claim on rules.NoSquare is true for every layout. sure is false if the
// limit was reached. k may be impossible.
func Fits(k Knowledge, c Claim) (fits, sure bool) {
	if k.Atoms < 0 || k.Atoms > k.Field.Size() {
		return false, true
	}
	of, possible := k.denied(Claim{c.Square, !c.Atom})
	if !possible {
		return false, true
	}
	_, fits, sure = newBudget(fitsWork).find(of, rules.Evidence(k.Shots))
	return fits, sure
}
