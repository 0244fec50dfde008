package search

// prefetch starts loading a bucket into the processor's cache.
//
//go:noescape
func prefetch(b *bucket)
