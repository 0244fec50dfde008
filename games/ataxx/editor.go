package ataxx

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"attic/game"
	"attic/game/editor"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// board describes the board for package editor.
func (v view) board() editor.Board {
	b := editor.Board{Pieces: editorPieces, Spots: names(rules.Board), Spot: "square", Others: "turn blue, clock 12, empty"}
	b.At = func(spot string) string {
		if sq, err := rules.ParseSquare(spot); err == nil && v.pos.At(sq) != rules.Empty {
			return editorPieces[v.pos.At(sq)-rules.RedPiece].Name
		}
		return ""
	}
	return b
}

// editorPieces are in the order of the cells.
var editorPieces = []editor.Piece{{Name: "red", Key: "r", Says: "a red piece"}, {Name: "blue", Key: "b", Says: "a blue piece"}, {Name: "block", Key: "x", Says: "a block"}}

// EditorWords returns the commands of the board editor.
func (Game) EditorWords() []game.Word {
	return []game.Word{
		{Name: "put", Args: "PIECE SQUARE", Help: "place red, blue or block, such as put red a1; several squares work too"},
		{Name: "remove", Args: "SQUARE", Help: "clear a square; several squares work too"},
		{Name: "turn", Args: "SIDE", Help: "choose the side to move", Key: "m", Label: "To move", Bar: game.Before, Line: "turn other"},
		{Name: "clock", Args: "N", Help: fmt.Sprintf("set the number of jumps in a row so far, 0 to %d", rules.Guide.Limit()-1), Key: "k", Label: "Jumps", Bar: game.Before, Line: "clock "},
		{Name: "blocks", Args: "PATTERN", Help: "set blocks by letter, such as blocks 3gh; 0 clears them"},
		{Name: "empty", Help: "clear all squares", Key: "e", Label: "Empty", Bar: game.Before},
		{Name: "fen", Args: "[FEN]", Help: "print the position, or set it", Show: func(v game.View) string { return v.(view).pos.FEN() }},
	}
}

var clearing = game.Move{Text: "empty", Label: "Empty", Key: "e"}

// editorMoves lists the moves of the board editor that have a spot or a button.
func (v view) editorMoves() []game.Move {
	turn := "turn " + v.pos.Turn().Other().String()
	return append(v.board().Moves(), clearing, game.Move{Text: turn, Label: "To move", Key: "m"})
}

// edit plays a move of the board editor.
func (s state) edit(word, rest string) (game.State, game.Move, error) {
	next, m := s, game.Move{Text: word + " " + rest, Label: phrase.Capital(word)}
	switch word {
	case "empty":
		next.pos = rules.PositionOf(0, 0, 0, s.pos.Turn(), rules.Guide, s.pos.Clock())
		next.edited, m = "All squares were cleared.", clearing
	case "turn":
		to, err := side(strings.Replace(rest, "other", s.pos.Turn().Other().String(), 1))
		if err != nil {
			return nil, m, game.Illegal("%v", err)
		}
		next.pos, next.edited = s.pos.WithTurn(to), phrase.Capital(to.String())+" is to move."
		m.Text, m.Label, m.Key = "turn "+to.String(), "To move", "m"
	case "clock":
		n, err := strconv.Atoi(rest)
		if most := rules.Guide.Limit() - 1; err != nil || n < 0 || n > most {
			return nil, m, game.Illegal("the number of jumps in a row is %q; it must be a number from 0 to %d", phrase.Clip(rest), most)
		}
		next.pos, next.edited = rules.PositionOf(s.pos.Pieces(rules.Red), s.pos.Pieces(rules.Blue), s.pos.Blocks(), s.pos.Turn(), rules.Guide, n), fmt.Sprintf("%s in a row so far.", phrase.Capital(phrase.Count(n, "jump")))
		m.Text = fmt.Sprint("clock ", n)
	case "blocks", "fen":
		s.editing = false
		played, m, err := s.prepare(word, rest)
		if err != nil {
			return nil, m, err
		}
		next.pos, next.edited = played.(state).pos, "The blocks were set."
		if word == "fen" {
			next.edited = "The position was set."
		}
		next.first, m.Spots, m.Track = next.pos.Turn(), nil, ""
		return next, m, nil
	default:
		c, err := s.board().Read(word + " " + rest)
		if err != nil {
			return nil, m, err
		}
		cell := rules.Empty
		if i := slices.IndexFunc(editorPieces, func(p editor.Piece) bool { return p.Name == c.Piece }); i >= 0 {
			cell = rules.RedPiece + rules.Cell(i)
		}
		for _, spot := range c.Spots {
			sq, _ := rules.ParseSquare(spot)
			next.pos = with(next.pos, sq, cell)
		}
		next.edited, m = c.Did, c.Move
	}
	next.first = next.pos.Turn()
	return next, m, nil
}

// with returns a position with other contents of a square.
func with(p rules.Position, sq rules.Square, c rules.Cell) rules.Position {
	sets := [...]rules.Bitboard{rules.Empty: p.Free(), rules.RedPiece: p.Pieces(rules.Red), rules.BluePiece: p.Pieces(rules.Blue), rules.Block: p.Blocks()}
	for cell := range sets {
		sets[cell] &^= 1 << sq
	}
	sets[c] |= 1 << sq
	return rules.PositionOf(sets[rules.RedPiece], sets[rules.BluePiece], sets[rules.Block], p.Turn(), rules.Guide, p.Clock())
}

func (v view) editorPreview(text string) game.Preview {
	if word, rest := phrase.Cut(strings.ToLower(text)); word != "put" && word != "remove" {
		next, _, err := state{v}.edit(word, rest)
		if err != nil {
			return game.Preview{Sentence: "Not possible: " + err.Error() + "."}
		}
		return game.Preview{Sentence: strings.NewReplacer(" were ", " would be ", " was ", " would be ", " is ", " would be ").Replace(next.(state).edited)}
	}
	return v.board().Preview(text)
}

// Playable returns nil if a game can begin with the board of an editor.
func (Game) Playable(gv game.View) error {
	pos := gv.(view).pos
	for _, s := range []rules.Side{rules.Red, rules.Blue} {
		if pos.Count(s) == 0 {
			return fmt.Errorf("%s has no pieces", s)
		}
	}
	switch pos.End() {
	case rules.NoMoves:
		return errors.New("neither side can move")
	case rules.Stopped:
		return fmt.Errorf("the game ends after %d jumps in a row", rules.Guide.Limit())
	}
	return nil
}

// Edited returns the setup of the board editor with the position after the moves in texts.
func (g Game) Edited(setup game.Setup, texts []string) (game.Setup, error) {
	r, err := g.RecordOf(setup, texts)
	if err == nil {
		setup, err = g.SetupAt(r.Final)
	}
	return setup.With(game.Editing), err
}
