package ataxx

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// At describes a square and the squares next to it.
func (Game) At(gv game.View, spot string) (string, error) {
	v, ok := gv.(view)
	if !ok {
		return "", errors.New("not a view of Ataxx")
	}
	sq, err := rules.ParseSquare(spot)
	if err != nil {
		return "", fmt.Errorf("%q is not a square; squares are a1 to g7", phrase.Clip(spot))
	}
	var beside []string
	for _, cell := range []rules.Cell{rules.RedPiece, rules.BluePiece, rules.Block, rules.Empty} {
		near := slices.DeleteFunc(squares(sq.Near()), func(s rules.Square) bool { return v.pos.At(s) != cell })
		if len(near) > 0 {
			beside = append(beside, pieces[cell].name+" "+phrase.List(bridge.Texts(near, rules.Square.String)))
		}
	}
	return fmt.Sprintf("%v is %s. Beside it: %s.", sq, pieces[v.pos.At(sq)].name, strings.Join(beside, "; ")), nil
}
