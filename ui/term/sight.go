package term

import (
	"image"
	"math"
	"slices"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"attic/draw/grid"
	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/table"
	"attic/ui/compose"
)

// Questions to a terminal: the size of its cells in pixels, its kind, and whether it knows the protocol of kitty. The last one ends with a second question for
// the kind; its answer marks the end of the answers. Older terminals would print the last one, so only terminals from a VT200 on are asked, and the next page
// erases any traces; see [view].
const (
	askCell  = writeMsg("\x1b[16t")
	askKind  = writeMsg(ansi.RequestPrimaryDeviceAttributes)
	askKitty = "\x1b_Ga=q,i=1096037481,s=1,v=1,f=24;AAAA\x1b\\" + ansi.RequestPrimaryDeviceAttributes
)

// In a terminal's answer about its kind, the least number of a VT200 or later, and the number that means sixels.
const vt200, sixelAttribute = 62, 4

// cellPoints is the height of a cell in points; leastSquare is the least size of a board's square in points. In a smaller square there may be no cell for the
// mouse, and characters are easier to read.
const cellPoints, leastSquare = 20, 24

// mostCell is the greatest width and height of a cell in pixels. mostPixels is the greatest size of a board's picture, on a terminal of this machine and on one
// that is far. Both guard against wrong answers of terminals.
const mostCell = 1 << 10

var mostPixels = map[bool]int{false: 1 << 26, true: 1 << 22}

// sight is the board as a scene, on an area of the screen.
type sight struct {
	area
	scene.Scene
}

// sights shows the board as a picture, if the terminal can.
type sights struct {
	by      protocol // the protocol, according to the terminal's answers
	kind    []int    // the terminal's answer about its kind
	asks    string   // the question to send with the next page
	cell    image.Point
	exact   bool           // the terminal reported the size of its cells; otherwise it is computed
	ground  palette.Colour // the terminal's background
	grounds bool           // the background is known

	board   *compose.Board
	painter *paint.Painter
	canvas  paint.Canvas
	mouse   image.Point // the cell under the mouse
	over    string      // the spot under the mouse
}

// told handles an answer of the terminal about pictures, and returns the tasks to start. w and h are the size of the screen.
func (s *sights) told(e uv.Event, w, h int) []task {
	before := s.cell
	switch e := e.(type) {
	case uv.PixelSizeEvent:
		if w > 0 && h > 0 && !s.exact {
			s.cell = image.Pt(e.Width/w, e.Height/h)
		}
	case uv.BackgroundColorEvent:
		r, g, b, _ := e.RGBA() // the event has a colour; see [loop.update]
		s.ground, s.grounds = palette.Colour(r>>8<<16|g>>8<<8|b>>8), true
	case uv.CellSizeEvent:
		s.cell, s.exact = image.Pt(e.Width, e.Height), true
	case uv.KittyGraphicsEvent:
		if string(e.Payload) == "OK" {
			s.by = kitty
		}
	case uv.PrimaryDeviceAttributesEvent:
		if s.kind == nil && len(e) > 0 {
			if s.kind = e; e[0] >= vt200 {
				s.asks = askKitty
				return nil
			}
		}
		if s.by == noPictures && slices.Contains(s.kind[min(1, len(s.kind)):], sixelAttribute) {
			s.by = sixel
		}
	}
	if s.cell != before && s.by == sixel { // an earlier picture may lie over the text
		return send(redrawMsg{})
	}
	return nil
}

func (s *screen) depicts() bool {
	cell := s.sights.cell
	return s.sights.by != noPictures && cell.X > 0 && cell.Y > 0 && cell.X <= mostCell && cell.Y <= mostCell && s.mayDepict() && !s.desk.Settings.NoPictures
}

func (s *screen) mayDepict() bool {
	return !s.Style.NoPictures && !s.painter.ASCII && s.painter.Depth != palette.None
}

// sight returns the board to show as a picture, or nil if characters show the board better.
func (p play) sight(f frame) *sight {
	s := p.screen
	s.desk.Part, s.desk.Characters = false, true
	if !s.depicts() || f.sight.w < 1 || f.sight.h < 1 || f.sight.w*f.sight.h*s.sights.cell.X*s.sights.cell.Y > mostPixels[s.Far != nil] {
		return nil
	}
	v := &s.sights
	if v.board == nil {
		v.board = compose.NewBoard(s.desk)
	}
	s.desk.Part = !s.whole
	w, h := v.points(f.sight.w, f.sight.h)
	x, y := v.points(v.mouse.X-f.sight.x, v.mouse.Y-f.sight.y)
	dx, dy := v.points(1, 1)
	sc, square := v.board.Compose(w, h, x+dx/2, y+dy/2, v.over)
	if square < leastSquare {
		s.desk.Part = false
		return nil
	}
	s.desk.Characters = false
	return &sight{f.sight, sc}
}

// points returns the width and height of cells in points.
func (s *sights) points(w, h int) (wide, high float64) {
	return float64(w*s.cell.X) * cellPoints / float64(s.cell.Y), float64(h) * cellPoints
}

// look leaves cells free for a picture. Each cell belongs to the spot at its middle.
func (c *canvas) look(s *sight, cellW, cellH float64) {
	c.sight = s
	for y := range s.h {
		for x := range s.w {
			c.grid.Set(s.x+x, s.y+y, grid.Cell{Rune: hole})
		}
	}
	for _, spot := range s.Spots {
		a := spot.Area
		one := scene.Scene{Spots: []scene.Spot{spot}}
		for y := max(0, int(a.Y/cellH)); y < s.h && float64(y)*cellH < a.Y+a.H; y++ {
			for x := max(0, int(a.X/cellW)); x < s.w && float64(x)*cellW < a.X+a.W; x++ {
				if one.At((float64(x)+0.5)*cellW, (float64(y)+0.5)*cellH) != "" {
					c.grid.Set(s.x+x, s.y+y, grid.Cell{Rune: hole, Spot: spot.Name})
				}
			}
		}
	}
}

func (s *screen) painted(of *sight) *picture {
	v := &s.sights
	theme := s.painter.Theme
	if !s.painter.Own && v.grounds {
		theme.Background = v.ground
	}
	w, h := of.w*v.cell.X, of.h*v.cell.Y
	if v.canvas.W != w || v.canvas.H != h {
		v.canvas = paint.NewCanvas(w, h)
	}
	scale := float64(v.cell.Y) / cellPoints
	if v.painter == nil {
		v.painter = paint.New(theme, scale)
	}
	v.painter.SetTheme(theme)
	v.painter.SetScale(scale)
	var spot scene.Rectangle
	if len(of.Spots) > 0 {
		spot = of.Spots[0].Area
	}
	return &picture{
		area: of.area, by: v.by, cell: v.cell, in: theme, Canvas: v.canvas, changed: v.painter.Paint(v.canvas, of.Scene),
		spot: spot, moving: s.desk.Play.Motion.Moving, few: v.by == sixel && uv.Environ(s.Env).Getenv("TMUX") != "",
	}
}

// motion animates a move in steps: cells of later steps still show the old position.
type motion struct {
	begun  bool // the first tick has not arrived yet
	number int  // identifies this motion, so that a late tick does not advance another one
	from   grid.Grid
	step   int
	last   int
	scene  bool // the board is a picture
	each   time.Duration
}

// pictureTime is the least time between two pictures of a move.
const pictureTime = 40 * time.Millisecond

// The greatest durations of a step, and of a whole move, as in the window.
const (
	slowestStep = 150 * time.Millisecond
	wholeMove   = 300 * time.Millisecond
)

// Begin starts the animation of a move if it has steps; see desk.Display.
func (s *screen) Begin(before table.Now) bool {
	if s.w == 0 {
		return false
	}
	p := s.play()
	if p.sight(p.current()) != nil {
		if !s.sights.board.Begin(before) {
			return false
		}
		s.motion = motion{begun: true, number: s.motion.number + 1, scene: true, each: pictureTime}
		return true
	}
	from, to := p.frame(before.View).board, p.current().board
	last := 0
	for y := range to.H {
		for x := range to.W {
			last = max(last, int(to.At(x, y).Step))
		}
	}
	if last < 2 || from.W != to.W || from.H != to.H {
		return false
	}
	s.motion = motion{
		begun: true, number: s.motion.number + 1, from: from, step: 1, last: last,
		each: min(slowestStep, wholeMove/time.Duration(last)),
	}
	return true
}

func (s *screen) nextFrame(msg motionMsg) []task {
	m := &s.motion
	if s.desk.Play == nil || !s.desk.Play.Motion.Moving || msg.number != m.number {
		return nil
	}
	if m.step++; m.scene {
		s.sights.board.Step()
	}
	if m.scene && s.desk.Play.Motion.Moving || m.step < m.last {
		return []task{tick(m.each, motionMsg{m.number})}
	}
	if s.desk.Play.Motion.Moving {
		s.desk.Play.Motion.Moved()
	}
	return nil
}

func (m motion) draw(c *canvas, x, y int, to grid.Grid) {
	if m.from.W != to.W || m.from.H != to.H {
		c.grid.Draw(x, y, to)
		return
	}
	c.grid.DrawBefore(x, y, to, uint8(min(m.step, math.MaxUint8)), m.from)
}
