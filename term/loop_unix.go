//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"
)

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

// takeOutput has nothing to do: terminals know escape codes.
func takeOutput(uintptr) (back func(), err error) { return func() {}, nil }
