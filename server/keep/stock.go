package keep

import "time"

// Stock is a storage for programs that read or copy everything in it without opening a hall. A Stock that was opened only for reading may be in use by a
// hall; it contains what was written before, and perhaps what is written meanwhile.
type Stock interface {
	Tables() List
	People() List
	Games(table string) Games
	// Identity returns the identity of the hall, or "". If there is none, fresh becomes the identity, unless fresh is "".
	Identity(fresh string) (string, error)
	// Identify makes id the identity, even if there is another one.
	Identify(id string) error
	Report(line string) error
	Reports() ([]byte, error)
	// Played calls each with every table that has a game, and perhaps with others and more than once, in no particular order, until each returns an error.
	Played(each func(table string) error) error
	// Ran returns the time until which a hall was open in the storage; if a hall is open, that is at most some seconds ago; the zero time if none was.
	Ran() (time.Time, error)
	// Copied records that everything was copied from a storage in which a hall was open until ran, so that clocks that do not count days get back the time
	// since then. The next hall that uses this storage opens every table that has a clock.
	Copied(ran time.Time) error
	// Mark stores a sentence that says why no hall may be opened here, for example because everything was moved to another place; "" removes the note.
	Mark(why string) error
	Marked() (why string, err error)
	Close() error
}
