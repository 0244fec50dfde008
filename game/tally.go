package game

// Scorer is implemented by a game that one person plays for as few points as possible, so that results of one kind can be compared.
type Scorer interface {
	// Tally returns what a person achieved in a finished round. It returns false for a round that does not count, such as
	// one prepared by hand.
	Tally(end State) (Tally, bool)
	// Par returns the mean number of points that the computer needs in rounds of a kind, and whether it is known.
	Par(kind string) (mean float64, ok bool)
	// KindName returns the name of a kind for people: "8 x 8, 4 atoms".
	KindName(kind string) string
}

// Tally is what a person achieved in a round.
type Tally struct {
	Kind     string // the kind of rounds it can be compared with, as options of a setup in a fixed order: "size=8 atoms=4"
	GaveUp   bool   // the person gave up; Points is unused
	Points   int    // fewer are better
	Flawless bool   // the final answer was completely right
	Helped   bool   // the person was shown what the answers prove, such as by shades
}
