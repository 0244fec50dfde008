package game

import "io"

// Phase is a set of flags for the phases of a game in which a command can be used.
type Phase uint8

// The phases.
const (
	Before Phase = 1 << iota // while ToMove is Anyone
	During                   // while a seat is to move
	After                    // when the round is over
	Always = Before | During | After
)

// PhaseOf returns the phase for a value of State.ToMove.
func PhaseOf(toMove int) Phase {
	switch toMove {
	case Anyone:
		return Before
	case Nobody:
		return After
	default:
		return During
	}
}

// Words is implemented by a game that adds its own commands to the line mode, or gives a general command another
// meaning.
type Words interface {
	Words() []Word
}

// Word is a command of the line mode, as data. A command with neither Same, Show nor Says is a move: the whole
// line is played.
type Word struct {
	Name string // one word, in lower case
	Args string // its arguments, for help: "PATTERN", "[FEN]"; "" for none
	Help string // what it does, without a full stop
	When Phase  // when it can be used; the zero value means always

	Same   string              // the command has the same effect as this general command
	Show   func(v View) string // the command, used without arguments, prints the result
	Helps  bool                // the printed text is help from the computer, like a hint
	Says   string              // the command only prints this text
	Secret bool                // only the mover may read its arguments
	Key    string              // its key on a screen, or several, as in Move
	Label  string              // the label of its control
	Bar    Phase               // when its control is visible; a command with neither Bar nor Drawer has none
	Drawer Phase               // when its control is in the drawer
	Line   string              // the line that its key enters; "" stands for Name. The person completes a line that ends in a blank
	Items  []Item              // the lines that its key offers to choose from
	Ask    string              // the question that asks for the arguments on a terminal, without echo if Secret

	Sets  bool // in the set-up, a later use replaces an earlier one; if there are no Args, two uses cancel each other. Lists show only the uses that count
	Host  bool // between two machines, only the host can use it, because it changes the set-up or the hidden information
	Alone bool // only for people at one machine, like Move.Alone
}

// Filters is implemented by a game with machine commands that answer line by line.
type Filters interface {
	Filters() []Filter
}

// Filter is a machine command that writes an answer to each line of its input.
type Filter struct {
	Name string // "positions", "beams"
	Args string // the form of an input line, for help
	Help string // what it does, without a full stop

	Blocks bool // each answer has several lines and is followed by an empty one
	// Answer writes the answer to one line. An error replaces the rest of the answer and says where in the line it occurred: "move 7: why".
	Answer func(w io.Writer, line string) error
}

// Perfter is implemented by a game whose sequences of moves can be counted.
type Perfter interface {
	// Perft returns a counter for a position, which is written as the game writes positions; "" is the start.
	Perft(position string) (Perft, error)
	// PerftPosition describes how positions are written, for help.
	PerftPosition() string
}

// Perft counts the sequences of moves from one position.
type Perft interface {
	// Count returns the number of sequences of exactly depth >= 0 moves and how many of them were won by their last move; wins is -1 for a game that
	// does not count them. If every is set, Count makes every move, including the last ones, instead of counting the last ones.
	Count(depth int, every bool) (leaves, wins int64)
	// Divide returns a counter for the position after each first move, in the game's order.
	Divide() []Branch
}

// Branch is one first move of a perft.
type Branch struct {
	Move string
	Perft
}

// Speaker is implemented by a game that can describe its board spot by spot, for screen readers.
type Speaker interface {
	// At returns a sentence that says what is on a spot of v and what is beside the spot. An error says how spots are named.
	At(v View, spot string) (string, error)
}
