package rules

import (
	"errors"
	"fmt"
	"strconv"
)

const (
	// Side is the number of columns, and of rows.
	Side = 16
	// Squares is the number of vertices.
	Squares = Side * Side
)

// Square is a vertex: y*16+x with the column x from the left and the row y from the top, both from 0.
// Odd rows are shifted half a step to the right.
type Square uint8

// ErrSquare is wrapped by the errors of ParseSquare.
var ErrSquare = errors.New("not a square")

// SquareAt returns the vertex in column x from the left and row y from the top, both 0..15.
func SquareAt(x, y int) Square { return Square(y<<4 | x) }

// X returns the column from the left, 0..15.
func (s Square) X() int { return int(s & 15) }

// Y returns the row from the top, 0..15.
func (s Square) Y() int { return int(s >> 4) }

// String returns the name: the column a..p and the row 1..16 from the bottom, "h9".
func (s Square) String() string {
	return string(rune('a'+s.X())) + strconv.Itoa(Side-s.Y())
}

// ParseSquare reads a name as String writes it. Errors wrap ErrSquare.
func ParseSquare(name string) (Square, error) {
	if name == "" {
		return 0, fmt.Errorf("%w: write a column from a to p and a row from 1 to 16, as in h9", ErrSquare)
	}
	if name[0] < 'a' || name[0] > 'p' {
		return 0, fmt.Errorf("%w: %.12q does not begin with a column from a to p", ErrSquare, name)
	}
	row, err := strconv.ParseUint(name[1:], 10, 8)
	if err != nil || row < 1 || row > Side || name[1] == '0' {
		return 0, fmt.Errorf("%w: after the column, %.12q has no row from 1 to 16", ErrSquare, name)
	}
	return SquareAt(int(name[0]-'a'), int(Side-row)), nil
}

// Direction is one of the six directions from a vertex to an adjacent one.
type Direction uint8

// The directions, clockwise from upper left.
const (
	UpperLeft Direction = iota
	UpperRight
	Right
	LowerRight
	LowerLeft
	Left
	Directions = 6
)

// Opposite returns the other direction on the same axis.
func (d Direction) Opposite() Direction { return (d + 3) % Directions }

// steps holds the change of column, in even and odd rows, and of row for each direction (rules "Board").
var steps = [Directions]struct {
	dx [2]int
	dy int
}{
	UpperLeft:  {dx: [2]int{-1, 0}, dy: -1},
	UpperRight: {dx: [2]int{0, 1}, dy: -1},
	Right:      {dx: [2]int{1, 1}},
	LowerRight: {dx: [2]int{0, 1}, dy: 1},
	LowerLeft:  {dx: [2]int{-1, 0}, dy: 1},
	Left:       {dx: [2]int{-1, -1}},
}

// Step returns the vertex that touches s in direction d; false beyond the edge.
func (s Square) Step(d Direction) (Square, bool) {
	step, odd := &steps[d], s.Y()&1
	x, y := s.X()+step.dx[odd], s.Y()+step.dy
	return SquareAt(x, y), uint(x) < Side && uint(y) < Side
}
