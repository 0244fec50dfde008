package term

import (
	"fmt"
	"slices"

	"attic/game"
	"attic/grid"
	"attic/match"
)

// drawPanel draws what stands right of the board.
func (p *play) drawPanel(c *canvas, f frame) {
	x, y, w := f.panelX, f.y, f.panelW
	title := p.info.Title
	c.put(x, y, clip(title, w), grid.Title)
	if _, ok := p.table.Game().(game.Rounds); ok {
		round := fmt.Sprintf("round %d", p.now.Round)
		if len(title)+2+len(round) <= w {
			c.put(x+len(title)+2, y, round, grid.Muted)
		}
	}
	y++
	if f.board.H > 18 || w > narrowPanel+4 {
		y++
	}
	y = p.drawSeats(c, x, y, w) + 1
	buttons := p.buttons()
	cols := max(1, w/buttonW)
	rows := (len(buttons) + cols - 1) / cols
	bottom := f.sentences - 1 - rows
	if f.bar >= 0 && f.sentenceX()+width(p.now.View.Status().Bar) >= x { // it is wider than the board
		bottom = f.bar - 1 - rows
	}
	panel := p.now.View.Panel(w, bottom-y)
	c.grid.Draw(x, y, p.panelMarks(panel))
	if panel.H > 0 {
		y += panel.H + 1
	}
	p.drawHistory(c, x, y, w, bottom-y)
	each := w / cols
	for i, b := range buttons {
		c.button(x+i%cols*each, bottom+1+i/cols, each-1, b)
	}
}

// panelMarks shows the cursor in the panel's list.
func (p *play) panelMarks(panel grid.Grid) grid.Grid {
	_, at := p.pointed()
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
func (p *play) drawSeats(c *canvas, x, y, w int) int {
	status := p.now.View.Status()
	_, rounds := p.table.Game().(game.Rounds)
	own := len(status.Scores) == len(p.info.Seats)
	narrow := w < 2*narrowPanel
	for seat, s := range p.info.Seats {
		sign, role := " ", grid.Plain
		if p.now.ToMove == seat {
			sign, role = "▸", grid.Accent
		}
		name, who := s.Name, p.who(seat)
		switch {
		case own:
			name = status.Scores[seat]
		case narrow && who != "":
			name, who = fmt.Sprintf("%d %s", seat+1, who), ""
		}
		if !narrow {
			sign += " "
		}
		score := ""
		if rounds {
			score = fmt.Sprint(p.now.Score[seat])
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

// who says who plays a seat; "" where only people play and the seat's name says enough.
func (p *play) who(seat int) string {
	program := slices.ContainsFunc(p.now.Players, func(p match.Player) bool { return p.Program })
	switch player := p.now.Players[seat]; {
	case player.Program:
		return fmt.Sprintf("level %d", player.Level)
	case player.Name != "":
		return player.Name
	case seat == p.now.Side && program:
		return "you"
	}
	return ""
}

// drawHistory lists the last moves in at most h rows.
func (p *play) drawHistory(c *canvas, x, y, w, h int) {
	entries := p.table.History()
	if !p.back { // what is still to be shown comes later
		entries = entries[:min(p.now.Ply+1, len(entries))]
	}
	start := 0
	for i, e := range entries {
		if e.Text == "" {
			start = i + 1
		}
	}
	entries = entries[start:]
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
	if p.back && p.ply >= start { // so that the place is in the list
		skip = min(skip, (p.ply-start)/cols)
	}
	for row := skip; row < min(rows, skip+h-2); row++ {
		line := y + 1 + row - skip
		c.put(x, line, fmt.Sprintf("%*d", number-1, row*cols+1), grid.Muted)
		for col := range cols {
			if i := row*cols + col; i < len(entries) {
				at, role := x+number+col*each, grid.Plain
				if p.back && start+i == p.ply { // here one is looking
					role = grid.Accent
					c.put(at-1, line, "▸", role)
				}
				c.put(at, line, clip(entries[i].Text, min(each, w-number-col*each)), role)
			}
		}
	}
}

// buttons returns the keys of this game that can be used now.
func (p *play) buttons() []button {
	var list []button
	seen := map[string]bool{}
	add := func(keys, label string) {
		if key := mainKey(keys); key != "" && label != "" && !seen[key] {
			seen[key] = true
			list = append(list, button{key, label})
		}
	}
	for _, m := range p.moves {
		if len(m.Spots) == 0 || m.Track == p.track {
			add(m.Key, m.Label)
		}
	}
	i := slices.IndexFunc(p.tracks, func(t game.Track) bool { return t.Name == p.track })
	for n := 1; n < len(p.tracks); n++ {
		t := p.tracks[(i+n)%len(p.tracks)]
		if key := t.Key; key != "" {
			add(key, t.Label)
		} else {
			add("tab", t.Label)
		}
	}
	for _, l := range p.now.View.Grid(0, 0).Layers {
		add(l.Key, l.Label)
	}
	for _, m := range p.moves {
		if len(m.Spots) == 0 && m.Key == "" {
			add(",", "More")
		}
	}
	for _, w := range p.words() {
		if w.Line == "" && w.Same == "" && w.Show == nil && w.Says == "" && len(w.Picks) == 0 {
			continue // a move: its button is there when it is legal
		}
		if w.When == 0 || w.When&game.PhaseOf(p.now.ToMove) != 0 {
			add(w.Key, w.Label)
		}
	}
	return list
}
