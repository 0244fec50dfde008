package grid

import "fmt"

// Hex draws a board whose spots are the vertices of a triangular lattice, which are also the middles of hexagons: rows of vertices, every
// other row half a step to the right, with letters below the columns and numbers to the left of the rows, from the bottom up. Columns and
// rows are counted from 0 at the upper left.
type Hex struct {
	Columns, Rows int
	Across, Down  int // columns and rows of the grid from one vertex to the next; from 2 rows on the edges of the lattice are drawn
}

// hexes holds all sizes, the smallest first, in which neighbouring vertices share a bracket.
var hexes = []struct{ across, down int }{{3, 1}, {4, 1}, {4, 2}, {6, 2}, {6, 3}}

// FitHex returns the largest board that fits into w columns and h rows, or else the smallest one. If w and h are both 0, it returns the second
// smallest.
func FitHex(columns, rows, w, h int) Hex {
	var fits Hex
	for i, size := range hexes {
		l := Hex{columns, rows, size.across, size.down}
		if width, height := l.size(); i == 0 || w|h == 0 && i == 1 || width <= w && height <= h {
			fits = l
		}
	}
	return fits
}

// left returns how many columns left of the middle of a vertex belong to the vertex, including the opening bracket. To the right of the
// middle there are always two: one for a mark and the closing bracket.
func (l Hex) left() int { return max(1, l.Across/2-1) }

func (l Hex) size() (w, h int) {
	return margin + l.left() + l.Across*(l.Columns-1) + l.Across/2 + 3, l.Down*(l.Rows-1) + 2
}

// middle returns the cell that shows the contents of a vertex.
func (l Hex) middle(column, row int) (x, y int) {
	return margin + l.left() + l.Across*column + l.Across/2*(row%2), l.Down * row
}

// Draw returns a new grid with the edges and the coordinates.
func (l Hex) Draw() Grid {
	g := New(l.size())
	for column := range l.Columns {
		x, _ := l.middle(column, 0)
		g.Put(x, g.H-1, string(rune('a'+column)), Muted, "")
	}
	for row := range l.Rows {
		g.Put(0, l.Down*row, fmt.Sprintf("%*d", margin, l.Rows-row), Muted, "")
	}
	for row := 0; row < l.Rows && l.Down > 1; row++ {
		for column := range l.Columns {
			for _, to := range []Point{{column + 1, row}, {column + row%2, row + 1}, {column + row%2 - 1, row + 1}} {
				if to.X >= 0 && to.X < l.Columns && to.Y < l.Rows {
					l.Edge(g, Point{column, row}, to, Cell{Rune: '─', Role: Line})
				}
			}
		}
	}
	return g
}

// Edge draws the line between two adjacent vertices, their columns and rows, like c, whose rune is for lines within a row. Cells that
// belong to a vertex are left alone.
func (l Hex) Edge(g Grid, from, to Point, c Cell) {
	x, y := l.middle(from.X, from.Y)
	tx, ty := l.middle(to.X, to.Y)
	if tx < x {
		x, y, tx, ty = tx, ty, x, y
	}
	put := func(x, y int) {
		if g.At(x, y).Spot == "" {
			g.Set(x, y, c)
		}
	}
	if y == ty {
		for x += 2; x < tx-1; x++ {
			put(x, y)
		}
		return
	}
	for k := 1; k < l.Down; k++ {
		if along := k * l.Across / (2 * l.Down); ty > y {
			c.Rune = '╲'
			put(x+along, y+k)
		} else {
			c.Rune = '╱'
			put(x+along, y-k)
		}
	}
}

// Vertex shows c in the middle of a vertex, and mark after it. The cells before it belong to the spot of c too and are blank.
func (l Hex) Vertex(g Grid, column, row int, c Cell, mark rune) {
	x, y := l.middle(column, row)
	blank := c
	blank.Rune = ' '
	for i := x - l.left() + 1; i < x; i++ {
		g.Set(i, y, blank)
	}
	g.Set(x, y, c)
	c.Rune = mark
	g.Set(x+1, y, c)
}

// Ring puts brackets around a vertex; they change in a step of the last move's animation.
func (l Hex) Ring(g Grid, column, row int, brackets string, step int) {
	x, y := l.middle(column, row)
	g.Set(x-l.left(), y, Cell{Rune: rune(brackets[0]), Role: Last, Step: uint8(step)})
	g.Set(x+2, y, Cell{Rune: rune(brackets[1]), Role: Last, Step: uint8(step)})
}
