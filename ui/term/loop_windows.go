package term

import (
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// Deadly are the signals that end a program at once: Windows has none.
var Deadly []os.Signal

// canStop reports whether stopHere can stop the program: consoles have no jobs.
const canStop = false

// stopHere is never called.
func stopHere() {}

// notifyResized has nothing to do: a console tells its size among the keys.
func notifyResized(chan<- os.Signal) {}

// takeOutput lets a console carry out escape codes until back is called.
func takeOutput(fd uintptr) (back func(), err error) {
	console := windows.Handle(fd)
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil { // no console
		return func() {}, nil
	}
	const wanted = windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING | windows.DISABLE_NEWLINE_AUTO_RETURN
	return func() { _ = windows.SetConsoleMode(console, mode) }, windows.SetConsoleMode(console, mode|wanted)
}

// pixels returns 0: a console does not tell its size in pixels, but its answers may.
func pixels(uintptr) (w, h int) { return 0, 0 }

// readable waits for a tenth of a second. There is no way to tell whether a console has something to read.
func readable(descriptor) bool {
	<-time.After(100 * time.Millisecond)
	return false
}
