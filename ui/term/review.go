package term

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/game"
)

// The parts of the page of a review: the rows of its graph, and the columns from which the sentences are beside the
// board.
const (
	leastGraph, goodGraph, mostGraph = 3, 7, 13
	saidBeside                       = 34
	slim                             = 20 // width of a panel with only the most important parts
	leastTurns                       = 6  // columns; with fewer, the turns are omitted
)

// reviewFrame is the layout of the page of a review.
type reviewFrame struct {
	board  grid.Grid
	x      int // the first column of the board
	panelX int
	panelW int
	said   int // rows of sentences between board and graph, or 0 if they are in the panel
	graph  int // the first row of the graph
	graphH int
}

// reviewFrame lays out the page with the largest board that leaves room for the graph and the sentences.
func (p play) reviewFrame(v game.View, better game.Preview) reviewFrame {
	w, h := p.screen.w, p.screen.h
	f := reviewFrame{x: 2}
	least, draw := v.Grid(1, 1), p.screen.drawing(v)
	if few := h - 1 - 3 - leastGraph; least.H > few { // the part around the better move, or else around the cursor
		f.said, f.graphH, f.x, f.panelX = 3, leastGraph, 0, w
		spot := p.Cursors[p.Track]
		if len(better.Marks) > 0 {
			spot = better.Marks[0].Spot
		}
		f.board = around(least, spot, w, few)
		f.graph = h - 1 - f.graphH
		return f
	}
	room := h - 1 - least.H // below the smallest board
	if w-least.W < saidBeside+6 {
		f.said, f.x = min(3, max(2, room-leastGraph)), 0
	}
	high := h - 1 - f.said
	f.graphH = max(leastGraph, min(room-f.said, goodGraph)) // a higher graph if the board leaves room
	if f.said+leastGraph > room {                           // the board and the sentences take precedence
		f.graphH = 0
		f.said = min(f.said, room)
		high = h - 1 - f.said
	}
	f.board = draw(w-saidBeside-6, high-f.graphH)
	if f.said > 0 {
		f.board = draw(w-narrowPanel-2, high-f.graphH)
	}
	if f.graphH > 0 {
		f.graphH = max(f.graphH, min(high-f.board.H, mostGraph))
	}
	f.panelX = f.x + f.board.W + 2
	if f.said == 0 {
		f.panelX += 2
	}
	f.panelW = w - f.panelX - min(f.x, 1)
	f.graph = h - 1 - f.graphH
	return f
}

// drawReview draws the page of a review: the board with the better move, the turns beside it, and the graph of the chances
// below it.
func (p play) drawReview(c *canvas) {
	r := &p.Review
	if c.grid.W >= boxedW && c.grid.H >= boxedH && p.drawBoxedReview(c) {
		return
	}
	v, better := r.View()
	f := p.reviewFrame(v, better)
	top := max(0, (f.graph-f.said-f.board.H)/3)
	c.grid.Draw(f.x, top, f.board.Trace(better.Paths...).Mark(better.Marks...))
	y, lines := top, r.Lines()
	if f.panelW >= leastTurns {
		y = p.drawTurns(c, f.panelX, top, f.panelW, f.graph-f.said-top)
		if len(lines) > 1 && f.panelW < slim && p.Said == "" { // the panel shows which move it is
			lines = lines[1:]
		}
	}
	if f.said == 0 {
		drawSaid(c, f.panelX, y+1, f.panelW, f.graph-y-1, lines)
	} else {
		drawSaid(c, 1, f.graph-f.said, c.grid.W-2, f.said, lines)
	}
	if f.graphH > 0 {
		c.grid.Draw(1, f.graph, r.Graph(c.grid.W-2, f.graphH, r.At, r.StepSpot))
	}
	drawReviewKeys(c, 1, c.grid.H-1, c.grid.W+1, r)
}

// drawReviewKeys writes the keys of a review into a row, as many as there is room for.
func drawReviewKeys(c *canvas, x, y, w int, r *desk.Review) {
	keys := r.Keys()
	for n := len(keys); ; n-- {
		wide := 1
		for _, b := range keys {
			wide += button(b).width() + 2
		}
		if wide <= w || n < 3 {
			break
		}
		keys = desk.Fewer(keys, n-1)
	}
	for _, b := range keys {
		if !b.Off {
			c.button(x, y, button(b).width(), button(b))
		}
		x += button(b).width() + 2
	}
}

// reviewGraph is the rows of the graph of a page with frames, and reviewPanel the columns beside its board.
const reviewGraph, reviewPanel = 5, 44

// drawBoxedReview draws the page of a review with frames: the board, beside it what is said and the moves with their marks and losses, below them
// the graph. It reports whether there is room.
func (p play) drawBoxedReview(c *canvas) bool {
	r := &p.Review
	v, better := r.View()
	w, h, least := c.grid.W, c.grid.H, v.Grid(1, 1)
	graphH := min(max(reviewGraph, h-46), mostGraph)
	high := h - graphH - 5
	board := p.screen.drawing(v)(w-reviewPanel-4*boxSide-1, high)
	if board.H > high || board.W > w-reviewPanel-4*boxSide-1 || board.H < least.H {
		return false
	}
	panelW := min(w-board.W-4*boxSide-1, reviewPanel+widePanel/2)
	all := board.W + panelW + 4*boxSide + 1
	top := area{(w - all) / 2, (h - board.H - graphH - 5) / 2, board.W + 2*boxSide, board.H + 2}
	beside := area{top.x + top.w + 1, top.y, panelW + 2*boxSide, top.h}
	below := area{top.x, top.y + top.h, all, graphH + 2}
	c.box(top, "Review of "+p.title(), "")
	c.grid.Draw(top.x+boxSide, top.y+1, board.Trace(better.Paths...).Mark(better.Marks...))
	c.box(beside, r.Standing(r.At), "")
	x, y, end := beside.x+boxSide, beside.y+1, beside.y+beside.h-1
	var said []string
	for _, line := range r.Lines() {
		said = append(said, wrap(line, panelW)...)
	}
	room := min(len(said), (end-y)*2/3)
	drawSaid(c, x, y, panelW, room, r.Lines())
	y += room
	c.divider(beside.x, y, beside.w)
	y++
	if !r.Done() {
		progress := r.Progress()
		if r.Stopped {
			progress = "stopped: " + progress
		}
		c.put(x, y, r.Bar(min(panelW, 40)), grid.Muted)
		c.put(x, y+1, clip(progress, panelW), grid.Muted)
		y += 3
	}
	list := r.List()
	for i, t := range list.Turns {
		steps := make([]desk.Step, len(t.Steps))
		for seat, step := range t.Steps {
			step.Text = strings.TrimSpace(step.Text + " " + step.Cost)
			steps[seat] = step
		}
		list.Turns[i].Steps = steps
	}
	if rows := end - y - 1; rows > 0 && len(list.Turns) > 0 {
		s := p.sheetOf(list, panelW, rows)
		for seat, score := range list.Scores {
			if name := s.names[seat] + " " + score; width(name) <= s.piece+s.text {
				s.names[seat] = name
			}
		}
		p.screen.moves = area{x, y, panelW, rows + 1}
		s.draw(c, x, y)
	}
	c.box(below, "", "")
	c.grid.Draw(below.x+boxSide, below.y+1, r.Graph(below.w-2*boxSide, graphH, r.At, r.StepSpot))
	drawReviewKeys(c, below.x+1, below.y+below.h, all+1, r)
	return true
}

// drawSaid writes sentences into at most h rows: each on a line of its own if there is room, otherwise one after the other.
func drawSaid(c *canvas, x, y, w, h int, sentences []string) {
	var lines []string
	for _, s := range sentences {
		lines = append(lines, wrap(s, w)...)
	}
	if len(lines) > h {
		c.say(x, y, w, h, strings.Join(sentences, " "), grid.Plain)
		return
	}
	for i, line := range lines {
		role := grid.Plain
		if i > 0 && h > 3 {
			role = grid.Muted
		}
		c.put(x, y+i, line, role)
	}
}

// drawTurns writes the chances at the point shown, and the turns, in at most h rows, and returns the next
// row.
func (p play) drawTurns(c *canvas, x, y, w, h int) int {
	r := &p.Review
	title, said := "Review of "+p.Info.Title, r.Standing(r.At)
	if w < slim {
		title = "Review"
		if point := r.Points[r.At]; point.Text != "" {
			said = fmt.Sprintf("Move %d\n%s\n%s", point.Number, point.Text, said)
			if n := r.TurnAt(r.At); n > 0 {
				said += fmt.Sprintf("\ncost %.0f%%", 100*r.Turns[n-1].Loss)
			}
		}
	}
	bottom := y + h
	line := func(text string, role grid.Role) {
		if y < bottom {
			c.put(x, y, text, role)
			y++
		}
	}
	line(title, grid.Title)
	for _, text := range wrap(said, max(w, 1)) {
		line(text, grid.Accent)
	}
	line("", grid.Plain)
	switch {
	case !r.Done():
		line(r.Bar(min(w, 40)), grid.Muted)
		progress := r.Progress()
		if r.Stopped {
			progress = "stopped: " + progress
		}
		for _, text := range wrap(progress, w) {
			line(text, grid.Muted)
		}
	case len(r.Turns) == 0:
		line(clip("No turns", w), grid.Muted)
	default:
		line("Turns", grid.Title)
	}
	for i, t := range r.Turns {
		if y >= bottom {
			break
		}
		role, sign := grid.Plain, " "
		if t.Point == r.At {
			role, sign = grid.Accent, "▸"
		}
		text := fmt.Sprint(i+1, sign, r.Brief(i))
		if width(text) > w {
			point := r.Points[t.Point]
			if text = fmt.Sprint(i+1, sign, point.Number, " ", point.Text); width(text) > w {
				text = fmt.Sprint(i+1, sign, point.Text)
			}
		}
		c.putSpot(x, y, clip(text, w), role, r.StepSpot(t.Point))
		y++
	}
	return y
}
