package atommaster

import (
	"testing"

	"attic/dev/gametest"
	"attic/game"
)

// tables is Atommaster with nothing but the solver's table.
type tables struct {
	game.Game
	game.Words
	game.Explainer
	game.Speaker
}

func (g tables) Info() game.Info {
	i := g.Game.Info()
	i.Lessons, i.Course, i.Kinds, i.Shuffled = nil, game.Course{}, nil, nil
	i.Sample = []string{"answer 3 A", "answer 7 R", "answer 2 14"}
	return i
}

func (g tables) New(game.Setup) (game.State, error) {
	return g.Game.New(game.Setup{Options: "size=5 atoms=3 " + tableOption})
}

func TestContractOfTheTable(t *testing.T) {
	g := Game{}
	gametest.Run(t, tables{g, g, g, g}, "5 17", "6=A", "7 R", "5 none")
}
