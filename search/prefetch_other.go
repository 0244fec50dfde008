//go:build !amd64

package search

// prefetch would bring a bucket into the cache.
func prefetch(*bucket) {}
