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
	"attic/scene"
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
	return Because(ErrIllegal, format, args...)
}

// Unreadable returns an error that wraps ErrNotation and says just how a move is written.
func Unreadable(format string, args ...any) error {
	return Because(ErrNotation, format, args...)
}

// Refuse returns Illegal with the text of err, without that of the sentinel which err wraps and begins with.
func Refuse(err, sentinel error) error {
	return Illegal("%s", strings.TrimPrefix(err.Error(), sentinel.Error()+": "))
}

// Because returns an error that wraps kind and whose text is only the formatted reason.
func Because(kind error, format string, args ...any) error {
	return refusal{fmt.Sprintf(format, args...), kind}
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
	Name   string // the game's word on the command line and in game IDs: "atom4"
	Title  string // the game's name for people: "Atom-4"
	Brief  string // one line for menus, without a full stop
	Seats  []Seat // at least one
	Open   bool   // nothing is ever hidden from anybody
	Lines  bool   // called by the game's own name, without options, the program takes lines on a terminal too
	Window bool   // where there is a display the program opens a window, if nothing else is said
	Rules  string // the game's README.md: its rules and controls for people; help puts the section "How to move" before its keys

	Lessons []Lesson // the minute's lesson with which help begins

	// Edition is the version of the rules, from 1, and goes up when a move, a result or a view changes. Two machines play
	// together only with equal ones.
	Edition int

	// Started is the option with which a game begins without its set-up, such as "start=yes"; screens begin new games with
	// it. It is "" if there is no set-up that most people skip.
	Started string

	Picture grid.Grid // a small picture for menus, at most 24 columns and 7 rows
	Sample  []string  // moves from the start of the usual game to a position that is worth a picture
	Flanked bool      // the first seat belongs left of the board and the second one right of it
}

// Seat is one side of a game.
type Seat struct {
	Name    string       // "Red", "Player 1"
	Program bool         // the program sits here unless a person asks for the seat
	Fixed   bool         // the program plays it the same at every level
	Colour  scene.Colour // of what stands for it; None if it has no colour of its own
	Aim     scene.Colour // where it has none: the colour that it plays for, or None
}

// State is a position with all that belongs to it, hidden or not. It never changes.
type State interface {
	// ToMove returns the seat to move, Anyone before play, Nobody when it is over.
	ToMove() int
	// Play plays a move given in any spelling the game knows, also such that Moves does not list
	// ("blocks 3gh"). It returns the next state and the move as understood, in canonical spelling;
	// otherwise an error that wraps ErrIllegal and says why and what would be right.
	Play(text string) (State, Move, error)
	// Outcome says how it ended. It means something only when ToMove is Nobody.
	Outcome() Outcome
	// View returns all that a seat may know, and no more; Nobody is a spectator.
	View(seat int) View
}

// MovesOf lists what the seat to move may do, as it sees it.
func MovesOf(s State) []Move { return s.View(s.ToMove()).Moves() }

// Move is one move. Text alone is recorded; the rest tells front-ends how to offer it. Among the moves
// of a track with equal Spots the one without a Key is made by touching them, the others by their keys.
type Move struct {
	Text  string   // canonical notation, one line, no blanks at its ends
	Spots []string // what one touches, in order ("a7", "b6"); none: a button
	Track string   // the kind of input it belongs to, where a game has several: "query", "set"
	Label string   // what a button says, and what others see of a secret move
	Key   string   // the key of the button, or several with blanks between them: "+ shift+up"

	Begins bool // it ends the set-up and begins play
	Final  bool // undoing it would show or change something hidden: undo stops here
	Secret bool // only the mover may read Text
	Alone  bool // only for people at one machine, such as what shows everything hidden to learn from it

	// Confirm is what a screen asks before it plays a move that ends or discards a round and cannot be undone:
	// "End this deal without a score?". "" plays the move at once.
	Confirm string
}

// Outcome says how a game ended.
type Outcome struct {
	Winner int    // a seat, or Nobody
	Text   string // the result as a sentence: "Red wins."
	Why    string // how it came about, as a sentence
}

// View is what one seat may know of a state.
type View interface {
	// Grid draws the board for a place of w columns and h rows: in the largest way that fits into it, or
	// in the smallest there is, which has at most 60 columns and 17 rows. Grid(0, 0) is the board as lines of
	// text, at most 68 columns and 21 rows, 20 with a Status.Bar: that leaves room for the rest of a terminal
	// of 80 by 24.
	Grid(w, h int) grid.Grid
	// Panel draws what belongs beside the board, such as a wheel of colours or a list of beams, for a
	// place of w columns, 12 or more, and h rows; the empty Grid if there is nothing or no room. Its cells
	// may belong to spots of the board: those rows are a list at its end, which has more of them where h is larger, and which
	// front-ends scroll.
	Panel(w, h int) grid.Grid
	// Scene draws the board. Its spots are all those of all tracks, and a spot has the same place in all
	// scenes of a game of the same size, whatever its View and Focus are.
	Scene() scene.Scene
	// Aside draws what Panel does, in units of 1/96 inch, for a place w wide, 200 or more, and h high: all
	// that fits, as wide as w; the zero Scene if there is nothing or no room. Its spots are such of the board, and the rows of a
	// list as in Panel, each as high as the others.
	Aside(w, h float64) scene.Scene
	Status() Status
	// Moves lists what the seat to move may do, in a fixed order. In the view of that seat it is complete, never empty while
	// the game runs and always empty when it is over; other views may leave out what they cannot know.
	Moves() []Move
	// Describe says the whole position in words, complete enough to play from without seeing it.
	Describe() string
	// Preview says what a move would do, by "would", as far as this seat can know it before playing.
	// A move that cannot be made gets the reason as its sentence.
	Preview(text string) Preview
	// Look says what it means to touch these spots in this order on a track, as far as this seat can know
	// it: the preview of the move that they are, else what may follow them, or what is there and why it
	// is no move.
	Look(track string, spots ...string) Preview
	// Tracks lists the kinds of input that this position has, the usual one first, at least one unless
	// there is nothing to touch.
	Tracks() []Track
	// MarshalText writes the view as text; Game.ParseView reads it back.
	MarshalText() ([]byte, error)
}

// Status is a view in short sentences. They name commands by Command and Type, as all sentences of a game do: those of
// previews, advice and errors too.
type Status struct {
	Goal   string   // what this seat wants, as a sentence for people, at most 76 columns wide; for a spectator what both want
	Turn   string   // whose turn it is, or that it is over
	Result string   // when it is over: how it ended for this seat, or for a spectator: "You lost, 23 to 26."; else ""
	Scores []string // one a seat or one for all: "Red 2"
	Last   string   // what the last move did: "Red extended a7-b6 and took nothing."; "" at the start
	Script string   // what a script is told instead of Last, where a manual prescribes it: "Red moves a7-b6."; else ""
	Bar    string   // a line that stands under the board, or ""
	Sounds []Sound  // of the last move, one after the other

	Piece grid.Role // of the piece that the last move placed, where players do not always place their own; else grid.Plain
}

// Preview is what a move would do.
type Preview struct {
	Sentence string // "Red on i10 would turn h9 yellow."
	Legend   string // what the runes of Marks mean, if that is not plain: "+ extends, ^ jumps."
	Marks    []grid.Mark
	Paths    []grid.Path
	Shapes   []scene.Shape // the marks and paths as they lie on the view's Scene
}

// Track is one kind of input: what a cursor walks over and what touching means. The zero Name is the
// track of moves that name none.
type Track struct {
	Name  string   // as in Move.Track
	Label string   // what changing to it does: "Set atoms"
	Key   string   // keys that change to it, beside the one that goes through all tracks
	Spots []string // all that can be touched on it, also where there is no move now
	Ring  bool     // the spots lie in this order around the board: the cursor goes back and forth in it, past what is no move
	Park  string   // of a ring: the spot where the cursor waits when there is no move on it
	Sign  rune     // of a ring: the cursor shows it, also while it waits there for another track; 0 is nothing

	// Pick is how many spots make one move, touched in any order, touched again to let them go; 0 is a
	// track whose moves are listed. The move is Word and the spots: "hide a1,b2,c3".
	Pick   int
	Picked []string // those that are picked from the beginning
	Word   string
	Mark   rune   // stands on what is picked
	Hint   string // what will happen when all are picked and the track is left

	// Stamp stands on what is picked on the view's Scene: shapes around 0, 0 within a place, without keys. Without
	// shapes it is Mark.
	Stamp []scene.Shape
}

// Choices is offered by a game whose setups have options that a person likes to choose before play.
type Choices interface {
	Choices() []Choice
}

// Choice is one option of setups. The first of its items is the default.
type Choice struct {
	Name  string // of the option
	Label string
	Items []Item
}

// Item is something ready-made to choose from a list.
type Item struct {
	Text    string // the value of an option, or a line of a word; "" leaves the option away
	Label   string
	Picture grid.Grid // at most 24 columns and 7 rows, or empty
}

// Rounds is offered by a game that is played in rounds: a match goes on with Next when one is over.
// A game that may go on in the middle of a round says so by Abandon.
type Rounds interface {
	Next(last Setup, end State) Setup
	Abandon() bool
}

// Closer is offered by a game that may be decided while there still are moves.
type Closer interface {
	// Rest returns the moves, of all seats in turn, that play a decided game to its end. It returns nil if the game is not
	// decided or over, and during set-up. What it returns does not depend on anything hidden.
	Rest(s State) []string
}

// Bots is offered by a game that the program can play.
type Bots interface {
	// Levels returns the lowest, highest and usual level.
	Levels() (lowest, highest, usual int)
	// LevelName returns what people call a level: "beginner", at most 16 characters. With several levels each of the
	// lowest ten has a name of its own; with a single one it may be "".
	LevelName(level int) string
	// NewBot returns a player of a level within Levels. Equal levels, seeds and views give equal moves.
	NewBot(level int, seed uint64) Bot
}

// Bot chooses moves. It sees a View and so cannot cheat.
type Bot interface {
	// Choose returns the text of a legal move for the seat to move. When ctx is done it returns soon,
	// with any legal move or with ctx's error. While it thinks it may call progress, which is not nil, with
	// the plies it has looked ahead, Depth, and the moves it expects, Line, as State.Play reads them.
	Choose(ctx context.Context, v View, progress func(Report)) (text string, err error)
}
