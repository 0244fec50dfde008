package atom4

import (
	"context"
	"fmt"

	"attic/game"
	"attic/internal/phrase"
)

// themes are the kinds of puzzles, the easiest first.
var themes = []game.Theme{
	{
		Name: "win2", Title: "Win in two", Task: "Win in two moves.",
		Hint: "Look for a move that makes two threats at once.",
	},
	{
		Name: "defence", Title: "The only defence", Task: "Stop the opponent from winning within three moves.",
		Hint: "See how the opponent would win if you passed, then look for what breaks it.",
	},
	{
		Name: "win3", Title: "Win in three", Task: "Win in three moves.",
		Hint: "Look for threats that leave a single answer.",
	},
	{
		Name: "win4", Title: "Win in four", Task: "Win in four moves.",
		Hint: "Look for threats that leave a single answer, and where their answers lead.",
	},
}

// tryPuzzle is Game.Try for the goals of the puzzles.
func tryPuzzle(_ context.Context, _ state, goal, _ string) (game.Tried, error) {
	return game.Tried{}, fmt.Errorf("there is no goal %q in Atom-4", phrase.Clip(goal))
}
