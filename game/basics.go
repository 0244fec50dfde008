package game

// Basics is offered by a game that says which commands matter first. Without it help names general ones only.
type Basics interface {
	// Basics returns the names of at most 16 commands, the game's own and general ones, in the order of help.
	Basics() []string
}
