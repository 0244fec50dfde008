//go:build !js

package search

import "sync/atomic"

// word and flag are shared by searchers.
type (
	word = atomic.Uint64
	flag = atomic.Bool
)
