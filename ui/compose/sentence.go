package compose

import (
	"strings"

	"attic/desk"
	"attic/draw/scene"
)

// composeSentence writes a text into rows, each W wide from X around Y, in letters of a size, or of that of labels if
// there is little room. If the text is still too long, the last row ends with an ellipsis and, if there is room, with the key that shows all
// of it.
func composeSentence(p *page, rows []scene.Rectangle, letters float64, text string) {
	lines, whole := fill(rows, letters, text)
	if !whole {
		letters = labelSize
		lines, whole = fill(rows, letters, text)
	}
	if !whole {
		p.desk.Cut = text
		if last := &rows[len(rows)-1]; last.W > 2*scene.TextWidth(desk.ReadAll, leastLabel, false) {
			last.W -= composeRest(p, last.X+last.W, last.Y, text)
			lines, _ = fill(rows, letters, text)
		}
	}
	for i, line := range lines {
		p.word(rows[i].X, rows[i].Y, rows[i].W, letters, line, scene.Text)
	}
}

// composeRest writes the key that shows all of a text that had to be cut off, to the left of x, and returns the width that it needs.
func composeRest(p *page, x, y float64, text string) float64 {
	p.desk.Cut = text
	const pad, gap = 4, 4
	wide := scene.TextWidth(desk.ReadAll, leastLabel, false)
	r := scene.Rectangle{X: x - wide - 2*pad, Y: y - 7, W: wide + 2*pad, H: 14}
	p.word(r.X+pad, y, wide+1, leastLabel, desk.ReadAll, scene.Accent)
	p.spot(desk.ButtonSpot+desk.ReadKey, "show all of it", r)
	p.focusable(desk.ButtonSpot+desk.ReadKey, r)
	return r.W + gap
}

// fill breaks a text into lines for rows, the last one with an ellipsis unless the whole text fits.
func fill(rows []scene.Rectangle, letters float64, text string) (lines []string, whole bool) {
	for i, row := range rows {
		line := scene.Clip(text, letters, false, row.W)
		if i < len(rows)-1 && line != text {
			line = scene.Wrap(text, letters, false, row.W)[0]
		}
		lines = append(lines, line)
		if text = strings.TrimSpace(strings.TrimPrefix(text, line)); text == "" {
			return lines, true
		}
	}
	return lines, false
}
