package term

import "attic/draw/grid"

// drawSpeaker shows whether sound is on: in the lower right corner of the board if that is empty (manual of Atommaster, "Sound
// effects"), otherwise over the end of the second sentence.
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
