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

func allNotes(f rules.Field) []game.Move {
	list := make([]game.Move, 0, len(deal.NoteKinds)*int(f.W)*int(f.H))
	for kind := range deal.NoteKinds {
		for s := range f.Squares() {
			list = append(list, noted(kind, s))
		}
	}
	return list
}

// notedAll is like noted, for several squares. Its move removes no note.
func notedAll(kind int, list []rules.Square) game.Move {
	m := game.Move{Text: deal.Note(kind, list...), Track: set, Label: deal.NoteKinds[kind].Label}
	for _, s := range list {
		m.Spots = append(m.Spots, s.String())
	}
	return m
}

// note writes a note of a kind on a square, replacing any other, or removes a note of the same kind. With several squares it only writes.
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
		return st, game.Move{}, game.Illegal("you cannot take notes in learning mode; the atoms are shown")
	case !st.Begun:
		return st, game.Move{}, game.Illegal("you can take notes once you have fired a beam")
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

func describeNotes(w deal.Work) string {
	var list []string
	for kind, l := range w.Notes {
		if l.Count() > 0 {
			list = append(list, deal.NoteKinds[kind].Says+" on "+deal.Spaced(deal.Squares(l)))
		}
	}
	return "Noted: " + strings.Join(list, "; ") + "."
}

// shadesWord is the command that shades each square according to the probability of an atom there.
const shadesWord = "shades"

// shading returns the move that shows or hides shades. Showing shades cannot be undone, and is not allowed in games between machines.
func shading(p deal.Public) game.Move {
	m := game.Move{Text: shadesWord + " on", Label: "Shades", Key: "p", Final: !p.Helped, Alone: true, On: p.Shades}
	if p.Shades {
		m.Text = shadesWord + " off"
	}
	return m
}

// shade shows shades if the parameter rest is "on", hides them if it is "off", and switches between the two if it is empty.
func (st state) shade(rest string) (state, game.Move, error) {
	m := shading(st.Public)
	switch {
	case st.Phase == deal.Finished:
		return st, game.Move{}, game.Illegal("this deal is over; %s to deal again", game.Type("new"))
	case st.Phase != deal.Solving:
		return st, game.Move{}, game.Illegal("shades work only during the search, which begins with the first beam")
	case rest != "" && rest != "on" && rest != "off":
		return st, game.Move{}, game.Unreadable("%s takes on or off, not %q", game.Command(shadesWord), phrase.Clip(rest))
	case rest != "" && shadesWord+" "+rest != m.Text:
		return st, game.Move{}, game.Illegal("shades are %s already", rest)
	}
	st.Shades, st.Helped = !st.Shades, true
	st.Last = "The shades are off; this deal counts as played with help."
	if st.Shades {
		st.Last = "Shades show how likely atoms are, in percent; this deal counts as played with help."
	}
	return st, m, nil
}

func help(p deal.Public) string {
	if p.Helped && !p.Table {
		return ", with help"
	}
	return ""
}

// difficultyOption is the beginning of the option that sets the difficulty.
const difficultyOption = "difficulty="

func parseDifficulty(text string) (deal.Difficulty, error) {
	for d, name := range deal.DifficultyTexts {
		if strings.EqualFold(text, name) {
			return deal.Difficulty(d), nil
		}
	}
	return deal.AnyDeal, game.Illegal("the difficulty must be easy, medium, hard or any, not %q", phrase.Clip(text))
}

// named returns a noun phrase: "a hard deal".
func named(d deal.Difficulty) string {
	article := "a "
	if d == deal.EasyDeal {
		article = "an "
	}
	return article + deal.DifficultyTexts[d] + " deal"
}

func changing(d deal.Difficulty) game.Move {
	return game.Move{Text: "difficulty " + deal.DifficultyTexts[d], Label: phrase.Capital(deal.DifficultyTexts[d]) + " deal"}
}

func (st state) changeDifficulty(rest string) (state, game.Move, error) {
	next := st
	d, err := parseDifficulty(rest)
	next.Difficulty = d
	return st.change(next, changing(d), err)
}

// task describes the goal of the search: "4 atoms", "4 atoms in a hard deal", "4 atoms in the hardest deal found".
func task(p deal.Public) string {
	if p.ByHand || p.Difficulty == deal.AnyDeal {
		return fmt.Sprintf("%d atoms", p.Atoms)
	}
	what := named(p.Difficulty)
	if p.Nearest {
		what = map[deal.Difficulty]string{deal.EasyDeal: "the easiest deal found", deal.MediumDeal: "the deal found closest to medium", deal.HardDeal: "the hardest deal found"}[p.Difficulty]
	}
	return fmt.Sprintf("%d atoms in %s", p.Atoms, what)
}
