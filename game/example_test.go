package game_test

import (
	"context"
	"fmt"

	"attic/game"
	"attic/game/example/reversi"
)

// A game is played without knowing which one it is: moves are text, states never change, and what is shown comes from a view.
func Example() {
	var g game.Game = reversi.Game{}
	start, err := g.New(game.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	next, move, err := start.Play("F5") // any spelling
	fmt.Println(move.Text, err)
	_, _, err = next.Play("a1")
	fmt.Println(err)

	view := next.View(game.Nobody) // what a spectator may know
	fmt.Println(view.Status().Last)
	fmt.Println(view.Status().Turn)
	fmt.Println(len(game.MovesOf(start)), "moves at the start,", len(game.MovesOf(next)), "now")

	// Type assertions show what else a game can do.
	if bots, ok := g.(game.Bots); ok {
		lowest, _, _ := bots.Levels()
		bot := bots.NewBot(lowest, 1)
		text, err := bot.Choose(context.Background(), next.View(next.ToMove()), func(game.Report) {})
		fmt.Println("the computer answers", text, err)
	}
	// Output:
	// f5 <nil>
	// white on a1 would turn no disc
	// Black on f5 turned e5.
	// White to move.
	// 4 moves at the start, 3 now
	// the computer answers f6 <nil>
}
