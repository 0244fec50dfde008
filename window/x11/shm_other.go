//go:build !linux

package x11

import "errors"

// newSegment would make a segment of shared memory.
func newSegment(int) (id int, memory []byte, err error) { return 0, nil, errors.ErrUnsupported }

// detachSegment has nothing to let go of.
func detachSegment([]byte) {}
