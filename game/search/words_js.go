package search

// word and flag are shared by searchers. A program in a browser has a single thread, and Go calls a function for each atomic access there.
type (
	word uint64
	flag bool
)

// Load returns the word.
func (w *word) Load() uint64 { return uint64(*w) }

// Store changes the word.
func (w *word) Store(to uint64) { *w = word(to) }

// Load returns the flag.
func (f *flag) Load() bool { return bool(*f) }

// Store changes the flag.
func (f *flag) Store(to bool) { *f = flag(to) }
