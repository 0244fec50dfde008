package picture

import (
	"attic/draw/grid"
	"attic/draw/scene"
	"attic/games/atommaster/deal"
)

// Contents says how contents look and what is said of them.
var Contents = [...]struct {
	text  string
	role  grid.Role
	drawn func() []scene.Shape
	label string // to follow the name of the square
	Known string // what is known of an atom there, as a part of a sentence
	word  string // written on the square, after the evaluation
	Look  string // the sentence about the square, %v
}{
	deal.Right: {
		"@✓", grid.Good, func() []scene.Shape { return append(Atom(0), tick()...) },
		"atom, found", "an atom is there and was set: found", "found", "Found: an atom is on %v, and one was set there.",
	},
	deal.Wrong: {
		"✗", grid.Bad, cross,
		"no atom, wrong here", "no atom is there, but one was set: wrong", "wrong", "Wrong here: no atom is on %v, but one was set there.",
	},
	deal.Missed: {
		"@", grid.Plain, func() []scene.Shape { return Atom(missedFade) },
		"atom, missed here", "an atom is there, but none was set: missed", "missed", "Missed here: an atom is on %v, and none was set there.",
	},
	deal.Shown: {"@", grid.Plain, func() []scene.Shape { return Atom(0) }, "atom", "an atom is there", "", "An atom is on %v."},
	deal.Hiding: {
		"o", grid.Plain, func() []scene.Shape { return append([]scene.Shape{hidden()}, Atom(missedFade)...) },
		"hidden atom", "an atom is there", "", "An atom is on %v.",
	},
	deal.Found: {
		"@=", grid.Plain, func() []scene.Shape { return append([]scene.Shape{hidden()}, Atom(0)...) },
		"hidden atom, set", "an atom is there", "", "An atom is on %v, and one was set there.",
	},
	deal.Marked:  {"@", grid.Plain, func() []scene.Shape { return Atom(0) }, "atom set", "", "", "No atom is on %v, but one was set there."},
	deal.Nothing: {"", grid.Plain, nil, "empty", "", "", "No atom is on %v."},
}

// Verdicts in full, in short, and their colours.
var (
	verdicts       = [...]string{"", "open", "explained", "contradicted"}
	verdictsShort  = [...]string{"", "open", "ok", "no"}
	verdictRoles   = [...]grid.Role{grid.Plain, grid.Muted, grid.Good, grid.Bad}
	verdictColours = [...]scene.Colour{scene.Muted, scene.Muted, scene.Good, scene.Bad}
)
