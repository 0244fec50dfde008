//go:build !amd64

package search

// prefetch does nothing on this architecture.
func prefetch(*bucket) {}
