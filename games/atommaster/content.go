package atommaster

import (
	"attic/draw/grid"
	"attic/draw/scene"
	"attic/games/atommaster/rules"
)

// content is what a seat sees on a square, besides notes.
type content uint8

// The contents. The evaluation tells the first three apart.
const (
	right  content = iota // an atom that was set
	wrong                 // an atom was set where there is none
	missed                // an atom that was not set
	shown                 // an atom, in learning mode
	hiding                // an atom that only the hider sees
	found                 // the same, and it is set
	marked                // an atom is set; whether there is one is not known, or only the hider knows that there is none
	nothing
)

// contents says how contents look and what is said of them.
var contents = [...]struct {
	text  string
	role  grid.Role
	drawn func() []scene.Shape
	label string // to follow the name of the square
	known string // what is known of an atom there, as a part of a sentence
	word  string // written on the square, after the evaluation
	look  string // the sentence about the square, %v
}{
	right: {
		"@✓", grid.Good, func() []scene.Shape { return append(atom(0), tick()...) },
		"atom, found", "an atom is there and was set: found", "found", "Found: an atom is on %v, and one was set there.",
	},
	wrong: {
		"✗", grid.Bad, cross,
		"no atom, wrong here", "no atom is there, but one was set: wrong", "wrong", "Wrong here: no atom is on %v, but one was set there.",
	},
	missed: {
		"@", grid.Plain, func() []scene.Shape { return atom(missedFade) },
		"atom, missed here", "an atom is there, but none was set: missed", "missed", "Missed here: an atom is on %v, and none was set there.",
	},
	shown: {"@", grid.Plain, func() []scene.Shape { return atom(0) }, "atom", "an atom is there", "", "An atom is on %v."},
	hiding: {
		"o", grid.Plain, func() []scene.Shape { return append([]scene.Shape{hidden()}, atom(missedFade)...) },
		"hidden atom", "an atom is there", "", "An atom is on %v.",
	},
	found: {
		"@=", grid.Plain, func() []scene.Shape { return append([]scene.Shape{hidden()}, atom(0)...) },
		"hidden atom, set", "an atom is there", "", "An atom is on %v, and one was set there.",
	},
	marked:  {"@", grid.Plain, func() []scene.Shape { return atom(0) }, "atom set", "", "", "No atom is on %v, but one was set there."},
	nothing: {"", grid.Plain, nil, "empty", "", "", "No atom is on %v."},
}

// on returns what the seat sees on a square.
func (v seen) on(s rules.Square) content {
	switch set, there := v.Marks.Has(s), v.Layout.Has(s); {
	case v.Phase == Finished && set && there:
		return right
	case v.Phase == Finished && set:
		return wrong
	case v.Phase == Finished && there:
		return missed
	case v.Phase == Learning && there:
		return shown
	case set && there:
		return found
	case there:
		return hiding
	case set:
		return marked
	}
	return nothing
}
