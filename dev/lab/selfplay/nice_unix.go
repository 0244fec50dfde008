//go:build unix

package selfplay

import (
	"runtime"
	"syscall"
)

// yield gives the calling goroutine the lowest priority from now on.
func yield() {
	runtime.LockOSThread() // on Linux each thread has its own priority
	const lowest = 19
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowest) // an error does not matter: the games are played anyway
}
