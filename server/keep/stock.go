package keep

import "time"

// Stock is a storage for programs that read or copy everything in it without opening a hall. A Stock that was opened only for reading may be in use
// by a hall; it contains everything written before it was opened, and perhaps later changes.
type Stock interface {
	Tables() List
	People() List
	Tournaments() List
	Games(table string) Games
	// Identity returns the identity of the hall, or "". If there is none, fresh becomes the identity, unless fresh is "".
	Identity(fresh string) (string, error)
	// Identify makes id the identity, even if there is another one.
	Identify(id string) error
	Report(line string) error
	Reports() ([]byte, error)
	// Played calls each with every table that has a game, in no particular order, until each returns an error. It may also call it with other tables,
	// and more than once with the same table.
	Played(each func(table string) error) error
	// Ran returns the last time at which a hall was open in the storage, or the zero time if none was. If a hall is open now, that is a few seconds
	// ago at most.
	Ran() (time.Time, error)
	// Copied records that everything was copied from another storage, in which a hall was last open at the time ran. Clocks that do not count days
	// are then credited with the time since ran. The next hall that uses this storage opens every table that has a clock.
	Copied(ran time.Time) error
	// Mark stores a sentence that says why no hall may be opened here, for example because everything was moved to another place; "" removes the note.
	Mark(why string) error
	Marked() (why string, err error)
	Close() error
}
