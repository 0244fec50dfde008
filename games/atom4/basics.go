package atom4

// Basics returns the commands for playing a round from its beginning to the next round.
func (Game) Basics() []string {
	return []string{
		"moves", "preview", "describe", "hint", "undo", "redo", "opponent", "side", "level", "next", "save", "resume", "clear", "help", "quit",
	}
}
