package ataxx

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// At says what is on a square and on the squares next to it.
func (Game) At(gv game.View, spot string) (string, error) {
	v, ok := gv.(view)
	if !ok {
		return "", errors.New("not a view of Ataxx")
	}
	sq, err := rules.ParseSquare(spot)
	if err != nil {
		return "", fmt.Errorf("%q is not a square; squares are a1 to g7", phrase.Clip(spot))
	}
	there := ""
	var beside []string
	for _, c := range [...]struct {
		name string
		set  rules.Bitboard
	}{
		{"red", v.pos.Pieces(rules.Red)}, {"blue", v.pos.Pieces(rules.Blue)}, {"blocked", v.pos.Blocks()}, {"empty", v.pos.Free()},
	} {
		if c.set.Has(sq) {
			there = c.name
		}
		if near := names(sq.Near() & c.set); len(near) > 0 {
			beside = append(beside, c.name+" "+phrase.List(near))
		}
	}
	return fmt.Sprintf("%v is %s. Beside it: %s.", sq, there, strings.Join(beside, "; ")), nil
}
