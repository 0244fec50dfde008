package game

import (
	"context"
	"strings"
)

// Course holds the lessons and puzzles of a game. Package learn reads their texts and leads a person through them; the game
// judges moves.
type Course struct {
	Lessons string  // in the form that learn.Lessons reads
	Puzzles string  // in the form that learn.Puzzles reads
	Themes  []Theme // the kinds of puzzles, the easiest first

	// Try reports whether a move meets a goal in s. Goals are the names of themes, the goals that Try returns, and the goals of
	// the game's lessons, including WholeGame. It takes at most 1 s. The error of an illegal move wraps ErrIllegal; an unknown
	// goal is an error too. Try is nil if the game has neither lessons nor puzzles.
	Try func(ctx context.Context, s State, goal, move string) (Tried, error)
}

// WholeGame is the goal of a step that asks the person to play to the end of the game; every move meets it.
const WholeGame = "game"

// Theme is a kind of puzzle.
type Theme struct {
	Name  string // the goal of its puzzles, in lower case without blanks: "win2"
	Title string // "Win in two"
	Task  string // the task, as a sentence that follows the sentence about the turn: "Win in two moves."; "{other}" stands for the side not to move
	Hint  string // what to look for, as a sentence that is true in all puzzles of the theme
}

// Themes reads themes, which are separated by blank lines. Each theme has three lines: the name and title, the task, and the hint.
func Themes(text string) (list []Theme) {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		lines := append(strings.Split(block, "\n"), "", "")
		name, title, _ := strings.Cut(lines[0], " ")
		list = append(list, Theme{Name: name, Title: title, Task: lines[1], Hint: lines[2]})
	}
	return list
}

// Tried is a move that was judged by Course.Try.
type Tried struct {
	Good  bool   // the move meets the goal
	Aside bool   // the move is not an answer but, for example, a note or a setting, and does not count as a wrong answer
	Why   string // what the move achieves, or what is wrong with it, as a sentence
	Reply string // after a good move: the reply of the other side, or ""
	Goal  string // the goal that is asked for next, or ""

	Answer string  // after a wrong move: the other side's reply that shows what is wrong with the move, legal after it; or ""
	Shown  Preview // after a wrong move: a preview on the position before it that labels the move 1 and Answer 2; its Sentence is empty
}
