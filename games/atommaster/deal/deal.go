// Package deal holds what one seat may know of a deal of Atommaster: what the beams have shown, the atoms set and the notes, and what follows from these
// without the layout. It also says which layout a game ID deals, and words what all parts of the game say of it. It knows neither the contract
// nor pictures.
package deal

import (
	"slices"

	"attic/games/atommaster/rules"
)

// The default and the limits of the field, in squares a side, and of the atoms (rules: "Field and names").
const (
	Smallest, Usual, Largest    = 5, 8, 12
	Fewest, UsualAtoms, Mostest = 3, 4, 6
)

// Phase is a phase of a deal.
type Phase string

// The phases.
const (
	Setting  Phase = "setting"  // before the first beam
	Solving  Phase = "solving"  // after the first beam: beams are fired and atoms set
	Learning Phase = "learning" // the layout is shown
	Finished Phase = "finished" // evaluated
)

// Public is the part of a deal that everybody may know.
type Public struct {
	Work
	ByHand  bool     // a person hid the atoms
	Begun   bool     // a beam was fired: the number of atoms, the size, the marbles and the layout are fixed
	Label   bool     // the kind of marbles is shown, because it was changed before the first beam
	Last    string   // the sentence about the last move
	Changed []string // the spots that it changed
	GaveUp  bool
	Stopped bool // the deal ended without an evaluation, so it has no score; see Revealed
	Shades  bool // shades are on
	Helped  bool // shades were on at some time in this deal

	Difficulty Difficulty // asked for
	Nearest    bool       // no deal was found that has it, as far as is known: this is the nearest one
}

// Evidence is what the beams have shown, and how their results are marked.
type Evidence struct {
	Field   rules.Field
	Atoms   int          // hidden
	Shots   []rules.Shot // in the order of firing; copied, never changed in place
	Balls   bool         // passes are marked with numbered balls
	Colours string       // the order of plain marbles, by their first letters; "" in deals without a public number
}

// Work is what the solver has made of the evidence: the atoms set, the notes, and how the beams compare with the atoms set.
type Work struct {
	Evidence
	Phase Phase
	Marks rules.Layout // the atoms set
	Notes Notes

	Verdicts []Verdict    // the verdict on each of Shots, by the atoms set
	Clash    []rules.Port // if no beam alone contradicts the atoms set: a smallest set of beams that contradict them together
}

// Free reports whether a port shows no result yet.
func (e Evidence) Free(port rules.Port) bool {
	_, fired := e.Shot(port)
	return !fired
}

// View is what one seat may know.
type View struct {
	Public
	Hider  bool
	Watch  bool         // the viewer is a spectator
	Layout rules.Layout // without atoms where the seat may not know them
}

// Fired returns the beam that the last move fired, if any.
func (p Public) Fired() (shot rules.Shot, ok bool) {
	last := len(p.Shots) - 1
	if last < 0 || len(p.Changed) == 0 || p.Changed[0] != PortSpot(p.Shots[last].Port) {
		return shot, false
	}
	return p.Shots[last], true
}

// Known reports whether the seat may know the layout.
func (v View) Known() bool { return v.Layout.Count() > 0 }

// Blocked reports whether every port shows a result.
func (e Evidence) Blocked() bool { return len(e.Knowledge().Free()) == 0 }

// Score returns the score of an evaluated deal.
func (v View) Score() int { return rules.Score(v.Shots, v.Layout, v.Marks) }

// Shot returns the beam whose result a port shows.
func (e Evidence) Shot(port rules.Port) (rules.Shot, bool) {
	for _, s := range e.Shots {
		if s.Port == port || s.Answer.Port() == port {
			return s, true
		}
	}
	return rules.Shot{}, false
}

// Listed returns the beams in the order of the list: first those that the atoms set contradict, alone or together; within each
// group the newest first.
func (w Work) Listed() []rules.Shot {
	list := slices.Clone(w.Shots)
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b rules.Shot) int {
		rank := func(s rules.Shot) int {
			if w.Wrong(s) {
				return 0
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	return list
}

// Content is what a seat sees on a square, besides notes.
type Content uint8

// The contents. The evaluation tells the first three apart.
const (
	Right  Content = iota // an atom that was set
	Wrong                 // an atom was set where there is none
	Missed                // an atom that was not set
	Shown                 // an atom, in learning mode
	Hiding                // an atom that only the hider sees
	Found                 // the same, and it is set
	Marked                // an atom is set; whether there is one is not known, or only the hider knows that there is none
	Nothing
)

// On returns what the seat sees on a square.
func (v View) On(s rules.Square) Content {
	switch set, there := v.Marks.Has(s), v.Layout.Has(s); {
	case v.Phase == Finished && set && there:
		return Right
	case v.Phase == Finished && set:
		return Wrong
	case v.Phase == Finished && there:
		return Missed
	case v.Phase == Learning && there:
		return Shown
	case set && there:
		return Found
	case there:
		return Hiding
	case set:
		return Marked
	}
	return Nothing
}

// Bare reports whether nothing is set or noted on a square.
func (w Work) Bare(s rules.Square) bool { return !w.Marks.Has(s) && w.Notes.At(s) < 0 }
