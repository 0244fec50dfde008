//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// Deadly are the signals that end a program immediately, but that it can catch if another process sends them.
var Deadly = []os.Signal{
	syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGSEGV, syscall.SIGSYS,
}

// canStop reports whether stopHere can stop the program.
const canStop = true

// stopHere stops the process group of this program, and returns when the program continues.
func stopHere() {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	_ = syscall.Kill(0, syscall.SIGTSTP) // a process may always stop itself
	<-goesOn
}

// notifyResized sends to c when the size of the terminal may have changed.
func notifyResized(c chan<- os.Signal) { signal.Notify(c, syscall.SIGWINCH) }

// pixels returns the size of a terminal in pixels, or 0 if it is unknown.
func pixels(fd uintptr) (w, h int) {
	size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0
	}
	return int(size.Xpixel), int(size.Ypixel)
}

// takeOutput does nothing: on Unix, terminals know escape codes.
func takeOutput(uintptr) (back func(), err error) { return func() {}, nil }

// readable blocks until a file has input or is gone. It may return false early.
func readable(f descriptor) bool {
	list := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(list, -1)
	return err == nil && n > 0
}

// Alone returns false: no terminal of Unix opens because of a click on a program.
func Alone() bool { return false }
