package search

// prefetch begins to bring a bucket into the cache.
//
//go:noescape
func prefetch(b *bucket)
