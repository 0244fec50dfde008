//go:build !unix

package store_test

import "os"

// inTheWay maps a description to a function that creates something other than a regular file.
var inTheWay = map[string]func(path string) error{
	"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
}
