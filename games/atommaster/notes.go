package atommaster

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

func noted(kind int, s rules.Square) game.Move {
	k := deal.NoteKinds[kind]
	return game.Move{Text: deal.Note(kind, s), Spots: []string{s.String()}, Track: set, Label: k.Label, Key: k.Key}
}

// allNotes lists the moves that write or remove notes.
func allNotes(f rules.Field) []game.Move {
	list := make([]game.Move, 0, len(deal.NoteKinds)*int(f.W)*int(f.H))
	for kind := range deal.NoteKinds {
		for s := range f.Squares() {
			list = append(list, noted(kind, s))
		}
	}
	return list
}

// notedAll is noted for several squares. A note that is there stays.
func notedAll(kind int, list []rules.Square) game.Move {
	m := game.Move{Text: deal.Note(kind, list...), Track: set, Label: deal.NoteKinds[kind].Label}
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
	case st.Phase == deal.Learning:
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
		st.Last = fmt.Sprintf("Noted on %s: %s.", phrase.Count(len(list), "square"), deal.NoteKinds[kind].Says)
		return st, notedAll(kind, list), nil
	}
	s := list[0]
	had := st.Notes.At(s)
	if had >= 0 {
		st.Notes[had] = st.Notes[had].Without(s)
	}
	st.Last = fmt.Sprintf("The note on %v was removed.", s)
	if had != kind {
		st.Notes[kind] = st.Notes[kind].With(s)
		st.Last = fmt.Sprintf("Noted on %v: %s.", s, deal.NoteKinds[kind].Says)
	}
	st.Changed = []string{s.String()}
	return st, noted(kind, s), nil
}

// describeNotes lists all notes in one sentence.
func describeNotes(w deal.Work) string {
	var list []string
	for kind, l := range w.Notes {
		if l.Count() > 0 {
			list = append(list, deal.NoteKinds[kind].Says+" on "+deal.Spaced(deal.Squares(l)))
		}
	}
	return "Noted: " + strings.Join(list, "; ") + "."
}
