package x11

import "time"

// AtomNames are the names whose numbers the window asks for, in this order.
var AtomNames = atomNames

// SetDropTime sets the time that another program has to send what was dropped on windows opened afterwards, and returns the time before.
func SetDropTime(long time.Duration) (before time.Duration) {
	before, dropTime = dropTime, long
	return before
}

// Size returns the size of the window in pixels.
func (w *Window) Size() (width, height int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.width, w.height
}
