package ataxx

// Basics returns the commands of the guide's sections on set-up and play, and those that help a beginner.
func (Game) Basics() []string {
	return []string{
		"start", "color", "blocks", "auto", "moves", "preview", "hint", "dump", "undo", "level", "load", "save", "new", "clear", "help", "quit",
	}
}
