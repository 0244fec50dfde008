//go:build unix

package term

import (
	"os"

	"golang.org/x/sys/unix"
)

// readable waits for at most a tenth of a second until something can be read from a file, and reports whether it can.
func readable(f *os.File) bool {
	list := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(list, 100)
	return err == nil && n > 0 && list[0].Revents&unix.POLLIN != 0
}
