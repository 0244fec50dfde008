//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// Deadly are the signals that end a program at once, and that it can catch if another one sends them.
var Deadly = []os.Signal{
	syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGSEGV, syscall.SIGSYS,
}

// canStop reports whether stopHere can stop the program.
const canStop = true

// stopHere stops the programs of the terminal's foreground and returns when this one goes on.
func stopHere() {
	goesOn := make(chan os.Signal, 1)
	signal.Notify(goesOn, syscall.SIGCONT)
	defer signal.Stop(goesOn)
	_ = syscall.Kill(0, syscall.SIGTSTP) // it may always stop itself
	<-goesOn
}

// notifyResized sends to c when the terminal may have another size.
func notifyResized(c chan<- os.Signal) { signal.Notify(c, syscall.SIGWINCH) }

// pixels returns the size of a terminal in pixels; 0: it is not known.
func pixels(fd uintptr) (w, h int) {
	size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0
	}
	return int(size.Xpixel), int(size.Ypixel)
}

// takeOutput has nothing to do: terminals know escape codes.
func takeOutput(uintptr) (back func(), err error) { return func() {}, nil }

// readable waits until something can be read from a file or the file is gone. It costs nothing meanwhile, and may return false early.
func readable(f descriptor) bool {
	list := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(list, -1)
	return err == nil && n > 0
}
