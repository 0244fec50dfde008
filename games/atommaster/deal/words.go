package deal

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// None returns the parameter list, or "none" if it is empty.
func None(list string) string {
	if list == "" {
		return "none"
	}
	return list
}

// ParseShot reads a shot: the port of the beam, and its answer: A, R or the port where the beam left.
func ParseShot(f rules.Field, port, answer string) (rules.Shot, error) {
	p, err := f.ParsePort(port)
	if err != nil {
		return rules.Shot{}, err
	}
	switch strings.ToUpper(answer) {
	case "A":
		return rules.Shot{Port: p, Answer: rules.Absorbed}, nil
	case "R":
		return rules.Shot{Port: p, Answer: rules.Reflected}, nil
	}
	exit, err := f.ParsePort(answer)
	if err != nil {
		return rules.Shot{}, fmt.Errorf("an answer must be A, R or the port where the beam left, not %q", phrase.Clip(answer))
	}
	return rules.Shot{Port: p, Answer: rules.Answer(exit)}, nil
}

// Fate returns the result of a beam at a port in a layout, in words that follow "would": "leave at port 12", "be
// absorbed at d4".
func Fate(l rules.Layout, p rules.Port) string {
	beam := rules.Trace(l, p)
	switch beam.Answer {
	case rules.Absorbed:
		return "be absorbed at " + Squares(beam.Steps[len(beam.Steps)-1].Atoms)
	case rules.Reflected:
		return "be reflected"
	}
	return fmt.Sprintf("leave at port %d", beam.Answer.Port())
}

// Sentence returns a sentence about a beam: its port, its answer and its points.
func Sentence(s rules.Shot) string {
	switch s.Answer {
	case rules.Absorbed:
		return fmt.Sprintf("Port %d: A, absorbed, 1 point.", s.Port)
	case rules.Reflected:
		return fmt.Sprintf("Port %d: R, reflected, 1 point.", s.Port)
	}
	return fmt.Sprintf("Port %d: the beam left at port %d, 2 points.", s.Port, s.Answer.Port())
}

// Corner returns the square at the top right.
func Corner(f rules.Field) rules.Square { return rules.SquareAt(int(f.W)-1, int(f.H)-1) }

// Squares lists the squares of a layout's atoms: "a1,b2".
func Squares(l rules.Layout) string {
	_, list, _ := strings.Cut(l.String(), " ")
	return list
}

// Spaced returns list with a blank after each comma.
func Spaced(list string) string { return strings.ReplaceAll(list, ",", ", ") }

// Evaluate is the move that evaluates the atoms set.
const Evaluate = "evaluate"

// Fire returns the move that fires a beam at a port.
func Fire(p rules.Port) string { return fmt.Sprintf("fire %d", p) }

// Answered returns the move that enters the answer of a beam on the solver's table.
func Answered(s rules.Shot) string { return fmt.Sprintf("answer %d %v", s.Port, s.Answer) }

// Set returns the move that sets an atom on a square, or removes the atom there.
func Set(s rules.Square) string { return "set " + s.String() }

// Ports lists the ports at which beams were fired, in the order of the ports around the field: "7", "7 and 12".
func Ports(shots []rules.Shot) string {
	list := slices.Clone(shots)
	slices.SortStableFunc(list, func(a, b rules.Shot) int { return int(a.Port) - int(b.Port) })
	var names []string
	for _, s := range list {
		names = append(names, fmt.Sprint(s.Port))
	}
	return phrase.List(names)
}

// Thousands writes a whole number with commas.
func Thousands(x float64) string {
	text := fmt.Sprintf("%.0f", x)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Rounded writes a number. If it is below 10 and not whole, it has one decimal.
func Rounded(x float64) string {
	if text := fmt.Sprintf("%.1f", x); x < 10 && !strings.HasSuffix(text, ".0") {
		return text
	}
	return Thousands(x)
}

// PortSpot returns the name of a port as a spot.
func PortSpot(p rules.Port) string { return fmt.Sprintf("port%d", p) }

// Listed lists the squares of a layout's atoms for a sentence: "a1, b2 and c3".
func Listed(l rules.Layout) string { return phrase.List(strings.Split(Squares(l), ",")) }

// Split describes how the answers of a beam would divide the layouts that are left.
type Split struct {
	infer.Survey
	absorbed, reflected, Passed int          // the numbers of layouts in which the beam would be absorbed, be reflected and leave at another port
	Parts, largest              int          // the number of different answers, and the number of layouts that give the most frequent answer
	Likely                      rules.Answer // the most frequent answer
	Squares                     float64      // the sum of the squared sizes of the parts
}

// SplitBy returns how a beam at port p would split the layouts of a survey.
func SplitBy(survey infer.Survey, p rules.Port) Split {
	s := Split{Survey: survey}
	var parts [256]int
	answers := survey.Boards.Answers(p)
	for _, i := range survey.Set {
		parts[answers[i]]++
	}
	for a, n := range parts {
		if n == 0 {
			continue
		}
		if n > s.largest {
			s.Likely = rules.Answer(a)
		}
		switch rules.Answer(a) {
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

// MostExact is the largest number of layouts for which sentences give counts; above that they give percentages.
const MostExact = 1000

func (s Split) exact() bool { return s.Listed && len(s.Set) <= MostExact }

// Price returns the points that the beam could cost: "1 or 2 points".
func (s Split) Price() string {
	switch {
	case s.Passed == 0:
		return "1 point"
	case s.Passed == len(s.Set):
		return "2 points"
	}
	return "1 or 2 points"
}

// Average returns the number or share of the layouts that the beam would leave on average.
func (s Split) Average() string {
	n := float64(len(s.Set))
	if s.exact() {
		return Rounded(s.Squares / n)
	}
	return "about " + Rounded(100*s.Squares/n/n) + "%"
}

// Left returns the number or share of the layouts that the beam would leave, on average and at most.
func (s Split) Left() string {
	n := float64(len(s.Set))
	if s.exact() {
		return fmt.Sprintf("%s of %s arrangements on average, at most %s", Rounded(s.Squares/n), s.Count(), Thousands(float64(s.largest)))
	}
	text := fmt.Sprintf("about %s%% of the possible arrangements on average, at most about %s%%", Rounded(100*s.Squares/n/n), Rounded(100*float64(s.largest)/n))
	if !s.Listed {
		text += ", estimated from a sample"
	}
	return text
}

// Count returns the number of layouts, after "about" and rounded to two digits if it is an estimate.
func (s Split) Count() string {
	if s.Counted {
		return Thousands(s.Total)
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(s.Total))-1))
	return "about " + Thousands(math.Round(s.Total/unit)*unit)
}

// Told returns sentences with the number or share of the remaining layouts for each kind of answer.
func (s Split) Told(p rules.Port) string {
	share, of := func(n int) string { return Thousands(float64(n)) }, "%s of "+s.Count()
	if !s.exact() {
		share, of = func(n int) string { return Rounded(100*float64(n)/float64(len(s.Set))) + "%" }, "about %s of the"
	}
	return fmt.Sprintf("A beam at port %d would be absorbed in "+of+" arrangements that fit, reflected in %s, and leave elsewhere in %s. It has %d possible answers.",
		p, share(s.absorbed), share(s.reflected), share(s.Passed), s.Parts)
}
