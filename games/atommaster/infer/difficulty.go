package infer

import "attic/games/atommaster/rules"

// difficultySteps is the limit of Difficulty, in steps of the search for sets of beams.
const difficultySteps = 400_000

// Beams returns the beams of all ports of a layout with their answers, in the order of their ports. A pass is listed once.
func Beams(l rules.Layout) []rules.Shot {
	var shots []rules.Shot
	for i, a := range rules.Answers(l, nil) {
		if p := rules.Port(i + 1); a.Port() == rules.NoPort || a.Port() > p {
			shots = append(shots, rules.Shot{Port: p, Answer: a})
		}
	}
	return shots
}

// Difficulty returns the number of beams in the largest proof that is needed to find all atoms of a layout: the size of the smallest proof from
// the answers of all ports, for the atom for which it is largest. The parameter most limits the beams of a proof. The result is 0 if an atom
// has no such proof, for example because another layout gives the same answers. The result sure is false if the limit in the parameter cases
// was reached; judged is the number of cases judged.
func Difficulty(l rules.Layout, most, cases int) (beams, judged int, sure bool) {
	work := newBudget(cases)
	defer func() { judged = cases - int(*work) }()
	k := Knowledge{Field: l.Field(), Atoms: l.Count(), Shots: Beams(l)}
	steps := newBudget(difficultySteps)
	for s := range l.Atoms() {
		denied, possible := k.denied(Claim{s, true})
		if !possible { // the atom needs no proof
			continue
		}
		q := question{of: denied, steps: steps}
		n := 1
		for ; n <= most; n++ {
			_, found, sure := q.answer(work, k.Shots, n, nil)
			if !sure {
				return 0, 0, false
			}
			if found {
				break
			}
		}
		if n > most {
			return 0, 0, true
		}
		beams = max(beams, n)
	}
	return beams, 0, true
}
