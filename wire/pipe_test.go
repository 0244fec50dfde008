package wire

import "attic/wire/wiretest"

// Pipe returns the two ends of a connection within this process.
func Pipe() (Conn, Conn) {
	return wiretest.Pipe(wiretest.Limits{Bytes: MostBytes, Large: ErrLarge, Closed: func(reason string) error { return closed(reason) }})
}
