package grid

// Part returns the part of a grid around some of its spots: their cells, with a column beside them for what is drawn
// around a spot, and the frame of the board, which is what lies left, right, above and below of all spots, such as
// coordinates. Without spots, or if the grid has none of them, it is all of the grid.
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

func (b *bounds) take(x, y int) {
	b.left, b.right = min(b.left, x), max(b.right, x)
	b.top, b.bottom = min(b.top, y), max(b.bottom, y)
}
