package atom4

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"attic/draw/scene"
	"attic/games/atom4/rules"
)

// The measures of the board; 1 is the distance between neighbouring vertices of a row.
const (
	ballR   = 0.405
	ringR   = 0.475 // radius of the last move's ring
	touchR  = 0.46  // radius of a spot
	dotR    = 0.09
	gap     = 0.1   // distance between a dot and the lattice
	markW   = 0.055 // the width of the line that marks a piece
	bandR   = 0.47  // radius of the band behind a winning row
	arc     = 70    // degrees of the arc on a changed piece
	letterH = 1.1   // the size of a letter, in radii of its ball
)

var whole = board.View()

const lift = 0.07 // height of a piece above the board

// The focus shows up to focusMargin columns and rows of the board around the pieces, at least focusLeast of each.
const (
	focusMargin = 2
	focusLeast  = 8
)

var colours = [...]scene.Colour{
	rules.Black: scene.Black, rules.Red: scene.Red, rules.Green: scene.Green, rules.Yellow: scene.Yellow,
	rules.Blue: scene.Blue, rules.Purple: scene.Purple, rules.Cyan: scene.Cyan, rules.White: scene.White,
}

var board = scene.Hex{Columns: rules.Side, Rows: rules.Side}

func at(s rules.Square) (x, y float64) { return board.At(s.X(), s.Y()) }

// Scene draws the board: a piece is a ball with its letter, a legal move a dot. The last move has a ring,
// each piece that it changed has an arc on the far side, and a winning row has a band behind it.
func (v view) Scene() scene.Scene {
	sc := scene.Scene{View: whole, Focus: v.focus(), Spots: v.spots()}
	sc.Add(lattice()...)
	steps := v.steps()
	for i := range rules.Squares {
		if s := rules.Square(i); v.pos.Legal(s) {
			x, y := at(s)
			dot := scene.Disc(x, y, dotR+gap/2, scene.On(scene.Plate))
			dot.Stroke, dot.Width = scene.Plate, gap
			dot.Key, dot.Step = s.String()+" legal", steps[s]
			sc.Add(dot)
		}
	}
	for _, row := range v.rows {
		first, last := row[0], row[len(row)-1]
		x, y := at(first)
		tx, ty := at(last)
		band, rim := scene.Stroke(x, y, tx, ty, 2*bandR, scene.Last), around(row)
		band.Fade, band.Grow = 0.5, true
		band.Key, band.Step = fmt.Sprintf("row %s %s", first, last), v.end()
		rim.Key, rim.Step = band.Key+" rim", band.Step
		sc.Add(band, rim)
	}
	for i := range rules.Squares {
		s := rules.Square(i)
		if c := v.pos.At(s); c != rules.Empty {
			x, y := at(s)
			shapes := ball(x, y, ballR, c, s.String(), steps[s])
			if steps[s] > 1 {
				shapes[0].From = v.last.String()
			}
			sc.Add(shapes...)
		}
	}
	for _, c := range v.changes {
		sc.Add(behind(c, reached(c)))
	}
	if v.moved() {
		x, y := at(v.last)
		ring := scene.Ring(x, y, ringR, markW, scene.Last)
		ring.Key, ring.Step = v.last.String()+" last", 1
		sc.Add(ring)
	}
	return sc
}

var lattice = sync.OnceValue(board.Lines)

// ball draws a piece of radius r. The key of its letter is key followed by " letter".
func ball(x, y, r float64, c rules.Color, key string, step int) []scene.Shape {
	round := scene.Disc(x, y, r, colours[c])
	round.Shade, round.Lift, round.Key, round.Step = scene.Ball, lift*r/ballR, key, step
	letter := scene.Word(x, y, letterH*r, strings.ToUpper(string(rune(c.Letter()))), scene.Centre, scene.On(colours[c]))
	letter.Bold, letter.Step = true, step
	if key != "" {
		letter.Key = key + " letter"
	}
	return []scene.Shape{round, letter}
}

// behind marks a changed piece with an arc on the side away from the placed piece.
func behind(c rules.Change, step int) scene.Shape {
	const half = arc * math.Pi / 360
	reach := 4. / 3 * math.Tan(half/2) // length of the handles of a Bézier curve
	to := (float64(c.Dir) - float64(rules.Right)) * math.Pi / 3
	var b strings.Builder
	point := func(op string, angle, along float64) {
		sin, cos := math.Sincos(angle)
		fmt.Fprintf(&b, "%s%.4f %.4f", op, cos-along*sin, sin+along*cos)
	}
	point("M", to-half, 0)
	point("C", to-half, reach)
	point(" ", to+half, -reach)
	point(" ", to+half, 0)
	x, y := at(c.At)
	return scene.Shape{
		Kind: scene.Path, X: x, Y: y, W: ringR, H: ringR, D: b.String(), Stroke: scene.Last, Width: markW,
		Key: c.At.String() + " changed", Step: step, Aims: true,
	}
}

func (v view) spots() []scene.Spot {
	notes := map[rules.Square]string{}
	for _, c := range v.changes {
		notes[c.At] = fmt.Sprintf(", changed from %s", c.Old)
	}
	for _, row := range v.rows {
		for _, s := range row {
			notes[s] += ", in the winning row"
		}
	}
	if v.moved() {
		notes[v.last] += ", the last move"
	}
	spots := make([]scene.Spot, rules.Squares)
	for i := range spots {
		s := rules.Square(i)
		x, y := at(s)
		name := s.String()
		label := name + ", " + v.pos.At(s).String() + notes[s]
		if v.pos.Legal(s) {
			label += ", a legal move"
		}
		spots[i] = scene.Spot{
			Name: name, Area: scene.Rectangle{X: x - touchR, Y: y - touchR, W: 2 * touchR, H: 2 * touchR},
			Round: true, Label: label,
		}
	}
	return spots
}

// focus returns the part of the board that has pieces, with a margin. Where it reaches the edge of the board, it
// includes the coordinates.
func (v view) focus() scene.Rectangle {
	if v.editing {
		return scene.Rectangle{}
	}
	left, right, top, bottom := v.occupied(span)
	const room = 0.5 // the margin around a vertex
	x, tx := float64(left)-room-scene.HexWide, float64(right)+0.5+room+scene.HexFrame
	y, ty := float64(top)*scene.HexDown-room-scene.HexFrame, float64(bottom)*scene.HexDown+room+scene.HexWide
	if left == 0 {
		x = whole.X
	}
	if right == rules.Side-1 {
		tx = whole.X + whole.W
	}
	if top == 0 {
		y = whole.Y
	}
	if bottom == rules.Side-1 {
		ty = whole.Y + whole.H
	}
	return scene.Rectangle{X: x, Y: y, W: tx - x, H: ty - y}
}

// occupied returns the first and last column and row of the part of the board that has pieces, with a margin.
func (v view) occupied(around func(lowest, highest int) (first, last int)) (left, right, top, bottom int) {
	left, right, top, bottom = rules.Side, -1, rules.Side, -1
	for i := range rules.Squares {
		if s := rules.Square(i); v.pos.At(s) != rules.Empty {
			left, right = min(left, s.X()), max(right, s.X())
			top, bottom = min(top, s.Y()), max(bottom, s.Y())
		}
	}
	left, right = around(left, right)
	top, bottom = around(top, bottom)
	return left, right, top, bottom
}

// span returns the first and last column or row of the focus. The first is even and the last odd, so that
// the focus does not grow with every move.
func span(lowest, highest int) (first, last int) {
	first, last = max(lowest-focusMargin, 0)&^1, min(highest+focusMargin, rules.Side-1)|1
	for last-first+1 < focusLeast {
		if below := rules.Side - 1 - last; first > below {
			first -= 2
		} else {
			last += 2
		}
	}
	return first, last
}

// tight returns the fewest columns or rows that hold all pieces and legal moves.
func tight(lowest, highest int) (first, last int) {
	return max(lowest-1, 0), min(highest+1, rules.Side-1)
}

func (v view) foreseen(s rules.Square, changes []rules.Change, rows [][]rules.Square) []scene.Shape {
	x, y := at(s)
	shapes := []scene.Shape{scene.Disc(x, y, ballR, scene.Plate)} // drawn over the dot
	placed := ball(x, y, ballR, v.pos.Turn(), "", 0)
	placed[0].Fade = 0.1 // only the ball is faded, not its letter
	ring := scene.Ring(x, y, 0.5, markW, scene.Accent)
	ring.Dash = 0.11
	shapes = append(append(shapes, placed...), ring)
	for _, row := range rows {
		shapes = append(shapes, around(row))
	}
	for _, c := range changes {
		const r, rim = 0.18, 0.045
		x, y := at(c.At)
		x, y = x+0.36, y-0.225
		shapes = append(shapes, scene.Disc(x, y, r+rim, scene.Plate))
		shapes = append(shapes, ball(x, y, r, c.New, "", 0)...)
	}
	return shapes
}

func around(row []rules.Square) scene.Shape {
	x, y := at(row[0])
	tx, ty := at(row[len(row)-1])
	length := math.Hypot(tx-x, ty-y)
	ux, uy := (tx-x)/length, (ty-y)/length
	var b strings.Builder
	point := func(op string, along, across float64) {
		fmt.Fprintf(&b, "%s%.4f %.4f", op, along*ux-across*uy, along*uy+across*ux)
	}
	for _, end := range []struct {
		op   string
		side float64
	}{{"M", 1}, {"L", -1}} {
		point(end.op, end.side*length/2, end.side*bandR)
		point("C", end.side*(length/2+4./3*bandR), end.side*bandR)
		point(" ", end.side*(length/2+4./3*bandR), -end.side*bandR)
		point(" ", end.side*length/2, -end.side*bandR)
	}
	b.WriteString("Z")
	return scene.Shape{
		Kind: scene.Path, X: (x + tx) / 2, Y: (y + ty) / 2, W: 1, H: 1, D: b.String(), Stroke: scene.Last, Width: markW,
	}
}
