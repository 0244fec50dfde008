package atommaster

import (
	"fmt"
	"strconv"
	"strings"

	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

type state struct {
	deal.Public
	layout rules.Layout
	seed   uint64
	deal   uint64
	again  uint64 // the number of times learning mode has dealt new atoms
	unique uniqueness
	draft  bool // the state only checks whether moves are legal: it does not compare beams with the atoms set

	colours uint64 // the public number of the order of colours; 0: none
}

func (st state) dealt() (state, error) {
	k := st.deal<<20 | st.again
	st.Phase, st.ByHand, st.Begun, st.Balls, st.Label, st.Shots, st.GaveUp = deal.Setting, false, false, false, false, nil, false
	st.Shades, st.Helped = false, false
	st.Verdicts, st.Clash = nil, nil
	st.Marks, st.Notes, st.Colours = st.Field.Empty(), deal.Blank(st.Field), deal.Shuffled(st.colours, k)
	var err error
	st.layout, st.Nearest, err = deal.Series{Field: st.Field, Atoms: st.Atoms, One: st.one(), Seed: st.seed, Want: st.Difficulty}.Picked(k)
	return st, err
}

// ToMove returns the solver once the search has begun; before that, and in learning mode, game.Anyone.
func (st state) ToMove() int {
	switch st.Phase {
	case deal.Solving:
		return solver
	case deal.Finished:
		return game.Nobody
	}
	return game.Anyone
}

// The names of the input modes, for game.Move.Track.
const (
	query = "query"
	set   = "set"
	hide  = "hide"
)

func fire(p rules.Port) game.Move {
	return game.Move{Text: deal.Fire(p), Spots: []string{deal.PortSpot(p)}, Track: query, Final: true}
}

func mark(s rules.Square) game.Move {
	return game.Move{Text: deal.Set(s), Spots: []string{s.String()}, Track: set}
}

var (
	evaluate = game.Move{Text: deal.Evaluate, Label: "Evaluate", Key: "e", Final: true}
	learn    = game.Move{Text: "learn", Label: "Learning mode", Key: "l", Final: true, Alone: true}
	unlearn  = game.Move{Text: "learn", Label: "Learning mode", Key: "l", Alone: true, On: true}
	resign   = game.Move{Text: "resign", Label: "Give up", Final: true, Confirm: "Give up this deal and see the atoms?"}
	start    = game.Move{Text: "start", Label: "Start", Key: "t", Begins: true, Final: true}
)

// atoms returns the move that changes the number of atoms to n. The moves to one atom more and one atom fewer have keys.
func atoms(p deal.Public, n int) game.Move {
	keys := map[int]string{p.Atoms + 1: "shift+up", p.Atoms - 1: "shift+down"}
	return game.Move{Text: fmt.Sprintf("atoms %d", n), Label: fmt.Sprintf("%d atoms", n), Key: keys[n]}
}

// size returns the move that changes the field to n squares a side. The moves to one square more and one square fewer have keys.
func size(p deal.Public, n int) game.Move {
	keys := map[int]string{int(p.Field.W) + 1: "}", int(p.Field.W) - 1: "{"}
	return game.Move{Text: fmt.Sprintf("size %d", n), Label: fmt.Sprintf("%d x %d field", n, n), Key: keys[n]}
}

// Moves lists the legal moves, except those that hide atoms by hand.
func (st state) Moves() []game.Move { return moves(st.Public) }

func moves(p deal.Public) []game.Move {
	var list []game.Move
	switch {
	case p.Phase == deal.Finished:
		return nil
	case p.Table:
		return tableMoves(p)
	}
	for _, port := range p.Knowledge().Free() {
		list = append(list, fire(port))
	}
	if p.Phase == deal.Solving {
		full := p.Marks.Count() == p.Atoms
		for s := range p.Field.Squares() {
			if p.Begun && (!full || p.Marks.Has(s)) {
				list = append(list, mark(s))
			}
		}
		if full {
			list = append(list, evaluate)
		}
		list = append(list, learning(p), shading(p), resign)
		if p.Begun {
			list = append(list, allNotes(p.Field)...)
		}
		return list
	}
	if !p.Begun {
		if p.Phase == deal.Setting {
			list = append(list, start)
		}
		list = append(list, billiards(p))
		for n := deal.Fewest; n <= deal.Mostest; n++ {
			if n != p.Atoms {
				list = append(list, atoms(p, n))
			}
		}
		for n := deal.Smallest; n <= deal.Largest; n++ {
			if n != int(p.Field.W) {
				list = append(list, size(p, n))
			}
		}
		for d := deal.AnyDeal; d <= deal.HardDeal; d++ {
			if d != p.Difficulty {
				list = append(list, changing(d))
			}
		}
	}
	return append(list, learning(p))
}

func billiards(p deal.Public) game.Move {
	return game.Move{Text: "balls", Label: "Billiard mode", Key: "b", On: p.Balls}
}

// learning returns the move that switches learning mode on or off. Switching it on cannot be undone, because it reveals the atoms.
func learning(p deal.Public) game.Move {
	switch p.Phase {
	case deal.Learning:
		return unlearn
	case deal.Solving:
		m := learn
		m.Confirm = "End this deal without a score and see the atoms?"
		return m
	}
	return learn
}

const howTo = "moves are written like this: fire 12, set e5, evaluate"

// spelled expands the short form of a move, which is split into its first word and the rest: a number alone fires a beam, a square alone sets an
// atom, and the words more, fewer, larger and smaller change the deal by one.
func (st state) spelled(word, rest string) (string, string) {
	if rest != "" {
		return word, rest
	}
	switch word {
	case "":
		return "", ""
	case "more":
		return "atoms", strconv.Itoa(st.Atoms + 1)
	case "fewer":
		return "atoms", strconv.Itoa(st.Atoms - 1)
	case "larger":
		return "size", strconv.Itoa(int(st.Field.W) + 1)
	case "smaller":
		return "size", strconv.Itoa(int(st.Field.W) - 1)
	}
	if _, err := strconv.Atoi(word); err == nil {
		return "fire", word
	}
	if _, err := st.Field.ParseSquare(word); err == nil {
		return "set", word
	}
	return word, ""
}

// command is a move that the manual names.
type command struct {
	example string // an example of its argument; "" if it has none
	before  bool   // the move is legal only before the first beam
	play    func(st state, rest string) (state, game.Move, error)
	would   string // its preview; "" if that depends on the state
}

// commands holds the moves by their first word, except notes and shades.
var commands = map[string]command{
	"fire":     {"12", false, state.fire, ""},
	"set":      {"e5", false, state.set, ""},
	"evaluate": {"", false, state.evaluate, "This would compare the atoms set with the hidden ones and end the deal; each missed atom would cost 5 points."},
	"resign":   {"", false, state.giveUp, "This would end the deal and cost 5 points for each atom not found."},
	"learn":    {"", false, state.learn, ""},
	"hide":     {"a1,b2,c3,d4", false, state.hide, "This would hide atoms on these squares."},
	"atoms":    {"5", true, state.changeAtoms, ""},
	"size":     {"10", true, state.changeSize, ""},

	"difficulty": {"hard", true, state.changeDifficulty, ""},
	"balls":      {"", true, state.switchBalls, "This would switch between plain marbles and numbered balls."},
	"start":      {"", true, state.start, "This would start the search."},
	answerWord:   {"12 A", false, state.answer, ""},
}

// Play plays the moves of the manual; it accepts their short forms (see spelled).
func (st state) Play(text string) (game.State, game.Move, error) {
	if text = strings.ToLower(text); st.Table {
		text = spelledOut(text)
	}
	word, rest := st.spelled(phrase.Cut(text))
	c, known := commands[word]
	if kind := deal.NoteKind(word); kind >= 0 {
		c, known = command{"e5", false, func(st state, rest string) (state, game.Move, error) { return st.note(kind, rest) }, ""}, true
	}
	st.Changed = nil
	var err error
	switch wrong := st.offTable(word, rest); {
	case word == shadesWord && !st.Table:
		c.play = state.shade
	case !known:
		err = game.Unreadable(howTo)
	case wrong != nil:
		err = wrong
	case c.example != "" && rest == "":
		err = game.Unreadable("%s is written like this: %s %s", game.Command(word), word, c.example)
	case c.example == "" && rest != "":
		err = game.Unreadable("%s takes no argument", game.Command(word))
	case st.Phase == deal.Finished:
		err = game.Illegal("this deal is over; %s to deal again", game.Type("new"))
	case st.Table: // nothing is fixed
	case c.before && st.Begun:
		err = game.Illegal("a beam has been fired, so this is fixed until the next deal; %s to deal again", game.Type("new"))
	case c.before && st.Phase == deal.Solving:
		err = game.Illegal("the search has begun, so this is fixed until the next deal; %s to deal again", game.Type("new"))
	}
	if err != nil {
		return nil, game.Move{}, err
	}
	next, m, err := c.play(st, rest)
	if err != nil {
		return nil, game.Move{}, err
	}
	return next, m, nil
}

func (st state) changeAtoms(rest string) (state, game.Move, error) {
	n, err := number(rest, deal.Fewest, deal.Mostest, "atoms")
	next := st
	next.Atoms = n
	return st.change(next, atoms(st.Public, n), err)
}

func (st state) changeSize(rest string) (state, game.Move, error) {
	n, err := number(rest, deal.Smallest, deal.Largest, "squares a side")
	next := st
	next.Field = rules.Field{W: uint8(n), H: uint8(n)}
	return st.change(next, size(st.Public, n), err)
}

func (st state) switchBalls(string) (state, game.Move, error) {
	m := billiards(st.Public)
	st.Balls, st.Label = !st.Balls, true
	st.Last = "Beams that come out at another port will be marked with plain marbles."
	if st.Balls {
		st.Last = "Beams that come out at another port will be marked with numbered balls."
	}
	return st, m, nil
}

func (st state) start(string) (state, game.Move, error) {
	if st.Phase == deal.Learning {
		return st, game.Move{}, game.Illegal("learning mode shows the atoms; %s for a new deal", game.Type("learn"))
	}
	st.Phase, st.Last = deal.Solving, "The search began."
	return st, start, nil
}

func number(text string, least, most int, what string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, game.Illegal("there can be %d to %d %s, not %q", least, most, what, phrase.Clip(text))
	}
	return n, nil
}

// change returns a new deal for the state next, which has a different size, number of atoms or difficulty. The choice of marbles is kept, and
// learning mode continues. If wrong, the error about the move's argument, is not nil, change returns that error.
func (st state) change(next state, m game.Move, wrong error) (state, game.Move, error) {
	switch {
	case wrong != nil:
		return st, game.Move{}, wrong
	case st.Table:
		return st.resize(next, m)
	}
	next, err := next.dealt()
	if err != nil {
		return st, game.Move{}, game.Illegal("%v", err)
	}
	next.Balls, next.Label = st.Balls, st.Label
	if st.Phase == deal.Learning {
		next.Phase = deal.Learning
	}
	next.Last = m.Label + ": new atoms were hidden."
	return next, m, nil
}

func (st state) fire(rest string) (state, game.Move, error) {
	port, err := st.Field.ParsePort(rest)
	switch {
	case err != nil:
		return st, game.Move{}, game.Unreadable("%v", err)
	case !st.Free(port):
		return st, game.Move{}, game.Illegal("port %d already shows a result", port)
	}
	shot := rules.Shot{Port: port, Answer: rules.Fire(st.layout, port)}
	st.Shots = append(st.Shots[:len(st.Shots):len(st.Shots)], shot)
	st.Begun, st.Label = true, false
	st.Changed = []string{deal.PortSpot(port)}
	if exit := shot.Answer.Port(); exit != rules.NoPort {
		st.Changed = append(st.Changed, deal.PortSpot(exit))
	}
	if st.Phase == deal.Setting {
		st.Phase = deal.Solving
	}
	st.Last = deal.Sentence(shot)
	st.Work = st.judged(len(st.Shots) - 1)
	return st, fire(port), nil
}

func (st state) set(rest string) (state, game.Move, error) {
	s, err := st.Field.ParseSquare(rest)
	switch {
	case err != nil:
		return st, game.Move{}, game.Unreadable("%v", err)
	case st.Phase == deal.Solving && !st.Begun:
		return st, game.Move{}, game.Illegal("fire a beam first")
	case st.Phase == deal.Setting:
		return st, game.Move{}, game.Illegal("fire a beam first, or %s to hide the atoms yourself", game.Type("hide"))
	case st.Phase == deal.Learning:
		return st, game.Move{}, game.Illegal("you cannot set atoms in learning mode; %s for a new deal", game.Type("learn"))
	case st.Marks.Has(s):
		st.Marks, st.Last = st.Marks.Without(s), fmt.Sprintf("The atom on %v was removed.", s)
	case st.Marks.Count() == st.Atoms:
		return st, game.Move{}, game.Illegal("%d atoms are set, and no more are hidden; remove one first, or %s", st.Atoms, game.Type("evaluate"))
	default:
		st.Marks = st.Marks.With(s)
		st.Last = fmt.Sprintf("Atom %d of %d was set on %v.", st.Marks.Count(), st.Atoms, s)
	}
	st.Changed = []string{s.String()}
	st.Work = st.judged(0)
	return st, mark(s), nil
}

func (st state) evaluate(string) (state, game.Move, error) {
	switch {
	case st.Phase == deal.Learning:
		return st, game.Move{}, game.Illegal("in learning mode there is nothing to evaluate; %s for a new deal", game.Type("learn"))
	case st.Phase == deal.Setting:
		return st, game.Move{}, game.Illegal("fire a beam and set the atoms first")
	case st.Marks.Count() != st.Atoms:
		return st, game.Move{}, game.Illegal("set all atoms first: %d of %d are set", st.Marks.Count(), st.Atoms)
	}
	st.Phase, st.Notes = deal.Finished, deal.Blank(st.Field)
	st.Last = st.verdict()
	return st, evaluate, nil
}

func (st state) giveUp(string) (state, game.Move, error) {
	if st.Phase != deal.Solving {
		return st, game.Move{}, game.Illegal("there is nothing to give up yet")
	}
	st.Phase, st.Notes, st.GaveUp = deal.Finished, deal.Blank(st.Field), true
	st.Last = "Given up. " + st.verdict()
	return st, resign, nil
}

// verdict returns the number of atoms found, in words, and whether the atoms set give the same answers as the solution (rules: "Fairness").
func (st state) verdict() string {
	right := st.layout.Common(st.Marks)
	text := fmt.Sprintf("%d of %d atoms are right.", right, st.Atoms)
	if right < st.Atoms && st.solved() {
		text += " The atoms set are as good as the solution: no beam can tell the two apart."
	}
	return text
}

// solved reports whether the solver has set all atoms and no beam can distinguish them from the hidden ones.
func (st state) solved() bool {
	return st.Marks.Count() == st.Atoms && rules.SameAnswers(st.layout, st.Marks)
}

func (st state) learn(string) (state, game.Move, error) {
	m := learning(st.Public)
	switch {
	case st.Phase == deal.Learning || st.Phase == deal.Setting && !st.ByHand:
		st.again++
		next, err := st.dealt()
		if err != nil {
			return st, game.Move{}, game.Illegal("%v", err)
		}
		if st.Phase == deal.Learning {
			next.Last = "New atoms were hidden."
			return next, m, nil
		}
		next.Balls, next.Label = st.Balls, st.Label
		st, st.Last = next, "Learning mode: the atoms and all beams are shown."
	case st.Phase == deal.Setting:
		st.Last = "Learning mode: the atoms hidden by hand are shown."
	default:
		st.Marks, st.Notes = st.Field.Empty(), deal.Blank(st.Field)
		st.Last = "Learning mode: this deal ends without a score, and its atoms and beams are shown."
	}
	st.Phase = deal.Learning
	return st, m, nil
}

func (st state) hide(rest string) (state, game.Move, error) {
	switch {
	case st.Begun:
		return st, game.Move{}, game.Illegal("a beam has been fired, so the atoms are fixed until the next deal; %s to deal again", game.Type("new"))
	case st.Phase == deal.Solving:
		return st, game.Move{}, game.Illegal("the search has begun, so the atoms are fixed until the next deal; %s to deal again", game.Type("new"))
	}
	list := strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	layout := st.Field.Empty()
	for _, name := range list {
		s, err := st.Field.ParseSquare(name)
		if err != nil {
			return st, game.Move{}, game.Illegal("one of the squares is not on the field, which goes from a1 to %v", deal.Corner(st.Field))
		}
		if layout.Has(s) {
			return st, game.Move{}, game.Illegal("a square is named twice")
		}
		layout = layout.With(s)
	}
	if n := layout.Count(); n != st.Atoms {
		return st, game.Move{}, game.Illegal("%d atoms must be hidden, but you named %d; %s or %s to change the number", st.Atoms, n, game.Type("more"), game.Type("fewer"))
	}
	st.layout, st.ByHand = layout, true
	m := game.Move{Text: "hide " + deal.Squares(layout), Label: "hide"}
	if st.Phase == deal.Learning {
		st.Last = "The atoms were placed by hand."
		return st, m, nil
	}
	st.Last = handed(st.Public)
	m.Secret, m.Final = true, true
	return st, m, nil
}

func handed(p deal.Public) string { return fmt.Sprintf("%d atoms were hidden by hand.", p.Atoms) }

// Outcome gives the round to a solver who has set the hidden atoms, or a layout that no beam can distinguish from them; otherwise to the hider.
func (st state) Outcome() game.Outcome {
	right := st.layout.Common(st.Marks)
	o := game.Outcome{
		Winner: hider,
		Text:   fmt.Sprintf("Score: %d%s, %d of %d atoms found.", rules.Score(st.Shots, st.layout, st.Marks), help(st.Public), right, st.Atoms),
		Why:    "The atoms were at " + deal.Spaced(deal.Squares(st.layout)) + ".",
		Tally:  st.tally(),
	}
	if st.solved() {
		o.Winner = solver
	}
	return o
}

// Revealed implements [game.Revealer].
func (st state) Revealed() game.State {
	if st.Phase == deal.Solving && !st.Table {
		st.Phase, st.Notes, st.Stopped = deal.Finished, deal.Blank(st.Field), true
	}
	return st
}

// View returns the view of a seat. The layout is shown in learning mode and after the evaluation. The hider also sees it during the search or
// after hiding atoms.
func (st state) View(seat int) game.View {
	v := view{deal.View{Public: st.Public, Hider: seat == hider && !st.Table, Watch: seat == game.Nobody, Layout: st.Field.Empty()}}
	if st.Table {
		v.Work = v.Compared(0)
	}
	if st.Phase == deal.Learning || st.Phase == deal.Finished || v.Hider && (st.ByHand || st.Phase == deal.Solving) {
		v.Layout = st.layout
	}
	return v
}

// judged returns the work with new verdicts on the beams whose index is at least the parameter from.
func (st state) judged(from int) deal.Work {
	if st.draft || st.Table { // View compares the answers on the solver's table, so that lines of an analysis are played fast
		return st.Work
	}
	return st.Compared(from)
}
