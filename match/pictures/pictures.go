// Package pictures makes pictures of matches: of the current position, or of the whole match as an animated GIF. Pictures may
// be shown to anybody, so they contain only what a spectator may know.
package pictures

import (
	"math"

	"attic/draw/scene"
	"attic/game"
	"attic/match"
)

// margin is the width of the margin around a whole board, in distances between neighbouring squares.
const margin = 0.2

// Of returns the picture of the current position of a match, without layers. It contains only what a spectator may know.
func Of(m match.Match) scene.Scene {
	s := m.State().View(game.Nobody).Scene()
	s.Layers = nil
	v := s.View
	s.View = scene.Rectangle{X: v.X - margin, Y: v.Y - margin, W: v.W + 2*margin, H: v.H + 2*margin}
	return s
}

// Frame is the part of scenes that pictures show, and the size of the pictures.
type Frame struct {
	size  int             // pixels of the longer side
	view  scene.Rectangle // W and H of the largest view; X and Y are not used
	focus scene.Rectangle // contains the focus of each scene
	close bool            // only the focus is shown
}

// NewFrame returns the frame for pictures of scenes; size is the length of the longer side in pixels.
func NewFrame(size int, scenes ...scene.Scene) Frame {
	f := Frame{size: size}
	for _, s := range scenes {
		f.add(s)
	}
	return f
}

// add makes room in a frame for another scene.
func (f *Frame) add(s scene.Scene) {
	f.view.W, f.view.H = max(f.view.W, s.View.W), max(f.view.H, s.View.H)
	f.focus = f.focus.Union(s.Focus)
	f.close = f.focus.W > 0 && float64(f.size) < scene.SmallPlace*max(f.view.W, f.view.H)
}

// Crop returns a scene whose view is the part of s that the frame shows.
func (f Frame) Crop(s scene.Scene) scene.Scene {
	if f.close {
		return s.Within(f.focus)
	}
	return s
}

// Pixels returns the size of the pictures in pixels.
func (f Frame) Pixels() (w, h int) {
	a := f.view
	if f.close {
		a = f.focus
	}
	side := func(part float64) int { return max(1, int(math.Round(float64(f.size)*part/max(a.W, a.H)))) }
	return side(a.W), side(a.H)
}
