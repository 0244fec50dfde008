package pgn_test

import (
	"bytes"
	"fmt"
	"os"

	"attic/game"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/pgn"
)

// A match is written as a record that other programs read, and a record is read as a match that can be continued.
func Example() {
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"}) // without a set-up, because records have none
	for _, text := range []string{"b6", "f6", "a7-c7"} {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := pgn.WriteAll(&file, m, "2026.11.28"); err != nil {
		fmt.Println(err)
		return
	}
	_, _ = os.Stdout.Write(file.Bytes())

	find := func(name string) (game.Game, bool) { return ataxx.Game{}, name == "ataxx" }
	record, err := pgn.NewReader(&file, func(string) bool { return false }).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := record.Match(find)
	fmt.Println(again.Ply(), "moves;", again.State().View(game.Nobody).Status().Turn, err)
	// Output:
	// [Event "Ataxx"]
	// [Site "?"]
	// [Date "2026.11.28"]
	// [Round "1"]
	// [Black "?"]
	// [White "attic level 3"]
	// [Result "*"]
	// [Variant "ataxx"]
	// [FEN "x5o/7/7/7/7/7/o5x x 0 1"]
	// [FinalFEN "2x3o/1x3o1/7/7/7/7/o5x o 1 2"]
	// [PlyCount "3"]
	//
	// 1. b6 f6 2. a7c7 *
	//
	// 3 moves; Blue to move. <nil>
}
