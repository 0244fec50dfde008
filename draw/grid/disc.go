package grid

// Disc draws a round piece that is w columns wide, an odd number, and tall half rows high, an even number. Its middle is in the middle of column x
// and at the top of half row mid, counted from the top of the grid: the middle of row y is 2*y+1. Its cells are like c, but blank, and store the
// lines that they cover.
func (g Grid) Disc(x, mid, w, tall int, c Cell) {
	c.Rune = ' '
	inside := func(dx, half int) bool {
		across, down := 2*float64(dx)/float64(w), (2*float64(half-mid)+1)/float64(tall)
		return across*across+down*down <= roundness
	}
	rim := func(dx, half int) bool { // a black or white piece may have the colour of its background
		return c.Role >= Black && inside(dx, half) && !(inside(dx-1, half) && inside(dx+1, half) && inside(dx, half-1) && inside(dx, half+1))
	}
	for y := (mid - tall/2) / 2; y <= (mid+tall/2-1)/2; y++ {
		for dx := -(w / 2); dx <= w/2; dx++ {
			top, bottom, cell := inside(dx, 2*y), inside(dx, 2*y+1), c
			if below := g.At(x+dx, y); below.Role == Line {
				cell.Under = uint16(below.Rune)
			} else {
				cell.Under = below.Under
			}
			upper, lower := rim(dx, 2*y), rim(dx, 2*y+1)
			switch {
			case !top && !bottom:
				continue
			case top && bottom && upper && lower:
				cell.Rune, cell.Role = '█', c.Role.Edge()
			case top && bottom && upper:
				cell.Rune, cell.Role = '▀', c.Role-Black+BlackRim
			case top && bottom && lower:
				cell.Rune, cell.Role = '▄', c.Role-Black+BlackRim
			case top && !bottom:
				cell.Rune, cell.Role = '▀', c.Role.Edge()
			case !top:
				cell.Rune, cell.Role = '▄', c.Role.Edge()
			}
			g.Set(x+dx, y, cell)
		}
	}
}

// roundness is 1 for an exact ellipse; with few cells, a slightly larger value looks rounder.
const roundness = 1.1

// eighths fill a cell from the left in eighths. halves do the same from the right with the few characters that exist.
var (
	eighths = []rune(" ▏▎▍▌▋▊▉")
	halves  = []rune("  ▕▐▐▐██")
)

// Bar draws a share, from 0 to 1, of a bar of w cells that starts in column x of row y and runs to the right or, if w is negative, to the left. It
// has the colour of the role of c, which must be the role of a piece. Without colours, the rune of c stands for a whole cell. A share above 0 has
// at least one cell.
func (g Grid) Bar(x, y, w int, share float64, c Cell) {
	step, part := 1, eighths
	if w < 0 {
		step, part, w = -1, halves, -w
	}
	c.Role = c.Role.Edge()
	full := int(8*share*float64(w) + .5)
	if share > 0 {
		full = max(full, 8)
	}
	for ; full > 0; full -= 8 {
		drawn := c
		if full < 8 {
			if drawn.Rune = part[full]; drawn.Rune == ' ' {
				return
			}
		}
		g.Set(x, y, drawn)
		x += step
	}
}
