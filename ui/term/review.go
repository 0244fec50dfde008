package term

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/internal/phrase"
)

// The parts of the page of a review: the rows of its graph, and the least width of the sentences beside the board.
const (
	leastGraph, goodGraph, mostGraph = 3, 7, 13
	saidBeside                       = 34
	slim                             = 20 // columns; a narrower panel has only the most important parts
	leastTurns                       = 6  // columns; with fewer, the turns are omitted
)

// reviewFrame holds the areas of the parts of the page of a review.
type reviewFrame struct {
	board  grid.Grid
	top    area // the area of the board
	panel  area // the panel beside the board
	said   area // the sentences between board and graph; empty: they are in the panel
	graph  area
	framed bool // board, panel and graph have frames
}

// reviewPanel is the least width of the panel beside the board on a page with frames.
const reviewPanel = 44

// reviewFrame lays out the page with the largest board that leaves room for the graph and the sentences. If there is room, the parts have frames.
func (p play) reviewFrame(shown desk.Position) (f reviewFrame) {
	w, h, least, draw := p.screen.w, p.screen.h, shown.View.Grid(1, 1), p.screen.drawing(shown.View)
	high, graphH, x, said := h-min(max(goodGraph-2, h-46), mostGraph)-5, leastGraph, 2, 0
	wide := w - reviewPanel - 4*boxSide - 1
	if f.board = draw(wide, high); w >= boxedW && h >= boxedH && f.board.H <= high && f.board.W <= wide && f.board.H >= least.H {
		graphH, f.framed = h-high-5, true
		panelW := min(w-f.board.W-4*boxSide-1, reviewPanel+widePanel/2)
		all := f.board.W + panelW + 4*boxSide + 1
		x, y := (w-all)/2+boxSide, (h-f.board.H-graphH-5)/2+1
		f.top = area{x, y, f.board.W, f.board.H}
		f.panel = area{x + f.board.W + 2*boxSide + 1, y, panelW, f.board.H}
		f.graph = area{x, y + f.board.H + 2, all - 2*boxSide, graphH}
		return f
	}
	if few := h - 1 - 3 - leastGraph; least.H > few { // the part of the board around the better move, or else around the cursor
		spot := p.Play.Cursor.Cursors[p.Play.Cursor.Track]
		if len(shown.Next.Marks) > 0 {
			spot = shown.Next.Marks[0].Spot
		}
		f.board, x, said = around(least, spot, w, few), 0, 3
		f.top = area{0, 0, f.board.W, f.board.H}
	} else {
		room := h - 1 - least.H // the rows below the smallest board
		if w-least.W < saidBeside+6 {
			said, x = min(3, max(2, room-leastGraph)), 0
		}
		graphH = max(leastGraph, min(room-said, goodGraph)) // higher if the board leaves room
		if said+leastGraph > room {                         // the board and the sentences take precedence
			graphH, said = 0, min(said, room)
		}
		high, beside := h-1-said, saidBeside+6
		if said > 0 {
			beside = narrowPanel + 2
		}
		f.board = draw(w-beside, high-graphH)
		if graphH > 0 {
			graphH = max(graphH, min(high-f.board.H, mostGraph))
		}
	}
	f.graph = area{1, h - 1 - graphH, w - 2, graphH}
	f.top = area{x, max(0, (f.graph.y-said-f.board.H)/3), f.board.W, f.board.H}
	f.panel = area{x + f.board.W + 2, f.top.y, 0, f.graph.y - said - f.top.y}
	if said == 0 {
		f.panel.x += 2
	}
	f.panel.w = w - f.panel.x - min(x, 1)
	f.said = area{1, f.graph.y - said, w - 2, said}
	return f
}

// drawReview draws the page of a review: the board with the better move; beside it the chances, the sentences and, if there is room, the moves with their
// marks; below it the graph of the chances.
func (p play) drawReview(c *canvas, blocks []desk.Block) {
	shown, list := desk.PartOf[desk.Position](blocks), desk.PartOf[desk.MoveList](blocks)
	f := p.reviewFrame(shown)
	lines, keys := desk.PartOf[desk.Says](blocks).Lines, area{1, c.grid.H - 1, c.grid.W + 1, 1}
	if f.framed {
		c.box(f.top.framed(), "Review of "+p.title(), "")
		c.box(f.panel.framed(), desk.PartOf[desk.Heading](blocks).Remark, "")
		below := f.graph.framed()
		c.box(below, "", "")
		keys = area{below.x + 1, below.y + below.h, below.w + 1, 1}
	}
	c.grid.Draw(f.top.x, f.top.y, f.board.Trace(shown.Next.Paths...).Mark(shown.Next.Marks...))
	y, end := f.panel.y, f.panel.y+f.panel.h
	if f.panel.w >= leastTurns {
		y = p.drawStanding(c, f, blocks)
		if len(lines) > 1 && f.panel.w < slim && p.Play.Message.Said == "" { // the panel names the move
			lines = lines[1:]
		}
	}
	if said := f.said; said.h > 0 {
		drawSaid(c, said.x, said.y, said.w, said.h, lines)
	} else if y += drawSaid(c, f.panel.x, y, f.panel.w, (end-y+1)*2/3, lines); f.framed {
		c.divider(f.panel.framed().x, y, f.panel.framed().w)
	}
	if y++; f.panel.w >= narrowPanel && end-y >= leastMoves && len(list.Turns) > 0 {
		p.screen.wheels[desk.OverMoves] = area{f.panel.x, y, f.panel.w, end - y}
		p.sheetOf(list, f.panel.w, end-y-1).draw(c, f.panel.x, y)
	}
	if f.graph.h > 0 {
		c.grid.Draw(f.graph.x, f.graph.y, desk.PartOf[desk.Graph](blocks).Letters(f.graph.w, f.graph.h))
	}
	drawReviewKeys(c, keys.x, keys.y, keys.w, desk.PartOf[desk.Buttons](blocks).List())
}

// framed returns the area of the frame around an area.
func (a area) framed() area { return area{a.x - boxSide, a.y - 1, a.w + 2*boxSide, a.h + 2} }

// drawReviewKeys writes as many keys of a review into a row as there is room for, those that step last.
func drawReviewKeys(c *canvas, x, y, w int, keys []desk.Button) {
	wide := func() (w int) {
		for _, b := range keys {
			w += button(b).width() + 2
		}
		return w
	}
	for _, drop := range [][]string{{"A"}, {"N", "left", "right"}} {
		if wide() >= w {
			keys = slices.DeleteFunc(keys, func(b desk.Button) bool { return slices.Contains(drop, b.Key) })
		}
	}
	for n := len(keys) - 1; n > 1 && wide() >= w; n-- {
		keys = desk.Fewer(keys, n)
	}
	c.keys(x, y, keys)
}

// drawSaid writes sentences into at most h rows: each on its own line if there is room, otherwise as one text. It returns the number of rows used.
func drawSaid(c *canvas, x, y, w, h int, sentences []string) (rows int) {
	var lines []string
	for _, s := range sentences {
		lines = append(lines, wrap(s, w)...)
	}
	if len(lines) > h {
		c.say(x, y, w, h, strings.Join(sentences, " "), grid.Plain)
		return h
	}
	for i, line := range lines {
		role := grid.Plain
		if i > 0 && h > 3 {
			role = grid.Muted
		}
		c.put(x, y+i, line, role)
	}
	return len(lines)
}

// drawStanding writes, at the top of the panel, the chances at the point shown, unless the frame shows them, and the progress of the review. It returns
// the next row.
func (p play) drawStanding(c *canvas, f reviewFrame, blocks []desk.Block) (y int) {
	w, standing := f.panel.w, desk.PartOf[desk.Heading](blocks).Remark
	lines, role := []string{"Review of " + p.Play.Info.Title}, grid.Title
	steps := desk.PartOf[desk.MoveList](blocks).Played()
	switch i := slices.IndexFunc(steps, func(s desk.Step) bool { return s.Chosen }); {
	case f.framed:
		lines = nil
	case w >= slim || i < 0:
		lines = append(lines, standing, "")
	default:
		at := steps[i]
		lines = []string{"Review", phrase.Capital(at.Name), at.Text, standing, at.Cost, ""}
	}
	if done := desk.PartOf[desk.Progress](blocks); done.Said != "" {
		lines = append(lines, done.Bar(min(w, 40)), done.Said, "")
	}
	y = f.panel.y
	for _, text := range lines {
		for _, line := range wrap(text, w) {
			if y < f.panel.y+f.panel.h {
				c.put(f.panel.x, y, line, role)
				y++
			}
		}
		role = grid.Accent
	}
	return y
}
