package term

import (
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/game"
)

// Pages of at least boxedW by boxedH have frames around their parts. Text begins boxSide columns from the left of a frame.
const boxedW, boxedH, boxSide = 100, 30, 2

// box draws a frame with a title in its upper line, followed by as much of a remark as there is room for.
func (c *canvas) box(a area, title, remark string) {
	line := strings.Repeat("─", a.w-2)
	c.put(a.x, a.y, "╭"+line+"╮", grid.Line)
	for y := a.y + 1; y < a.y+a.h-1; y++ {
		c.put(a.x, y, "│", grid.Line)
		c.put(a.x+a.w-1, y, "│", grid.Line)
	}
	c.put(a.x, a.y+a.h-1, "╰"+line+"╯", grid.Line)
	c.heading(a.x, a.y, a.w, title, remark)
}

// heading writes a title and a remark into a line of a frame that is w columns wide.
func (c *canvas) heading(x, y, w int, title, remark string) {
	if title == "" {
		return
	}
	title = clip(title, w-6)
	c.put(x+boxSide, y, " "+title+" ", grid.Title)
	x, w = x+boxSide+width(title)+2, w-2*boxSide-width(title)-2
	if remark != "" && width(remark)+3 <= w {
		c.put(x+1, y, " "+remark+" ", grid.Muted)
	}
}

func (c *canvas) divider(x, y, w int) {
	c.put(x, y, "├"+strings.Repeat("─", w-2)+"┤", grid.Line)
}

// boxed lays out a page with one frame around the board and the sentences, and one around the panel. The page is in the middle of the screen,
// with the keys directly below. On a small screen, or if the board is too large beside the panel, the layout does not fit.
func (p play) boxed(v game.View) frame {
	w, h := p.screen.w, p.screen.h
	f := frame{seats: -1, strip: -1, said: 3}
	if w < boxedW || h < boxedH {
		return f
	}
	draw, least := p.screen.drawing(v), v.Grid(1, 1)
	roomW := w - goodPanel - 4*boxSide - 1
	for { // the rows of the bars and the question depend on the width of the board, which depends on those rows
		f.board = draw(roomW, h-len(f.bars)-f.asks-f.said-4)
		if f.board.W > roomW || f.board.H > h-len(f.bars)-f.asks-f.said-4 || f.board.W < least.W {
			return f
		}
		lineW := max(f.board.W, min(goodLine, roomW))
		bars, asks := barLines(v.Status().Bar, lineW), p.asks(lineW)
		if len(bars) <= len(f.bars) && asks <= f.asks {
			break
		}
		f.bars, f.asks = bars, max(asks, f.asks)
	}
	f.board = p.layered(f.board)
	roomH := h - len(f.bars) - f.asks - f.said - 4
	boardW, boardH := max(f.board.W, min(goodLine, roomW)), max(f.board.H, min(leastBoxed, roomH)) // the panel needs some rows
	if _, grows := v.(game.Nearer); grows {                                                        // the board may grow in play, but the page keeps its size
		boardW, boardH = roomW, roomH
	}
	f.panelW = min(w-boardW-4*boxSide-1, widePanel)
	f.page.w = boardW + f.panelW + 4*boxSide + 1
	f.page.h = boardH + len(f.bars) + f.asks + f.said + 3
	f.page.x, f.page.y = (w-f.page.w)/2, (h-f.page.h-1)/2
	f.x, f.y = f.page.x+boxSide+(boardW-f.board.W)/2, f.page.y+1+(boardH-f.board.H)/2
	f.sight = area{f.page.x + 1, f.page.y + 1, boardW + 2*boxSide - 2, boardH}
	f.bar = f.page.y + 1 + boardH
	f.question = f.bar + len(f.bars) + 1
	f.sentences = f.question + f.asks
	f.blank, f.free, f.end = f.sentences, f.sentences, f.sentences+f.said
	f.panelX, f.panelY = f.page.x+boardW+3*boxSide+1, f.page.y+1
	f.keys = f.page.y + f.page.h
	f.fits = true
	return f
}

// goodLine is the number of columns that sentences within frames should have; leastBoxed is the number of rows that even a small board gets.
const goodLine, leastBoxed = 64, 14

// drawBoxes draws the frames of a page. Lines inside the panel that depend on its contents are drawn with the contents.
func (p play) drawBoxes(c *canvas, f frame, form bool) {
	left := area{f.page.x, f.page.y, f.panelX - f.page.x - boxSide - 1, f.page.h}
	c.box(left, p.title(), p.Play.Goal())
	c.divider(left.x, f.question-1, left.w)
	players := "Players"
	if form {
		players = ""
	}
	c.box(area{f.panelX - boxSide, f.page.y, f.panelW + 2*boxSide, f.page.h}, players, "")
}

func (p play) title() string {
	title := p.Play.Info.Title
	if round := p.round(); round != "" {
		title += ", " + round
	}
	if p.Play.Info.Started != "" && p.Play.Now.ToMove == game.Anyone {
		title += ", set-up"
	}
	return title
}

// round names the round in a game that has several, unless the scores name it.
func (p play) round() string {
	round := fmt.Sprintf("round %d", p.Play.Now.Round)
	_, ok := p.Play.Person.Game().(game.Rounds)
	if said := strings.ToLower(strings.Join(p.Play.Now.View.Status().Scores, " ")); !ok || strings.Contains(said, round) {
		return ""
	}
	return round
}

// entitled reports whether a page has room for the goal after its title.
func (p play) entitled(f frame) bool {
	return width(p.title())+width(p.Play.Goal())+5 <= f.lineW(p.screen.w)
}

// drawBeside draws a page with frames; the function draw fills the right frame in place of the panel.
func (p play) drawBeside(c *canvas, f frame, draw func(c *canvas)) {
	p.drawBoxes(c, f, true)
	p.drawField(c, f)
	p.drawSentences(c, f, false)
	beside := newCanvas(f.panelW+boxSide, f.page.h-2)
	draw(beside)
	c.grid.Draw(f.panelX-boxSide+1, f.panelY, beside.grid)
	c.cut = append(c.cut, beside.cut...)
}

// divide draws a line across the panel of a page with frames.
func (p play) divide(c *canvas, f frame, y int) {
	if f.page.w > 0 && y > f.page.y && y < f.page.y+f.page.h-1 {
		c.divider(f.panelX-boxSide, y, f.panelW+2*boxSide)
	}
}
