package game

import (
	"context"
	"io"
	"time"

	"attic/search"
)

// Engines is offered by a game that engines play: programs that speak the universal Ataxx interface, which is the
// chess engines' UCI with another letter. A position of theirs is a Position; moves are in their notation.
type Engines interface {
	// ReadPosition reads what follows the word "position" up to "moves": "startpos", "startpos round 3" or
	// "fen ...". The error says what is wrong with it.
	ReadPosition(text string) (Position, error)
	// PositionOf returns how a round stands for engines: a text for ReadPosition and the moves from there.
	// The error says why engines cannot know it, such as before play.
	PositionOf(setup Setup, texts []string) (position string, moves []string, err error)
	// Opening returns a position to begin engine games from, by chance: one with a few moves made from the start,
	// and for every other seed, where the game has them, on a board of another shape. Not every one is balanced.
	Opening(seed uint64) Position
	// NewEngine returns the program at full strength, with a table of UsualHash and on one core.
	NewEngine() Engine
	// ScoreText writes a Report's score as the protocol does in this game: "cp 31", "mate -2", "win 5".
	ScoreText(Report) string
	// Bench returns the positions whose nodes, searched to the depth by one thread, are the signature of the
	// engine's play.
	Bench() (positions []string, depth int)
}

// What engines are given: megabytes for the table, from 1, and cores, from 1. A table of MostHash is one that
// systems do not refuse.
const (
	UsualHash   = 16
	MostHash    = 4096
	MostThreads = 512
)

// Position is a position between engines. It is a value that never changes.
type Position interface {
	ToMove() int                   // a seat, or Nobody
	Outcome() Outcome              // when ToMove is Nobody
	Moves() []string               // the legal moves; a pass is one
	Play(string) (Position, error) // a legal move in the engines' notation or a person's; the error wraps ErrIllegal
	View() View                    // what bots of the game may be asked about; all see the same
	Text() string                  // "fen ...", as ReadPosition reads it, and Perfter.Perft what follows fen
	Print() string                 // the board and whose turn it is, in lines for people
	Explain() string               // the static evaluation in its parts, in lines for people
}

// Engine is a player at full strength. It does one thing at a time, but for Search, which its context ends.
type Engine interface {
	Resize(hash, threads int) // megabytes for its table, up to MostHash, and cores to think on, up to MostThreads
	Forget()                  // what it knows from searches before
	// Search thinks about a running position and returns its move. progress, unless it is nil, gets news now and
	// then. It stops within 5 ms after ctx is done, always with a legal move. On one thread equal positions and
	// limits without times give equal answers after Forget.
	Search(ctx context.Context, p Position, l Limits, progress func(Report)) Report
}

// Learned is offered by an Engine whose evaluation is a file that attic train makes.
type Learned interface {
	// Load makes it value positions as the content of such a file says, and forget what it knows. The error says what is
	// wrong with the content; then nothing changes.
	Load(content []byte) error
	LoadUsual() // the one that is part of the program
	LoadNone()  // none: what is obvious counts
	Ready()     // prepares for a search, which otherwise the first one does
}

// Limits bound a search. A game passes them on to its own search unchanged.
type Limits = search.Limits

// Report is what a search has found out. That of a Bot has the Depth and the Line only.
type Report struct {
	Line     []string // the moves expected, the best one first; never empty in the answer
	Score    int      // for the side to move, in hundredths of a piece or the like
	Win      int      // it wins in so many plies, or loses in -Win; 0: not known
	Depth    int      // plies searched to the end
	Deepest  int      // plies of the longest line looked at
	Nodes    int64
	HashFull int // thousandths of the table in use
	Elapsed  time.Duration
}

// Solver is offered by a game in which forced wins can be proved.
type Solver interface {
	// Solve looks for a forced win of either side within so many plies from a position as ReadPosition
	// reads it. progress, unless nil, is told what is settled so far. When ctx is done it returns what is settled.
	Solve(ctx context.Context, position string, plies int, progress func(Solution)) (Solution, error)
	// SolvePlies returns how many plies are looked at if nobody says.
	SolvePlies() int
}

// Solution is what is proved about a position.
type Solution struct {
	Winner int      // the seat that can force a win, or Nobody
	Win    int      // in so many plies, the winner's last one included; no quicker win can be forced
	Line   []string // of a win: the winner's best moves against the longest defence
	None   int      // neither side can force a win within so many plies
	Nodes  int64
}

// Deducer is offered by a game in which what is hidden is worked out from answers.
type Deducer interface {
	// Deduce says what follows from answers, on a board of a size with so many hidden pieces, as lines of text. Its error
	// says what is wrong with them, or is that of ctx.
	Deduce(ctx context.Context, size string, hidden int, answers string) (string, error)
	// Converse works things out for another program, which gives it the answers line by line, until that ends it, or ctx.
	Converse(ctx context.Context, r io.Reader, w io.Writer) error
}

// Generator is offered by a game that deals problems of a difficulty.
type Generator interface {
	// Difficulties returns the lowest and the highest difficulty, and what they mean, as a sentence.
	Difficulties() (lowest, highest int, meaning string)
	// Generate returns a setup of a difficulty, on a board of the given size with the given number of hidden pieces. Equal arguments give equal
	// setups. Its error wraps ErrIllegal if there can be no such setup, and then says why; otherwise it says that none was found,
	// or is ctx's.
	Generate(ctx context.Context, difficulty int, size string, hidden int, seed uint64) (Setup, error)
}
