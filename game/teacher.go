package game

import "context"

// Teacher is implemented by a game with lessons and puzzles. Package learn reads their texts and leads a person through them; the game
// judges moves.
type Teacher interface {
	// Lessons returns the lessons of the game, in the form that learn.Lessons reads.
	Lessons() string
	// Puzzles returns the puzzles of the game, in the form that learn.Puzzles reads.
	Puzzles() string
	// Themes lists the kinds of puzzles, the easiest first.
	Themes() []Theme
	// Try reports whether a move meets a goal in s. Goals are the names of themes, those that Try returns, and those of the
	// game's lessons, including WholeGame. It takes at most 1 s. The error of an illegal move wraps ErrIllegal; an unknown goal
	// is an error too.
	Try(ctx context.Context, s State, goal, move string) (Tried, error)
}

// WholeGame is the goal of a step that asks the person to play to the end of the game; every move meets it.
const WholeGame = "game"

// Theme is a kind of puzzle.
type Theme struct {
	Name  string // the goal of its puzzles, in lower case without blanks: "win2"
	Title string // "Win in two"
	Task  string // the task as a sentence, to follow the one that says whose turn it is: "Win in two moves."
	Hint  string // what to look for, as a sentence that is true of all its puzzles
}

// Tried is a move that was judged by a Teacher.
type Tried struct {
	Good  bool   // it meets the goal
	Aside bool   // it is not an answer but, for example, a note or a setting, and does not count as a wrong answer
	Why   string // as a sentence: what it achieves, or what is wrong with it
	Reply string // after a good move: the reply of the other side, or ""
	Goal  string // what is asked next, or ""
}
