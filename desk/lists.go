package desk

import (
	"attic/game"
	"attic/internal/prose"
)

// Pager is a page of text, such as help.
type Pager struct {
	On      bool
	Title   string
	Blocks  []prose.Block
	Lessons []game.Shown // the figures among the blocks, by their number
	Top     int          // the first line shown
	Count   int          // the number of lines, as the front-end wrapped it last

	lines []prose.Line // the lines as set last
	width float64      // the width they were set for
}

// Lines returns the text as set by s. The result is cached until the width changes.
func (g *Pager) Lines(s prose.Setter) []prose.Line {
	if g.lines == nil || g.width != s.Width {
		g.lines, g.width = s.Set(g.Blocks), s.Width
	}
	return g.lines
}

// open shows a plain text.
func (g *Pager) open(title, text string) { g.read(title, prose.Plain(text), nil) }

// read shows a text with headings, lists, tables and figures.
func (g *Pager) read(title string, blocks []prose.Block, lessons []game.Shown) {
	*g = Pager{On: true, Title: title, Blocks: blocks, Lessons: lessons}
}

// Fit sets the number of lines of the wrapped text and how many are shown at once (room), and returns the first line to
// show.
func (g *Pager) Fit(lines, room int) int {
	g.Count = lines
	g.Top = max(0, min(g.Top, lines-room))
	return g.Top
}

// key scrolls or closes, and reports whether the key was for the pager.
func (g *Pager) key(key string, page int) bool {
	switch key {
	case "up", "8":
		g.scroll(-1, page)
	case "down", "2", "enter":
		if key == "enter" && g.Top+page >= g.Count {
			g.On = false
			break
		}
		g.scroll(1, page)
	case "space", "pgdown", "3":
		if key == "space" && g.Top+page >= g.Count {
			g.On = false
			break
		}
		g.scroll(page, page)
	case "pgup", "9":
		g.scroll(-page, page)
	case "home", "7":
		g.Top = 0
	case "end", "1":
		g.scroll(g.Count, page)
	case "q":
		return false // q quits, as everywhere
	default:
		g.On = false
		return key == "esc" || key == "?" || key == "f1"
	}
	return true
}

func (g *Pager) scroll(by, page int) { g.Top = max(0, min(g.Top+by, g.Count-page)) }

// Chooser is a list of ready-made lines of a command to choose from, with pictures.
type Chooser struct {
	On     bool
	Drawer bool // this is the drawer, which can be beside the board
	Word   game.Word
	At     int
}

// covers reports whether the chooser covers the board.
func (ch *Chooser) covers() bool { return ch.On && !ch.Drawer }

func (ch *Chooser) open(w game.Word) { *ch = Chooser{On: true, Word: w} }

func (ch *Chooser) move(by int) { ch.At = max(0, min(ch.At+by, len(ch.Word.Items)-1)) }

// key handles a key, and reports whether it was for the chooser, and the line chosen or "".
func (ch *Chooser) key(key string, columns int) (handled bool, line string) {
	if d, ok := directions[key]; ok {
		ch.move(d.dx + d.dy*columns)
		return true, ""
	}
	switch key {
	case "pgup", "pgdown":
		ch.move(map[string]int{"pgup": -3, "pgdown": 3}[key] * columns)
		return true, ""
	case "enter", "space", "5":
		ch.On = false
		return true, ch.Word.Items[ch.At].Text
	case "q", "?":
		ch.On = false
		return false, ""
	case moreKey:
		ch.On = false
		return ch.Drawer, ""
	}
	ch.On = false
	return key == "esc", ""
}
