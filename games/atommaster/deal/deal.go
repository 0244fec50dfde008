// Package deal holds the part of an Atommaster deal that one seat may know: the answers of the beams, the atoms set, the notes, and how they
// compare. It also deals the layout of a game ID, and contains the sentences that all packages of the game use. It imports neither the contract nor
// pictures.
package deal

import (
	"fmt"
	"slices"
	"strings"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
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
	Begun   bool     // a beam was fired, so the number of atoms, the size, the marbles and the layout are fixed
	Label   bool     // the kind of marbles is shown because it was changed before the first beam
	Last    string   // the sentence about the last move
	Changed []string // the spots that the last move changed
	GaveUp  bool
	Stopped bool // the deal ended without an evaluation, so it has no score; see game.Revealer
	Shades  bool // shades are on
	Helped  bool // shades were on at some time in this deal

	Difficulty Difficulty // the difficulty asked for
	Nearest    bool       // no deal with this difficulty was found; this deal comes closest
}

// Evidence holds the answers of the beams, and how their results are marked.
type Evidence struct {
	Field   rules.Field
	Atoms   int          // the number of hidden atoms
	Shots   []rules.Shot // in the order of firing; copied, never changed in place
	Balls   bool         // beams that leave at another port are marked with numbered balls
	Colours string       // the order of plain marbles, by their first letters; "" in deals without a public number
	Table   bool         // nobody knows the layout here: the answers were entered on the solver's table
}

// Work holds the solver's work: the atoms set, the notes, and how the beams compare with the atoms set.
type Work struct {
	Evidence
	Phase Phase
	Marks rules.Layout // the atoms set
	Notes Notes

	Verdicts []Verdict    // the verdicts on Shots, given the atoms set
	Clash    []rules.Port // if no single beam contradicts the atoms set: the ports of a smallest set of beams that contradict them together
	Torn     bool         // on the solver's table: the beams at Clash contradict each other, whatever atoms are set
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
	Layout rules.Layout // has no atoms if the seat may not know them
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

// Listed returns the beams in the order of the list: first the beams that the atoms set contradict, alone or together, then the others; the newest
// first in each group.
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

// Content is the content of a square as a seat sees it, apart from notes.
type Content uint8

// The contents. The first three occur only after the evaluation.
const (
	Right  Content = iota // an atom that was set
	Wrong                 // an atom was set where there is none
	Missed                // an atom that was not set
	Shown                 // an atom, in learning mode
	Hiding                // an atom that only the hider sees
	Found                 // an atom that only the hider sees, on a square with an atom set
	Marked                // an atom is set; either this seat does not see whether it is right, or the seat is the hider and it is wrong
	Nothing
)

// On returns the content that the seat sees on a square.
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

// Notes holds the solver's notes on squares. Notes do not affect the score; everybody sees them, and they are removed at the end of the deal.
type Notes [len(NoteKinds)]rules.Layout

// NoteKinds lists the kinds of notes; a square can have one note at a time. Their signs are neither letters nor numbers, because those mark ports.
var NoteKinds = [...]struct {
	Word  string // the first word of the move: "sure e5"
	Key   string
	Label string
	Says  string
	Sign  rune // shown on the square
}{
	{"sure", "a", "Sure", "certainly an atom", '+'},
	{"maybe", "m", "Maybe", "perhaps an atom", '~'},
	{"free", "f", "Free", "no atom", '-'},
}

// Blank returns empty notes for a field.
func Blank(f rules.Field) (n Notes) {
	for kind := range n {
		n[kind] = f.Empty()
	}
	return n
}

// At returns the kind of the note on a square, -1 if there is none.
func (n Notes) At(s rules.Square) int {
	for kind, l := range n {
		if l.Has(s) {
			return kind
		}
	}
	return -1
}

// Count returns the number of notes.
func (n Notes) Count() int {
	sum := 0
	for _, l := range n {
		sum += l.Count()
	}
	return sum
}

// NoteKind returns the kind of note that the command in the parameter word writes, or -1.
func NoteKind(word string) int {
	for kind, k := range NoteKinds {
		if k.Word == word {
			return kind
		}
	}
	return -1
}

// Note returns the move that writes a note on squares.
func Note(kind int, list ...rules.Square) string {
	text := NoteKinds[kind].Word
	for _, s := range list {
		text += " " + s.String()
	}
	return text
}

// Verdict is the result of comparing a beam with all layouts that complete the atoms set (rules: "Playing, by the manual").
type Verdict int

// The verdicts.
const (
	Unjudged     Verdict = iota // in learning mode
	Open                        // some completions give the observed answer and some do not, or this is unknown
	Explained                   // all completions give it
	Contradicted                // no completion gives it
)

// Compared returns w with the beams compared with the atoms set. It keeps the verdicts on beams with an index below the parameter from, and takes a
// limited time.
func (w Work) Compared(from int) Work {
	w.Verdicts, w.Clash = slices.Clone(w.Verdicts[:min(from, len(w.Verdicts))]), nil
	k := w.Knowledge()
	for _, s := range w.Shots[len(w.Verdicts):] {
		judged := Open
		if w.Marks.Count() > 0 { // without atoms set, every beam is open
			switch some, others := k.Judge(w.Marks, s); {
			case !some:
				judged = Contradicted
			case !others:
				judged = Explained
			}
		}
		w.Verdicts = append(w.Verdicts, judged)
	}
	var clash []rules.Shot
	if w.Table {
		clash = k.Conflict(w.Field.Empty())
	}
	if w.Torn = len(clash) > 0; !w.Torn && w.Marks.Count() > 0 && !slices.Contains(w.Verdicts, Contradicted) {
		clash = k.Conflict(w.Marks)
	}
	for _, s := range clash {
		w.Clash = append(w.Clash, s.Port)
	}
	slices.Sort(w.Clash)
	return w
}

// Knowledge returns the solver's knowledge.
func (e Evidence) Knowledge() infer.Knowledge {
	return infer.Knowledge{Field: e.Field, Atoms: e.Atoms, Shots: e.Shots}
}

// Judge returns the verdict on a beam.
func (w Work) Judge(s rules.Shot) Verdict {
	i := slices.Index(w.Shots, s)
	if w.Phase == Learning || i < 0 {
		return Unjudged
	}
	return w.Verdicts[i]
}

// Clashes reports whether a beam belongs to the smallest set of beams with which no completion of the atoms set agrees.
func (w Work) Clashes(s rules.Shot) bool {
	return w.Phase != Learning && slices.Contains(w.Clash, s.Port)
}

// Wrong reports whether a beam contradicts the atoms set, alone or together with others.
func (w Work) Wrong(s rules.Shot) bool { return w.Judge(s) == Contradicted || w.Clashes(s) }

// Together lists the ports of beams that cannot be explained together, such as "7 and 12". It omits the port in the parameter without,
// which may be rules.NoPort.
func (w Work) Together(without rules.Port) string {
	var ports []string
	for _, p := range w.Clash {
		if p != without {
			ports = append(ports, fmt.Sprint(p))
		}
	}
	return phrase.List(ports)
}

// Clashing returns a sentence that names the beams with which no completion of the atoms set agrees; "" if there are none.
func (w Work) Clashing() string {
	switch {
	case len(w.Clash) == 0 || w.Phase == Learning:
		return ""
	case w.Torn && len(w.Clash) == 1:
		return fmt.Sprintf("With %d atoms, no beam at port %d can come out like this: check that answer.", w.Atoms, w.Clash[0])
	case w.Torn:
		return fmt.Sprintf("With %d atoms, the answers at ports %s contradict each other: check them.", w.Atoms, w.Together(rules.NoPort))
	}
	return fmt.Sprintf("Given the atoms that are set, the beams at %s could not all have come out as they did.", w.Together(rules.NoPort))
}

// ComparedWith returns a sentence that compares a beam with the atoms set.
func (w Work) ComparedWith(s rules.Shot) string {
	left := w.Atoms - w.Marks.Count()
	would := Fate(w.Marks, s.Port)
	text := ""
	switch judged := w.Judge(s); {
	case judged == Unjudged:
	case judged == Open && w.Marks.Count() == 0 && w.Table:
	case judged == Open && w.Marks.Count() == 0:
		text = "Open: no atom is set to compare it with."
	case judged == Open:
		text = "Open: with only the atoms set it would " + would + "."
	case judged == Explained:
		text = "Explained by the atoms set."
	case left == 0:
		text = "Contradicted: with the atoms set it would " + would + "."
	default:
		text = fmt.Sprintf("Contradicted, wherever the other %s: with those set alone it would %s.", Being(left), would)
	}
	if w.Clashes(s) && len(w.Clash) > 1 {
		text += fmt.Sprintf(" Impossible together with %s.", w.Together(s.Port))
	}
	return strings.TrimSpace(text)
}

// Being returns a number of atoms with a verb: "3 atoms are".
func Being(n int) string {
	if n == 1 {
		return "atom is"
	}
	return fmt.Sprintf("%d atoms are", n)
}
