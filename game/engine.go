package game

import (
	"context"
	"slices"
	"time"

	"attic/game/search"
)

// Engines is implemented by a game that engines can play: programs that speak the universal Ataxx interface (UAI), a variant of the chess engines'
// UCI. The positions of engines are Positions, and moves are in the notation of engines.
type Engines interface {
	// ReadPosition reads the text between the words "position" and "moves": "startpos", "startpos round 3" or "fen ...". The error says what is wrong with it.
	ReadPosition(text string) (Position, error)
	// PositionOf returns the position of a round for engines: a text for ReadPosition, and the moves played from that position. The error says why
	// there is none, for example because of a set-up.
	PositionOf(setup Setup, texts []string) (position string, moves []string, err error)
	// Opening returns a random position from which engine games start. It is a few moves away from the start. If the game has boards of other shapes,
	// every other seed gives such a board. Openings are not always balanced.
	Opening(seed uint64) Position
	// NewEngine returns the computer at full strength, with a table of UsualHash megabytes and one thread.
	NewEngine() Engine
	// Scale returns the score, in hundredths, at which the side to move wins about three games in four, as the chances of hints count; see
	// search.Chance. It is 0 if scores say nothing about chances.
	Scale() float64
	// ScoreText writes a Report's score for the protocol: "cp 31", "mate -2", "win 5".
	ScoreText(Report) string
	// Bench returns the positions of the benchmark and the depth of its searches. The number of nodes that one thread searches in them is a
	// fingerprint of how the engine plays.
	Bench() (positions []string, depth int)
}

// The default and the maximum of an engine's table, in megabytes, and of its threads; the minimum of both is 1. Common
// systems can allocate a table of MostHash.
const (
	UsualHash   = 16
	MostHash    = 4096
	MostThreads = 512
)

// Position is a position for engines. It is an immutable value.
type Position interface {
	ToMove() int                   // a seat, or Nobody
	Outcome() Outcome              // when ToMove is Nobody
	Moves() []string               // the legal moves; a pass is a move
	Play(string) (Position, error) // a legal move in the engines' notation or a person's; the error wraps ErrIllegal
	View() View                    // for bots of the game; all seats see the same view
	Text() string                  // "fen ...", as ReadPosition reads it; Perfter.Perft reads the part after fen
	Print() string                 // the board and whose turn it is, in lines for people
	Explain() string               // the parts of the static evaluation, in lines for people
}

// Passer is implemented by a Position in which the other side can move instead, to find what it threatens.
type Passer interface {
	// Passed returns the same position with the other side to move, or false if there is no such position.
	Passed() (Position, bool)
}

// Spelt returns a legal move, given in any spelling that p.Play reads, in the notation of engines. The error says why the move is illegal.
func Spelt(p Position, text string) (string, error) {
	moves := p.Moves()
	if slices.Contains(moves, text) {
		return text, nil
	}
	after, err := p.Play(text)
	if err != nil {
		return "", err
	}
	for _, m := range moves {
		if next, err := p.Play(m); err == nil && next.Text() == after.Text() {
			return m, nil
		}
	}
	return "", Illegal("%s is not a legal move in engine notation", text)
}

// Engine is a player at full strength. It is not safe for concurrent use; cancel Search through its context.
type Engine interface {
	Resize(hash, threads int) // sets the megabytes of its table, 1 to MostHash, and its threads, 1 to MostThreads
	Forget()                  // clears the memory of earlier searches
	// Search searches a position that is not over and returns its move. The function progress, unless it is nil, is called with interim reports. With
	// Limits.Lines, there is one report for each of the best moves. Search returns a legal move within 5 ms after ctx is done. After Forget, on one
	// thread, equal positions and equal limits without times give equal answers.
	Search(ctx context.Context, p Position, l Limits, progress func(Report)) Report
}

// Learned is implemented by an Engine whose evaluation is a file made by attic-train, called a network.
type Learned interface {
	// Load sets the network to the content of such a file, and clears the memory of the engine. The error says what is wrong with the content. After
	// an error nothing has changed.
	Load(content []byte) error
	LoadUsual() // restores the built-in network
	LoadNone()  // removes the network; the evaluation is then computed without one
	Ready()     // prepares for searching; otherwise the first search does that
}

// Limits bound a search. A game passes them on to its own search unchanged.
type Limits = search.Limits

// Report holds what a search found. A Bot's report has only Depth and Line.
type Report struct {
	Number   int      // the rank of the line among Limits.Lines, from 1, the best
	Line     []string // the expected moves, the best one first; never empty in the final answer
	Scored   bool     // the report has a Score or a Win
	Score    int      // for the side to move, in hundredths of a piece or a similar unit
	Win      int      // plies to a proved win of the side to move; negative: to a proved loss; 0: unknown
	Depth    int      // plies searched to the end
	Deepest  int      // plies of the longest line searched
	Nodes    int64
	HashFull int // thousandths of the table in use
	Elapsed  time.Duration
}
