package ataxx

import "attic/game"

// lessons is the one-minute lesson: an extension and a jump.
var lessons = []game.Lesson{
	{
		Title:  "Extend",
		Text:   "Move to an empty square next to your piece: the piece stays, and a new one appears. Every opposing piece next to the new one becomes yours.",
		Before: []string{"fen 7/2oo3/3o3/1x5/7/7/7 x 0 1", "start"},
		Moves:  []string{"b4-c5"},
		Part:   []string{"b4", "d6"},
	},
	{
		Title:  "Jump",
		Text:   "Or move exactly two squares away, over anything: the piece leaves its square, and takes what it lands next to.",
		Before: []string{"fen 7/2o4/2oo3/1x5/7/7/7 x 0 1", "start"},
		Moves:  []string{"b4-d6"},
		Part:   []string{"b4", "d6"},
	},
}
