package grid

// Path is a line through the middles of spots, such as the path of a beam. Each spot must be in the same row or column as
// the previous spot. The line runs between the edges of its first and last spots and does not cover their contents.
type Path struct {
	Spots  []string
	Role   Role
	Dashed bool
	Step   int // if not 0, the line grows from its first spot; it starts in this step of the last move's animation
}

const (
	east = 1 << iota
	north
	west
	south
)

// The runes of lines, indexed by the set of directions in which they leave a cell.
var (
	solid  = []rune(" ─│└──┘┴│┌│├┐┬┤┼")
	dashed = []rune(" ╌╎╰╌╌╯┴╎╭╎├╮┬┤┼")
)

// Trace returns a copy of g with paths drawn on it. Solid paths that meet are joined, and so are dashed paths; where a
// dashed path crosses a solid path, only the solid path is visible. Spots that g does not have are skipped.
func (g Grid) Trace(paths ...Path) Grid {
	traced := g.copy()
	if len(paths) == 0 {
		return traced
	}
	at := g.Middles()
	for _, l := range []struct {
		dashed bool
		runes  []rune
	}{{true, dashed}, {false, solid}} {
		bits := map[int]int{}
		for _, p := range paths {
			if p.Dashed == l.dashed {
				g.follow(p, at, bits, traced.cells)
			}
		}
		for i, mask := range bits {
			traced.cells[i].Rune = l.runes[mask]
		}
	}
	return traced
}

// follow adds the directions of a path to the sets in bits and gives its cells their role and step.
func (g Grid) follow(p Path, at map[string]Point, bits map[int]int, cells []Cell) {
	for n := 1; n < len(p.Spots); n++ {
		from, ok := at[p.Spots[n-1]]
		to, ok2 := at[p.Spots[n]]
		x, y, tx, ty := from.X, from.Y, to.X, to.Y
		if !ok || !ok2 || x != tx && y != ty {
			continue
		}
		leave, arrive, dx, dy := east, west, 1, 0
		switch {
		case tx < x:
			leave, arrive, dx = west, east, -1
		case ty < y:
			leave, arrive, dx, dy = north, south, 0, -1
		case ty > y:
			leave, arrive, dx, dy = south, north, 0, 1
		}
		mark := func(direction int) {
			i := g.index(x, y)
			if spot := g.cells[i].Spot; spot != "" && (spot == p.Spots[0] || spot == p.Spots[len(p.Spots)-1]) {
				return
			}
			bits[i] |= direction
			cells[i].Role = p.Role
			if p.Step != 0 && cells[i].Step == 0 {
				cells[i].Step = uint8(min(p.Step+n-1, 255))
			}
		}
		for x != tx || y != ty {
			mark(leave)
			x, y = x+dx, y+dy
			mark(arrive)
		}
	}
}

// Middle returns the column x and row y of the cell in the middle of a spot, and whether the grid has the spot.
func (g Grid) Middle(spot string) (x, y int, ok bool) {
	p, ok := g.Middles()[spot]
	return p.X, p.Y, ok
}

// Point is the column and row of a cell of a Grid.
type Point struct{ X, Y int }

// Middles returns the cell in the middle of every spot, by the name of the spot.
func (g Grid) Middles() map[string]Point {
	boxes := map[string]bounds{}
	for i, c := range g.cells {
		if c.Spot == "" {
			continue
		}
		b, ok := boxes[c.Spot]
		if !ok {
			b = nothing(g)
		}
		b.take(i%g.W, i/g.W)
		boxes[c.Spot] = b
	}
	at := make(map[string]Point, len(boxes))
	for spot, b := range boxes {
		at[spot] = b.middle()
	}
	return at
}

// Part returns the part of a grid around the named spots: their cells, a column on each side for brackets, and the frame of
// the board, which is everything left and right of all spots and above and below them, such as coordinates. If the grid has
// none of the spots, Part returns the whole grid.
func (g Grid) Part(spots ...string) Grid {
	whole, part := nothing(g), nothing(g)
	wanted := map[string]bool{}
	for _, spot := range spots {
		wanted[spot] = true
	}
	for i, c := range g.cells {
		if c.Spot != "" {
			whole.take(i%g.W, i/g.W)
			if wanted[c.Spot] {
				part.take(i%g.W, i/g.W)
			}
		}
	}
	if part.right < 0 {
		return g
	}
	part.left, part.right = max(part.left-1, whole.left), min(part.right+1, whole.right)
	var columns, rows []int
	for x := range g.W {
		if x < whole.left || x > whole.right || x >= part.left && x <= part.right {
			columns = append(columns, x)
		}
	}
	for y := range g.H {
		if y < whole.top || y > whole.bottom || y >= part.top && y <= part.bottom {
			rows = append(rows, y)
		}
	}
	cut := New(len(columns), len(rows))
	for y, from := range rows {
		for x, column := range columns {
			cut.Set(x, y, g.At(column, from))
		}
	}
	return cut
}

// bounds are the first and last columns and rows of some cells.
type bounds struct{ left, top, right, bottom int }

func nothing(g Grid) bounds { return bounds{g.W, g.H, -1, -1} }

func (b bounds) middle() Point { return Point{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

func (b *bounds) take(x, y int) {
	b.left, b.right = min(b.left, x), max(b.right, x)
	b.top, b.bottom = min(b.top, y), max(b.bottom, y)
}
