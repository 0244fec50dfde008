// Package game is the contract between a game and everything that plays it: terminal, window, page, network, engines. A game implements
// [Game] in one folder; nothing outside that folder knows a particular game. So a new game has undo, saved games, reviews and play over a network
// as soon as its rules, pictures and sentences are written.
//
// Four types carry a game:
//
//   - [Game] describes itself ([Info]) and makes the first [State] of a [Setup]. Everything random follows from the seed of the setup.
//   - [State] is a position with everything that belongs to it, hidden or not. A state never changes: playing a move returns the next one. Moves
//     are played as text, in any spelling, and are recorded in one.
//   - [View] is the knowledge of one seat about a state: the board in characters and in shapes, the legal moves, sentences. Front-ends
//     and bots see only views, so nothing hidden can leak.
//   - [Move] says how a move is offered: the spots to touch, or the label and the key of a button.
//
// Every other feature of a game is an interface that the game may implement, and for which front-ends check: [Bots] for computer opponents,
// [Advisor], [Warner] and [Comparer] for hints, [Engines], [Perfter] and [Filters] for other programs, [Recorded], [Rounds], [Choices], [Words]. A
// front-end offers the features that it finds. Some interfaces are useful only to few games:
//
//   - [Speaker], for people who listen, and [Themer], names for ideas: games/ataxx/at.go and ideas.go,
//   - [Learned], an engine whose evaluation is a file, and [Placer], a game ID after a set-up: games/ataxx,
//   - [Analyst], [Cautious] and [Explainer], for hidden information that only the game can judge, and [Worded]: games/atommaster,
//   - [Foreseer], premoves: games/ataxx; [Nearer], play on a part of the board: games/atom4; [Editor], a board editor: all three.
//
// Mere data is in fields of [Info].
//
// The example plays a game without knowing which one it is. Package match keeps the moves of a game, and package gametest checks that a game keeps
// every promise made here. The guide docs/adding-a-game.md shows how to add a game.
package game

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
)

// Seats are numbered from 0 in the order of Info.Seats. These constants are used in place of a seat.
const (
	Nobody = -1 // no seat: the game is over, nobody won, or the viewer is a spectator
	Anyone = -2 // before play: whoever owns the match sets it up
)

// Every error with which Play refuses a move wraps ErrIllegal. If the text could not be read as a move of this game at all, it wraps ErrNotation too.
var (
	ErrIllegal  = errors.New("not a legal move")
	ErrNotation = fmt.Errorf("%w: not a move of this game", ErrIllegal)
)

// Illegal returns an error that wraps ErrIllegal; its text is only the formatted reason.
func Illegal(format string, args ...any) error {
	return Because(ErrIllegal, format, args...)
}

// Unreadable returns an error that wraps ErrNotation; its text is only the formatted explanation of how a move is written.
func Unreadable(format string, args ...any) error {
	return Because(ErrNotation, format, args...)
}

// Refuse returns Illegal with the text of err, without the text of the sentinel that err wraps and begins with.
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
	Info() Info // the same each time; callers must not change its contents
	// New returns the first state of a setup, or an error that says what is wrong with it. Equal setups give equal states.
	New(Setup) (State, error)
	// ParseView reads what View.MarshalText wrote.
	ParseView(text []byte) (View, error)
}

// Info describes a game independently of positions.
type Info struct {
	Name   string // the game's name on the command line and in game IDs: "atom4"
	Title  string // the game's name for people: "Atom-4"
	Brief  string // one line for menus, without a full stop
	Seats  []Seat // at least one
	Open   bool   // nothing is ever hidden from anybody
	Lines  bool   // run under the game's name without options, the program plays line by line on a terminal too
	Window bool   // by default the program opens a window where there is a display
	Rules  string // the game's README.md: its rules and controls for people; help shows its section "How to move" before the list of keys

	Lessons []Lesson // the one-minute lesson at the start of help
	Course  Course   // lessons and puzzles, if there are any

	// Basics are the names of at most 16 commands that matter most, the game's own and general ones, in the order of help. If the list is empty, help
	// names only general commands.
	Basics []string

	// Ladder holds the score of each level of Bots against the level below, in percent, from the second lowest level up to the highest
	// level measured.
	Ladder []float64

	// Kinds are the kinds of rounds, for a game that one person plays for as few points as possible.
	Kinds []Category

	// Edition is the version of the rules, starting at 0; it goes up when the rules for a move, a result or a view change. Two machines play together
	// only if their editions are equal.
	Edition int

	// Started is the option that skips the set-up of a game, such as "start=yes"; screens start new games with it. It is "" if the game has no set-up
	// that most people skip.
	Started string

	// Shuffled is for a game that shows something in a random order that is unrelated to what is hidden, such as the colours of marbles. The order
	// follows from a public number in the options of its setups, never from their seeds. Shuffled returns s with the public number n, which replaces
	// any earlier one. Setups without such a number are also valid.
	Shuffled func(s Setup, n uint64) Setup

	Picture grid.Grid // a small picture for menus, at most 24 columns and 7 rows
	Sample  []string  // moves from the start of the default game to a position for pictures
	Flanked bool      // the first seat is shown left of the board and the second right of it
	Counted bool      // the game is won by having more pieces, and can be decided before its end: see Standing
}

// Side names a seat inside a sentence: "red", "player 2", "the solver".
func (i Info) Side(seat int) string {
	name := strings.ToLower(i.Seats[seat].Name)
	if !i.Open { // the names of the seats are roles
		return "the " + name
	}
	return name
}

// Step names a step of a round for people: "move 19 red" or, in a game in which one side moves alone, "step 7". A turn is at most one step of each side.
func (i Info) Step(turn, seat int) string {
	if !i.Open {
		return "step " + i.Nth(turn, seat)
	}
	return "move " + i.Nth(turn, seat)
}

// Nth is like Step, but without the noun: "19 red", "7".
func (i Info) Nth(turn, seat int) string {
	if !i.Open || seat < 0 {
		return strconv.Itoa(turn)
	}
	return strconv.Itoa(turn) + " " + i.Side(seat)
}

// Said returns a move in the form for lists and sentences, in which a pass is called by its name.
func Said(move string) string {
	if move == "-" {
		return "pass"
	}
	return move
}

// Seat is one side of a game.
type Seat struct {
	Name    string       // "Red", "Player 1"
	Program bool         // the computer plays this seat unless a person asks for it
	Fixed   bool         // the computer plays this seat the same at every level
	Colour  scene.Colour // the colour of the seat's pieces; None if the seat has no colour of its own
	Aim     scene.Colour // if Colour is None: the colour that the seat plays for, or None
}

// Revealer is implemented by a State of a game with hidden information. Revealed returns the state in which everybody sees what was hidden, for a
// round that has ended without a move, for example by an agreed draw.
type Revealer interface {
	Revealed() State
}

// State is a position with everything that belongs to it, hidden or not. It is immutable.
type State interface {
	// ToMove returns the seat to move, Anyone before play, or Nobody when the round is over.
	ToMove() int
	// Play plays a move given in any spelling the game knows, including moves that Moves does not list ("blocks 3gh"). It returns the next state and
	// the move in its canonical spelling, or an error that wraps ErrIllegal and says what is wrong and what would be right.
	Play(text string) (State, Move, error)
	// Outcome returns how the game ended. It is valid only when ToMove is Nobody.
	Outcome() Outcome
	// View returns exactly what a seat may know; Nobody stands for a spectator.
	View(seat int) View
}

// MovesOf lists the moves of the seat to move, as that seat sees them.
func MovesOf(s State) []Move { return s.View(s.ToMove()).Moves() }

// Move is one move. Only Text is recorded; the rest tells front-ends how to offer it. Among moves of one track with equal Spots, the move without a
// Key is made by touching the spots, and the others by their keys. A move that can be made by touching any of several spots is listed once for each
// spot, with equal Text; package adviser shows the spots listed first.
type Move struct {
	Text  string   // canonical notation, one line, no blanks at its ends
	Spots []string // the spots to touch, in order ("a7", "b6"); none: a button
	Track string   // its input mode, where a game has several: "query", "set"
	Label string   // the label of its button, and what others see of a secret move
	Key   string   // the key of the button, or several separated by blanks: "+ shift+up"

	Begins bool // it ends the set-up and starts play
	Final  bool // undoing the move would reveal or change something hidden, so undo stops here
	Secret bool // only the mover may read Text
	Alone  bool // only for people at one machine, such as learning mode, which shows everything hidden
	On     bool // its button switches something that is on now

	// Confirm is the question that a screen asks before it plays a move that ends or discards a round and cannot be undone: "End this deal without a score?". "" plays
	// the move immediately.
	Confirm string
}

// Outcome is the way in which a game ended.
type Outcome struct {
	Winner int    // a seat, or Nobody
	Text   string // the result as a sentence: "Red wins."
	Why    string // the reason for the result, as a sentence
	Tally  Tally  // set only if the game has Info.Kinds; also valid in a round that was left before its end
}

// View is the knowledge of one seat about a state.
type View interface {
	// Grid draws the board in the largest size that fits into w columns and h rows, or else in the smallest size,
	// which has at most 60 columns and 17 rows. Grid(0, 0) is the board as lines of text, at most 68 columns and
	// 21 rows, 20 with a Status.Bar, which leaves room for everything else on a terminal of 80 by 24.
	Grid(w, h int) grid.Grid
	// Panel draws what belongs beside the board, such as a wheel of colours or a list of beams, into w columns, at least 12, and h rows. It returns
	// the empty Grid if there is nothing to draw or no room. Cells may belong to spots of the board; the rows with such cells are a list at the end
	// of the panel, which is longer where h is larger and which front-ends scroll.
	Panel(w, h int) grid.Grid
	// Scene draws the board. Its spots are the spots of all tracks. A spot has the same position in all scenes of
	// games of the same size, whatever their View and Focus.
	Scene() scene.Scene
	// Aside draws what Panel draws, in units of 1/96 inch, w wide, at least 200, and at most h high. It returns the zero Scene if there is nothing to
	// draw or no room. Its spots must be spots of the board; they are the rows of a list as in Panel, all of the same height.
	Aside(w, h float64) scene.Scene
	Status() Status
	// Moves lists the legal moves of the seat to move, in a fixed order. In the view of that seat the list is complete: it is empty only when the
	// game is over. Other views may omit moves that they cannot know.
	Moves() []Move
	// Describe describes the position in words, completely enough to play without seeing the board.
	Describe() string
	// Preview describes what a move would do, in a sentence with "would", as far as this seat can know this before playing. The sentence about an
	// illegal move says why it is illegal.
	Preview(text string) Preview
	// Look describes what touching these spots in this order on a track would do, as far as this seat can know. That is the preview of the move that
	// they make, the spots that can follow, or what is on the spots and why they make no move.
	Look(track string, spots ...string) Preview
	// Tracks lists the input modes of this position, the default first: at least one unless there is nothing to touch.
	Tracks() []Track
	// MarshalText writes the view as text; Game.ParseView reads it back.
	MarshalText() ([]byte, error)
}

// Nearer is a View of a game that is mostly played on a part of the board.
type Nearer interface {
	View
	// Near is like Grid, but draws the part of the board in play, which may be larger than in Grid. It also draws as much of the surroundings as
	// fits. Its spots are among those of Grid.
	Near(w, h int) grid.Grid
}

// Foreseer is a View of a game in which players can choose a move while another side is to move: a premove, which is played at the start of their
// turn if it is then legal.
type Foreseer interface {
	View
	// Ahead returns the view that a seat would have if it were to move in this position, after it had played moves in a row, or false if the seat cannot
	// choose a further move in advance. Every move in that view that touches spots is a premove. Ahead leaves out moves that are not legal.
	Ahead(seat int, moves ...string) (View, bool)
}

// Worded is a View that holds sentences in addition to its seat's knowledge.
type Worded interface {
	View
	// Bare returns the view without its sentences. The texts of two bare views are equal if and only if both views hold the same knowledge, even if
	// they come from different versions of the program.
	Bare() View
}

// Status is a view in short sentences. They name commands with Command and Type, as all sentences of a game must, including previews, advice and errors.
type Status struct {
	Goal   string   // the goal of this seat, as a sentence of at most 76 columns; for a spectator, the goals of both sides
	Turn   string   // whose turn it is, or that the round is over
	Result string   // when it is over: how it ended, addressed to this seat or to a spectator: "You lost, 23 to 26."; otherwise ""
	Scores []string // one for each seat, or one for all: "Red 2"
	Last   string   // what the last move did: "Red extended a7-b6 and took nothing."; "" at the start
	Ended  string   // when it is over: a person's replacement for Last, if Last repeats Result; otherwise ""
	Script string   // the sentence that scripts get instead of Last, if a manual prescribes one: "Red moves a7-b6."; otherwise ""
	Bar    string   // a status bar below the board, or ""
	Sounds []Sound  // the sounds of the last move, one after the other

	Piece grid.Role // the role of the piece that the last move placed, in games where players do not always place the same; otherwise grid.Plain

	Standing // if Info.Counted
}

// Standing is the state of a game that is won by having more pieces.
type Standing struct {
	Lead    int      // how many more pieces the side to move has than the other one; negative if it has fewer
	Rest    []string // the moves, of all seats in turn, that play a decided game to its end; nil if it is not decided, or over, and during set-up
	Settled int      // 1: only the side to move can still move, and wins by filling the board; -1: the same for the other side; 0: neither
}

// Preview shows what a move would do.
type Preview struct {
	Sentence string // "Red on i10 would turn h9 yellow."
	Takes    int    // how many pieces of the other side the move takes
	Legend   string // what the runes of Marks mean, unless that is obvious: "+ extends, ^ jumps."
	Marks    []grid.Mark
	Paths    []grid.Path
	Shapes   []scene.Shape // the marks and paths, for the view's Scene
}

// With returns the preview with the marks, paths and shapes of another one drawn over its own.
func (p Preview) With(over Preview) Preview {
	p.Marks, p.Paths, p.Shapes = append(p.Marks, over.Marks...), append(p.Paths, over.Paths...), append(p.Shapes, over.Shapes...)
	return p
}

// Track is an input mode: the spots that a cursor can reach, and the meaning of touching them. The track with the empty Name is for moves that name
// no track.
type Track struct {
	Name  string   // as in Move.Track
	Label string   // the effect of switching to it: "Set atoms"
	Key   string   // keys that switch to it, besides the one that cycles through all tracks
	Spots []string // everything that can be touched on it, including spots without a legal move
	Ring  bool     // the spots lie around the board in this order: the cursor moves along it and skips spots without a legal move
	Park  string   // for a ring: where the cursor waits when the ring has no legal move
	Sign  rune     // for a ring: shown by the cursor, even while another track is in use; 0: none

	// Pick is the number of spots that make one move. They are touched in any order; touching a spot again drops it. On a track with Pick 0, moves
	// are those that Moves lists. The move is Word and the spots: "hide a1,b2,c3".
	Pick   int
	Picked []string // the spots that are picked at first
	Word   string
	Mark   rune   // shown on picked spots
	Hint   string // what happens when all spots are picked and the person leaves the track

	// Stamp is drawn on picked spots of the view's Scene: shapes around 0, 0, no larger than a spot, without keys. If it is
	// empty, Mark is drawn instead.
	Stamp []scene.Shape
}

// Choices is implemented by a game whose setups have options that people choose before play.
type Choices interface {
	Choices() []Choice
}

// Choice is one option of setups. The first of its items is the default.
type Choice struct {
	Name  string // the name of the option
	Label string
	Items []Item
}

// Item is an entry of a list to choose from.
type Item struct {
	Text    string // the value of an option, or the line of a command; "" omits the option
	Label   string
	Picture grid.Grid // at most 24 columns and 7 rows, or empty
}

// Rounds is implemented by a game that is played in rounds: after a round, a match continues with Next.
// Abandon reports whether Next is also allowed in the middle of a round.
type Rounds interface {
	Next(last Setup, end State) Setup
	Abandon() bool
}

// Bots is implemented by a game that the computer can play.
type Bots interface {
	// Levels returns the lowest, the highest and the default level.
	Levels() (lowest, highest, usual int)
	// LevelName returns the name of a level, at most 16 characters: "beginner". If there are several levels, each up to HighestListed has a different
	// name. If there is only one, its name may be "".
	LevelName(level int) string
	// NewBot returns a bot of a level within Levels. Equal levels, seeds and views give equal moves.
	NewBot(level int, seed uint64) Bot
}

// Bot chooses moves. It sees only a View, so it cannot cheat.
type Bot interface {
	// Choose returns the text of a legal move for the seat to move. When ctx is done, Choose returns soon, with any legal move or with ctx's error.
	// While it thinks, it may call the function progress, which is not nil, with reports that have only Depth, the plies it has looked ahead, and
	// Line, the moves it expects, in the form that State.Play reads.
	Choose(ctx context.Context, v View, progress func(Report)) (text string, err error)
}
