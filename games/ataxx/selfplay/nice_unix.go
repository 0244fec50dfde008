//go:build unix

package selfplay

import (
	"runtime"
	"syscall"
)

// yield lets all other work go before that of the calling goroutine, from now on.
func yield() {
	runtime.LockOSThread() // on Linux a thread has a priority of its own
	const lowest = 19
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowest) // without it the games are played as well
}
