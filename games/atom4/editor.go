package atom4

import (
	"errors"
	"strings"
	"sync"

	"attic/game"
	"attic/game/editor"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// boardOf describes the board of an editor for package editor.
func boardOf(v view) editor.Board {
	b := editor.Board{Pieces: editorPieces, Spots: vertices(), Spot: "vertex", Others: "turn blue"}
	b.At = func(spot string) string {
		if s, err := rules.ParseSquare(spot); err == nil && v.pos.At(s) != rules.Empty {
			return v.pos.At(s).String()
		}
		return ""
	}
	return b
}

var editorPieces = []editor.Piece{
	{Name: "red", Key: "r", Says: "a red piece"},
	{Name: "yellow", Key: "y", Says: "a yellow piece"},
	{Name: "green", Key: "g", Says: "a green piece"},
	{Name: "cyan", Key: "c", Says: "a cyan piece"},
	{Name: "blue", Key: "b", Says: "a blue piece"},
	{Name: "purple", Key: "p", Says: "a purple piece"},
	{Name: "white", Key: "x", Says: "a white piece"},
	{Name: "black", Key: "k", Says: "a black piece"},
}

var vertices = sync.OnceValue(func() (list []string) {
	for i := range rules.Squares {
		list = append(list, rules.Square(i).String())
	}
	return list
})

// EditorWords returns the commands of the board editor.
func (Game) EditorWords() []game.Word {
	w := game.Word{Name: "turn", Args: "COLOUR", Help: "choose the colour to play, and with it the player", Key: "m", Label: "To move", Bar: game.Before}
	for _, c := range order {
		w.Items = append(w.Items, game.Item{Text: "turn " + c.String(), Label: phrase.Capital(c.String())})
	}
	return boardOf(view{}).Words(w, game.Word{Name: "fen", Help: "print the position", Show: func(v game.View) string { return written(v.(view).pos) }})
}

// edit plays a move of the board editor.
func (s state) edit(text string) (state, game.Move, error) {
	next := view{pos: s.pos, round: s.round, editing: true}
	if word, rest := phrase.Cut(strings.ToLower(text)); word == "turn" {
		c, err := rules.ParseColor(rest)
		if err != nil || !c.OnWheel() {
			return s, game.Move{}, game.Illegal("turn needs a colour that is played: red, yellow, green, cyan, blue or purple")
		}
		next.pos, next.edited = s.pos.WithTurn(c), phrase.Capital(c.String())+" is to move."
		return state{next}, game.Move{Text: "turn " + c.String(), Label: phrase.Capital(c.String()) + " to move"}, nil
	}
	c, err := boardOf(s.view).Read(text)
	if err != nil {
		return s, game.Move{}, err
	}
	piece := rules.Empty
	if c.Piece != "" {
		piece, _ = rules.ParseColor(c.Piece)
	}
	for _, spot := range c.Spots {
		sq, _ := rules.ParseSquare(spot)
		next.pos = rules.Changed(next.pos, sq, piece)
	}
	next.edited = c.Did
	return state{next}, c.Move, nil
}

func editorStatus(v view) game.Status {
	turn := phrase.Capital(v.pos.Turn().String()) + " is to move."
	return editor.Status("choose a colour, then vertices.", v.edited, turn, phrase.Count(v.pos.Count(), "piece"), Game{}.Playable(v))
}

// errApart is the only fault of a board of the editor that no game ID can hold.
var errApart = errors.New("no two pieces touch")

// Playable returns nil if the next piece can be placed.
func (Game) Playable(gv game.View) error {
	pos, err := rules.ParseBoard(gv.(view).pos.Board(), gv.(view).pos.Turn())
	switch {
	case err != nil:
		return errApart
	case pos.Over():
		return errors.New("every vertex has a piece")
	}
	return nil
}

// Edited returns the setup of the board editor with the position after the moves in texts.
func (g Game) Edited(setup game.Setup, texts []string) (game.Setup, error) {
	setup, err := editor.Setup(g, setup, texts)
	return setup.With(game.Editing), err
}

// Placed returns the setup that begins with the board of the editor. Other rounds have no set-up.
func (g Game) Placed(setup game.Setup, texts []string) (game.Setup, error) {
	if !game.Edits(setup) {
		return setup, nil
	}
	setup, err := editor.Setup(g, setup, texts)
	if err != nil {
		err = errApart
	}
	return setup, err
}
