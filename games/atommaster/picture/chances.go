package picture

import (
	"attic/draw/grid"
	"attic/draw/scene"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// draw writes how likely an atom is on an empty square, whose middle is at x, y.
func draw(c deal.Chances, g grid.Grid, x, y int, s rules.Square) {
	text, role := c.Percent(s), grid.Muted
	if text == "!!" {
		role = grid.Accent
	}
	if len([]rune(text)) > 1 {
		x-- // two columns and a blank
	}
	g.Put(x, y, text, role, s.String())
}

// tint draws how likely an atom is on a square as a tint of it.
func tint(c deal.Chances, s rules.Square) []scene.Shape {
	if !c.Known {
		return nil
	}
	tint := keyed("shade", scene.Box(-squareSide/2, -squareSide/2, squareSide, squareSide, squareRound, scene.Accent))
	tint.Fade = 1 - 0.45*c.ChanceOf(s)
	return []scene.Shape{tint}
}

// word writes how likely an atom is on a square.
func word(c deal.Chances, s rules.Square) scene.Shape {
	return keyed("chance", scene.Word(0, 0, 0.24, c.Percent(s), scene.Centre, scene.Text))
}
