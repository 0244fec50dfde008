package atom4

import (
	"errors"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/game/editor"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// board describes the board for package editor.
func (v view) board() editor.Board {
	b := editor.Board{Pieces: editorPieces, Spots: vertices, Spot: "vertex", Others: "turn blue, empty"}
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

var vertices = func() (list []string) {
	for i := range rules.Squares {
		list = append(list, rules.Square(i).String())
	}
	return list
}()

// EditorWords returns the commands of the board editor.
func (Game) EditorWords() []game.Word {
	w := game.Word{Name: "turn", Args: "COLOUR", Help: "choose the colour to play, and with it the player", Key: "m", Label: "To move", Bar: game.Before}
	for _, c := range order {
		w.Items = append(w.Items, game.Item{Text: "turn " + c.String(), Label: phrase.Capital(c.String())})
	}
	return append([]game.Word{
		{Name: "put", Args: "COLOUR VERTEX", Help: "place a piece, such as put red h9; several vertices work too"},
		{Name: "remove", Args: "VERTEX", Help: "remove a piece; several vertices work too"},
	}, w, game.Word{Name: "empty", Help: "remove all pieces", Key: "e", Label: "Empty", Bar: game.Before},
		game.Word{Name: "fen", Args: "[FEN]", Help: "print the position, or set it", Show: func(v game.View) string { return written(v.(view).pos) }})
}

// editorMoves lists the moves of the board editor that have a spot or a button.
func (v view) editorMoves() []game.Move {
	return append(v.board().Moves(), clearing)
}

var clearing = game.Move{Text: "empty", Label: "Empty", Key: "e"}

func turning(c rules.Color) game.Move {
	return game.Move{Text: "turn " + c.String(), Label: phrase.Capital(c.String()) + " to move"}
}

// edit plays a move of the board editor.
func (s state) edit(text string) (game.State, game.Move, error) {
	next := view{pos: s.pos, round: s.round, editing: true}
	word, rest := phrase.Cut(text)
	switch strings.ToLower(word) {
	case "empty":
		for _, name := range vertices {
			sq, _ := rules.ParseSquare(name)
			next.pos = rules.Changed(next.pos, sq, rules.Empty)
		}
		next.edited = "All pieces were removed."
		return state{next}, clearing, nil
	case "fen":
		pos, err := readBoard(rest)
		if err != nil {
			return nil, game.Move{}, game.Refuse(err, rules.ErrBoard)
		}
		next.pos, _ = rules.ParsePieces(pos.Board(), pos.Turn())
		next.edited = "The position was set."
		return state{next}, game.Move{Text: "fen " + written(pos), Label: "Position"}, nil
	case "turn":
		c, err := rules.ParseColor(strings.ToLower(rest))
		if err != nil || !c.OnWheel() {
			return nil, game.Move{}, game.Illegal("turn needs a colour that is played: red, yellow, green, cyan, blue or purple")
		}
		next.pos, next.edited = s.pos.WithTurn(c), phrase.Capital(c.String())+" is to move."
		return state{next}, turning(c), nil
	}
	c, err := s.board().Read(text)
	if err != nil {
		return nil, game.Move{}, err
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

func (v view) editorPreview(text string) game.Preview {
	if word, _ := phrase.Cut(text); word == "empty" || word == "turn" || word == "fen" {
		next, _, err := state{v}.edit(text)
		if err != nil {
			return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
		}
		return game.Preview{Sentence: strings.NewReplacer(" were ", " would be ", " was ", " would be ", " is ", " would be ").Replace(next.(state).edited)}
	}
	return v.board().Preview(text)
}

func (v view) editorStatus() game.Status {
	s := game.Status{Goal: "Board editor: choose a colour, then vertices.", Last: v.edited, Scores: []string{phrase.Count(v.pos.Count(), "piece")}}
	s.Turn = phrase.Capital(v.pos.Turn().String()) + " is to move."
	if err := (Game{}).Playable(v); err != nil {
		s.Turn = "Not ready: " + err.Error() + "."
	}
	return s
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
	_, last, _, err := bridge.Replay(g, setup, texts)
	if err != nil {
		return setup, err
	}
	setup, err = g.SetupAt(written(last.(state).pos))
	return setup.With(game.Editing), err
}

// Placed returns the setup that begins with the board of the editor. Other rounds have no set-up.
func (g Game) Placed(setup game.Setup, texts []string) (game.Setup, error) {
	if !game.Edits(setup) {
		return setup, nil
	}
	_, last, _, err := bridge.Replay(g, setup, texts)
	if err != nil {
		return setup, err
	}
	if setup, err = g.SetupAt(written(last.(state).pos)); err != nil {
		err = errApart
	}
	return setup, err
}
