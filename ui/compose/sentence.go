package compose

import (
	"strings"

	"attic/desk"
	"attic/draw/scene"
)

// composeSentence writes a text into rows; each row starts at X, is W wide and has its middle at Y. If the letters are too large, it uses
// the size of labels. If the text is still too long, the last row ends with an ellipsis and, if there is room, with the note that
// shows the full text.
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

// composeRest writes, to the left of x, the note that shows the full text after it had to be cut off, and returns the width of the note.
func composeRest(p *page, x, y float64, text string) float64 {
	p.desk.Cut = text
	const pad, gap = 4, 4
	note := desk.For(p.desk, desk.ReadAll, "more")
	wide := scene.TextWidth(note, leastLabel, false)
	r := scene.Rectangle{X: x - wide - 2*pad, Y: y - 7, W: wide + 2*pad, H: 14}
	if p.desk.Pages.Covers() { // nothing above the text can be touched
		high := p.touch(r.H)
		r.Y, r.H, r.X, r.W = r.Y+r.H-high, high, x-p.touch(r.W), p.touch(r.W)
	}
	p.word(x-wide-pad, y, wide+1, leastLabel, note, scene.Accent)
	p.spot(desk.ButtonSpot+desk.ReadKey, "show the full text", r)
	p.focusable(desk.ButtonSpot+desk.ReadKey, r)
	return r.W + gap
}

const ellipsis = "…"

// clip is like [scene.Clip], but cuts between two words if this keeps at least half of the text that fits.
func clip(text string, size float64, bold bool, width float64) string {
	cut := scene.Clip(text, size, bold, width)
	start := strings.TrimSuffix(cut, ellipsis)
	if end := strings.LastIndexByte(start, ' '); cut != text && end >= len(start)/2 && len(start) < len(text) && text[len(start)] != ' ' {
		return strings.TrimRight(start[:end], " ,;:") + ellipsis
	}
	return cut
}

// fill breaks a text into lines for rows; the last line ends with an ellipsis unless the whole text fits.
func fill(rows []scene.Rectangle, letters float64, text string) (lines []string, whole bool) {
	for i, row := range rows {
		line := clip(text, letters, false, row.W)
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

// composeBar writes the whole status bar on its card. If it is too wide, the letters are smaller, and if necessary it has two lines.
func (c *gamePage) composeBar(r scene.Rectangle, text string) {
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

// linesOf breaks a text into lines no wider than room, and returns the size of their letters. It returns a single line if that fits with
// letters of at least leastLabel.
func linesOf(text string, room float64) (lines []string, size float64) {
	for _, size := range []float64{textSize, labelSize, leastLabel} {
		if text == "" || scene.TextWidth(text, size, false) <= room {
			return []string{text}, size
		}
	}
	return scene.Wrap(text, leastLabel, false, room), leastLabel
}

// asking returns m with room for the question of a lesson or puzzle in lines of the given width, and for two lines of remarks.
func asking(p *page, m measures, wide float64) measures {
	text := p.desk.Play.Study.Longest()
	if text == "" {
		return m
	}
	m.row = m.letters * 1.35
	m.keys = m.lines * 0.55
	m.asks = len(scene.Wrap(text, m.letters, true, wide))
	m.lines = float64(m.asks+remarkRows)*m.row + 4 + m.keys
	return m
}

// remarkRows is the number of lines for remarks below a question.
const remarkRows = 2

// composeLecture writes the question of a lesson or puzzle, below it the remarks on the last input, and in the last line the keys and
// buttons, or the line being typed.
func (c *gamePage) composeLecture(r scene.Rectangle) {
	d, m := c.desk.Play, c.is
	for i, line := range scene.Wrap(d.Question(), m.letters, true, r.W) {
		c.bold(r.X, r.Y+(float64(i)+0.6)*m.row, r.W, m.letters, line, scene.Text)
	}
	said, keys := d.Sentences(func(text string) bool { return len(scene.Wrap(text, m.letters, false, r.W)) <= remarkRows })
	var rows []scene.Rectangle
	for i := range remarkRows {
		rows = append(rows, scene.Rectangle{X: r.X, Y: r.Y + 4 + (float64(m.asks+i)+0.6)*m.row, W: r.W})
	}
	if said != "" {
		composeSentence(c.page, rows, m.letters, said)
	}
	line := scene.Rectangle{X: r.X, Y: r.Y + r.H - m.keys, W: r.W, H: m.keys}
	line.W = c.composeAsides(line)
	if d.Prompt.On && !m.hand {
		composePrompt(c.page, &d.Prompt, line)
		return
	}
	keys = shortened(keys, leastLabel, line.W)
	if scene.TextWidth(keys, leastLabel, false) <= line.W {
		c.word(r.X, line.Y+line.H/2, line.W, fitting(keys, labelSize, line.W), keys, scene.Muted)
	}
}

// speaker draws a speaker around 0, 0 with side 1, with waves, or crossed out if silent.
func speaker(silent bool) []scene.Shape {
	list := []scene.Shape{
		{Kind: scene.Path, W: 1, H: 1, Fill: scene.Text, D: "M-0.3 -0.11 L-0.18 -0.11 L-0.02 -0.26 L-0.02 0.26 L-0.18 0.11 L-0.3 0.11 Z"},
	}
	if silent {
		const from, to, reach = 0.1, 0.3, 0.1
		return append(list, scene.Stroke(from, -reach, to, reach, 0.05, scene.Bad), scene.Stroke(from, reach, to, -reach, 0.05, scene.Bad))
	}
	for _, d := range []string{"M0.09 -0.1 Q0.17 0 0.09 0.1", "M0.18 -0.19 Q0.33 0 0.18 0.19"} {
		list = append(list, scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d, Stroke: scene.Text, Width: 0.05})
	}
	return list
}

// drawSpeaker draws the sign that shows whether sound is on: in the lower right corner of the board if no spot is there (manual of
// Atommaster, "Sound effects"), otherwise at the end of the first sentence, above the buttons.
func (c *gamePage) drawSpeaker(sc scene.Scene, x, y, scale float64, lines scene.Rectangle) {
	const half = 0.42
	corner := scene.Rectangle{X: sc.View.X + sc.View.W - 2*half, Y: sc.View.Y + sc.View.H - 2*half, W: 2 * half, H: 2 * half}
	cx, cy := x+(corner.X+half)*scale, y+(corner.Y+half)*scale
	for _, spot := range sc.Spots {
		if a := spot.Area; a.X < corner.X+corner.W && corner.X < a.X+a.W && a.Y < corner.Y+corner.H && corner.Y < a.Y+a.H {
			const size = 32
			cx, cy, scale = lines.X+lines.W-size/2, lines.Y+c.is.lines*firstLine, size
			break
		}
	}
	for _, sh := range speaker(c.desk.Settings.Silent) {
		c.add(sh.Moved(cx, cy, scale, ""))
	}
}
