package keep

import "time"

// Stock is a place for those who read or copy everything in it, and open no hall there. A Stock that was opened to be read alone may be in use by a hall; it
// holds what was written before, and perhaps what is written meanwhile.
type Stock interface {
	Tables() List
	People() List
	Games(table string) Games
	// Identity returns the identity of the hall that is kept here, or "". If there is none, fresh becomes it, unless that is "".
	Identity(fresh string) (string, error)
	// Identify makes id the identity, also if there is another one.
	Identify(id string) error
	Report(line string) error
	Reports() ([]byte, error)
	// Played calls each with every table that has a game, and perhaps with others and more than once, in no particular order, until that returns an error.
	Played(each func(table string) error) error
	// Ran returns until when a hall was open there, which is now or some seconds ago if one is; the zero time if none was.
	Ran() (time.Time, error)
	// Copied notes that everything here was copied from a place at which a hall was open until ran, so that clocks of minutes get the time since then back.
	// The next hall that is opened here opens every table that has a clock.
	Copied(ran time.Time) error
	// Mark notes in a sentence why no hall may be opened here, such as that everything was moved to another place; "" removes the note.
	Mark(why string) error
	Marked() (why string, err error)
	Close() error
}
