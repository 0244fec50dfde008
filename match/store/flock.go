//go:build !js

package store

import "github.com/gofrs/flock"

// fileLock is a lock between programs.
type fileLock = flock.Flock

// newFileLock returns the lock with the file at path.
func newFileLock(path string) *fileLock { return flock.New(path) }
