package compose

import "attic/draw/scene"

// cutTop takes a part of a height off the top of an area, and a gap below it.
func cutTop(r *scene.Rectangle, height, gap float64) scene.Rectangle {
	part := scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: height}
	r.Y, r.H = r.Y+height+gap, r.H-height-gap
	return part
}

// cutBottom takes a part of a height off the bottom of an area, and a gap above it.
func cutBottom(r *scene.Rectangle, height, gap float64) scene.Rectangle {
	r.H -= height + gap
	return scene.Rectangle{X: r.X, Y: r.Y + r.H + gap, W: r.W, H: height}
}

// cutLeft takes a part of a width off the left of an area, and a gap beside it.
func cutLeft(r *scene.Rectangle, width, gap float64) scene.Rectangle {
	part := scene.Rectangle{X: r.X, Y: r.Y, W: width, H: r.H}
	r.X, r.W = r.X+width+gap, r.W-width-gap
	return part
}

// cutRight takes a part of a width off the right of an area, and a gap beside it.
func cutRight(r *scene.Rectangle, width, gap float64) scene.Rectangle {
	r.W -= width + gap
	return scene.Rectangle{X: r.X + r.W + gap, Y: r.Y, W: width, H: r.H}
}

// composeKept draws the board of the position shown in the size that it has in play, left or, in a narrow window, above, for a page about the
// game. It returns the rest of the window, and the area below the board, for buttons.
func (c gamePage) composeKept() (rest, below scene.Rectangle) {
	m := c.is
	sc, from := c.stage.framed()
	sc.Spots = nil
	rest = scene.Rectangle{X: m.margin, Y: m.title, W: c.w - 2*m.margin, H: c.h - m.foot - m.title}
	if m.narrow {
		below = cutBottom(&rest, answerHeight, m.gap)
		drawBoard(c.page, sc, from, cutTop(&rest, min(rest.W, (rest.H+m.gap)*0.7), m.gap))
		return rest, below
	}
	board := c.boardInPlay(from)
	drawBoard(c.page, sc, from, board)
	below = cutLeft(&rest, board.W, m.margin)
	cutTop(&below, board.H, 2)
	cutTop(&rest, 0, 4)
	return rest, below
}

// boardInPlay returns the area at the left of a wide window for a board, of which from is to be seen, in the size that it has in play.
func (c gamePage) boardInPlay(from scene.Rectangle) scene.Rectangle {
	box := c.areas().board
	if box.X, box.H = c.is.margin, box.H-c.below(); !c.is.fullBar {
		box.W -= c.is.margin - cardGap
	}
	_, _, scale := place(from, boardPlace(box))
	box.W = from.W * scale
	return box
}

// boardPlace returns the place of a board in an area; its shadow needs room.
func boardPlace(area scene.Rectangle) scene.Rectangle {
	gap := min(boardGap, area.H/55)
	return scene.Rectangle{X: area.X, Y: area.Y + gap/2, W: area.W, H: area.H - 2*gap}
}

// drawBoard draws a board, of which from is to be seen, in an area, and returns the position of its origin and the size of its units.
func drawBoard(p *page, sc scene.Scene, from, area scene.Rectangle) (x, y, scale float64) {
	x, y, scale = place(from, boardPlace(area))
	first := len(p.scene.Shapes)
	p.scene.Draw(sc, x, y, scale, "")
	dress(p, first, p.desk.Play.Info.Name)
	for i, sh := range p.scene.Shapes[first:] {
		if sh.Edge && sh.Kind == scene.Letters { // coordinates need not grow with the board
			p.scene.Shapes[first+i].H = min(sh.H, leastLabel+1)
		}
	}
	return x, y, scale
}
