// Package keep defines the storage that a hall needs for its tables, games and people: a folder of files, or a log on one or more machines that several
// processes share.
package keep

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"attic/match"
	"attic/table/wire"
)

// Storage is where a hall keeps everything. Its methods, and the methods of the values that it returns, may be called by several goroutines.
//
// When a call that writes returns, the data are on the disk. Errors are those of match.Ledger: match.ErrMoved means that another process was first,
// match.ErrUnknown means that nobody knows whether the data were written. After any other error the data were not written, and never will be.
type Storage interface {
	Tables() List // by the IDs of the tables
	People() List // by the hashes of their phrases
	Tournaments() List
	// Games returns the games at a table, which need not have any.
	Games(table string) Games
	Times() Times
	// Identity returns the identity of the hall, which copies of the storage share. If there is none yet, fresh becomes the identity, unless fresh is "".
	Identity(fresh string) (string, error)
	// Report keeps a line for the operator. The error is ErrFull if there are too many lines.
	Report(line string) error
	// Reports returns these lines, the oldest first.
	Reports() ([]byte, error)
	// Others returns the other processes that use the storage, or nil if only one process can use it.
	Others() Others
	// Ready returns why nothing can be written now, in a sentence for the operator, or nil.
	Ready(ctx context.Context) error
	// Close closes the storage. Nothing else is called after it.
	Close() error
}

// CheckIdentity returns an error unless text can be the identity of a hall: 16 letters and digits in lower case, of 80 random bits.
func CheckIdentity(text string) error {
	if len(text) != identityLetters || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz234567") != "" {
		return fmt.Errorf("the identity of the hall is damaged; restore the %d letters from a backup, or remove them to give the hall a new one", identityLetters)
	}
	return nil
}

const identityLetters = 16

// ErrFull is the error of Report if the operator has too many reports to read.
var ErrFull = errors.New("the operator has many reports to read")

// List is a set of values by key. A value is the JSON of an object, in one line, which has its key as the field id or hash.
type List interface {
	// Follow calls changed for every present value, and returns. After that, a goroutine calls changed for each change by another process, and
	// perhaps for changes by this one. The changes of each key come in the order of their versions. For a removed value, value is nil. Follow may be
	// called only once.
	Follow(changed func(key string, version uint64, value []byte)) error
	// Get returns a value and its version. If there is no such value, it returns nil, and the version of the removal or 0.
	Get(key string) (value []byte, version uint64, err error)
	// Lags returns nil if every change in the list has been reported to the callback of Follow. Otherwise it returns the reason.
	Lags() error
	// Put replaces the value that has the version after; 0 means that there is none. It returns the version of the new value, which is higher.
	Put(key string, after uint64, value []byte) (version uint64, err error)
	// Remove removes the value that has the version after. Scrub removes the remains of the value, if any.
	Remove(key string, after uint64) error
	// Scrub removes any remains of values that were replaced or removed.
	Scrub() error
}

// Games are the games at a table, one after the other.
type Games interface {
	// Begin returns the ledger of a new game called name, which exists from its first Append on.
	Begin(name string) (match.Ledger, error)
	// Resume returns the last game, and the ledger with which it continues. A damaged game is not resumed.
	Resume() (match.Ledger, match.Match, error)
	// Texts calls each for every game, the oldest first, until each returns an error. It passes the journal as text, in which each line has its hash.
	// It does not check the hashes.
	Texts(each func(Text) error) error
	// Put adds the journal of a game from another storage; no game may have its number.
	Put(Text) error
	// Remove removes all games.
	Remove() error
}

// Shortened are Games that know how long the journal of a game was.
type Shortened interface {
	// Missing describes the missing end of the journal, or returns "" if nothing is missing.
	Missing(Text) string
}

// Text is the journal of a game.
type Text struct {
	Number  int    // the number of the game at its table, from 1
	Name    string // the name of the game that is played, such as ataxx
	Journal []byte
}

// Times records at which tables a clock runs, and which of several processes has a table open. So a hall can find the tables that need attention
// without reading all games, even after a kill. The games decide: a table that Due returns is opened, and ends its game itself if the time of a
// player is over.
type Times interface {
	// Whole reports whether the record is complete. If tables may be missing in it, the hall opens every table that has a clock.
	Whole() bool
	// Claim records that this process opens a table. If clocked is set and this process is killed, another process opens the table again, or this one
	// after a restart. Call Claim before reading the table's games. The result ran is the time until which the clock ran: now, minus the time during
	// which no process could have the table open. If another process has the table open, the result owner is the name of that process, and nothing
	// changes.
	Claim(table string, clocked bool, now time.Time) (ran time.Time, owner string, err error)
	// Unclaim undoes Claim for a table that could not be opened. The table is then due in the same way as before.
	Unclaim(table string)
	// Rest records that this process has put a table away. After an error, Beat tries again.
	Rest(Running) error
	// Due returns the tables that this process should open now: those at which a player's time ends within the duration ahead, and those left open by
	// processes that are gone. Call it every few seconds.
	Due(now time.Time, ahead time.Duration) (tables []string)
	// Beat records that this process runs, and makes sure that all records are on the disk. Call it every two seconds: after a kill, the process
	// counts as down from the last call on. It returns the tables that another process has taken over because this one was silent for too long.
	Beat(now time.Time) (lost []string, err error)
}

// Running is a table that a process has put away.
type Running struct {
	Table string
	Seat  int       // the seat whose clock runs; game.Nobody: none
	Due   time.Time // when the time of that seat is over
	Days  bool      // the clock keeps running while no process has the table open
}

// Others are the other processes that use the same storage, by name. A process has a new name after each start. No method promises that a message
// arrives, but messages that arrive are complete, and messages from one process arrive in order.
type Others interface {
	// Self returns the name of this process.
	Self() string
	// Serve sets the functions for requests, messages and connections from the others. It is called once, before anything is sent. The function
	// answer may take a while, and is called by several goroutines. accept is called on a separate goroutine for each connection, and closes the
	// connection. hear must return quickly.
	Serve(answer func(request []byte) []byte, hear func(from string, message []byte), accept func(wire.Conn))
	// Ask sends a request to a process, and returns its answer.
	Ask(ctx context.Context, process string, request []byte) ([]byte, error)
	// Tell sends a message to all others.
	Tell(message []byte)
	// Dial connects a client with a process, whose accept gets the other end. The parameter from is the address of the client. A connection ends if
	// one of its messages is lost.
	Dial(ctx context.Context, process, from string) (wire.Conn, error)
}
