package atommaster

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// notes holds what the solver noted on squares. Notes do not affect the score, everybody sees them, and they end
// with the deal.
type notes [len(noteKinds)]rules.Layout

// noteKinds lists the kinds of notes; a square can carry one at a time. Their signs are neither letters nor
// numbers, because those mark ports.
var noteKinds = [...]struct {
	word  string // the first word of the move: "sure e5"
	key   string
	label string
	says  string
	sign  rune // shown on the square
}{
	{"sure", "a", "Sure", "surely an atom", '+'},
	{"maybe", "m", "Maybe", "perhaps an atom", '~'},
	{"free", "f", "Free", "no atom", '-'},
}

// blank returns the notes of a field without any.
func blank(f rules.Field) (n notes) {
	for kind := range n {
		n[kind] = f.Empty()
	}
	return n
}

// at returns the kind of the note on a square, -1 if there is none.
func (n notes) at(s rules.Square) int {
	for kind, l := range n {
		if l.Has(s) {
			return kind
		}
	}
	return -1
}

// count returns the number of notes.
func (n notes) count() int {
	sum := 0
	for _, l := range n {
		sum += l.Count()
	}
	return sum
}

// noteKind returns the kind of note that the command word writes, or -1.
func noteKind(word string) int {
	for kind, k := range noteKinds {
		if k.word == word {
			return kind
		}
	}
	return -1
}

// noting returns the move that writes a note on squares.
func noting(kind int, list ...rules.Square) string {
	text := noteKinds[kind].word
	for _, s := range list {
		text += " " + s.String()
	}
	return text
}

func noted(kind int, s rules.Square) game.Move {
	k := noteKinds[kind]
	return game.Move{Text: noting(kind, s), Spots: []string{s.String()}, Track: set, Label: k.label, Key: k.key}
}

// allNotes lists the moves that write or remove notes.
func allNotes(f rules.Field) []game.Move {
	list := make([]game.Move, 0, len(noteKinds)*int(f.W)*int(f.H))
	for kind := range noteKinds {
		for s := range f.Squares() {
			list = append(list, noted(kind, s))
		}
	}
	return list
}

// notedAll is noted for several squares. A note that is there stays.
func notedAll(kind int, list []rules.Square) game.Move {
	m := game.Move{Text: noting(kind, list...), Track: set, Label: noteKinds[kind].label}
	for _, s := range list {
		m.Spots = append(m.Spots, s.String())
	}
	return m
}

// note writes a note on a square, replacing any other, or removes it if it is already there. On several squares it only writes.
func (st state) note(kind int, rest string) (state, game.Move, error) {
	var list []rules.Square
	for _, word := range strings.Fields(rest) {
		s, err := st.Field.ParseSquare(word)
		if err != nil {
			return st, game.Move{}, game.Unreadable("%v", err)
		}
		list = append(list, s)
	}
	switch {
	case st.Phase == Learning:
		return st, game.Move{}, game.Illegal("notes are for the search; in learning mode the atoms are shown")
	case !st.Begun:
		return st, game.Move{}, game.Illegal("fire a beam first; notes are for the search")
	}
	if len(list) > 1 {
		for _, s := range list {
			for other := range st.Notes {
				st.Notes[other] = st.Notes[other].Without(s)
			}
			st.Notes[kind] = st.Notes[kind].With(s)
			st.Changed = append(st.Changed, s.String())
		}
		st.Last = fmt.Sprintf("Noted on %s: %s.", phrase.Count(len(list), "square"), noteKinds[kind].says)
		return st, notedAll(kind, list), nil
	}
	s := list[0]
	had := st.Notes.at(s)
	if had >= 0 {
		st.Notes[had] = st.Notes[had].Without(s)
	}
	st.Last = fmt.Sprintf("The note on %v was removed.", s)
	if had != kind {
		st.Notes[kind] = st.Notes[kind].With(s)
		st.Last = fmt.Sprintf("Noted on %v: %s.", s, noteKinds[kind].says)
	}
	st.Changed = []string{s.String()}
	return st, noted(kind, s), nil
}

// describeNotes lists all notes in one sentence.
func (w work) describeNotes() string {
	var list []string
	for kind, l := range w.Notes {
		if l.Count() > 0 {
			list = append(list, noteKinds[kind].says+" on "+spaced(squares(l)))
		}
	}
	return "Noted: " + strings.Join(list, "; ") + "."
}
