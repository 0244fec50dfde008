package search

// prefetch loads a word of a bucket, because WebAssembly has no instruction that loads without waiting. A processor goes on with what does not need
// the word.
func prefetch(b *bucket) { touched = b[0].word.Load() }

// touched keeps the load.
var touched uint64
