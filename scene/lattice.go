package scene

import "fmt"

// Lattice is a board of squares with letters below its columns and numbers to the left of its rows. The square in
// column x and row y, both counted from 0 at the upper left, has its middle at x, y.
type Lattice struct {
	Columns, Rows int
	Up            bool // the rows are numbered from the bottom up
}

// Scene returns the empty board: its view and its coordinates, without squares (see Tile).
func (l Lattice) Scene() Scene {
	const size = 0.2 // of the letters and numbers
	columns, rows := float64(l.Columns), float64(l.Rows)
	s := Scene{View: Rectangle{X: -1, Y: -0.6, W: columns + 0.6, H: rows + 0.7}}
	for i := range max(l.Columns, l.Rows) {
		if i < l.Columns {
			s.Add(Word(float64(i), rows-0.22, size, string(rune('a'+i)), Centre, Muted))
		}
		if i < l.Rows {
			number := i + 1
			if l.Up {
				number = l.Rows - i
			}
			s.Add(Word(-0.76, float64(i), size, fmt.Sprint(number), Centre, Muted))
		}
	}
	return s
}

// Tile returns the background of the square whose middle is at x, y.
func Tile(x, y float64) Shape {
	const side = 0.91
	return Box(x-side/2, y-side/2, side, side, 0.1, Square)
}

// Place returns the spot of the square whose middle is at x, y. what describes the contents of the square, such as "empty".
func Place(x, y float64, name, what string) Spot {
	return Spot{Name: name, Area: Rectangle{X: x - 0.5, Y: y - 0.5, W: 1, H: 1}, Label: name + ", " + what}
}
