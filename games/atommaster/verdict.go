package atommaster

import (
	"fmt"
	"slices"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// verdict is how a beam compares with the atoms set: with all layouts that complete them (rules: "Playing, by the manual").
type verdict int

// The verdicts.
const (
	unjudged     verdict = iota // in learning mode
	open                        // some completions give the observed answer and some do not, or it is unknown
	explained                   // all completions do
	contradicted                // no completion does
)

// Verdicts in full, in short, and their colours.
var (
	verdicts       = [...]string{"", "open", "explained", "contradicted"}
	verdictsShort  = [...]string{"", "open", "ok", "no"}
	verdictRoles   = [...]grid.Role{grid.Plain, grid.Muted, grid.Good, grid.Bad}
	verdictColours = [...]scene.Colour{scene.Muted, scene.Muted, scene.Good, scene.Bad}
)

// compared returns the work with its beams compared with the atoms set, which takes a bounded amount of work. Beams
// with an index below from are judged already.
func (w work) compared(from int) work {
	w.Verdicts, w.Clash = slices.Clone(w.Verdicts[:min(from, len(w.Verdicts))]), nil
	k := w.knowledge()
	for _, s := range w.Shots[len(w.Verdicts):] {
		judged := open
		if w.Marks.Count() > 0 { // without atoms set, every beam is open
			judged = [...]verdict{infer.Open: open, infer.Explained: explained, infer.Contradicted: contradicted}[k.Judge(w.Marks, s)]
		}
		w.Verdicts = append(w.Verdicts, judged)
	}
	if w.Marks.Count() > 0 && !slices.Contains(w.Verdicts, contradicted) {
		for _, s := range k.Conflict(w.Marks) {
			w.Clash = append(w.Clash, s.Port)
		}
		slices.Sort(w.Clash)
	}
	return w
}

// compare compares the beams from the index from on with the atoms set.
func (st *state) compare(from int) {
	if !st.draft {
		st.work = st.work.compared(from)
	}
}

// knowledge returns what the solver knows.
func (e evidence) knowledge() infer.Knowledge {
	return infer.Knowledge{Field: e.Field, Atoms: e.Atoms, Shots: e.Shots}
}

// judge returns how a beam compares with the atoms set.
func (w work) judge(s rules.Shot) verdict {
	i := slices.Index(w.Shots, s)
	if w.Phase == Learning || i < 0 {
		return unjudged
	}
	return w.Verdicts[i]
}

// clashes reports whether a beam belongs to the smallest set that no completion of the atoms set agrees with.
func (w work) clashes(s rules.Shot) bool {
	return w.Phase != Learning && slices.Contains(w.Clash, s.Port)
}

// wrong reports whether a beam contradicts the atoms set, alone or together with others.
func (w work) wrong(s rules.Shot) bool { return w.judge(s) == contradicted || w.clashes(s) }

// clash names the beams that cannot be explained together, "7 and 12", except the one at the port without, which may be rules.NoPort.
func (w work) clash(without rules.Port) string {
	var ports []string
	for _, p := range w.Clash {
		if p != without {
			ports = append(ports, fmt.Sprint(p))
		}
	}
	return phrase.List(ports)
}

// clashing says that no completion of the atoms set agrees with certain beams together, or returns "".
func (w work) clashing() string {
	if len(w.Clash) == 0 || w.Phase == Learning {
		return ""
	}
	return fmt.Sprintf("With the atoms set, the beams at %s cannot all come out as they did.", w.clash(rules.NoPort))
}

// comparedWith says in a sentence how a beam compares with the atoms set.
func (w work) comparedWith(s rules.Shot) string {
	left := w.Atoms - w.Marks.Count()
	would := fate(w.Marks, s.Port)
	text := ""
	switch judged := w.judge(s); {
	case judged == unjudged:
	case judged == open && w.Marks.Count() == 0:
		text = "Open: no atom is set."
	case judged == open:
		text = "Open: with the atoms set alone it would " + would + "."
	case judged == explained:
		text = "Explained by the atoms set."
	case left == 0:
		text = "Contradicted: with the atoms set it would " + would + "."
	default:
		text = fmt.Sprintf("Contradicted, wherever the other %s: with those set alone it would %s.", being(left), would)
	}
	if w.clashes(s) {
		text += fmt.Sprintf(" Impossible together with %s.", w.clash(s.Port))
	}
	return text
}

// being writes a number of atoms with a verb: "3 atoms are".
func being(n int) string {
	if n == 1 {
		return "atom is"
	}
	return fmt.Sprintf("%d atoms are", n)
}
