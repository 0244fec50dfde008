package atom4

import (
	"strings"

	"attic/game"
)

// lessons are the minute's lesson: a colour change, how white is mixed, and a winning row.
var lessons = []game.Lesson{
	{
		Title: "Change colours",
		Text:  "Place a piece on a dot, beside two that touch. The wheel chooses its colour, and it mixes with its neighbours: red turns green yellow.",
		Moves: []string{"i8"},
		Part:  []string{"g8", "j10"},
	},
	{
		Title:  "Make white and black",
		Text:   "Opposite colours of the wheel, such as red and cyan, make white when player 1 moves and black when player 2 does.",
		Before: strings.Fields("i8 j8 h8 i7 j7 i10"),
		Moves:  []string{"j6"},
		Part:   []string{"h6", "k8"},
	},
	{
		Title:  "Get four in line",
		Text:   "Player 1 wins with four whites in a line, player 2 with four blacks.",
		Before: strings.Fields("i10 h10 h11 g11 g9 i8 g10 i11"),
		Moves:  []string{"h8"},
		Part:   []string{"g8", "j11"},
	},
}
