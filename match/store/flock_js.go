package store

import (
	"io/fs"
	"os"
)

// fileLock is a lock within the one program that uses the files of a page: the page's script makes sure that there is no other program.
type fileLock struct {
	path string
	file *os.File
}

// locked holds the paths of the locks that are held.
var locked = map[string]bool{}

// newFileLock returns the lock whose file is at path.
func newFileLock(path string) *fileLock { return &fileLock{path: path} }

// sign does nothing: no other program has locks.
func sign(*fileLock) {}

// holder returns this program, the only one.
func holder(string) (process int, own bool) { return 0, true }

// Path returns the path of the lock's file.
func (l *fileLock) Path() string { return l.path }

// TryLock tries to lock, and reports whether it succeeded.
func (l *fileLock) TryLock() (bool, error) {
	if locked[l.path] {
		return l.file != nil, nil
	}
	file, err := os.OpenFile(l.path, os.O_CREATE|os.O_RDONLY, 0o600)
	if err != nil {
		return false, err
	}
	l.file, locked[l.path] = file, true
	return true, nil
}

// Unlock releases the lock, if it is held.
func (l *fileLock) Unlock() error {
	if l.file == nil {
		return nil
	}
	file := l.file
	l.file = nil
	delete(locked, l.path)
	return file.Close()
}

// Stat returns the fs.FileInfo of the lock's file.
func (l *fileLock) Stat() (fs.FileInfo, error) {
	if l.file == nil {
		return nil, fs.ErrClosed
	}
	return l.file.Stat()
}
