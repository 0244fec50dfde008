//go:build !js

package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/gofrs/flock"
)

// fileLock is a lock between programs.
type fileLock = flock.Flock

// newFileLock returns the lock whose file is at path.
func newFileLock(path string) *fileLock { return flock.New(path) }

// signature distinguishes this process from all others, even those in other containers.
var signature = rand.Text()

// sign writes the process that holds a lock into the lock's file, after the first byte, because Windows denies others access to that byte.
// Earlier versions never read the file.
func sign(lock *fileLock) {
	if file, err := os.OpenFile(lock.Path(), os.O_WRONLY, 0); err == nil {
		_, _ = file.WriteAt(fmt.Appendf(nil, "%d %s\n", os.Getpid(), signature), 1) // if this fails, only the process is unknown
		_ = file.Close()
	}
}

// holder returns the process that holds the lock whose file is at path, or 0 if that is unknown, and whether it is this process.
func holder(path string) (process int, own bool) {
	file, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer file.Close()
	text, by := make([]byte, 64), ""
	n, _ := file.ReadAt(text, 1) // the end of the file is an error
	if _, err := fmt.Sscan(string(text[:n]), &process, &by); err != nil {
		return 0, false
	}
	if there, err := os.FindProcess(process); err != nil || errors.Is(there.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return 0, false // an earlier version, which does not sign, holds the lock
	}
	return process, by == signature
}
