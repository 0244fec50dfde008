package rules

import "slices"

// Fours returns the lines of four vertices that hold at least one of the given vertices, each line once. For each vertex in turn, the
// lines to the upper right come first, then those to the right and to the lower right; in each direction the line that begins with the
// vertex is the first.
func Fours(through ...Square) (lines []Row) {
	for _, s := range through {
		for d := UpperRight; d <= LowerRight; d++ {
			first, inside := s, true
			for back := 0; back < 4 && inside; back++ {
				line := Row{First: first, Dir: d, Len: 4}
				if line.OnBoard() && !slices.Contains(lines, line) {
					lines = append(lines, line)
				}
				first, inside = first.Step(d.Opposite())
			}
		}
	}
	return lines
}

// Made returns the pieces that the player to move turns to their goal colour by a legal move on s.
func (p Position) Made(s Square) (made []Square) {
	var room [Directions]Change
	for _, c := range p.Changes(s, room[:0]) {
		if c.New == p.Player().Goal() {
			made = append(made, c.At)
		}
	}
	return made
}

// OnBoard reports whether the whole row is on the board. r.First must be on the board.
func (r Row) OnBoard() bool {
	s, ok := r.First, true
	for i := 1; i < r.Len && ok; i++ {
		s, ok = s.Step(r.Dir)
	}
	return ok
}

// CountIn returns the number of pieces of a colour in a row.
func (p Position) CountIn(row Row, c Color) (n int) {
	var room [4]Square
	for _, s := range row.Squares(room[:0]) {
		if p.At(s) == c {
			n++
		}
	}
	return n
}
