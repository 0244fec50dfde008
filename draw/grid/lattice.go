package grid

import "fmt"

// Lattice draws a board of squares with letters below its columns, numbers to the left of its rows and, unless it is Bare,
// lines between the squares. Columns and rows are counted from 0 at the upper left.
type Lattice struct {
	Columns, Rows int
	Wide, Tall    int  // columns and rows of the grid from one square to the next, including a line
	Bare          bool // there are no lines
	Up            bool // the rows are numbered from the bottom up
}

// The least and the greatest number of rows from one square to the next in drawings with lines. The number of columns is twice that, so that a square
// looks square, but at least six, for the brackets.
const lowest, highest = 2, 6

// Fit returns the largest lattice that fits into w columns and h rows, or the smallest lattice if none fits. A lattice without lines has four columns and
// one or two rows for each square. If w and h are both 0, Fit returns the lattice with two rows.
func Fit(columns, rows, w, h int) Lattice {
	for tall := highest; tall >= lowest; tall-- {
		l := Lattice{Columns: columns, Rows: rows, Wide: max(2*tall, 6), Tall: tall}
		if width, height := l.size(); width <= w && height <= h {
			return l
		}
	}
	l := Lattice{Columns: columns, Rows: rows, Wide: 4, Tall: 2, Bare: true}
	if width, height := l.size(); w|h != 0 && (width > w || height > h) {
		l.Tall = 1
	}
	return l
}

// margin is the number of columns left of the board for the numbers of the rows.
const margin = 2

func (l Lattice) size() (w, h int) {
	w, h = margin+l.Columns*l.Wide+1, l.Rows*l.Tall+1
	if !l.Bare {
		h++
	}
	return w, h
}

// corner returns the cell at the upper left corner of a square; lines, if there are any, meet there.
func (l Lattice) corner(column, row int) (x, y int) { return margin + l.Wide*column, l.Tall * row }

// middle returns the cell that shows the contents of a square.
func (l Lattice) middle(column, row int) (x, y int) {
	x, y = l.corner(column, row)
	if l.Bare {
		return x + 1, y
	}
	return x + l.Wide/2, y + l.Tall/2
}

// Draw returns a new grid with the lines and the coordinates.
func (l Lattice) Draw() Grid {
	g := New(l.size())
	if !l.Bare {
		l.lines(g)
	}
	for i := range l.Rows {
		number := i + 1
		if l.Up {
			number = l.Rows - i
		}
		_, y := l.middle(0, i)
		g.Put(0, y, fmt.Sprint(number), Muted, "")
	}
	for i := range l.Columns {
		x, _ := l.middle(i, 0)
		g.Put(x, g.H-1, string(rune('a'+i)), Muted, "")
	}
	return g
}

func (l Lattice) lines(g Grid) {
	corners := [3][]rune{[]rune("┌┬┐"), []rune("├┼┤"), []rune("└┴┘")}
	third := func(i, count int) int { // 0 at the start, 2 at the end, 1 in between
		return min(i, 1) + i/count
	}
	for y := range l.Rows*l.Tall + 1 {
		for x := range l.Columns*l.Wide + 1 {
			r := ' '
			switch onColumn, onRow := x%l.Wide == 0, y%l.Tall == 0; {
			case onColumn && onRow:
				r = corners[third(y/l.Tall, l.Rows)][third(x/l.Wide, l.Columns)]
			case onColumn:
				r = '│'
			case onRow:
				r = '─'
			}
			g.Set(margin+x, y, Cell{Rune: r, Role: Line})
		}
	}
}

// Square shows c in the middle of a square. The other cells of the square belong to the spot of c too. On a bare
// lattice there is only one other cell, and it is blank. On a lattice with lines, a piece is round; around anything else, the other cells show the rune
// fill, except in the first and last columns, which stay blank. The last column is free for marks.
func (l Lattice) Square(g Grid, column, row int, c Cell, fill rune) {
	x, y := l.middle(column, row)
	if l.Bare {
		beside := c
		beside.Rune = ' '
		g.Set(x+1, y, beside)
	} else {
		left, top := l.corner(column, row)
		for dy := 1; dy < l.Tall; dy++ {
			for dx := 1; dx < l.Wide; dx++ {
				inner := Cell{Rune: ' ', Role: Muted, Spot: c.Spot}
				if dx > 1 && dx < l.Wide-1 && c.Role < Red {
					inner.Rune, inner.Role = fill, c.Role
				}
				g.Set(left+dx, top+dy, inner)
			}
		}
		if c.Role >= Red { // as high as the square, up to the lines half a row away
			wide := l.Wide - 3
			if l.Tall == 3 {
				wide += 2
			}
			g.Disc(x, 2*top+l.Tall+1, wide, 2*(l.Tall-1), c)
		}
	}
	g.Set(x, y, c)
}

// Mark shows c beside the contents of a square, for instance as a sign that the last move changed them.
func (l Lattice) Mark(g Grid, column, row int, c Cell) {
	x, y := l.middle(column, row)
	if l.Bare {
		x++
	} else {
		x, _ = l.corner(column+1, row)
		x--
	}
	g.Set(x, y, c)
}

// Ring highlights the target of the last move with round brackets: beside the square on a bare lattice, otherwise within it. It also highlights the lines
// around the square. All these cells change in step 1.
func (l Lattice) Ring(g Grid, column, row int) {
	left, top := l.corner(column, row)
	_, y := l.middle(column, row)
	right := left + 3
	if !l.Bare {
		right = left + l.Wide
		for dy := range l.Tall + 1 {
			for dx := range l.Wide + 1 {
				if (dx%l.Wide == 0) == (dy%l.Tall == 0) { // skip the inside of the square and the crossings of lines
					continue
				}
				c := g.At(left+dx, top+dy)
				c.Role, c.Step = Last, 1
				g.Set(left+dx, top+dy, c)
			}
		}
		left, right = left+1, right-1
	}
	for x, bracket := range map[int]rune{left: '(', right: ')'} {
		c := g.At(x, y)
		c.Rune, c.Role, c.Step = bracket, Last, 1
		g.Set(x, y, c)
	}
}

// Hex draws a board whose spots are the vertices of a triangular lattice, which are also the middles of hexagons. Every other row of vertices is shifted
// half a step to the right. Letters are below the columns, and numbers, which count from the bottom up, to the left of the rows. Columns and rows are
// counted from 0 at the upper left.
type Hex struct {
	Columns, Rows int  // the size of the whole board
	Shown         Part // the part of the board that is drawn
	Across, Down  int  // columns and rows of the grid from one vertex to the next; with at least 2 rows, the edges of the lattice are drawn
	Wide, Tall    int  // columns and half rows of a round piece; 0: a piece has a single row
}

// Part is a part of a board: its first column and row, and the numbers of columns and rows.
type Part struct{ X, Y, Columns, Rows int }

// hexes lists all sizes, the smallest first. Neighbouring vertices share a bracket.
var hexes = []Hex{
	{Across: 3, Down: 1},
	{Across: 4, Down: 1},
	{Across: 4, Down: 2},
	{Across: 6, Down: 2},
	{Across: 6, Down: 3, Wide: 5, Tall: 4},
	{Across: 8, Down: 4, Wide: 7, Tall: 6},
	{Across: 10, Down: 4, Wide: 7, Tall: 6},
	{Across: 12, Down: 5, Wide: 9, Tall: 8},
	{Across: 14, Down: 6, Wide: 11, Tall: 10},
	{Across: 16, Down: 7, Wide: 13, Tall: 12},
}

// FitHex returns the largest board that fits into w columns and h rows, or the smallest board if none fits. If w and h are both 0, it returns the second
// smallest.
func FitHex(columns, rows, w, h int) Hex {
	return fitHex(columns, rows, Part{0, 0, columns, rows}, w, h)
}

// FitPart returns the largest board whose part fits into w columns and h rows, with as much of its surroundings as there is room for. If part fits in no
// size, it returns the whole board in the smallest size.
func FitPart(columns, rows int, part Part, w, h int) Hex {
	l := fitHex(columns, rows, part, w, h)
	for grown := true; grown; {
		grown = false
		for _, by := range []Part{{-1, 0, 1, 0}, {0, 0, 1, 0}, {0, -1, 0, 1}, {0, 0, 0, 1}} {
			s := Part{l.Shown.X + by.X, l.Shown.Y + by.Y, l.Shown.Columns + by.Columns, l.Shown.Rows + by.Rows}
			more := l
			more.Shown = s
			width, height := more.size()
			if s.X >= 0 && s.Y >= 0 && s.X+s.Columns <= columns && s.Y+s.Rows <= rows && width <= w && height <= h {
				l, grown = more, true
			}
		}
	}
	return l
}

// fitHex returns the largest board whose part fits or, if none does, the whole board in the smallest size.
func fitHex(columns, rows int, part Part, w, h int) Hex {
	var fits Hex
	for i, l := range hexes {
		l.Columns, l.Rows, l.Shown = columns, rows, part
		if i <= 1 && (i == 0 || w|h == 0) {
			l.Shown = Part{0, 0, columns, rows}
		}
		if width, height := l.size(); i == 0 || w|h == 0 && i == 1 || width <= w && height <= h {
			fits = l
		}
	}
	return fits
}

// left and right return the number of columns that belong to a vertex left and right of its middle, including its brackets and a column on the right for a
// mark.
func (l Hex) left() int {
	if l.Wide > 0 {
		return l.right()
	}
	return max(1, l.Across/2-1)
}
func (l Hex) right() int { return max(2, l.Wide/2+1) }

// above returns the number of rows of a piece above its middle row.
func (l Hex) above() int { return l.Tall / 4 }

func (l Hex) size() (w, h int) {
	return margin + l.left() + l.Across*(l.Shown.Columns-1) + l.Across/2 + l.right() + 1, l.Down*(l.Shown.Rows-1) + 2*l.above() + 2
}

// middle returns the cell that shows the contents of a vertex.
func (l Hex) middle(column, row int) (x, y int) {
	return margin + l.left() + l.Across*(column-l.Shown.X) + l.Across/2*(row%2), l.above() + l.Down*(row-l.Shown.Y)
}

// Shows reports whether a vertex is in the part that is drawn.
func (l Hex) Shows(column, row int) bool {
	x, y := column-l.Shown.X, row-l.Shown.Y
	return x >= 0 && y >= 0 && x < l.Shown.Columns && y < l.Shown.Rows
}

// Draw returns a new grid with the edges and the coordinates.
func (l Hex) Draw() Grid {
	g := New(l.size())
	for column := l.Shown.X; column < l.Shown.X+l.Shown.Columns; column++ {
		x, _ := l.middle(column, 0)
		g.Put(x, g.H-1, string(rune('a'+column)), Muted, "")
	}
	for row := l.Shown.Y; row < l.Shown.Y+l.Shown.Rows; row++ {
		_, y := l.middle(0, row)
		g.Put(0, y, fmt.Sprintf("%*d", margin, l.Rows-row), Muted, "")
		for column := l.Shown.X; column < l.Shown.X+l.Shown.Columns && l.Down > 1; column++ {
			for _, to := range []Point{{column + 1, row}, {column + row%2, row + 1}, {column + row%2 - 1, row + 1}} {
				l.Edge(g, Point{column, row}, to, Cell{Rune: '─', Role: Line})
			}
		}
	}
	return g
}

// Edge draws the line between two adjacent vertices, given as columns and rows, if both are shown. The line looks like c, whose rune is the one for lines
// within a row. Cells that belong to a vertex do not change.
func (l Hex) Edge(g Grid, from, to Point, c Cell) {
	if !l.Shows(from.X, from.Y) || !l.Shows(to.X, to.Y) {
		return
	}
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
		if along := (k*l.Across + l.Down/2) / (2 * l.Down); ty > y {
			c.Rune = '╲'
			put(x+along, y+k)
		} else {
			c.Rune = '╱'
			put(x+along, y-k)
		}
	}
}

// Lattice reports whether the edges are drawn.
func (l Hex) Lattice() bool { return l.Down > 1 }

// Crossing draws an empty vertex: lines to the neighbours that are shown. The lines look like c, whose rune is the one for lines within a row.
// Without a lattice it draws blanks. In both cases the cells belong to the spot of c.
func (l Hex) Crossing(g Grid, column, row int, c Cell) {
	line := c.Rune
	c.Rune = ' '
	l.Vertex(g, column, row, c, ' ')
	if !l.Lattice() || !l.Shows(column, row) {
		return
	}
	x, y := l.middle(column, row)
	for dx := -1; dx <= 1; dx++ {
		if cell := g.At(x+dx, y); l.Shows(column+dx, row) {
			cell.Rune = line
			g.Set(x+dx, y, cell)
		}
	}
}

// Vertex shows c in the middle of a vertex, and the rune mark after it. The other cells of the vertex's row are blank and belong to the spot of c too. A
// piece is round if there is room.
func (l Hex) Vertex(g Grid, column, row int, c Cell, mark rune) {
	if !l.Shows(column, row) {
		return
	}
	x, y := l.middle(column, row)
	if l.Wide > 0 && c.Role >= Red {
		g.Disc(x, 2*y+1, l.Wide, l.Tall, c)
	}
	blank := c
	blank.Rune = ' '
	for i := x - l.left() + 1; i < x && l.Wide == 0; i++ {
		g.Set(i, y, blank)
	}
	g.Set(x, y, c)
	c.Rune = mark
	g.Set(x+1, y, c)
	if l.Wide > 0 {
		c.Rune = ' '
		g.Set(x-1, y, c)
	}
}

// Ring puts brackets around a vertex; they appear in the given step of the last move's animation.
func (l Hex) Ring(g Grid, column, row int, brackets string, step int) {
	if !l.Shows(column, row) {
		return
	}
	x, y := l.middle(column, row)
	g.Set(x-l.left(), y, Cell{Rune: rune(brackets[0]), Role: Last, Step: uint8(step)})
	g.Set(x+l.right(), y, Cell{Rune: rune(brackets[1]), Role: Last, Step: uint8(step)})
}
