package match_test

import (
	"bytes"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/example/reversi"
	"attic/match"
)

// A match is a value: each method returns a changed copy, so the original stays as it was.
func Example() {
	begin, err := match.New(reversi.Game{}, game.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := begin
	for _, text := range []string{"f5", "d6", "c3"} {
		if m, _, err = m.Play(text); err != nil {
			fmt.Println(err)
			return
		}
	}
	back, err := m.Undo()
	fmt.Println(begin.Ply(), m.Ply(), back.Ply(), back.Ahead(), err)

	// A saved game contains everything, including the move that can be redone. Each line ends with a hash, which is omitted here.
	var file bytes.Buffer
	if err := back.Save(&file); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(file.String()) {
		fmt.Println(line[:len(line)-1-match.SealBytes])
	}

	again, err := match.Read(&file, func(string) (game.Game, bool) { return reversi.Game{}, true })
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err = again.Redo()
	fmt.Println(again.LastLine(), err)
	// Output:
	// 0 3 2 1 <nil>
	// attic save 2
	// game reversi
	// seed 0
	// side 1
	// seat 1 person level 2
	// seat 2 program level 2
	// round
	// move f5
	// move d6
	// move c3
	// undo
	// end 11
	// move c3 <nil>
}
