//go:build !unix

package store_test

import "os"

// inTheWay has functions that create something other than a regular file, by its name.
var inTheWay = map[string]func(path string) error{
	"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
}
