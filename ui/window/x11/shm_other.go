//go:build !linux

package x11

import "errors"

// newSegment fails with errors.ErrUnsupported: attic uses shared memory only on Linux.
func newSegment(int) (id int, memory []byte, err error) { return 0, nil, errors.ErrUnsupported }

func detachSegment([]byte) {}
