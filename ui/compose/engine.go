package compose

import (
	"attic/desk"
	"attic/draw/scene"
)

// shareSize is the width of the bar with the chance of the first seat.
const shareSize = 6

// composeShare draws the bar with the chance of the first seat, left of the board or, in one column, below it. It returns the rest of the area.
func composeShare(c *gamePage, area scene.Rectangle) scene.Rectangle {
	e := c.engine
	if e.Said == "" || e.Share < 0 {
		return area
	}
	var all, first scene.Rectangle
	if c.is.hand && c.h >= c.w {
		cutBottom(&area, 4, 0)
		all = cutBottom(&area, shareSize, 2)
		first = all
		first.W *= e.Share
	} else {
		all = cutLeft(&area, shareSize, 4)
		first = all
		first.H *= e.Share
		first.Y += all.H - first.H
	}
	c.add(scene.Box(all.X, all.Y, all.W, all.H, 3, e.Inks[1]))
	if min(first.W, first.H) > 0 {
		c.add(scene.Box(first.X, first.Y, first.W, first.H, 3, e.Inks[0]))
	}
	c.edge(all, 3, 1, scene.Line)
	return area
}

// composeEngine draws the engine's lines at the top of r, as many as leave room for a list of moves, and returns the rest of the area.
func composeEngine(c *gamePage, r scene.Rectangle, least float64) scene.Rectangle {
	before := c.part
	defer func() { c.part = before }()
	c.part = "Engine"
	for _, line := range c.engine.Lines {
		if r.H < c.moveLine()+least {
			break
		}
		at := cutTop(&r, c.moveLine(), 2)
		moveList{page: c.page}.composeLine(at, line)
	}
	return r
}

// composeLine draws the moves of a line of the engine from the first on, as far as they have room.
func (c moveList) composeLine(r scene.Rectangle, list desk.MoveList) {
	const gap = 2
	x, y := r.X+max(64, scene.TextWidth(list.Name, labelSize, true)+10), r.Y+r.H/2
	c.bold(r.X, y, r.W, labelSize, list.Name, scene.Text)
	for _, m := range list.Turns[0].Steps {
		wide := c.touch(scene.TextWidth(m.Text, labelSize, false) + 14)
		if x+wide > r.X+r.W {
			break
		}
		c.composeMove(scene.Rectangle{X: x, Y: r.Y + 1, W: wide, H: r.H - 2}, m)
		x += wide + gap
	}
}
