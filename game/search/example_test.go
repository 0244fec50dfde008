package search_test

import (
	"context"
	"fmt"

	"attic/game/search"
)

// heap is a position of a small game: two players take 1 to 3 stones in turn, and whoever takes the last one wins. A move is the number of
// stones taken.
type heap struct{ stones uint8 }

func (h heap) Key() uint64 { return uint64(h.stones) }

// Known returns a lost game if the other player took the last stone.
func (h heap) Known() (score int, move uint8, ok bool) { return -search.Win, 0, h.stones == 0 }

func (h heap) Moves(buf []uint8) []uint8 {
	for taken := uint8(1); taken <= min(3, h.stones); taken++ {
		buf = append(buf, taken)
	}
	return buf
}

func (h heap) Play(taken uint8) heap { return heap{h.stones - taken} }

// Score is 0: nothing is known about a heap without a search.
func (heap) Score() int { return 0 }

// The remaining methods speed up a search: Rest has moves that are hardly ever good, Looks describes moves, and Null passes the turn.

func (heap) Rest(buf []uint8) []uint8 { return buf }

func (heap) Looks(moves []uint8, buf []search.Look) []search.Look {
	for range moves {
		buf = append(buf, search.Look{})
	}
	return buf
}

func (heap) Null() (heap, bool) { return heap{}, false }

// A game brings its positions, and the search finds the best move and the line that it expects.
func Example() {
	engine := search.New[heap](search.Options{Hash: 1, Threads: 1})
	r := engine.Search(context.Background(), heap{10}, nil, search.Limits{Depth: 20}, nil)
	fmt.Println("take", r.Best, "and win within", r.Wins(), "plies:", r.Line)
	// Output:
	// take 2 and win within 5 plies: [2 1 3]
}
