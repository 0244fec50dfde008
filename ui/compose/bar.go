package compose

import "attic/draw/scene"

// composeBar writes the whole status bar on its card: in smaller letters if it is too wide, and in two lines if that is not enough.
func (c gamePage) composeBar(r scene.Rectangle, text string) {
	if !c.is.tiny {
		c.card(r)
	}
	pad := min(14, r.W*0.04)
	room := r.W - 2*pad
	lines, size := linesOf(text, room)
	for i, line := range lines {
		c.word(r.X+pad, r.Y+r.H*(float64(i)+0.5)/float64(len(lines)), room, size, line, scene.Text)
	}
}

// linesOf returns a text as lines no wider than room, and the size of their letters: a single line if its letters need not be smaller
// than leastLabel.
func linesOf(text string, room float64) (lines []string, size float64) {
	for _, size := range []float64{textSize, labelSize, leastLabel} {
		if scene.TextWidth(text, size, false) <= room {
			return []string{text}, size
		}
	}
	return scene.Wrap(text, leastLabel, false, room), leastLabel
}
