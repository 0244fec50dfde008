package term

import (
	"strings"

	"attic/desk"
	"attic/draw/grid"
)

// The sizes of forms: the least width and height of a panel that can hold one, and the greatest width on a screen of its own.
const (
	leastFormW, leastFormH = 28, 12
	widestForm             = 76
)

type area struct{ x, y, w, h int }

func (a area) contains(x, y int) bool { return x >= a.x && x < a.x+a.w && y >= a.y && y < a.y+a.h }

// formArea returns the area of a form: the panel beside the board or, if the panel is too small, the area of both.
func (p play) formArea(f frame) (a area, beside bool) {
	h := f.sentences - 1 - f.y
	if f.page.w > 0 {
		h = f.page.h - 2
	}
	if f.panelW >= leastFormW && h >= leastFormH {
		return area{f.panelX, f.panelY, f.panelW, h}, true
	}
	return area{f.sentenceX(), 0, min(p.screen.w-2*f.sentenceX(), widestForm), f.sentences - 1}, false
}

func (s *screen) menuForm() area {
	w := min(s.w-2*menuX, widestForm)
	if _, lists := s.desk.Form.Needs(desk.FormSizes{}); lists {
		w = min(s.w-2*menuX, widestMenu)
	}
	return area{(s.w - w) / 2, 1, w, s.h - 2}
}

func (s *screen) drawForm(c *canvas, a area) {
	f := &s.desk.Form
	c.put(a.x, a.y, clip(f.Title, a.w), grid.Title)
	s.drawFormButtons(c, a.x, a.y+a.h-1)
	sizes := desk.FormSizes{Height: float64(a.h), Head: 2, Foot: 2, Label: 1, Box: 1, Gap: 1, List: 2, Line: 1, Lines: 4}
	if a.h < 16 {
		sizes.Lines = 2
	}
	plan := f.Plan(sizes, func(text string) []string { return wrap(text, a.w) })
	role := grid.Muted
	if plan.Wrong {
		role = grid.Accent
	}
	for i, text := range plan.Lines {
		c.put(a.x, a.y+int(plan.LinesY)+i, clip(text, a.w), role)
	}
	for _, field := range plan.Fields {
		y := a.y + int(field.Y)
		if field.Kind == desk.List {
			s.drawList(c, field, area{a.x, y, a.w, int(field.H)})
			continue
		}
		c.put(a.x, y-1, clip(field.Label, a.w), grid.Muted)
		if field.Kind == desk.Choice {
			drawStrip(c, field.Strip(), a.x, y)
		} else {
			drawLine(c, field, a.x, y, a.w)
		}
	}
}

// drawStrip draws options side by side, with brackets around the chosen one.
func drawStrip(c *canvas, list desk.Strip, x, y int) {
	for _, is := range list {
		text := " " + is.Text + " "
		if is.Chosen {
			text = "[" + is.Text + "]"
		}
		c.putSpot(x, y, text, roleOf(is.Chosen, is.Active), is.Spot)
		x += width(text) + 1
	}
}

func drawLine(c *canvas, field desk.FieldPlace, x, y, w int) {
	text, at := field.Edited(func(before string) bool { return width(before) <= max(0, w-4) })
	sign, role := "  ", grid.Plain
	if field.Active {
		sign, c.caret = "> ", &grid.Point{X: x + 2 + width(string(text[:at])), Y: y}
	}
	if field.Suggested && field.Active {
		role = grid.Cursor
	}
	c.putSpot(x, y, sign, grid.Accent, field.Spot())
	shown := clip(string(text), w-3)
	c.putSpot(x+2, y, shown, role, field.Spot())
	c.putSpot(x+2+width(shown), y, strings.Repeat("_", max(0, w-3-width(shown))), grid.Muted, field.Spot())
}

// drawFormButtons draws the buttons of a form, with brackets around the button with the keyboard focus.
func (s *screen) drawFormButtons(c *canvas, x, y int) {
	for _, b := range s.desk.Form.Buttons() {
		b := button(b)
		if b.On {
			c.putSpot(x, y, "["+b.shown()+" "+b.Label+"]", grid.Cursor, desk.ButtonSpot+b.Key)
		} else {
			c.button(x, y, b.width(), b)
		}
		x += b.width() + 3
	}
}

// leastListed is the least number of rows of a list below a graph.
const leastListed = 12

// drawList draws the games that can be opened, two rows each, and, if there is room, the position of the chosen game beside
// or below them.
func (s *screen) drawList(c *canvas, field desk.FieldPlace, a area) {
	if g := s.desk.Form.Graph; len(g.Bars) > 0 && a.h >= chartRows+leastListed {
		drawGraph(c, a.x, a.y, min(a.w, widestText), g)
		a.y, a.h = a.y+chartRows, a.h-chartRows
	}
	s.wheels[desk.OverForm] = a
	var board grid.Grid
	beside := a.w >= widestForm+leastFormW // the board is right of the list, otherwise below it
	if len(field.Rows) > 0 {
		if v := field.Row(field.At).View; v != nil {
			w, room := a.w, a.h-1-min(max(4, 2*len(field.Rows)), a.h/2)
			if beside {
				w, room = a.w-a.w/2-2, a.h
			}
			if board = s.drawing(v)(w, room); board.W > w || board.H > room {
				board = grid.Grid{}
			}
		}
	}
	rows := a.h
	switch {
	case beside:
		c.grid.Draw(a.x+a.w/2+2, a.y, spotted(board, ""))
		a.w /= 2
	case board.H > 0:
		rows -= board.H + 1
		c.grid.Draw(a.x+(a.w-board.W)/2, a.y+rows, spotted(board, ""))
	}
	first, end, _ := field.Shown(rows / 2)
	for n := first; n < end; n++ {
		row, y, is := field.Row(n), a.y+2*(n-first), field.Option(n)
		drawChoice(c, a.x, y, a.w, "  "+desk.Joined(row.Title, row.When), is)
		c.putSpot(a.x, y+1, clip("  "+desk.Joined(row.State, row.Who), a.w), grid.Muted, is.Spot)
	}
}

// spotted returns a copy of a picture in which every cell has this spot; with "", no cell can be clicked.
func spotted(picture grid.Grid, spot string) grid.Grid {
	made := picture.Mark()
	for y := range made.H {
		for x := range made.W {
			made.Row(y)[x].Spot = spot
		}
	}
	return made
}

// areaAt returns the area for the mouse wheel at a position of the screen that was drawn last.
func (s *screen) areaAt(x, y int) desk.Area {
	for over := desk.OverForm; over > desk.Elsewhere; over-- {
		if s.wheels[over].contains(x, y) {
			return over
		}
	}
	return desk.Elsewhere
}
