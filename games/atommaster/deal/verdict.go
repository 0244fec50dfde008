package deal

import (
	"fmt"
	"slices"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Verdict is how a beam compares with the atoms set: with all layouts that complete them (rules: "Playing, by the manual").
type Verdict int

// The verdicts.
const (
	Unjudged     Verdict = iota // in learning mode
	Open                        // some completions give the observed answer and some do not, or it is unknown
	Explained                   // all completions do
	Contradicted                // no completion does
)

// Compared returns the work with its beams compared with the atoms set, which takes a bounded amount of work. Beams
// with an index below from are judged already.
func (w Work) Compared(from int) Work {
	w.Verdicts, w.Clash = slices.Clone(w.Verdicts[:min(from, len(w.Verdicts))]), nil
	k := w.Knowledge()
	for _, s := range w.Shots[len(w.Verdicts):] {
		judged := Open
		if w.Marks.Count() > 0 { // without atoms set, every beam is open
			judged = [...]Verdict{infer.Open: Open, infer.Explained: Explained, infer.Contradicted: Contradicted}[k.Judge(w.Marks, s)]
		}
		w.Verdicts = append(w.Verdicts, judged)
	}
	if w.Marks.Count() > 0 && !slices.Contains(w.Verdicts, Contradicted) {
		for _, s := range k.Conflict(w.Marks) {
			w.Clash = append(w.Clash, s.Port)
		}
		slices.Sort(w.Clash)
	}
	return w
}

// Knowledge returns what the solver knows.
func (e Evidence) Knowledge() infer.Knowledge {
	return infer.Knowledge{Field: e.Field, Atoms: e.Atoms, Shots: e.Shots}
}

// Judge returns how a beam compares with the atoms set.
func (w Work) Judge(s rules.Shot) Verdict {
	i := slices.Index(w.Shots, s)
	if w.Phase == Learning || i < 0 {
		return Unjudged
	}
	return w.Verdicts[i]
}

// Clashes reports whether a beam belongs to the smallest set that no completion of the atoms set agrees with.
func (w Work) Clashes(s rules.Shot) bool {
	return w.Phase != Learning && slices.Contains(w.Clash, s.Port)
}

// Wrong reports whether a beam contradicts the atoms set, alone or together with others.
func (w Work) Wrong(s rules.Shot) bool { return w.Judge(s) == Contradicted || w.Clashes(s) }

// Together names the beams that cannot be explained together, "7 and 12", except the one at the port without, which may be rules.NoPort.
func (w Work) Together(without rules.Port) string {
	var ports []string
	for _, p := range w.Clash {
		if p != without {
			ports = append(ports, fmt.Sprint(p))
		}
	}
	return phrase.List(ports)
}

// Clashing says that no completion of the atoms set agrees with certain beams together, or returns "".
func (w Work) Clashing() string {
	if len(w.Clash) == 0 || w.Phase == Learning {
		return ""
	}
	return fmt.Sprintf("With the atoms set, the beams at %s cannot all come out as they did.", w.Together(rules.NoPort))
}

// ComparedWith says in a sentence how a beam compares with the atoms set.
func (w Work) ComparedWith(s rules.Shot) string {
	left := w.Atoms - w.Marks.Count()
	would := Fate(w.Marks, s.Port)
	text := ""
	switch judged := w.Judge(s); {
	case judged == Unjudged:
	case judged == Open && w.Marks.Count() == 0:
		text = "Open: no atom is set."
	case judged == Open:
		text = "Open: with the atoms set alone it would " + would + "."
	case judged == Explained:
		text = "Explained by the atoms set."
	case left == 0:
		text = "Contradicted: with the atoms set it would " + would + "."
	default:
		text = fmt.Sprintf("Contradicted, wherever the other %s: with those set alone it would %s.", Being(left), would)
	}
	if w.Clashes(s) {
		text += fmt.Sprintf(" Impossible together with %s.", w.Together(s.Port))
	}
	return text
}

// Being writes a number of atoms with a verb: "3 atoms are".
func Being(n int) string {
	if n == 1 {
		return "atom is"
	}
	return fmt.Sprintf("%d atoms are", n)
}
