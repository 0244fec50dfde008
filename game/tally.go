package game

// Scorer is offered by a game that one person plays for few points, so that results of one kind can be compared.
type Scorer interface {
	// Tally returns what a person has reached in a round that is over. It returns false for a round that is no measure of
	// that, such as one prepared by hand.
	Tally(end State) (Tally, bool)
	// Par returns the mean number of points that the program needs at a kind, and whether it is known.
	Par(kind string) (mean float64, ok bool)
	// KindName returns what people call a kind: "8 x 8, 4 atoms".
	KindName(kind string) string
}

// Tally is what a person has reached in a round.
type Tally struct {
	Kind     string // which rounds it can be compared with, as options of a setup in a fixed order: "size=8 atoms=4"
	GaveUp   bool   // without Points
	Points   int    // fewer are better
	Flawless bool   // without a mistake at its end
}

// Ladder is offered by a game whose levels were measured against each other.
type Ladder interface {
	// Ladder returns what each level scored against the one below, in percent, from the second lowest level up as far as it
	// was measured.
	Ladder() []float64
}
