package scene

import "fmt"

// Hex is a board whose spots are the vertices of a triangular lattice, which are also the middles of hexagons: rows of vertices, every other
// row half a step to the right, counted from 0 at the upper left, with letters below the columns and numbers to the left of the rows,
// from the bottom up. Neighbouring vertices are 1 apart.
type Hex struct{ Columns, Rows int }

// HexDown is the distance of two rows of a Hex: half the square root of 3.
const HexDown = 0.8660254037844386

// At returns the position of a vertex.
func (Hex) At(column, row int) (x, y float64) {
	return float64(column) + float64(row%2)/2, float64(row) * HexDown
}

// Margins of the board that Hex draws: of the board around its vertices and, outside of that, the width of the frame, which
// is larger at the left and below, where the coordinates are.
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

// Lines draws the frame, the board, the lines of the lattice, every edge once, and the coordinates.
func (h Hex) Lines() []Shape {
	const width, size = 0.026, 0.26 // of the lines, and of letters and numbers
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
