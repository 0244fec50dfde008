package table

import "attic/game"

// Network connects a table with another machine. All methods return at once; events of the table report the outcome.
type Network interface {
	// Host opens the table to whoever knows the ID; "" makes a new ID.
	Host(t *Table, id string) error
	// Join makes the table follow a host's table. The address is ID@HOST or ID@HOST:PORT.
	Join(t *Table, address string) error
	// Meet connects to a host whose game is not yet known. name is the person's name, or "". open returns the table for the game; another
	// goroutine calls it.
	Meet(address, name string, open func(g game.Game) (*Table, error)) (Guest, error)
	// Listens returns the port on which a hosted game can be joined, or 0 for any free one. On returns the network with port, from 0 to
	// 65535, and a clock for new games; the zero rule stands for the clock that the network has, if any.
	Listens() int
	On(port int, clock ClockRule) Network
}

// Aider is implemented by a Network whose hosts can allow hints and other help: see Situation.Hints.
type Aider interface {
	Aids() bool             // whether they do in new games
	Aiding(on bool) Network // returns the network in which they do, or do not
}

// PortError is the error of Network.Host if the port is not available.
type PortError struct {
	Port int
	Why  string // such as "port 7117 is in use"
	Same bool   // the game was hosted on this port before, and its guest knows no other
}

// Error returns Why. The caller adds how to choose another port.
func (e *PortError) Error() string { return e.Why }

// Guest is a connection to a host that is being made.
type Guest interface {
	// Arrived is closed when the host has answered and Table returns the table.
	Arrived() <-chan struct{}
	// Done is closed when the attempt or the connection has ended; Err returns the reason.
	Done() <-chan struct{}
	Err() error
	Table() *Table
	// Waits returns why the host has not answered yet, or nil before an attempt has failed, and a channel that is closed when that changes and when
	// Arrived or Done is. Again ends the pause before the next attempt.
	Waits() (changed <-chan struct{}, why error)
	Again()
	// Leave ends the attempt or the connection and returns Done.
	Leave() <-chan struct{}
	// Rest ends the connection but keeps the seat, and returns Done.
	Rest() <-chan struct{}
}
