package grid

// eighths are the left eighths of a cell, and halves what there is of the right ones.
var (
	eighths = []rune(" ▏▎▍▌▋▊▉")
	halves  = []rune("  ▕▐▐▐██")
)

// Bar draws a share, from 0 to 1, of a bar of w cells that starts in column x of row y and runs to the right or, if w is negative, to the left. It
// is drawn in the colour of the role of c, which must be one of pieces, and the rune of c stands for a whole cell where there are no colours. A
// share above 0 has at least one cell.
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
