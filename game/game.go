// Package game is the contract between a game and everything that plays it: terminal, window, page,
// network, engines. A game is one folder that implements Game; nothing else knows any single game.
//
// A position travels through the program as a State, a value that never changes, and is made by
// playing printable moves, so that undo, saving, replay and network play come once for all games
// (package match). What a person or a bot may know of a State is its View.
package game

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/grid"
)

// Seats are numbered from 0 in the order of Info.Seats. These stand beside them.
const (
	Nobody = -1 // no seat: the game is over, nobody won, or the viewer is a spectator
	Anyone = -2 // before play: whoever owns the match sets it up
)

// Every error with which Play refuses a move wraps ErrIllegal; one that could not be read as a move of
// this game at all wraps ErrNotation too.
var (
	ErrIllegal  = errors.New("not a legal move")
	ErrNotation = fmt.Errorf("%w: not a move of this game", ErrIllegal)
)

// Illegal returns an error that wraps ErrIllegal and says just why.
func Illegal(format string, args ...any) error {
	return refusal{fmt.Sprintf(format, args...), ErrIllegal}
}

// Unreadable returns an error that wraps ErrNotation and says just how a move is written.
func Unreadable(format string, args ...any) error {
	return refusal{fmt.Sprintf(format, args...), ErrNotation}
}

// Refuse returns Illegal with the text of err, without that of the sentinel which err wraps and begins with.
func Refuse(err, sentinel error) error {
	return Illegal("%s", strings.TrimPrefix(err.Error(), sentinel.Error()+": "))
}

type refusal struct {
	why  string
	kind error
}

func (r refusal) Error() string { return r.why }
func (r refusal) Unwrap() error { return r.kind }

// Game is one game. Implementations are stateless.
type Game interface {
	Info() Info
	// New returns the first state of a setup, or an error that says what is wrong with it.
	// Equal setups give equal states.
	New(Setup) (State, error)
	// ParseView reads what View.MarshalText wrote.
	ParseView(text []byte) (View, error)
}

// Info says what does not depend on a position.
type Info struct {
	Name  string // the game's word on the command line and in game IDs: "atom4"
	Title string // the game's name for people: "Atom-4"
	Brief string // one line for menus, without a full stop
	Seats []Seat // at least one
	Open  bool   // nothing is ever hidden from anybody
	Rules string // the game's README.md: its rules and controls for people
}

// Seat is one side of a game.
type Seat struct {
	Name    string // "Red", "Player 1"
	Program bool   // the program sits here unless a person asks for the seat
}

// State is a position with all that belongs to it, hidden or not. It never changes.
type State interface {
	// ToMove returns the seat to move, Anyone before play, Nobody when it is over.
	ToMove() int
	// Moves lists what ToMove may do, in a fixed order, for the eyes of that seat only.
	// It is never empty while the game runs and always empty when it is over.
	Moves() []Move
	// Play plays a move given in any spelling the game knows, also such that Moves does not list
	// ("blocks 3gh"). It returns the next state and the move as understood, in canonical spelling;
	// otherwise an error that wraps ErrIllegal and says why and what would be right.
	Play(text string) (State, Move, error)
	// Outcome says how it ended. It means something only when ToMove is Nobody.
	Outcome() Outcome
	// View returns all that a seat may know, and no more; Nobody is a spectator.
	View(seat int) View
}

// Move is one move. Text alone is recorded; the rest tells front-ends how to offer it.
type Move struct {
	Text  string   // canonical notation, one line, no blanks at its ends
	Spots []string // what one touches, in order ("a7", "b6"); none: a button
	Track string   // the kind of input it belongs to, where a game has several: "query", "set"
	Label string   // what a button says, and what others see of a secret move
	Key   string   // the key of the button

	Final  bool // undoing it would show or change something hidden: undo stops here
	Secret bool // only the mover may read Text
}

// Outcome says how a game ended.
type Outcome struct {
	Winner int    // a seat, or Nobody
	Text   string // the result as a sentence: "Red wins."
	Why    string // how it came about, as a sentence
}

// View is what one seat may know of a state.
type View interface {
	Grid() grid.Grid
	Status() Status
	// Describe says the whole position in words, complete enough to play from without seeing it.
	Describe() string
	// Preview says what a move would do, as far as this seat can know it before playing.
	// A move that cannot be made gets the reason as its sentence.
	Preview(text string) Preview
	// MarshalText writes the view as text; Game.ParseView reads it back.
	MarshalText() ([]byte, error)
}

// Status is a view in short sentences.
type Status struct {
	Turn   string   // whose turn it is, or that it is over
	Scores []string // one a seat or one for all: "Red 2"
	Last   string   // what the last move was: "Red moves a7-b6."; "" at the start
	Effect string   // what it did, where Last does not say it already
	Bar    string   // a line that stands under the board, or ""
}

// Preview is what a move would do.
type Preview struct {
	Sentence string
	Marks    []grid.Mark
}

// Rounds is offered by a game that is played in rounds: a match goes on with Next when one is over.
// A game that may go on in the middle of a round says so by Abandon.
type Rounds interface {
	Next(last Setup, end State) Setup
	Abandon() bool
}

// Bots is offered by a game that the program can play.
type Bots interface {
	// Levels returns the lowest, highest and usual level.
	Levels() (lowest, highest, usual int)
	// NewBot returns a player of a level within Levels. Equal levels, seeds and views give equal moves.
	NewBot(level int, seed uint64) Bot
}

// Bot chooses moves. It sees a View and so cannot cheat.
type Bot interface {
	// Choose returns the text of a legal move for the seat to move. When ctx is done it returns soon,
	// with any legal move or with ctx's error. While it thinks it may call progress, which is not nil.
	Choose(ctx context.Context, v View, progress func(Thought)) (text string, err error)
}

// Thought is what a bot expects so far.
type Thought struct {
	Depth int      // plies it has looked ahead
	Line  []string // the moves that it expects, its own first
}
