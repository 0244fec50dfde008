package term

import (
	"fmt"

	"attic/game"
	"attic/grid"
	"attic/table"
)

// drawPanel draws what stands right of the board.
func (p play) drawPanel(c *canvas, f frame) {
	x, y, w := f.panelX, f.y, f.panelW
	title := p.Info.Title
	c.put(x, y, clip(title, w), grid.Title)
	if _, ok := p.Person.Game().(game.Rounds); ok {
		round := fmt.Sprintf("round %d", p.Now.Round)
		if len(title)+2+len(round) <= w {
			c.put(x+len(title)+2, y, round, grid.Muted)
		}
	}
	if p.Info.Started != "" && p.Now.ToMove == game.Anyone {
		c.put(x+len(title)+2, y, clip("set-up", w-len(title)-2), grid.Accent)
	}
	y++
	if f.board.H > 18 || w > narrowPanel+4 {
		y++
	}
	y = p.drawSeats(c, x, y, w) + 1
	buttons := append(p.answers(false), p.Buttons(false)...)
	cols := max(1, w/buttonW)
	rows := (len(buttons) + cols - 1) / cols
	bottom := f.sentences - 1 - rows
	if f.bar >= 0 && f.sentenceX()+width(p.Now.View.Status().Bar) >= x { // it is wider than the board
		bottom = f.bar - 1 - rows
	}
	panel := p.Now.View.Panel(w, bottom-y)
	c.grid.Draw(x, y, p.panelMarks(panel))
	if panel.H > 0 {
		y += panel.H + 1
	}
	p.drawHistory(c, x, y, w, bottom-y)
	each := w / cols
	for i, b := range buttons {
		c.button(x+i%cols*each, bottom+1+i/cols, each-1, button(b))
	}
}

// panelMarks shows the cursor in the panel's list.
func (p play) panelMarks(panel grid.Grid) grid.Grid {
	_, at := p.Pointed()
	marked := panel.Mark()
	for y := range marked.H {
		for x := range marked.W {
			cell := marked.At(x, y)
			if cell.Spot != at || at == "" {
				continue
			}
			if cell.Role < grid.Red {
				cell.Role = grid.Cursor
			}
			if x+1 == marked.W || marked.At(x+1, y).Spot != at { // also to be seen without colour
				cell.Rune = '<'
			}
			marked.Set(x, y, cell)
		}
	}
	return marked
}

// drawSeats says who plays and has how much, and returns the row after it.
func (p play) drawSeats(c *canvas, x, y, w int) int {
	status := p.Now.View.Status()
	_, rounds := p.Person.Game().(game.Rounds)
	own := len(status.Scores) == len(p.Info.Seats)
	narrow := w < 2*narrowPanel
	for seat, s := range p.Info.Seats {
		sign, role := " ", grid.Plain
		if p.Now.ToMove == seat {
			sign, role = "▸", grid.Accent
		}
		name, who := s.Name, p.Who(seat)
		if p.Won(seat) {
			sign, role = "✓", grid.Title
		}
		switch {
		case own:
			name = status.Scores[seat]
		case narrow && who != "" && (width(who) <= w-5 || p.Now.Other == table.Near): // else in a row of its own
			name, who = fmt.Sprintf("%d %s", seat+1, who), ""
		}
		if !narrow {
			sign += " "
		}
		score := ""
		if rounds {
			score = fmt.Sprint(p.Now.Score[seat])
			c.put(x+w-width(score), y, score, grid.Plain)
		}
		name = clip(sign+name, w-1-width(score))
		c.put(x, y, name, role)
		if room := w - width(name) - width(score) - 3; who == "" || width(who) <= room {
			c.put(x+width(name)+2, y, who, grid.Muted)
		} else {
			y++
			c.put(x+2, y, clip(who, w-2), grid.Muted)
		}
		y++
	}
	if !own {
		for _, score := range status.Scores {
			for _, line := range wrap(score, w) {
				c.put(x, y, line, grid.Muted)
				y++
			}
		}
	}
	return y
}

// drawHistory lists the last moves in at most h rows.
func (p play) drawHistory(c *canvas, x, y, w, h int) {
	entries, _, at := p.History()
	if h < 3 || len(entries) == 0 {
		return
	}
	c.put(x, y, "Moves", grid.Title)
	each := 6
	for _, e := range entries {
		each = max(each, width(e.Text)+2)
	}
	number := len(fmt.Sprint(len(entries))) + 1
	cols := max(1, min((w-number)/each, 2))
	rows := (len(entries) + cols - 1) / cols
	skip := max(0, rows-(h-2))
	if at >= 0 { // so that the place is in the list
		skip = min(skip, at/cols)
	}
	for row := skip; row < min(rows, skip+h-2); row++ {
		line := y + 1 + row - skip
		c.put(x, line, fmt.Sprintf("%*d", number-1, row*cols+1), grid.Muted)
		for col := range cols {
			if i := row*cols + col; i < len(entries) {
				column, role := x+number+col*each, grid.Plain
				if i == at { // here one is looking
					role = grid.Accent
					c.put(column-1, line, "▸", role)
				}
				c.put(column, line, clip(entries[i].Text, min(each, w-number-col*each)), role)
			}
		}
	}
}
