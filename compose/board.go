package compose

import (
	"time"

	"attic/desk"
	"attic/grid"
	"attic/scene"
	"attic/table"
)

// Board composes the board of a desk's game alone, for a front-end that shows everything else in its own way. It is not safe for
// concurrent use.
type Board struct {
	Now   func() time.Time // the clock of animations
	Whole bool             // the whole board is shown, not only the part in play

	stage *stage
}

// NewBoard returns the board of a desk.
func NewBoard(d *desk.Desk) *Board {
	b := &Board{Now: time.Now}
	b.stage = &stage{desk: d, now: func() time.Time { return b.Now() }}
	return b
}

// Compose returns the board with its marks in the middle of w by h points, and the size of a square in points. over is the spot under the
// pointer, which is at x, y. The desk must show a game.
func (b *Board) Compose(w, h, x, y float64, over string) (s scene.Scene, square float64) {
	b.stage.whole = b.Whole
	p := &page{
		w: w, h: h, desk: b.stage.desk, stage: b.stage, over: over, mouse: point{x, y},
		scene: scene.Scene{View: scene.Rectangle{W: w, H: h}},
	}
	p.add(scene.Box(0, 0, w, h, 0, scene.Background))
	gap := min(boardGap, w/55)
	_, _, _, square = gamePage{page: p}.composeField(scene.Rectangle{X: gap, W: w - 2*gap, H: h})
	return p.scene, square
}

// Middles is for [desk.Display.Middles]: the middles of the spots shown, in thousandths of a scene's unit.
func (b *Board) Middles() map[string]grid.Point { return b.stage.middles() }

// Begin is for [desk.Display.Begin]. A move that changes the part in play does not move all of the board.
func (b *Board) Begin(before table.Now) bool {
	if !b.stage.begin(before) {
		return false
	}
	b.stage.motion.from = scene.Rectangle{}
	return true
}

// Step advances the animation of a move to the current time; at its end it tells the desk.
func (b *Board) Step() { b.stage.step() }
