//go:build unix

package store_test

import (
	"os"
	"syscall"
)

// inTheWay maps a description to a function that creates something other than a regular file.
var inTheWay = map[string]func(path string) error{
	"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
	"a FIFO":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"a link":   func(path string) error { return os.Symlink("/dev/null", path) },
}
