package atommaster

import (
	"fmt"
	"slices"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
	"attic/grid"
	"attic/internal/phrase"
	"attic/scene"
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

// compared returns the deal with its beams compared with the atoms set, which takes a bounded amount of work. Beams
// with an index below from are judged already.
func (p public) compared(from int) public {
	p.Verdicts, p.Clash = slices.Clone(p.Verdicts[:min(from, len(p.Verdicts))]), nil
	k := p.knowledge()
	for _, s := range p.Shots[len(p.Verdicts):] {
		judged := open
		if p.Marks.Count() > 0 { // without atoms set, every beam is open
			judged = [...]verdict{infer.Open: open, infer.Explained: explained, infer.Contradicted: contradicted}[k.Judge(p.Marks, s)]
		}
		p.Verdicts = append(p.Verdicts, judged)
	}
	if p.Marks.Count() > 0 && !slices.Contains(p.Verdicts, contradicted) {
		for _, s := range k.Conflict(p.Marks) {
			p.Clash = append(p.Clash, s.Port)
		}
		slices.Sort(p.Clash)
	}
	return p
}

// compare compares the beams from the index from on with the atoms set.
func (st *state) compare(from int) {
	if !st.draft {
		st.public = st.public.compared(from)
	}
}

// knowledge returns what the solver knows.
func (p public) knowledge() infer.Knowledge {
	return infer.Knowledge{Field: p.Field, Atoms: p.Atoms, Shots: p.Shots}
}

// judge returns how a beam compares with the atoms set.
func (v view) judge(s rules.Shot) verdict {
	i := slices.Index(v.Shots, s)
	if v.Phase == Learning || i < 0 {
		return unjudged
	}
	return v.Verdicts[i]
}

// clashes reports whether a beam belongs to the smallest set that no completion of the atoms set agrees with.
func (v view) clashes(s rules.Shot) bool {
	return v.Phase != Learning && slices.Contains(v.Clash, s.Port)
}

// wrong reports whether a beam contradicts the atoms set, alone or together with others.
func (v view) wrong(s rules.Shot) bool { return v.judge(s) == contradicted || v.clashes(s) }

// clash names the beams that cannot be explained together, "7 and 12", except the one at the port without, which may be rules.NoPort.
func (v view) clash(without rules.Port) string {
	var ports []string
	for _, p := range v.Clash {
		if p != without {
			ports = append(ports, fmt.Sprint(p))
		}
	}
	return phrase.List(ports)
}

// clashing says that no completion of the atoms set agrees with certain beams together, or returns "".
func (v view) clashing() string {
	if len(v.Clash) == 0 || v.Phase == Learning {
		return ""
	}
	return fmt.Sprintf("With the atoms set, the beams at %s cannot all come out as they did.", v.clash(rules.NoPort))
}

// comparedWith says in a sentence how a beam compares with the atoms set.
func (v view) comparedWith(s rules.Shot) string {
	left := v.Atoms - v.Marks.Count()
	would := fate(rules.Fire(v.Marks, s.Port), path(v.Marks, s.Port))
	text := ""
	switch judged := v.judge(s); {
	case judged == unjudged:
	case judged == open && v.Marks.Count() == 0:
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
	if v.clashes(s) {
		text += fmt.Sprintf(" Impossible together with %s.", v.clash(s.Port))
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
