package uai_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"attic/engine/uai"
	"attic/game/example/reversi"
)

// Carry answers lines as another program would send them. Serve does the same for a program that keeps sending lines.
func Example() {
	var out bytes.Buffer
	err := uai.Carry(context.Background(), []string{
		"isready",
		"position startpos moves f5",
		"go depth 3",
		"position startpos moves a1",
	}, &out, reversi.Game{}, "attic 1.0")
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "info depth") { // a line for each depth, with times
			fmt.Print(line)
		}
	}
	fmt.Println(err)
	// Output:
	// readyok
	// bestmove f4
	// info string error: move 1: black on a1 would turn no disc
	// move 1: black on a1 would turn no disc
}
