// Package pictures makes pictures of matches: of where one stands, and of all of it, as a moving GIF. A picture may go to
// anybody, so it shows what a spectator may know.
package pictures

import (
	"math"

	"attic/game"
	"attic/match"
	"attic/scene"
)

// margin is around a whole board, in distances of places.
const margin = 0.2

// Of returns the picture of where a match stands, without layers. A picture may go to anybody, so it shows what
// a spectator may know.
func Of(m match.Match) scene.Scene {
	s := m.State().View(game.Nobody).Scene()
	s.Layers = nil
	v := s.View
	s.View = scene.Rectangle{X: v.X - margin, Y: v.Y - margin, W: v.W + 2*margin, H: v.H + 2*margin}
	return s
}

// Frame is what a picture shows of scenes.
type Frame struct {
	size  int             // pixels of the longer side
	view  scene.Rectangle // as large as the largest view; its place means nothing
	focus scene.Rectangle // holds the focus of each
	close bool            // only the focus is shown
}

// NewFrame returns the frame of pictures of a size that shows scenes.
func NewFrame(size int, scenes ...scene.Scene) Frame {
	f := Frame{size: size}
	for _, s := range scenes {
		f.add(s)
	}
	return f
}

// add makes a frame show another scene.
func (f *Frame) add(s scene.Scene) {
	f.view.W, f.view.H = max(f.view.W, s.View.W), max(f.view.H, s.View.H)
	f.focus = f.focus.Union(s.Focus)
	f.close = f.focus.W > 0 && float64(f.size) < scene.SmallPlace*max(f.view.W, f.view.H)
}

// Crop returns the part of a scene that is shown, as its view.
func (f Frame) Crop(s scene.Scene) scene.Scene {
	if f.close {
		return s.Within(f.focus)
	}
	return s
}

// Pixels returns the size of the pictures.
func (f Frame) Pixels() (w, h int) {
	a := f.view
	if f.close {
		a = f.focus
	}
	side := func(part float64) int { return max(1, int(math.Round(float64(f.size)*part/max(a.W, a.H)))) }
	return side(a.W), side(a.H)
}
