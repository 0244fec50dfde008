package term

import (
	"slices"

	"attic/desk"
	"attic/draw/grid"
)

// endless is the height at which a list beside the board has all its rows.
const endless = 1000

// beside returns the game's panel in at most h rows. A longer list is shown as far as the person has scrolled, with arrows
// to click.
func (p play) beside(w, h int) grid.Grid {
	panel := p.Play.Now.View.Panel(w, h)
	head := heading(panel)
	if head == panel.H {
		p.Play.List.Fit(0, 0)
		return panel
	}
	whole := p.Play.Now.View.Panel(w, endless)
	room := h - head
	top := p.Play.List.Fit(whole.H-head, room)
	if whole.H <= h {
		return whole
	}
	part, over := grid.New(w, h), grid.New(w, head)
	over.Draw(0, 0, whole)
	part.Draw(0, -top, whole)
	part.Draw(0, 0, over)
	above, below := p.Play.List.More()
	for i, arrow := range []struct {
		text, key string
		more      bool
	}{{"▴", "(", above}, {"▾", ")", below}} {
		role := grid.Line
		if arrow.more {
			role = grid.Key
		}
		part.Put(w-5+3*i, 0, arrow.text+arrow.key, role, desk.ButtonSpot+arrow.key)
	}
	return part
}

// heading returns how many rows of a panel come before its list: all rows if it has no list.
func heading(panel grid.Grid) int {
	for y := range panel.H {
		if slices.ContainsFunc(panel.Row(y), func(c grid.Cell) bool { return c.Spot != "" }) {
			return y
		}
	}
	return panel.H
}
