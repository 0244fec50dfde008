package ataxx

import (
	"attic/draw/scene"
	"attic/games/ataxx/rules"
)

// Measures of the picture; 1 is the distance between neighbouring squares. A square's middle is at its file and, from the top,
// its rank.
const (
	ball   = 0.36  // radius of a piece
	around = 0.41  // radius of a ring around a piece
	mark   = 0.12  // radius of a ring or dot on an empty square
	thin   = 0.035 // width of a line
	lift   = 0.07  // height of a piece above its square
	letter = 0.2   // size of letters on the board
)

// The signs on red pieces and on blocks, as SVG paths; blue pieces have a square.
const (
	triangle = "M0 -0.56L0.53 0.44L-0.53 0.44Z"
	cross    = "M-0.5 -0.5L0.5 0.5M-0.5 0.5L0.5 -0.5"
)

var sides = map[rules.Cell]rules.Side{rules.RedPiece: rules.Red, rules.BluePiece: rules.Blue}

var seats = map[rules.Side]scene.Colour{rules.Red: scene.Red, rules.Blue: scene.Blue}

func place(sq rules.Square) (x, y float64) { return float64(sq.File()), float64(size - sq.Rank()) }

// Scene draws the board. A line leads from the source of the last move to a ring around the piece placed. A small ring marks
// the square that a jump left, and a dot in the corner marks each piece taken. The key of a piece is the name of its square,
// "d4", that of its sign "d4 sign"; the From of the piece placed is the move's source. The keys of the last move's marks begin
// with the move's text, so that each move gets new marks.
func (v view) Scene() scene.Scene {
	s := scene.Lattice{Columns: size, Rows: size, Up: true}.Scene()
	for _, sq := range squares(rules.Board) {
		x, y := place(sq)
		if v.pos.At(sq) == rules.Block {
			s.Add(block(x, y)...)
		} else {
			s.Add(scene.Tile(x, y))
		}
		s.Spots = append(s.Spots, scene.Place(x, y, sq.String(), pieces[v.pos.At(sq)].name))
	}
	s.Add(v.path()...)
	steps := v.steps()
	var moved []scene.Shape // drawn on top of the others
	for _, sq := range squares(v.pos.Pieces(rules.Red) | v.pos.Pieces(rules.Blue)) {
		shapes := v.drawn(sq)
		for i := range shapes {
			shapes[i].Step = steps[sq]
		}
		if v.reached(sq) {
			moved = shapes
			continue
		}
		s.Add(shapes...)
	}
	s.Add(moved...)
	return s
}

func (v view) drawn(sq rules.Square) []scene.Shape {
	x, y := place(sq)
	shapes := piece(x, y, ball, sides[v.pos.At(sq)])
	for i, key := range []string{"", " sign"} {
		shapes[i].Key, shapes[i].Turn = sq.String()+key, v.took(sq)
	}
	if v.took(sq) {
		dot := scene.Disc(x+0.37, y+0.37, 0.055, scene.Last)
		dot.Stroke, dot.Width, dot.Key = scene.Last, 0.02, v.last.String()+" "+sq.String()
		shapes = append(shapes, dot)
	}
	if v.reached(sq) {
		if from := v.last.From(); from != sq {
			shapes[0].From, shapes[1].From = from.String(), from.String()+" sign"
		}
		ring := scene.Ring(x, y, around, 0.045, scene.Last)
		ring.Key = v.last.String() + " to"
		shapes = append(shapes, ring)
	}
	return shapes
}

// steps returns the step in which each square shows the last move: first the moved piece, then the taken ones, from near to
// far.
func (v view) steps() map[rules.Square]int {
	steps := map[rules.Square]int{}
	if !v.moved || v.last == rules.Pass {
		return steps
	}
	steps[v.last.To()] = 1
	to := v.last.To()
	for _, sq := range squares(v.turned) {
		steps[sq] = 2
		if sq.File() != to.File() && sq.Rank() != to.Rank() {
			steps[sq] = 3
		}
	}
	return steps
}

func (v view) path() []scene.Shape {
	if !v.moved || v.last == rules.Pass {
		return nil
	}
	x, y := place(v.last.From())
	tx, ty := place(v.last.To())
	line := scene.Stroke(x, y, tx, ty, 0.03, scene.Last)
	line.Grow, line.Key, line.Step = true, v.last.String(), 1
	shapes := []scene.Shape{line}
	if v.last.IsJump() {
		hole := scene.Disc(x, y, mark, scene.Square)
		hole.Stroke, hole.Width, hole.Key, hole.Step = scene.Last, thin, v.last.String()+" from", 1
		shapes = append(shapes, hole)
	}
	return shapes
}

func piece(x, y, r float64, side rules.Side) []scene.Shape {
	body := scene.Disc(x, y, r, seats[side])
	body.Shade, body.Lift = scene.Ball, lift*r/ball
	sign := scene.Shape{Kind: scene.Path, X: x, Y: y, W: 0.74 * r, H: 0.74 * r, D: triangle}
	if side == rules.Blue {
		side := 0.62 * r
		sign = scene.Shape{Kind: scene.Rect, X: x, Y: y, W: side, H: side, R: side / 7}
	}
	sign.Fill, sign.Fade = scene.On(seats[side]), 0.1
	return []scene.Shape{body, sign}
}

func block(x, y float64) []scene.Shape {
	ground := scene.Tile(x, y)
	ground.Fill, ground.Stroke, ground.Width, ground.Lift = scene.Block, scene.Line, 0.015, 0.05
	sign := scene.Shape{Kind: scene.Path, X: x, Y: y, W: 0.46, H: 0.46, D: cross}
	sign.Stroke, sign.Width, sign.Fade = scene.On(scene.Block), 0.045, 0.4
	return []scene.Shape{ground, sign}
}
