package atommaster

import (
	"attic/game"
)

// lessons is the one-minute lesson: the four things that can happen to a beam, in learning mode.
var lessons = []game.Lesson{{
	Title: "Four beams",
	Text: "An atom straight ahead absorbs a beam: `A`. One diagonally ahead turns it away: its two ports get the same mark. " +
		"One on the edge, beside the port, reflects it: `R`. With no atom near, it flies straight through.",
	Setup:  game.Setup{Options: "size=5 atoms=3"},
	Before: []string{"learn", "hide a1,c1,c3"},
	Moves:  []string{"fire 3", "fire 2", "fire 4", "fire 10"},
}}
