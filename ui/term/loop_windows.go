package term

import (
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Deadly are the signals that end a program immediately: Windows has none.
var Deadly []os.Signal

// canStop reports whether stopHere can stop the program: consoles have no jobs.
const canStop = false

func stopHere() {}

// notifyResized does nothing: a console reports its size among the keys.
func notifyResized(chan<- os.Signal) {}

// takeOutput makes a console interpret escape codes until back is called. Everything that writes escape codes calls it first.
func takeOutput(fd uintptr) (back func(), err error) {
	console := windows.Handle(fd)
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil { // not a console
		return func() {}, nil
	}
	const wanted = windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING | windows.DISABLE_NEWLINE_AUTO_RETURN
	return func() { _ = windows.SetConsoleMode(console, mode) }, windows.SetConsoleMode(console, mode|wanted)
}

// pixels returns 0: the size is unknown, but the console may report it in its answers.
func pixels(uintptr) (w, h int) { return 0, 0 }

// readable waits for 0.1 s. It is impossible to know whether a console has input.
func readable(descriptor) bool {
	<-time.After(100 * time.Millisecond)
	return false
}

var consoleProcesses = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// Alone reports whether this program is the only one in its console, as after a double click.
func Alone() bool {
	var list [2]uint32
	n, _, _ := consoleProcesses.Call(uintptr(unsafe.Pointer(&list[0])), uintptr(len(list)))
	return n == 1
}
