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
	Scroll  // of its lines
	Title   string
	Blocks  []prose.Block
	Lessons []game.Shown // the figures among the blocks, by their number
	Answer  bool         // it is about the game, whose board should stay
	Board   []Button     // it is about the position on the board, which should stay with these controls
	Kept    bool         // the front-end shows that board

	Decisions []game.Decision // of a round that the text is about, for a graph

	lines []prose.Line // the lines as set last
	width float64      // the width they were set for
}

// Setting is how a front-end sets long texts, in its units.
type Setting struct {
	prose.Setter         // its Figure is not used
	Line         float64 // the height of a line
	Beside       float64 // the gap between the pictures of a lesson and text beside them
	LeastBeside  float64 // the least width of text beside pictures
	Above        float64 // the gap between pictures and text above or below them
	// Pictures returns the size of the pictures of a lesson.
	Pictures func(shown game.Shown) (w, h float64)
}

// Lesson is where the parts of a lesson are: the text beside the pictures, or above and below them where there is no room for it.
type Lesson struct {
	Y          float64 // of the pictures, which begin at the left
	Text, Said []prose.Line
	X, W       float64 // of the text, which begins at the top
	SaidY      float64 // where Said begins
	Lines      int     // how many lines of text the lesson takes the place of
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

// Shown returns the lines to show if there is room for a number of them, which one of all lines is the first, from 0, and how many there are
// in all.
func (g *Pager) Shown(s Setting, room int) (lines []prose.Line, first, all int) {
	if g.lines == nil || g.width != s.Width {
		s.Figure = func(n int) int { return s.Lay(g.Lessons[n]).Lines }
		g.lines, g.width = s.Set(g.Blocks), s.Width
	}
	all = len(g.lines)
	first = g.Fit(all, room)
	return g.lines[first:min(first+room, all)], first, all
}

// Keys returns the buttons of the page: those that scroll only if there is more text than room.
func (g *Pager) Keys() []Button {
	list := []Button{{Key: "esc", Label: "close"}}
	if g.Kept {
		list = append(list, g.Board...)
	}
	if g.rows > g.room {
		list = append(list, Button{Key: "pgup", Label: "up"}, Button{Key: "pgdown", Label: "down"})
	}
	return list
}

// Decided is a decision of the round that a page of text is about.
type Decided struct {
	game.Decision
	Spot string // shows the position after it; "" if that cannot be shown
	Here bool   // that position is shown, or one between it and the next decision
}

// Decided returns the decisions of the round that a page of text is about, as the history has them.
func (p *Play) Decided(g *Pager) (list []Decided) {
	moves := p.MoveList()
	var steps []Step
	for _, t := range moves.Turns {
		steps = append(steps, t.Steps...)
	}
	last := -1
	for _, d := range g.Decisions {
		at := Decided{Decision: d}
		if n := slices.IndexFunc(steps, func(s Step) bool { return s.Text == d.Text }); n >= 0 {
			at.Spot = steps[n].Spot()
			if steps[n].Ply <= moves.At {
				last = len(list)
			}
			steps = steps[n+1:]
		}
		list = append(list, at)
	}
	if last >= 0 {
		list[last].Here = true
	}
	return list
}

// Worst returns which decisions lost the most, at most three.
func Worst(list []Decided) (worst []int) {
	for i, d := range list {
		if d.Lost > 0 {
			worst = append(worst, i)
		}
	}
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(list[b].Lost, list[a].Lost) })
	return worst[:min(3, len(worst))]
}

// key scrolls or closes.
func (g *Pager) key(key string, _ Display) reply {
	_, more := g.More()
	switch key {
	case "up", "8":
		g.scroll(-1)
	case "enter", "space":
		if !more {
			return reply{took: true, closes: true}
		}
		g.scroll(map[string]int{"enter": 1, "space": g.room}[key])
	case "down", "2":
		g.scroll(1)
	case "pgdown", "3":
		g.scroll(g.room)
	case "pgup", "9":
		g.scroll(-g.room)
	case "home", "7":
		g.top = 0
	case "end", "1":
		g.scroll(g.rows)
	case "q":
		return reply{} // q quits, as everywhere
	default:
		if strings.HasPrefix(key, stepKey) || g.Kept && slices.ContainsFunc(g.Board, func(b Button) bool { return b.Key == key }) {
			return reply{} // it is for the board
		}
		return reply{took: key == "esc" || key == "?" || key == "f1", closes: true}
	}
	return reply{took: true}
}

func (g *Pager) wheel(by int, _ Display) bool {
	g.scroll(3 * by)
	return true
}
