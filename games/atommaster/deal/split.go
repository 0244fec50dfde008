package deal

import (
	"fmt"
	"math"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// Split is how a beam would split the layouts that are left.
type Split struct {
	infer.Survey
	absorbed, reflected, Passed int // layouts of the set
	Parts, largest              int
	Squares                     float64 // the sum of the squared sizes of the parts
}

// SplitBy returns how a beam at a port splits the layouts of a survey.
func SplitBy(survey infer.Survey, p rules.Port) Split {
	s := Split{Survey: survey}
	sizes := map[rules.Answer]int{}
	answers := survey.Boards.Answers(p)
	for _, i := range survey.Set {
		sizes[answers[i]]++
	}
	for a, n := range sizes {
		switch a {
		case rules.Absorbed:
			s.absorbed = n
		case rules.Reflected:
			s.reflected = n
		default:
			s.Passed += n
		}
		s.Parts++
		s.largest = max(s.largest, n)
		s.Squares += float64(n) * float64(n)
	}
	return s
}

// Price says what the beam could cost.
func (s Split) Price() string {
	switch {
	case s.Passed == 0:
		return "1 point"
	case s.Passed == len(s.Set):
		return "2 points"
	}
	return "1 or 2 points"
}

// Left says how many layouts the beam would leave.
func (s Split) Left() string {
	n := float64(len(s.Set))
	if s.Listed {
		return fmt.Sprintf("%s of %s layouts on average, at most %s", Rounded(s.Squares/n), s.Count(), Thousands(float64(s.largest)))
	}
	return fmt.Sprintf("about %s %% of %s layouts on average, at most about %s %%, estimated from a sample", Rounded(100*s.Squares/n/n), s.Count(), Rounded(100*float64(s.largest)/n))
}

// Count says how many layouts there are, rounded to two digits where that is an estimate.
func (s Split) Count() string {
	if s.Counted {
		return Thousands(s.Total)
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(s.Total))-1))
	return "about " + Thousands(math.Round(s.Total/unit)*unit)
}

// Told says how many of the remaining layouts give each answer.
func (s Split) Told(p rules.Port) string {
	share := func(n int) string {
		if s.Listed {
			return Thousands(float64(n))
		}
		return fmt.Sprintf("about %s %%", Rounded(100*float64(n)/float64(len(s.Set))))
	}
	return fmt.Sprintf("Of %s layouts that fit, %s would absorb a beam at %d, %s would reflect it, and %s would let it leave elsewhere: %d different answers.",
		s.Count(), share(s.absorbed), p, share(s.reflected), share(s.Passed), s.Parts)
}
