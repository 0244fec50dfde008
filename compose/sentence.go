package compose

import (
	"strings"

	"attic/desk"
	"attic/scene"
)

// readKey shows the whole sentence, if the page had to cut it off.
const readKey = "f2"

// composeSentence writes a text into rows, each W wide from X around Y, in letters of a size, or of that of labels if
// there is little room. If the text is still too long, the last row ends with an ellipsis and, if there is room, with the key that shows all
// of it.
func (p *page) composeSentence(rows []scene.Rectangle, letters float64, text string) {
	lines, whole := fill(rows, letters, text)
	if !whole {
		letters = labelSize
		lines, whole = fill(rows, letters, text)
	}
	if !whole {
		p.cut = text
		const label, gap = "F2: all", 4
		last := &rows[len(rows)-1]
		if wide := scene.TextWidth(label, leastLabel, false); wide < last.W/2 {
			const pad = 4
			r := scene.Rectangle{X: last.X + last.W - wide - 2*pad, Y: last.Y - 7, W: wide + 2*pad, H: 14}
			p.word(r.X+pad, last.Y, wide+1, leastLabel, label, scene.Accent)
			p.spot(desk.ButtonSpot+readKey, "show all of it", r)
			p.focusable(desk.ButtonSpot+readKey, r)
			last.W = r.X - gap - last.X
			lines, _ = fill(rows, letters, text)
		}
	}
	for i, line := range lines {
		p.word(rows[i].X, rows[i].Y, rows[i].W, letters, line, scene.Text)
	}
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
