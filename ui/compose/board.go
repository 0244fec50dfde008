package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/desk"
	"attic/draw/scene"
	"attic/game"
	"attic/table"
)

// Board composes only the board of a desk's game, for a front-end that shows everything else in its own way. It is not safe for concurrent
// use.
type Board struct {
	Now func() time.Time // the clock of animations

	stage *stage
}

// NewBoard returns the board of a desk.
func NewBoard(d *desk.Desk) *Board {
	b := &Board{Now: time.Now}
	b.stage = &stage{desk: d, now: func() time.Time { return b.Now() }}
	return b
}

// Compose returns the board with its marks, centred in w by h points, and the size of a square in points. over is the spot under the pointer,
// which is at x, y. The desk must show a game; see [desk.Desk.Part].
func (b *Board) Compose(w, h, x, y float64, over string) (s scene.Scene, square float64) {
	p := &page{
		w: w, h: h, desk: b.stage.desk, stage: b.stage, over: over, mouse: point{x, y},
		scene: scene.Scene{View: scene.Rectangle{W: w, H: h}},
	}
	p.add(scene.Box(0, 0, w, h, 0, scene.Background))
	gap := min(boardGap, w/55)
	_, _, _, square = (&gamePage{page: p}).composeField(scene.Rectangle{X: gap, W: w - 2*gap, H: h})
	return p.scene, square
}

// Begin implements [desk.Display.Begin]. The board does not slide if a move changes the part of it that is shown.
func (b *Board) Begin(before table.Now) bool {
	if !b.stage.begin(before) {
		return false
	}
	b.stage.motion.from = scene.Rectangle{}
	return true
}

// Step advances the animation of a move to the current time, and notifies the desk when the animation has ended.
func (b *Board) Step() { b.stage.step() }

// marks returns the shapes drawn on top of the position: previews, chosen and picked spots, the cursor.
func (c *gamePage) marks(sc scene.Scene) []scene.Shape {
	d := c.desk.Play
	track, at := d.Cursor.Pointed()
	var list []scene.Shape
	for _, t := range d.Cursor.Tracks { // the cursors of the tracks that are not in use
		if spot, ok := sc.Spot(d.Cursor.Cursors[t.Name]); ok && t.Name != track && t.Ring && t.Sign != 0 {
			list = append(list, cursor(spot, t, scene.Waiting, d.Cursor.Legal(t)[spot.Name])...)
		}
	}
	if d.Motion.Moving {
		return list
	}
	t, _ := d.Cursor.FindTrack(track)
	look, ok := d.Looking()
	look.Shapes = c.stage.taste().Shapes(look.Shapes, sc.Spots)
	if ok && t.Pick == 0 {
		list = append(list, look.Shapes...)
	}
	list = append(list, c.stage.taste().Shapes(d.Advised().Shapes, sc.Spots)...)
	legal := d.Cursor.Legal(t)
	for _, spot := range sc.Spots {
		x, y := spot.Middle()
		half := min(spot.Area.W, spot.Area.H) / 2
		if t.Pick > 0 && slices.Contains(t.Spots, spot.Name) {
			if slices.Contains(t.Picked, spot.Name) { // the scene shows the pick, but the user may have undone it
				list = append(list, scene.Disc(x, y, half*0.92, scene.Square))
			}
			if d.Cursor.Picked[spot.Name] {
				list = append(list, stamp(t, x, y, half)...)
			}
		}
		if slices.Contains(d.Cursor.Chosen, spot.Name) {
			ring := around(spot, 0.02, scene.Accent)
			ring.Width = 0.07
			list = append(list, ring)
		}
		if spot.Name != at {
			continue
		}
		switch {
		case t.Ring && t.Sign != 0:
			list = append(list, cursor(spot, t, scene.Query, legal[at])...)
		case ok && t.Pick > 0 && !d.Cursor.Picked[at]:
			list = append(list, look.Shapes...)
			list = append(list, pointer(spot))
		case !slices.Contains(d.Cursor.Chosen, at) && !slices.ContainsFunc(look.Shapes, func(sh scene.Shape) bool { return spot.Area.Contains(sh.X, sh.Y) }):
			list = append(list, pointer(spot))
		}
	}
	return list
}

// cursor draws the cursor of a track: its sign on the background colour ground if the spot has a legal move or is empty, otherwise only an
// edge, which leaves the contents of the spot visible.
func cursor(spot scene.Spot, t game.Track, ground scene.Colour, free bool) []scene.Shape {
	if !free && spot.Name != t.Park {
		return []scene.Shape{around(spot, 0.02, ground)}
	}
	x, y := spot.Middle()
	box := around(spot, 0, scene.On(ground))
	box.Fill = ground
	return []scene.Shape{box, letter(x, y, min(spot.Area.W, spot.Area.H)/2, t.Sign, scene.On(ground))}
}

// stamp draws the mark of a picked spot.
func stamp(t game.Track, x, y, half float64) []scene.Shape {
	if len(t.Stamp) == 0 {
		return []scene.Shape{scene.Disc(x, y, half*0.7, scene.Accent), letter(x, y, half, t.Mark, scene.On(scene.Accent))}
	}
	list := make([]scene.Shape, len(t.Stamp))
	for i, sh := range t.Stamp {
		list[i] = sh.Moved(x, y, 1, "")
	}
	return list
}

// pointer draws the cursor on a spot. On a square it has only the four corners, to differ from the mark of a chosen square.
func pointer(spot scene.Spot) scene.Shape {
	sh := around(spot, 0, scene.Accent)
	if !spot.Round {
		sh.Kind, sh.W, sh.H, sh.R = scene.Path, sh.W/2, sh.H/2, 0
		sh.D, sh.Width = "M-1 -0.5L-1 -1L-0.5 -1M0.5 -1L1 -1L1 -0.5M1 0.5L1 1L0.5 1M-0.5 1L-1 1L-1 0.5", 0.06
	}
	return sh
}

// around draws a line around a spot, grow points outside its edge.
func around(spot scene.Spot, grow float64, colour scene.Colour) scene.Shape {
	x, y := spot.Middle()
	sh := scene.Shape{X: x, Y: y, W: spot.Area.W + 2*grow, H: spot.Area.H + 2*grow, Stroke: colour, Width: 0.045}
	if !spot.Round {
		sh.Kind, sh.R = scene.Rect, 0.1
	}
	return sh
}

func letter(x, y, size float64, r rune, colour scene.Colour) scene.Shape {
	sh := scene.Word(x, y, size, string(r), scene.Centre, colour)
	sh.Bold = true
	return sh
}

// dress gives the colours chosen for the board of a game to the shapes from index first on. The grain of a wooden board is drawn above its
// squares and below everything on them.
func dress(p *page, first int, game string) {
	if game == "" {
		return
	}
	board, wooden := p.desk.Board(game)
	if board == 0 {
		return
	}
	var frame scene.Rectangle
	above := first
	for i := first; i < len(p.scene.Shapes); i++ {
		sh := &p.scene.Shapes[i]
		switch {
		case sh.Kind != scene.Rect:
		case sh.Fill == scene.Frame && sh.Edge:
			frame = scene.Rectangle{X: sh.X, Y: sh.Y, W: sh.W / 2, H: sh.H / 2}
		case sh.Fill == scene.Square || sh.Fill == scene.Plate:
			above = i + 1
		}
		sh.Fill, sh.To, sh.Stroke = sh.Fill.OnBoard(board), sh.To.OnBoard(board), sh.Stroke.OnBoard(board)
	}
	if !wooden || frame.W == 0 {
		return
	}
	lines := slices.Clone(grain())
	for i := range lines {
		sh := &lines[i]
		sh.X, sh.Y, sh.W, sh.H, sh.Stroke = frame.X, frame.Y, frame.W, frame.H, scene.Grain.OnBoard(board)
		sh.Width *= frame.H
	}
	p.scene.Shapes = slices.Insert(p.scene.Shapes, above, lines...)
}

// grain returns the lines in the wood of a board that reaches from -1 to 1. They run across the board and around two knots.
var grain = sync.OnceValue(func() (list []scene.Shape) {
	const lines, steps, edge = 34, 40, 0.985
	knots := []scene.Point{{X: -0.42, Y: -0.3}, {X: 0.5, Y: 0.42}}
	for i := range lines {
		uneven := math.Mod(float64(i)*math.Phi, 1) // differs from line to line
		y := edge * (2*(float64(i)+0.2+0.6*uneven)/lines - 1)
		var d strings.Builder
		for n := range steps + 1 {
			x := edge * (2*float64(n)/steps - 1)
			at := y + 0.008*math.Sin(4*x+0.3*float64(i)) + 0.003*math.Sin(13*x+float64(i))
			for _, k := range knots {
				off := y - k.Y
				at += math.Copysign(0.07, off) * math.Exp(-math.Abs(off)/0.12) * math.Exp(-math.Pow((x-k.X)/0.17, 2))
			}
			fmt.Fprintf(&d, "%c%.3f %.4f", "ML"[min(n, 1)], x, max(-edge, min(at, edge)))
		}
		list = append(list, scene.Shape{Kind: scene.Path, D: d.String(), Width: 0.003 + 0.004*uneven, Fade: 0.45 + 0.4*math.Mod(float64(i)*math.Sqrt2, 1)})
	}
	return list
})

// cutTop cuts a strip of the given height, and a gap below it, off the top of an area, and returns the strip.
func cutTop(r *scene.Rectangle, height, gap float64) scene.Rectangle {
	part := scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: height}
	r.Y, r.H = r.Y+height+gap, r.H-height-gap
	return part
}

// cutBottom is like cutTop, but cuts off the bottom of an area, with the gap above the strip.
func cutBottom(r *scene.Rectangle, height, gap float64) scene.Rectangle {
	r.H -= height + gap
	return scene.Rectangle{X: r.X, Y: r.Y + r.H + gap, W: r.W, H: height}
}

// cutLeft cuts a strip of the given width off the left of an area, with a gap beside it.
func cutLeft(r *scene.Rectangle, width, gap float64) scene.Rectangle {
	part := scene.Rectangle{X: r.X, Y: r.Y, W: width, H: r.H}
	r.X, r.W = r.X+width+gap, r.W-width-gap
	return part
}

// cutRight cuts a strip of the given width off the right of an area, with a gap beside it.
func cutRight(r *scene.Rectangle, width, gap float64) scene.Rectangle {
	r.W -= width + gap
	return scene.Rectangle{X: r.X + r.W + gap, Y: r.Y, W: width, H: r.H}
}

// composeKept draws the board of the position shown, for a page about the game: at the left or, in a narrow window, at the top, in the size
// that it has in play. It returns the rest of the window, and the area below the board, for buttons.
func (c *gamePage) composeKept() (rest, below scene.Rectangle) {
	m := c.is
	sc, from := c.stage.framed()
	sc.Spots = nil
	rest = scene.Rectangle{X: m.margin, Y: m.title, W: c.w - 2*m.margin, H: c.h - m.foot - m.title}
	if m.narrow {
		below = cutBottom(&rest, c.touch(answerHeight), m.gap)
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

// boardInPlay returns the area at the left of a wide window for a board in the size that it has in play; from is the visible part of the
// board.
func (c *gamePage) boardInPlay(from scene.Rectangle) scene.Rectangle {
	box := c.areas().board
	if box.X, box.H = c.is.margin, box.H-c.below(); !c.is.fullBar {
		box.W -= c.is.margin - cardGap
	}
	_, _, scale := place(from, boardPlace(box))
	box.W = from.W * scale
	return box
}

// boardPlace returns the area of a board inside area, which also has to hold the board's shadow.
func boardPlace(area scene.Rectangle) scene.Rectangle {
	gap := min(boardGap, area.H/55)
	return scene.Rectangle{X: area.X, Y: area.Y + gap/2, W: area.W, H: area.H - 2*gap}
}

// drawBoard draws a part of a board, given by from, in an area, and returns the position of the board's origin and the size of its units.
func drawBoard(p *page, sc scene.Scene, from, area scene.Rectangle) (x, y, scale float64) {
	x, y, scale = place(from, boardPlace(area))
	first := len(p.scene.Shapes)
	p.scene.Draw(sc, x, y, scale, "")
	dress(p, first, p.desk.Play.Info.Name)
	for i, sh := range p.scene.Shapes[first:] {
		if sh.Edge && sh.Kind == scene.Letters { // coordinates do not grow with the board
			p.scene.Shapes[first+i].H = min(sh.H, leastLabel+1)
		}
	}
	return x, y, scale
}
