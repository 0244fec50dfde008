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

// boardOf describes the board of an editor for package editor.
func boardOf(v view) editor.Board {
	b := editor.Board{Pieces: editorPieces, Spots: names(rules.Board), Spot: "square", Others: "turn blue, clock 12"}
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
	return boardOf(view{}).Words(
		game.Word{Name: "turn", Args: "SIDE", Help: "choose the side to move", Key: "m", Label: "To move", Bar: game.Before, Line: "turn other"},
		game.Word{Name: "clock", Args: "N", Help: fmt.Sprintf("set the number of jumps in a row so far, 0 to %d", rules.Guide.Limit()-1), Key: "k", Label: "Jumps", Bar: game.Before, Line: "clock "},
		game.Word{Name: "fen", Help: "print the position", Show: func(v game.View) string { return v.(view).pos.FEN() }},
	)
}

// edit plays a move of the board editor.
func (s state) edit(word, rest string) (state, game.Move, error) {
	next, m := s, game.Move{}
	switch word {
	case "turn":
		to, err := side(strings.Replace(rest, "other", s.pos.Turn().Other().String(), 1))
		if err != nil {
			return s, m, game.Illegal("%v", err)
		}
		next.pos, next.edited = s.pos.WithTurn(to), phrase.Capital(to.String())+" is to move."
		m = turning(to)
	case "clock":
		n, err := strconv.Atoi(rest)
		if most := rules.Guide.Limit() - 1; err != nil || n < 0 || n > most {
			return s, m, game.Illegal("%q is not a number of jumps in a row; it must be 0 to %d", phrase.Clip(rest), most)
		}
		next.pos = rules.PositionOf(s.pos.Pieces(rules.Red), s.pos.Pieces(rules.Blue), s.pos.Blocks(), s.pos.Turn(), rules.Guide, n)
		next.edited = fmt.Sprintf("The number of jumps in a row is %d.", n)
		m = game.Move{Text: fmt.Sprint("clock ", n), Label: "Jumps"}
	default:
		c, err := boardOf(s.view).Read(word + " " + rest)
		if err != nil {
			return s, m, err
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

func turning(to rules.Side) game.Move {
	return game.Move{Text: "turn " + to.String(), Label: "To move", Key: "m"}
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
	setup, err := editor.Setup(g, setup, texts)
	return setup.With(game.Editing), err
}
