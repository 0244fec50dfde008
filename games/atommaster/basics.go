package atommaster

// Basics returns the commands for playing a deal from the first beam to the evaluation.
func (Game) Basics() []string {
	return []string{
		"fire", "set", "sure", "free", "hint", "evaluate", "xray", "atoms", "learn", "hide", "dump", "undo", "new", "help", "quit",
	}
}
