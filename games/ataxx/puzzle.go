package ataxx

import (
	"context"
	"fmt"

	"attic/game"
	"attic/internal/phrase"
)

// themes are the kinds of puzzles, the easiest first.
var themes = []game.Theme{
	{
		Name: "exchange", Title: "Best exchange",
		Task: "Find the move that leaves you at least two pieces better than any other, after your move, the answer and your next move.",
		Hint: "Count what each move takes, what the answer takes back, and what you take after that.",
	},
	{
		Name: "ending", Title: "Ending", Task: "Find the move that wins by force.",
		Hint: "Count who fills the last squares, and who has to pass.",
	},
}

// tryPuzzle is Game.Try for the goals of the puzzles.
func tryPuzzle(_ context.Context, _ state, goal, _ string) (game.Tried, error) {
	return game.Tried{}, fmt.Errorf("there is no goal %q in Ataxx", phrase.Clip(goal))
}
