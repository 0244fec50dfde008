package term

import (
	"math"
	"time"

	"attic/draw/grid"
	"attic/table"
)

// motion animates a move in steps: cells of later steps still show what was there before.
type motion struct {
	begun  bool // its first tick is still to come
	number int  // identifies this motion, so that a late tick does not advance another one
	from   grid.Grid
	step   int
	last   int
	scene  bool // it is that of a picture
	each   time.Duration
}

// pictureTime is the least time between two pictures of a move.
const pictureTime = 40 * time.Millisecond

// A whole move takes at most 0.3 seconds, as in the window.
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
