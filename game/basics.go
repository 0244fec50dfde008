package game

// Basics is offered by a game that says which commands matter first. Without it help names general ones only.
type Basics interface {
	// Basics returns the names of commands, of the game's own and of the general ones, in the order of help: at most 16.
	Basics() []string
}
