package atommaster

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/game/editor"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// board describes the field for package editor.
func (v view) board() editor.Board {
	b := editor.Board{
		Pieces: []editor.Piece{{Name: "atom", Says: "an atom"}}, Spots: bridge.Texts(picture.Reading(v.Field), rules.Square.String),
		Spot: "square", Others: "size 10",
	}
	b.At = func(spot string) string {
		if s, err := v.Field.ParseSquare(spot); err == nil && v.Layout.Has(s) {
			return "atom"
		}
		return ""
	}
	return b
}

// EditorWords returns the commands of the board editor.
func (Game) EditorWords() []game.Word {
	return view{deal.View{Public: deal.Public{Work: deal.Work{Evidence: deal.Evidence{Field: rules.Field{W: deal.Usual, H: deal.Usual}}}}}}.board().Words(
		game.Word{Name: "size", Args: "N", Help: "set the size, 5 to 12 squares a side"},
		game.Word{Name: "larger", Help: "add a row and a column to the field", Key: "}", Label: "Larger field", Bar: game.Before},
		game.Word{Name: "smaller", Help: "remove a row and a column from the field, with the atoms there", Key: "{", Label: "Smaller field", Bar: game.Before},
	)
}

// editorMoves lists the moves of the board editor that have a spot or a button.
func (v view) editorMoves() []game.Move {
	list := v.board().Moves()
	for i, label := range []string{"Smaller field", "Larger field"} {
		if n := int(v.Field.W) + 2*i - 1; n >= deal.Smallest && n <= deal.Largest {
			m := size(v.Public, n)
			m.Label = label
			list = append(list, m)
		}
	}
	return list
}

// editor returns the first state of the board editor, with the layout of a code unless it is empty.
func (st state) editor(hidden string) (state, error) {
	l, err := st.Field.Empty(), error(nil)
	if hidden != "" {
		l, err = deal.Reveal(hidden, st.Field, st.Atoms)
	}
	st.Difficulty, st.Last = deal.AnyDeal, ""
	return st.holding(l), err
}

// holding returns the editor with a layout.
func (st state) holding(l rules.Layout) state {
	st.Phase, st.Field, st.layout, st.Atoms = deal.Editing, l.Field(), l, l.Count()
	st.Marks, st.Notes = st.Field.Empty(), deal.Blank(st.Field)
	return st
}

// edit plays a move of the board editor.
func (st state) edit(text string) (state, game.Move, error) {
	st.Changed = nil
	if word, rest := st.spelled(phrase.Cut(strings.ToLower(text))); word == "size" {
		n, err := number(rest, deal.Smallest, deal.Largest, "squares a side")
		if err != nil {
			return st, game.Move{}, err
		}
		m := size(st.Public, n)
		l := rules.Field{W: uint8(n), H: uint8(n)}.Empty()
		for s := range st.layout.Atoms() {
			if s.Column() < n && s.Row() < n {
				l = l.With(s)
			}
		}
		st.Last = fmt.Sprintf("The field is %d by %[1]d squares.", n)
		return st.holding(l), m, nil
	}
	c, err := view{deal.View{Public: st.Public, Layout: st.layout}}.board().Read(text)
	if err != nil {
		return st, game.Move{}, err
	}
	l := st.layout
	for _, spot := range c.Spots {
		s, _ := st.Field.ParseSquare(spot)
		if l = l.Without(s); c.Piece != "" {
			l = l.With(s)
		}
	}
	st.Last, st.Changed = c.Did, c.Spots
	return st.holding(l), c.Move, nil
}

// Playable returns nil if a deal can begin with the atoms of an editor.
func (Game) Playable(gv game.View) error {
	if n := gv.(view).Atoms; n < deal.Fewest || n > deal.Mostest {
		return fmt.Errorf("place %d to %d atoms, not %d", deal.Fewest, deal.Mostest, n)
	}
	return nil
}

// Edited returns the setup of the board editor with the atoms that are known after the moves in texts, or without atoms.
func (g Game) Edited(setup game.Setup, texts []string) (game.Setup, error) {
	_, end, _, err := bridge.Replay(g, setup, texts)
	if err != nil {
		return setup, err
	}
	st := end.(state)
	next := game.Setup{Options: fmt.Sprintf("size=%d", st.Field.W)}
	if st.Phase == deal.Learning || st.Phase == deal.Finished {
		next = hiding(st.layout)
	}
	return next.With(game.Editing), nil
}

// placed returns the setup of the deal with the atoms of an editor.
func (st state) placed() (game.Setup, error) {
	return hiding(st.layout), Game{}.Playable(st.View(solver))
}

// hiding returns the setup of a deal with a layout that a person has hidden.
func hiding(l rules.Layout) game.Setup {
	return game.Setup{Options: fmt.Sprintf("size=%d %s%d %s%s", l.Field().W, atomsOption, l.Count(), hiddenOption, deal.Conceal(l))}
}
