//go:build unix

package term

import "golang.org/x/sys/unix"

// readable waits until something can be read from a file or the file is gone. It costs nothing meanwhile, and may return false early.
func readable(f descriptor) bool {
	list := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(list, -1)
	return err == nil && n > 0
}
