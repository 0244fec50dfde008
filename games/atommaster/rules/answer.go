package rules

import "strconv"

// Answer is the result of a beam: the number of the port where it leaves, Absorbed or Reflected.
// Its zero value means that there is no answer.
type Answer uint8

// The answers that are not ports.
const (
	Absorbed  Answer = MaxPorts + 1 // A: the beam hit an atom
	Reflected Answer = MaxPorts + 2 // R: the beam came back to its port
)

// Port returns the port where the beam leaves, or NoPort if it was absorbed or reflected.
func (a Answer) Port() Port {
	if a > MaxPorts {
		return NoPort
	}
	return Port(a)
}

// Points of a beam (manual, "Game rules and operation") and of an atom that was not found.
const (
	PointsMarked = 1 // a beam that was absorbed or reflected
	PointsPass   = 2 // a beam that left at another port
	PointsMissed = 5 // an atom not found
)

// Points returns the points that a beam with this answer costs.
func (a Answer) Points() int {
	if a > MaxPorts {
		return PointsMarked
	}
	return PointsPass
}

// String returns "A", "R" or the number of the port; "-" for no answer.
func (a Answer) String() string {
	switch {
	case a == 0:
		return "-"
	case a == Absorbed:
		return "A"
	case a == Reflected:
		return "R"
	default:
		return strconv.Itoa(int(a))
	}
}

// Shot is a fired port with its answer. A pass can be written as two shots with the same meaning, one
// from each of its ports.
type Shot struct {
	Port   Port
	Answer Answer
}

// Points returns the points that the shots cost together.
func Points(shots []Shot) int {
	sum := 0
	for _, s := range shots {
		sum += s.Answer.Points()
	}
	return sum
}

// Score returns the score of a game: the points of the shots, and the points of every atom of the solution
// that is not among the atoms set. These are in the parameter marks.
func Score(shots []Shot, solution, marks Layout) int {
	return Points(shots) + PointsMissed*(solution.Count()-solution.Common(marks))
}
