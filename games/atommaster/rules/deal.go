package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// ErrNoDeal is wrapped by an error if no layout with the wanted property was found.
var ErrNoDeal = errors.New("no such arrangement found")

// Deal returns deal k of a seed: a layout of n atoms, 0 <= n <= f.Size(). Every layout is equally
// likely. Equal arguments give equal layouts.
func Deal(f Field, n int, seed, k uint64) Layout {
	all := NewCase(f, n)
	return all.Draw(rand.New(rand.NewPCG(seed, k)))
}

// DealUnique is like Deal, but returns only layouts without a twin, all equally likely. It is meant for the 3 to 6
// atoms of the played game, where it takes a few milliseconds; with many more atoms it may take minutes. If each of
// dealTries layouts has, or may have, a twin, the error wraps ErrNoDeal.
func DealUnique(f Field, n int, seed, k uint64) (Layout, error) {
	all := NewCase(f, n)
	rng := rand.New(rand.NewPCG(seed, k))
	for range dealTries {
		l := all.Draw(rng)
		if _, found, sure := Twin(l); sure && !found {
			return l, nil
		}
	}
	return Layout{}, fmt.Errorf("%w: %d atoms on %v, each of %d arrangements may look like another", ErrNoDeal, n, f, dealTries)
}

// The bounds of DealUnique and Twin.
const (
	dealTries = 1000
	twinCases = 1 << 17 // about 0.1 s; with 6 atoms a few thousand cases are enough
)

// SameAnswers reports whether no beam can distinguish two layouts: their fields are equal, and they give equal
// answers at every port. Setting one is then as good as setting the other.
func SameAnswers(a, b Layout) bool {
	var roomA, roomB [MaxPorts]Answer
	return a.field == b.field && slices.Equal(Answers(a, roomA[:]), Answers(b, roomB[:]))
}

// Consistent reports whether the layout gives all these answers.
func Consistent(l Layout, shots []Shot) bool {
	var room [MaxPorts]Answer
	answers := Answers(l, room[:])
	for _, s := range shots {
		if answers[s.Port-1] != s.Answer {
			return false
		}
	}
	return true
}

// Evidence returns the shots in the order of their ports, with a shot from each end of a pass. The second shot adds
// no information, but lets Case.Judge decide after far fewer divisions.
func Evidence(shots []Shot) []Shot {
	var answers [MaxPorts]Answer
	for _, s := range shots {
		answers[s.Port-1] = s.Answer
		if exit := s.Answer.Port(); exit != NoPort {
			answers[exit-1] = Answer(s.Port)
		}
	}
	return evidence(answers[:])
}

func evidence(answers []Answer) []Shot {
	var shots []Shot
	for i, a := range answers {
		if a != 0 {
			shots = append(shots, Shot{Port(i + 1), a})
		}
	}
	return shots
}

// Twin looks for another layout with the same number of atoms that gives the same answers at every port. sure is
// false if the search stopped at its limit of twinCases cases; with the 3 to 6 atoms of the played game a few
// thousand cases were always enough.
func Twin(l Layout) (twin Layout, found, sure bool) {
	shots := evidence(Answers(l, nil))
	cases := []Case{NewCase(l.field, l.Count())}
	for work := 0; len(cases) > 0; work++ {
		if work == twinCases {
			return Layout{}, false, false
		}
		c := cases[len(cases)-1]
		cases = cases[:len(cases)-1]
		switch verdict, s := c.Judge(shots); verdict {
		case Depends:
			cases = append(cases, c.Without(s), c.With(s))
		case Holds:
			for other := range c.Layouts() {
				if other != l {
					return other, true, true
				}
			}
		}
	}
	return Layout{}, false, true
}
