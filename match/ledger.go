package match

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Ledger is the log of one game: its record, line by line, as it is written. Its events are numbered upwards, not always without gaps; 0 stands
// for the beginning. Read and Watch may be called at any time, the other methods by one goroutine at a time. A ledger may add lines of its own
// that PlayedLine returns. A ledger that continues a kept game also has the method Past() Past.
type Ledger interface {
	// Append writes lines after the event with the number after, which must be the last one, all of them or none, and returns the number of
	// their end. After nil they are on the disk. An error means that they are not written and never will be, unless it is ErrUnknown.
	// After ErrUnknown, call Append with the same number again: if it returns nil, only these lines were written, and if it returns ErrMoved,
	// Read shows what was; after any other error the outcome of the first call is still unknown.
	Append(after uint64, lines ...string) (last uint64, err error)
	// Read returns the lines after the event with the number after, and the number of the last one. After 0 these are all lines.
	Read(after uint64) (lines []string, last uint64, err error)
	// Watch returns nil as soon as Read returns lines after that event, or the error of ctx.
	Watch(ctx context.Context, after uint64) error
	// Archive puts the ledger away, for whoever continues the game. Append takes it out again, unless somebody has continued the game.
	Archive() error
	// Discard removes a new game, and marks one that is continued as abandoned.
	Discard() error
}

// Errors of a Ledger.
var (
	ErrMoved   = errors.New("another program continued or deleted it")
	ErrUnknown = errors.New("whether it was written is not known")
)

// Holds reports whether tail, lines that were read from a ledger, is what Append was to write: lines, besides those that the ledger has added.
func Holds(tail, lines []string) bool {
	tail = slices.DeleteFunc(slices.Clone(tail), func(line string) bool { return strings.HasPrefix(line, playedWord+" ") })
	return slices.Equal(tail, lines)
}
