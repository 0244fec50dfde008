package compose

import "attic/draw/scene"

// asking returns measures with room for the question of a lesson or puzzle, and for two lines of remarks.
func asking(p *page, m measures) measures {
	text := p.desk.Play.Study.Longest()
	if text == "" {
		return m
	}
	m.row = m.letters * 1.35
	m.keys = m.lines * 0.55
	wide := p.w - 2*m.margin
	if !m.narrow {
		wide = p.w - 3*m.margin - m.panelled
	}
	if m.side > 0 {
		wide -= m.side + m.margin
	}
	m.asks = len(scene.Wrap(text, m.letters, true, wide))
	m.lines = float64(m.asks+remarkRows)*m.row + 4 + m.keys
	return m
}

// remarkRows is the number of lines of remarks that have room beside a question.
const remarkRows = 2

// composeLecture writes the question of a lesson or puzzle, below it the remarks on the last key, and in the last line the keys and
// buttons, or the line being typed.
func (c gamePage) composeLecture(r scene.Rectangle) {
	d, m := c.desk.Play, c.is
	for i, line := range scene.Wrap(d.Study.Question(), m.letters, true, r.W) {
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
	if d.Prompt.On {
		composePrompt(c.page, &d.Prompt, line)
		return
	}
	keys = shortened(keys, leastLabel, line.W)
	if scene.TextWidth(keys, leastLabel, false) <= line.W {
		c.word(r.X, line.Y+line.H/2, line.W, fitting(keys, labelSize, line.W), keys, scene.Muted)
	}
}
