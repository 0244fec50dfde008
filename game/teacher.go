package game

import "context"

// Teacher is offered by a game with lessons and puzzles. Package learn reads their texts and leads a person through them; the game
// judges moves.
type Teacher interface {
	// Lessons returns the lessons of the game, in the form that learn.Lessons reads.
	Lessons() string
	// Puzzles returns the puzzles of the game, in the form that learn.Puzzles reads.
	Puzzles() string
	// Themes lists the kinds of puzzles, the easiest first.
	Themes() []Theme
	// Try reports whether a legal move does what goal asks of it in s. Goals are the names of themes, those that Try returns, and
	// those of the game's lessons; WholeGame is one of them. A search that it needs ends within a second. The error of an illegal move wraps ErrIllegal; a goal
	// that the game does not know is an error too.
	Try(ctx context.Context, s State, goal, move string) (Tried, error)
}

// WholeGame is the goal of a step that asks to play on to the end of the game, where every move is right.
const WholeGame = "game"

// Theme is a kind of puzzle.
type Theme struct {
	Name  string // the goal of its puzzles, in lower case without blanks: "win2"
	Title string // "Win in two"
	Task  string // what is to be found, as a sentence after that of whose turn it is: "Win in two moves."
	Hint  string // what to look for, as a sentence that holds for all its puzzles
}

// Tried is a move that was judged by a Teacher.
type Tried struct {
	Good  bool   // it does what is asked
	Aside bool   // it is no answer at all, such as a note or a setting, and does not count as a wrong one
	Why   string // as a sentence: what it achieves, or what is wrong with it
	Reply string // after a good move: the answer of the other side, "" if it has none
	Goal  string // what is asked after that; "" if nothing is
}
