package desk

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"attic/draw/prose"
	"attic/game"
)

// Pager is a page of text, such as help.
type Pager struct {
	Scroll  // the scrolling of its lines
	Title   string
	Text    []prose.Block
	Lessons []game.Shown // the figures among the blocks, by their number
	Board   *Board       // the board of the text's game; nil: the text has the whole page

	graph func() Graph // returns the graph of the text's round; nil: there is none
	leads []Button     // the buttons for the advice in the text
	lead  func(key string)

	lines []prose.Line // the lines as set last
	width float64      // the width for which they were set
}

// Setting describes how a front-end sets long texts, in its units.
type Setting struct {
	prose.Setter         // its Figure is not used
	Line         float64 // the height of a line
	Beside       float64 // the gap between the pictures of a lesson and text beside them
	LeastBeside  float64 // the minimum width of text beside pictures
	Above        float64 // the gap between pictures and text above or below them
	// Pictures returns the size of the pictures of a lesson.
	Pictures func(shown game.Shown) (w, h float64)
}

// Lesson holds the positions of the parts of a lesson: the text beside the pictures, or above and below them where there is no room for it.
type Lesson struct {
	Y          float64 // the position of the pictures, which begin at the left
	Text, Said []prose.Line
	X, W       float64 // the position and the width of the text, which begins at the top
	SaidY      float64 // where Said begins
	Lines      int     // the height of the lesson in lines of text
}

// Lay lays out a lesson.
func (s Setting) Lay(shown game.Shown) Lesson {
	w, h := s.Pictures(shown)
	l := Lesson{W: s.Width - w - s.Beside}
	beside := l.W >= s.LeastBeside
	if beside {
		l.X = w + s.Beside
	} else {
		l.W = s.Width
	}
	set := func(text string) []prose.Line {
		narrow := s.Setter
		narrow.Width = l.W
		return narrow.Set([]prose.Block{{Kind: prose.Paragraph, Text: text}})
	}
	l.Text, l.Said = set("**"+shown.Title+".** "+shown.Text), set(strings.Join(shown.Said, " "))
	if l.SaidY = s.Line * float64(len(l.Text)); !beside {
		l.Y = l.SaidY + s.Above
		l.SaidY = s.Line * math.Ceil((l.Y+h+s.Above)/s.Line)
	}
	height := max(l.Y+h, l.SaidY+s.Line*float64(len(l.Said)))
	l.Lines = int(math.Ceil(height / s.Line))
	return l
}

// Shown returns the lines to show in a given room, which is a number of lines. It also returns the index of the first of them, and the number of all
// lines.
func (g *Pager) Shown(s Setting, room int) (lines []prose.Line, first, all int) {
	if g.lines == nil || g.width != s.Width {
		s.Figure = func(n int) int { return s.Lay(g.Lessons[n]).Lines }
		g.lines, g.width = s.Set(g.Text), s.Width
	}
	all = len(g.lines)
	first = g.Fit(all, room)
	return g.lines[first:min(first+room, all)], first, all
}

// Blocks implements [Page].
func (g *Pager) Blocks() []Block {
	list := []Block{g.Board, Heading{Title: g.Title}}
	if g.graph != nil {
		list = append(list, g.graph())
	}
	return append(list, g, Buttons{g.keys, "esc"})
}

// keys returns the buttons of the page. It includes those that scroll only if not all of the text fits.
func (g *Pager) keys() []Button {
	list := append([]Button{{Key: "esc", Label: "close"}}, g.leads...)
	if g.Board != nil && g.Board.Kept {
		list = append(list, g.Board.Keys...)
	}
	if g.rows > g.room {
		list = append(list, Button{Key: "pgup", Label: "up"}, Button{Key: "pgdown", Label: "down"})
	}
	return list
}

// pageStride is the number of steps in a page; wholeStride is larger than the number of steps or lines of any round or text.
const pageStride, wholeStride = 10, 1 << 30

// strides are the keys that go through the positions of a round or the lines of a text, with their numbers of steps.
var strides = map[string]int{
	"[": -1, "up": -1, "left": -1, "]": 1, "down": 1, "right": 1, "pgup": -pageStride, "pgdown": pageStride, "home": -wholeStride, "end": wholeStride,
}

// keypadKeys maps the digits of the keypad to the keys for which they stand.
var keypadKeys = map[string]string{"8": "up", "4": "left", "6": "right", "2": "down", "9": "pgup", "3": "pgdown", "7": "home", "1": "end", "5": "enter"}

func (g *Pager) key(key string) reply {
	_, more := g.More()
	key = cmp.Or(keypadKeys[key], key)
	switch key {
	case "enter", "space":
		if !more {
			return reply{took: true, closes: true}
		}
		g.scroll(map[string]int{"enter": 1, "space": g.room}[key])
	case "up", "down", "home", "end":
		g.scroll(strides[key])
	case "pgup", "pgdown":
		g.scroll(strides[key] / pageStride * g.room)
	case "q":
		return reply{} // q quits, as everywhere
	default:
		if slices.ContainsFunc(g.leads, func(b Button) bool { return b.Key == key }) {
			return reply{took: true, closes: true, then: func() { g.lead(key) }}
		}
		if strings.HasPrefix(key, stepKey) || g.Board != nil && g.Board.Kept && slices.ContainsFunc(g.Board.Keys, func(b Button) bool { return b.Key == key }) {
			return reply{} // this key is for the board
		}
		return reply{took: key == "esc" || key == "?" || key == "f1", closes: true}
	}
	return reply{took: true}
}

func (g *Pager) wheel(by int) bool {
	g.scroll(3 * by)
	return true
}
