package grid

// Part returns the part of a grid around the named spots: their cells, a column on either side for what is drawn around a
// spot, and the frame of the board, that is, everything to the left and right of all spots and above and below them, such
// as coordinates. If spots is empty or the grid has none of them, Part returns the whole grid.
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

type bounds struct{ left, top, right, bottom int }

func nothing(g Grid) bounds { return bounds{g.W, g.H, -1, -1} }

func (b bounds) middle() Point { return Point{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

func (b *bounds) take(x, y int) {
	b.left, b.right = min(b.left, x), max(b.right, x)
	b.top, b.bottom = min(b.top, y), max(b.bottom, y)
}
