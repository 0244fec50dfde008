package atom4

// Basics are the commands with which a round is played from its beginning to the next.
func (Game) Basics() []string {
	return []string{
		"moves", "preview", "describe", "hint", "undo", "redo", "opponent", "side", "level", "next", "save", "resume", "clear", "help", "quit",
	}
}
