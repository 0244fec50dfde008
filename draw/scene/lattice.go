package scene

import "fmt"

// Lattice is a board of squares with letters below its columns and numbers to the left of its rows. The square in
// column x and row y, both counted from 0 at the upper left, has its middle at x, y.
type Lattice struct {
	Columns, Rows int
	Up            bool // the rows are numbered from the bottom up
}

// Scene returns the empty board: its view, its frame and the coordinates on it, without squares (see Tile).
func (l Lattice) Scene() Scene {
	const (
		size         = 0.17                        // of the letters and numbers
		around, wide = tile/2 + 0.14, tile/2 + 0.4 // from the middles of the outer squares to the edge of the frame
		beside       = tile/2 + 0.23               // to the middle of a number
	)
	columns, rows := float64(l.Columns), float64(l.Rows)
	s := Scene{View: Rectangle{X: -wide, Y: -around, W: columns - 1 + wide + around, H: rows - 1 + wide + around}}
	s.Add(Base(s.View, 0.16))
	for i := range max(l.Columns, l.Rows) {
		if i < l.Columns {
			s.Add(coordinate(float64(i), rows-1+beside, size, string(rune('a'+i))))
		}
		if i < l.Rows {
			number := i + 1
			if l.Up {
				number = l.Rows - i
			}
			s.Add(coordinate(-beside, float64(i), size, fmt.Sprint(number)))
		}
	}
	return s
}

// coordinate returns the letter of a column or the number of a row on a frame.
func coordinate(x, y, size float64, text string) Shape {
	sh := Word(x, y, size, text, Centre, On(Frame))
	sh.Edge = true
	return sh
}

const tile = 0.91

// Tile returns the background of the square whose middle is at x, y.
func Tile(x, y float64) Shape {
	sh := Box(x-tile/2, y-tile/2, tile, tile, 0.1, Square)
	sh.Lift = -0.1
	return sh
}

// Base returns the frame under a board, with corners of radius round.
func Base(r Rectangle, round float64) Shape {
	sh := Box(r.X, r.Y, r.W, r.H, round, Frame)
	sh.Lift, sh.Edge = 0.1, true
	sh.Stroke, sh.Width = Line, 0.015
	return sh
}

// Place returns the spot of the square whose middle is at x, y. what describes the contents of the square, such as "empty".
func Place(x, y float64, name, what string) Spot {
	return Spot{Name: name, Area: Rectangle{X: x - 0.5, Y: y - 0.5, W: 1, H: 1}, Label: name + ", " + what}
}
