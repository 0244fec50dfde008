//go:build !nox

package x11_test

import (
	"testing"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"
)

// Without a window manager, the window sets its own size and position: first the size and position of the screen, then
// its former ones.
func TestAWindowFillsTheScreen(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	for range 2 {
		w.ToggleFull()
		if got := next[x11.Resize](t, w); got != (x11.Resize{W: 640, H: 480}) {
			t.Errorf("the window fills %v", got)
		}
		w.ToggleFull()
		if got := next[x11.Resize](t, w); got != (x11.Resize{W: 300, H: 200}) {
			t.Errorf("afterwards the window has %v", got)
		}
	}
	s.Manage()
	w.ToggleFull()
	s.WantFull(id)
	if width, height := s.Size(id); width != 300 || height != 200 {
		t.Errorf("before the window manager has done anything, the window is %d by %d", width, height)
	}
	w.ToggleFull()
	s.WantFull(id)
}
