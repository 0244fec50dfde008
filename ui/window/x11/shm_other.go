//go:build !linux

package x11

import "errors"

// newSegment fails with errors.ErrUnsupported: shared memory is used on Linux only.
func newSegment(int) (id int, memory []byte, err error) { return 0, nil, errors.ErrUnsupported }

// detachSegment does nothing.
func detachSegment([]byte) {}
