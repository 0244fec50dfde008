package window

import "slices"

// zooms are the sizes that Ctrl and + or - lead to, in hundredths of that of the desktop.
var zooms = []int{50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300}

// zoomed returns the size that the person has chosen, in hundredths of that of the desktop.
func (w *window) zoomed() int {
	if zoom := w.desk.Settings.Zoom; zoom > 0 {
		return zoom
	}
	return 100
}

// zoom makes everything larger or smaller by some steps, or with 0 as large as it is on the desktop, and remembers it.
func (w *window) zoom(by int) {
	at, _ := slices.BinarySearch(zooms, w.zoomed())
	to := zooms[max(0, min(at+by, len(zooms)-1))]
	if by == 0 {
		to = 100
	}
	if to == 100 {
		to = 0 // as if nothing had been chosen
	}
	w.desk.SetZoom(to)
}

// scaleFor returns how many pixels a point has in a window of some pixels. The zoom does not make a page larger than the window.
func (w *window) scaleFor(width, height int) float64 {
	usual := w.x.Scale()
	scale := usual * float64(w.zoomed()) / 100
	if fits := min(float64(width)/leastW, float64(height)/leastH); scale > usual && scale > fits {
		scale = max(usual, fits)
	}
	return scale
}

// fullKey lets the window fill the screen.
const fullKey = "f11"
