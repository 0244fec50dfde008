package ataxx

import (
	_ "embed"

	"attic/game"
	"attic/game/bridge"
)

//go:embed lessons.txt
var lessonsText string

//go:embed puzzles.txt
var puzzlesText string

// course returns the lessons of lessons.txt and the puzzles of puzzles.txt.
func course() game.Course {
	return game.Course{Lessons: lessonsText, Puzzles: puzzlesText, Themes: themes, Try: bridge.Judge(Game{}, judgeOf)}
}
