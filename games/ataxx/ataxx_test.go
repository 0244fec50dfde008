package ataxx

import (
	"testing"

	"attic/dev/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game{}, "blocks 3gh", "fen x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7")
}
