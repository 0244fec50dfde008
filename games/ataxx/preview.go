package ataxx

import (
	"attic/draw/scene"
	"attic/games/ataxx/rules"
)

// dash is the length of the dashes around pieces that are not there yet.
const dash = 0.07

// dots draws where a piece can go: a dot to extend, a ring to jump.
func dots(from rules.Square, to rules.Bitboard) []scene.Shape {
	var shapes []scene.Shape
	for _, sq := range squares(to) {
		x, y := place(sq)
		if from.Ring().Has(sq) {
			shapes = append(shapes, scene.Ring(x, y, mark, thin, scene.Legal))
		} else {
			shapes = append(shapes, scene.Disc(x, y, mark, scene.Legal))
		}
	}
	return shapes
}

// changing draws the effect of a move on a square: a piece that would appear is drawn faintly, a piece that would
// leave is nearly covered, and a piece that would change sides gets a small piece of the other side on it.
func changing(sq rules.Square, was, now rules.Cell) []scene.Shape {
	x, y := place(sq)
	side, comes := sides[now]
	_, goes := sides[was]
	if comes && goes {
		const r, away = 0.165, 0.27
		rim := scene.Disc(x+away, y-away, r+0.03, scene.Square)
		return append([]scene.Shape{rim}, piece(x+away, y-away, r, side)...)
	}
	var shapes []scene.Shape
	if was != rules.Empty {
		shapes = faded(0.2, scene.Tile(x, y))
	}
	switch {
	case comes:
		ring := scene.Ring(x, y, around, thin, scene.Accent)
		ring.Dash = dash
		return append(append(shapes, faded(0.45, piece(x, y, ball, side)...)...), ring)
	case goes && now == rules.Empty:
		return append(shapes, scene.Ring(x, y, mark, thin, scene.Muted))
	case now == rules.Block:
		shapes = append(shapes, faded(0.25, block(x, y)...)...)
	}
	edge := scene.Tile(x, y)
	edge.Fill, edge.Stroke, edge.Width, edge.Dash = scene.None, scene.Accent, 0.02, dash
	return append(shapes, edge)
}

func faded(fade float64, shapes ...scene.Shape) []scene.Shape {
	for i, sh := range shapes {
		shapes[i].Fade = 1 - (1-sh.Fade)*(1-fade)
	}
	return shapes
}
