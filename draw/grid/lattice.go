package grid

import "fmt"

// Lattice draws a board of squares with letters below its columns, numbers to the left of its rows and, unless it is Bare,
// lines between the squares. Columns and rows are counted from 0 at the upper left.
type Lattice struct {
	Columns, Rows int
	Wide, Tall    int  // columns and rows of the grid from one square to the next, including a line
	Bare          bool // without lines
	Up            bool // the rows are numbered from the bottom up
}

// The least and the greatest number of rows from one square to the next in drawings with lines. Columns are twice as
// many, so that a square looks square, and at least six, so that there is room for brackets.
const lowest, highest = 2, 6

// Fit returns the largest lattice that fits into w columns and h rows, or the smallest one if none fits. A lattice without
// lines has four columns for each square, and two rows or one. If w and h are both 0, Fit returns the one with two rows.
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

// margin is the number of columns to the left of the board, for the numbers of the rows.
const margin = 2

func (l Lattice) size() (w, h int) {
	w, h = margin+l.Columns*l.Wide+1, l.Rows*l.Tall+1
	if !l.Bare {
		h++
	}
	return w, h
}

// corner returns the cell at the upper left corner of a square, where lines meet if there are any.
func (l Lattice) corner(column, row int) (x, y int) { return margin + l.Wide*column, l.Tall * row }

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

// Square shows c in the middle of a square. The other cells of the square belong to the spot of c too. A piece is round where squares have lines.
// Otherwise they show the rune fill, except in the first and last columns, which stay blank; the last one is free for marks.
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
		if c.Role >= Red { // as high as the square: the lines are half a row away
			wide := l.Wide - 3
			if l.Tall == 3 {
				wide += 2
			}
			g.Disc(x, 2*top+l.Tall+1, wide, 2*(l.Tall-1), c)
		}
	}
	g.Set(x, y, c)
}

// Mark shows c beside the contents of a square, for instance to show that the last move changed them.
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

// Ring highlights the target of the last move with round brackets beside the square or, unless the lattice is bare, within it, and with
// the lines around it. All of these cells change in step 1.
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
