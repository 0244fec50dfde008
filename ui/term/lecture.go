package term

import "attic/draw/grid"

// widestMargin is the widest margin beside the sentences, in columns.
const widestMargin = 4

// fewRows is the number of rows for a question that have priority over a second row of sentences.
const fewRows = 2

// asks returns the number of rows of w columns for the longest question of this lesson or puzzle, or 0 outside lessons and
// puzzles.
func (p play) asks(w int) int {
	text := p.Play.Study.Longest()
	if text == "" {
		return 0
	}
	return len(wrap(text, w))
}

// drawLecture writes the question of a lesson or puzzle, below it the remark on the last input, and in the last row the keys,
// unless buttons or a line being typed are there.
func (p play) drawLecture(c *canvas, f frame, passing bool) {
	x, w := f.sentenceX(), f.lineW(c.grid.W)
	free := max(0, f.asks-c.say(x, f.question, w, f.asks, p.Play.Question(), grid.Title)) // rows that a long remark may use
	rows := f.said
	if passing || p.Play.Prompt.On {
		rows--
	}
	room := max(f.said-1, 1) // for a remark
	said, keys := p.Play.Sentences(func(text string) bool { return len(wrap(text, w)) <= room+free })
	if look, ok := p.Play.Looking(); ok && look.Legend != "" && said == look.Sentence && len(wrap(said+" "+look.Legend, w)) <= room {
		said += " " + look.Legend
	}
	used := 0
	if said != "" {
		up := max(0, min(free, len(wrap(said, w))-min(room, rows)))
		used = min(room, rows, c.say(x, f.sentences-up, w, min(room, rows)+up, said, grid.Plain)-up)
	}
	if row := max(used, min(1, f.said-1)); row < rows { // with a short remark or none, the keys stay in the second row
		c.say(x, f.sentences+row, w, 1, keys, grid.Muted)
	}
}

// drawSpeaker shows whether sound is on: in the lower right corner of the board if the corner is empty (manual of Atommaster,
// "Sound effects"), otherwise over the end of the second sentence.
func drawSpeaker(s *screen, c *canvas, f frame) {
	text := "♪ on"
	if s.desk.Settings.Silent {
		text = "♪ off"
	}
	x, y := f.board.W-width(text), f.board.H-1
	free := x > 0 && c.sight == nil
	for at := max(x-1, 0); at < f.board.W; at++ {
		cell := f.board.At(at, y)
		free = free && cell.Rune == ' ' && cell.Spot == ""
	}
	x, y = x+f.x, y+f.y
	if !free {
		x, y = c.grid.W-1-width(text), f.sentences+1
	}
	c.put(x, y, text, grid.Accent)
}
