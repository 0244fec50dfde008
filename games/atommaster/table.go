package atommaster

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"attic/draw/grid"
	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// The solver's table is a deal without a layout: the answers of its beams are entered, and the board shows what follows from them.

const (
	tableOption = "table=yes" // the option that makes a deal the solver's table
	answerWord  = "answer"    // the move that enters an answer
	noAnswer    = "none"      // the answer that removes the answer of a port
)

// tabled returns the empty solver's table with the size and the number of atoms of st.
func (st state) tabled() state {
	var t state
	t.Table, t.Field, t.Atoms = true, st.Field, st.Atoms
	t.Phase, t.Begun, t.Shades, t.Helped = deal.Solving, true, true, true
	t.layout, t.Marks, t.Notes, t.Colours = st.Field.Empty(), st.Field.Empty(), deal.Blank(st.Field), deal.Shuffled(st.colours, 0)
	t.colours = st.colours
	return t
}

// Table implements [game.Tabler].
func (Game) Table(gv game.View) (s game.Setup, moves []string) {
	v := seenBy(gv)
	t := state{Public: deal.Public{Work: deal.Work{Evidence: deal.Evidence{Field: v.Field, Atoms: v.Atoms, Table: true}}}}
	for _, shot := range v.Shots {
		moves = append(moves, deal.Answered(shot))
	}
	return game.Setup{Options: t.options(1)}, moves
}

// ending is an answer that is not a port.
type ending struct {
	answer     rules.Answer
	words      []string // its spellings, the canonical one first
	key, label string   // of the move
}

// results are the answers that are not ports; 0 removes the answer of a port.
var results = [...]ending{
	{rules.Absorbed, []string{"A", "hit", "absorbed"}, "a", "Absorbed"},
	{rules.Reflected, []string{"R", "reflected"}, "f", "Reflected"},
	{0, []string{noAnswer, "remove"}, "m delete", "Remove"},
}

// enters returns the move that enters an answer of a port, or removes the answer there if it is 0.
func enters(p rules.Port, a rules.Answer) game.Move {
	m := game.Move{Text: deal.Answered(rules.Shot{Port: p, Answer: a}), Spots: []string{deal.PortSpot(p)}, Track: query}
	if exit := a.Port(); exit != rules.NoPort {
		m.Spots = append(m.Spots, deal.PortSpot(exit))
		return m
	}
	for _, r := range results {
		if r.answer == a {
			m.Text, m.Key, m.Label = fmt.Sprintf("%s %d %s", answerWord, p, r.words[0]), r.key, r.label
		}
	}
	return m
}

// entries holds the moves that enter an answer, by the size of the field: for each port, first those of results, then each other port.
var entries sync.Map // rules.Field to [][]game.Move

func entriesOf(f rules.Field) [][]game.Move {
	if list, ok := entries.Load(f); ok {
		return list.([][]game.Move)
	}
	list := make([][]game.Move, f.Ports()+1)
	for p := rules.Port(1); int(p) <= f.Ports(); p++ {
		for _, r := range results {
			list[p] = append(list[p], enters(p, r.answer))
		}
		for exit := rules.Port(1); int(exit) <= f.Ports(); exit++ {
			list[p] = append(list[p], enters(p, rules.Answer(exit)))
		}
	}
	entries.Store(f, list)
	return list
}

// tableMoves lists the moves on the solver's table. A port that is touched first is chosen, so its keys work there too.
func tableMoves(p deal.Public) (list []game.Move) {
	var there [rules.MaxPorts + 1]rules.Answer // the answers entered, from both ends
	for _, s := range p.Shots {
		there[s.Port] = s.Answer
		if exit := s.Answer.Port(); exit != rules.NoPort {
			there[exit] = rules.Answer(s.Port)
		}
	}
	for port, moves := range entriesOf(p.Field) {
		for i, m := range moves {
			answer := rules.Answer(i + 1 - len(results))
			if i < len(results) {
				answer = results[i].answer
			}
			exit := answer.Port()
			switch {
			case answer == there[port], int(exit) == port, exit != rules.NoPort && there[exit] != 0:
			case exit == rules.NoPort:
				chosen := m
				chosen.Spots = []string{m.Spots[0], m.Spots[0]}
				list = append(list, m, chosen)
			default:
				list = append(list, m)
			}
		}
	}
	for s := range p.Field.Squares() {
		if p.Marks.Has(s) || p.Marks.Count() < p.Atoms {
			list = append(list, mark(s))
		}
	}
	for n := max(deal.Fewest, p.Marks.Count()); n <= deal.Mostest; n++ {
		if n != p.Atoms {
			list = append(list, atoms(p, n))
		}
	}
	for n := deal.Smallest; n <= deal.Largest && len(p.Shots) == 0 && p.Marks.Count()+p.Notes.Count() == 0; n++ {
		if n != int(p.Field.W) {
			list = append(list, size(p, n))
		}
	}
	return append(list, allNotes(p.Field)...)
}

// tableWords are the first words of moves on the solver's table, apart from notes.
var tableWords = []string{answerWord, "set", "atoms", "size"}

// spelledOut expands the short form of an answer on the solver's table: "5 17", "5=A".
func spelledOut(text string) string {
	port, result, ok := strings.Cut(text, "=")
	if !ok {
		port, result = phrase.Cut(text)
	}
	if result != "" && strings.Trim(port, "0123456789") == "" {
		return answerWord + " " + port + " " + strings.TrimSpace(result)
	}
	return text
}

// offTable returns an error if a move with this first word cannot be made on the solver's table, or only there.
func (st state) offTable(word, rest string) error {
	switch {
	case !st.Table && word == answerWord:
		return game.Illegal("this deal gives the answers itself; %s to enter answers of your own", game.Type("table"))
	case !st.Table || slices.Contains(tableWords, word) || deal.NoteKind(word) >= 0:
		return nil
	case word == "fire":
		return game.Illegal("nobody knows the atoms here; enter where the beam came out: answer %[1]s A, answer %[1]s R or answer %[1]s PORT", phrase.Clip(rest))
	}
	return game.Illegal("%s does not work on the solver's table, where nobody knows the atoms", game.Command(word))
}

// answer enters an answer. It replaces the answer that the port showed.
func (st state) answer(rest string) (state, game.Move, error) {
	port, result := phrase.Cut(rest)
	p, err := st.Field.ParsePort(port)
	if err != nil {
		return st, game.Move{}, game.Unreadable("%v", err)
	}
	shot, err := rules.Shot{Port: p}, error(nil)
	if i := slices.IndexFunc(results[:], func(r ending) bool {
		return slices.ContainsFunc(r.words, func(w string) bool { return strings.EqualFold(w, result) })
	}); i >= 0 {
		shot.Answer = results[i].answer
	} else if shot, err = deal.ParseShot(st.Field, port, result); err != nil {
		return st, game.Move{}, game.Unreadable("%v", err)
	}
	if shot.Answer == rules.Answer(p) { // it came back
		shot.Answer = rules.Reflected
	}
	exit := shot.Answer.Port()
	before, had := st.Shot(p)
	switch other, shows := st.Shot(exit); {
	case !had && shot.Answer == 0:
		return st, game.Move{}, game.Illegal("port %d has no answer", p)
	case had && (before == shot || before.Port == exit && before.Answer.Port() == p):
		return st, game.Move{}, game.Illegal("port %d shows this answer already", p)
	case exit != rules.NoPort && shows && other != before:
		return st, game.Move{}, game.Illegal("port %d shows an answer already; %s to remove it", exit, game.Type(fmt.Sprintf("%s %d %s", answerWord, exit, noAnswer)))
	}
	st.Shots = slices.DeleteFunc(slices.Clone(st.Shots), func(s rules.Shot) bool { return had && s == before })
	st.Changed, st.Last = []string{deal.PortSpot(p)}, fmt.Sprintf("The answer at port %d was removed.", before.Port)
	if shot.Answer != 0 {
		st.Shots, st.Last = append(st.Shots, shot), deal.Sentence(shot)
	}
	if exit != rules.NoPort {
		st.Changed = append(st.Changed, deal.PortSpot(exit))
	}
	return st, enters(p, shot.Answer), nil
}

// resize changes the number of atoms on the solver's table, where the answers stay, or the size of its field.
func (st state) resize(next state, m game.Move) (state, game.Move, error) {
	switch {
	case next.Field == st.Field && next.Atoms == st.Atoms:
		return st, game.Move{}, game.Illegal("that is set already")
	case next.Field == st.Field && st.Marks.Count() > next.Atoms:
		return st, game.Move{}, game.Illegal("%d atoms are set; remove one first", st.Marks.Count())
	case next.Field == st.Field:
		next.Last = fmt.Sprintf("There are %d atoms.", next.Atoms)
	case len(st.Shots)+st.Marks.Count()+st.Notes.Count() > 0:
		return st, game.Move{}, game.Illegal("the size is fixed after the first entry; %s first", game.Type("undo"))
	default:
		next = next.tabled()
		next.Last = m.Label + "."
	}
	return next, m, nil
}

// tableStatus returns the sentence on what the answers show.
func (v view) tableStatus() string {
	if text := v.Clashing(); text != "" && v.Torn {
		return text
	}
	found := v.Chances()
	atoms := func() string { return deal.Spaced(deal.Squares(found.Sure)) }
	switch {
	case len(v.Shots) == 0:
		return fmt.Sprintf("Give an answer: the port of a beam, then where it came out. %s arrangements are possible.", phrase.Capital(found.Left))
	case found.Left == "":
		return "It would take too long to find an arrangement that fits these answers."
	case found.Sure.Count() == v.Atoms:
		return "Only one arrangement fits: " + atoms() + "."
	}
	text := phrase.Capital(found.Left) + " arrangements fit."
	if found.Sure.Count() > 0 {
		text += " Certainly atoms: " + atoms() + "."
	}
	if n := found.Empty.Count(); n > 0 {
		text += fmt.Sprintf(" Certainly empty: %s.", phrase.Count(n, "square"))
	}
	if found.Open {
		text += " More squares may be certain."
	}
	return text
}

// lookAtTable describes touching ports on the solver's table.
func (v view) lookAtTable(ports []rules.Port) game.Preview {
	p := ports[0]
	if len(ports) == 2 && ports[1] != p {
		return v.Preview(deal.Answered(rules.Shot{Port: p, Answer: rules.Answer(ports[1])}))
	}
	ask := fmt.Sprintf("Port %d: touch the port where its beam came out, or choose Absorbed or Reflected.", p)
	if shot, entered := v.Shot(p); entered {
		q := picture.Came(v.View, shot)
		q.Sentence += " Choose Remove to take the answer back."
		return q
	}
	return game.Preview{Sentence: ask, Shapes: picture.Aim(v.Field, p), Marks: []grid.Mark{{Spot: deal.PortSpot(p), Rune: '?', Role: grid.Accent}}}
}

// previewAnswer describes a move that enters an answer.
func (v view) previewAnswer(m game.Move) (p game.Preview) {
	fields := strings.Fields(m.Text)
	port, result := fields[1], fields[2]
	switch {
	case result == noAnswer:
		p.Sentence = fmt.Sprintf("This would remove the answer at port %s.", port)
	case len(m.Spots) == 2:
		p.Sentence = fmt.Sprintf("This would enter: the beam at port %s left at port %s.", port, result)
	default:
		p.Sentence = fmt.Sprintf("This would enter: port %s, %s.", port, strings.ToLower(m.Label))
	}
	if at, err := v.Field.ParsePort(port); err == nil {
		p.Shapes = picture.Aim(v.Field, at)
	}
	for _, spot := range m.Spots {
		p.Marks = append(p.Marks, grid.Mark{Spot: spot, Rune: '?', Role: grid.Accent})
	}
	return p
}
