package window

import (
	"slices"

	"attic/match/store"
	"attic/ui/compose"
)

// zooms lists the steps of the zoom, in percent of the usual scale of a window of this size.
var zooms = []int{50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300}

// zoomed returns the chosen zoom, in percent of the usual scale.
func (w *window) zoomed() int {
	if zoom := w.pages.Desk.Settings.Zoom; zoom > 0 {
		return zoom
	}
	return 100
}

// zoom changes the zoom by a number of steps, or resets it if by is 0, and saves it.
func (w *window) zoom(by int) {
	at, _ := slices.BinarySearch(zooms, w.zoomed())
	to := zooms[max(0, min(at+by, len(zooms)-1))]
	if by == 0 {
		to = 100
	}
	if to == 100 {
		to = 0 // the default
	}
	w.pages.Desk.Set(func(s *store.Settings) { s.Zoom = to }) // 0 stands for the usual scale
}

// scaleFor returns the pixels per point in a window of the given size in pixels. The zoom never makes a page larger than the window.
func (w *window) scaleFor(width, height int) float64 {
	usual := w.x.Scale()
	usual *= compose.Magnified(float64(width)/usual, float64(height)/usual)
	scale := usual * float64(w.zoomed()) / 100
	if fits := min(float64(width)/leastW, float64(height)/leastH); scale > usual && scale > fits {
		scale = max(usual, fits)
	}
	return scale
}
