package tree_test

import (
	"fmt"

	"attic/game"
	"attic/games/ataxx"
	"attic/match/tree"
)

func Example() {
	begin, err := ataxx.Game{}.New(game.Setup{Options: "start=yes"})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, _ := tree.New(begin, "a7-b7", "g7-f7")
	t, corner, err := t.Play(t.Next(tree.Root), "a1-b1")
	fmt.Println(err)
	t, err = t.Apply(tree.Edit{Do: tree.Comment, At: t.Path(corner), Text: "The other corner."})
	fmt.Println(t.Words(ataxx.Game{}.Info(), corner))
	for _, e := range t.Edits() {
		fmt.Println(e)
	}
	t, back, err := t.Undo()
	fmt.Println(back, err, t.Said(corner).Comment == "")
	// Output:
	// <nil>
	// move 1 blue a1-b1, variation 1 of 1 after move 1 red a7-b7
	// add 1 a1-b1
	// comment 1/2 The other corner.
	// [comment 1/2] <nil> true
}
