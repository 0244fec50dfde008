package atommaster

import (
	"context"
	"fmt"

	"attic/game"
	"attic/internal/phrase"
)

// themes are the kinds of puzzles, the easiest first.
var themes = []game.Theme{
	{
		Name: "atom", Title: "Certain atom", Task: "Set an atom on the square that certainly holds one.",
		Hint: "Assume that a square is empty, and look for a beam that could not answer as it did.",
	},
}

// tryPuzzle is Game.Try for the goals of the puzzles.
func tryPuzzle(_ context.Context, _ state, goal, _ string) (game.Tried, error) {
	return game.Tried{}, fmt.Errorf("there is no goal %q in Atommaster", phrase.Clip(goal))
}
