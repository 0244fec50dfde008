package ataxx

// Basics are the commands of the guide's sections on set-up and play, and what helps a beginner.
func (Game) Basics() []string {
	return []string{
		"start", "color", "blocks", "auto", "moves", "preview", "hint", "dump", "undo", "level", "load", "save", "new", "clear", "help", "quit",
	}
}
