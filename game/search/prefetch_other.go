//go:build !amd64 && !js

package search

// prefetch does nothing on this architecture.
func prefetch(*bucket) {}
