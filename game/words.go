package game

import "io"

// Phase says when in a game a word may be used: a set of flags.
type Phase uint8

// The phases.
const (
	Before Phase = 1 << iota // while ToMove is Anyone
	During                   // while a seat is to move
	After                    // when it is over
	Always = Before | During | After
)

// PhaseOf returns the phase in which a seat (or Anyone, or Nobody) is to move.
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

// Words is offered by a game that adds words of its own to the line mode, or gives one of the general
// words another meaning.
type Words interface {
	Words() []Word
}

// Word is a word of the line mode, as data. A word with neither Same, Show nor Says is a move: the whole
// line is played.
type Word struct {
	Name string // one word, lower case
	Args string // what follows it, for help: "PATTERN", "[FEN]"; "" for nothing
	Help string // what it does, without a full stop
	When Phase  // when it may be used; the zero value means always

	Same   string              // it does what this general word does
	Show   func(v View) string // given without arguments it prints this
	Says   string              // it only says this
	Secret bool                // what follows it is for the mover's eyes only
	Key    string              // the key that uses it on a screen, or several, as in Move
	Label  string              // what its control says
	Bar    Phase               // when its control is in sight; a word with neither Bar nor Drawer has none
	Drawer Phase               // when its control is in the drawer
	Line   string              // what the key does; "" is the name. A line that ends in a blank waits to be completed
	Items  []Item              // lines to choose from, which the key offers
	Ask    string              // the question by which a terminal asks for what follows, without echo if Secret
}

// Filters is offered by a game with machine commands that answer line by line.
type Filters interface {
	Filters() []Filter
}

// Filter is a machine command that writes an answer to each line of its input.
type Filter struct {
	Name string // "positions", "beams"
	Args string // what an input line looks like, for help
	Help string // what it does, without a full stop

	Blocks bool // each answer is several lines, and an empty one follows it
	// Answer writes the answer to one line. An error stands for the rest of the answer and says where in
	// the line: "move 7: why".
	Answer func(w io.Writer, line string) error
}

// Perfter is offered by a game whose move sequences can be counted.
type Perfter interface {
	// Perft prepares counting from a position as the game writes positions; "" is the start.
	Perft(position string) (Perft, error)
	// PerftPosition says how a position is written, for help.
	PerftPosition() string
}

// Perft counts the sequences of moves from one position.
type Perft interface {
	// Count returns the number of sequences of exactly depth >= 0 moves and how many of them were won by
	// their last move; wins is -1 for a game that does not count them. With every it makes every move,
	// the last ones too, instead of counting them.
	Count(depth int, every bool) (leaves, wins int64)
	// Divide returns the positions after each first move, in the game's order.
	Divide() []Branch
}

// Branch is one first move of a perft.
type Branch struct {
	Move string
	Perft
}

// Speaker is offered by a game whose board can be asked about in words, one spot at a time, by people who listen.
type Speaker interface {
	// At returns a sentence that says what is on a spot of v, and what is beside it. Its error says how spots are named.
	At(v View, spot string) (string, error)
}
