package game

// Tally is what a person achieved in a round of a game that is played for as few points as possible.
type Tally struct {
	Kind     string // the kind of rounds with which it can be compared: the Key of one of Info.Kinds; "" if the round does not count, for example because it was prepared by hand
	GaveUp   bool   // the person gave up; Points is unused
	Points   int    // fewer are better
	Flawless bool   // the final answer was completely right
	Helped   bool   // the person was shown what the answers prove, for example by shades
}

// Category is a kind of rounds whose points can be compared.
type Category struct {
	Key  string  // as options of a setup in a fixed order: "size=8 atoms=4"
	Name string  // for people: "8 x 8, 4 atoms"
	Par  float64 // the mean number of points that the computer needs; 0: unknown
}
