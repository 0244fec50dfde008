package window

import (
	"time"

	"attic/desk"
	"attic/scene"
	"attic/table"
)

// A frame of motion is shown this often, and effects follow each other so.
const (
	frameTime = time.Second / 60
	soundStep = 150 * time.Millisecond
)

// motion is a move that is being shown.
type motion struct {
	scene.Motion
	of    *desk.Play
	begun time.Time
}

// Begin begins to show a move after the position before.
func (w *window) Begin(before table.Now) bool {
	m := scene.Between(w.layered(before.View.Scene()), w.sceneNow())
	if m.Duration() == 0 {
		return false
	}
	w.motion = motion{m, w.desk.Play, w.now()}
	return true
}

// moving reports whether a move is being shown.
func (w *window) moving() bool { return w.desk.Play != nil && w.desk.Play.Moving }

// step goes on with the move that is being shown, if there is one.
func (w *window) step() {
	if w.moving() && w.now().Sub(w.motion.begun) >= w.motion.Duration() {
		w.desk.Play.Moved()
	}
}

// board is the scene of a position, with what it was made for.
type board struct {
	scene.Scene
	of      *desk.Play
	changes int
}

// sceneNow returns the scene of the position that is shown, with the layers that are on.
func (w *window) sceneNow() scene.Scene {
	p := w.desk.Play
	if w.board.of != p || w.board.changes != p.Changes {
		w.board = board{w.layered(p.Now.View.Scene()), p, p.Changes}
	}
	return w.board.Scene
}

// shown returns the scene as it is shown now, in the middle of a motion too.
func (w *window) shown() scene.Scene {
	if w.moving() && w.motion.of == w.desk.Play {
		return w.motion.At(w.now().Sub(w.motion.begun))
	}
	return w.sceneNow()
}

// layered lays those layers over a scene that are on.
func (w *window) layered(s scene.Scene) scene.Scene {
	for _, l := range s.Layers {
		if w.desk.Play.Layer(l.Name) {
			s.Shapes = append(s.Shapes[:len(s.Shapes):len(s.Shapes)], l.Shapes...)
		}
	}
	return s
}
