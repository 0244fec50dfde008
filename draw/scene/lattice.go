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
		size         = 0.17                        // the size of the letters and numbers
		around, wide = tile/2 + 0.14, tile/2 + 0.4 // from the middles of the outer squares to the edge of the frame
		beside       = tile/2 + 0.23               // from the same middles to the middle of a number
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

// tile is the side of a square.
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

// Place returns the spot of the square whose middle is at x, y. The parameter what describes the contents of the square, such as "empty".
func Place(x, y float64, name, what string) Spot {
	return Spot{Name: name, Area: Rectangle{X: x - 0.5, Y: y - 0.5, W: 1, H: 1}, Label: name + ", " + what}
}

// Hex is a board whose spots are the vertices of a triangular lattice, which are also the middles of hexagons. Every other row of vertices
// is shifted half a step to the right. Columns and rows are counted from 0 at the upper left. Letters are below the columns, and numbers,
// which count from the bottom up, to the left of the rows. Neighbouring vertices are 1 apart.
type Hex struct{ Columns, Rows int }

// HexDown is the distance between two rows of a Hex: half the square root of 3.
const HexDown = 0.8660254037844386

// At returns the position of a vertex.
func (Hex) At(column, row int) (x, y float64) {
	return float64(column) + float64(row%2)/2, float64(row) * HexDown
}

// Margins of the board that Hex draws: the margin around the vertices and, outside of it, the width of the frame, which is larger at the
// left and below because of the coordinates.
const (
	HexAround = 0.55
	HexFrame  = 0.14
	HexWide   = 0.42
)

// View returns the area of the board with its frame.
func (h Hex) View() Rectangle {
	x, y := h.At(h.Columns-1, h.Rows-1)
	if h.Rows > 1 {
		x, _ = h.At(h.Columns-1, 1)
	}
	return Rectangle{
		X: -HexAround - HexWide, Y: -HexAround - HexFrame,
		W: x + 2*HexAround + HexWide + HexFrame, H: y + 2*HexAround + HexWide + HexFrame,
	}
}

// Lines returns the shapes of the frame, the board, the lines of the lattice, each edge once, and the coordinates.
func (h Hex) Lines() []Shape {
	const width, size = 0.026, 0.26 // the width of lines, and the size of letters and numbers
	view := h.View()
	board := Box(view.X+HexWide, view.Y+HexFrame, view.W-HexWide-HexFrame, view.H-HexWide-HexFrame, 0.12, Plate)
	board.Lift, board.Edge = -0.14, true
	shapes := []Shape{Base(view, 0.2), board}
	has := func(x, y int) bool { return y >= 0 && y < h.Rows && x >= y%2 && (x-y%2)/2 < h.Columns } // x is in half steps
	at := func(x, y int) (float64, float64) { return h.At(x/2, y) }
	for _, to := range [][2]int{{2, 0}, {1, 1}, {-1, 1}} {
		for row := range h.Rows {
			for column := range h.Columns {
				first, last := [2]int{2*column + row%2, row}, [2]int{2*column + row%2, row}
				if has(first[0]-to[0], first[1]-to[1]) {
					continue
				}
				for has(last[0]+to[0], last[1]+to[1]) {
					last = [2]int{last[0] + to[0], last[1] + to[1]}
				}
				if last != first {
					x, y := at(first[0], first[1])
					tx, ty := at(last[0], last[1])
					shapes = append(shapes, Stroke(x, y, tx, ty, width, Grid))
				}
			}
		}
	}
	for row := range h.Rows {
		_, y := h.At(0, row)
		shapes = append(shapes, coordinate(view.X+HexWide/2, y, size, fmt.Sprint(h.Rows-row)))
	}
	for column := range h.Columns {
		x, _ := h.At(column, h.Rows-1)
		shapes = append(shapes, coordinate(x, view.Y+view.H-HexWide/2, size, string(rune('a'+column))))
	}
	return shapes
}
