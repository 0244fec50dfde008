package atom4

import (
	"strings"

	"attic/game"
)

// lessons is the one-minute lesson: a colour change, how white is mixed, and a winning row.
var lessons = []game.Lesson{
	{
		Title: "Change colours",
		Text:  "Place a piece on a dot. It mixes with its neighbours: red turns green yellow.",
		Moves: []string{"i8"},
		Part:  []string{"g8", "j10"},
	},
	{
		Title:  "Make your goal",
		Text:   "Opposites mix to white for player 1, to black for player 2.",
		Before: strings.Fields("i8 j8 h8 i7 j7 i10"),
		Moves:  []string{"j6"},
		Part:   []string{"h6", "k8"},
	},
	{
		Title:  "Win",
		Text:   "Get four in a line.",
		Before: strings.Fields("i10 h10 h11 g11 g9 i8 g10 i11"),
		Moves:  []string{"h8"},
		Part:   []string{"g8", "j11"},
	},
}
