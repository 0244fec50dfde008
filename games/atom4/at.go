package atom4

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// At describes a vertex and the pieces next to it.
func (Game) At(gv game.View, spot string) (string, error) {
	v, ok := gv.(view)
	if !ok {
		return "", errors.New("not a view of Atom-4")
	}
	s, err := rules.ParseSquare(spot)
	if err != nil {
		return "", err
	}
	var by [rules.Empty + 1][]string
	for d := range rules.Direction(rules.Directions) {
		if to, ok := s.Step(d); ok {
			by[v.pos.At(to)] = append(by[v.pos.At(to)], to.String())
		}
	}
	var beside []string
	for c, squares := range by {
		if len(squares) > 0 {
			beside = append(beside, rules.Color(c).String()+" "+phrase.List(squares))
		}
	}
	return fmt.Sprintf("%v is %s. Beside it: %s.", s, v.pos.At(s), strings.Join(beside, "; ")), nil
}
