package ataxx

import (
	"fmt"
	"strings"
	"sync"

	"attic/draw/grid"
	"attic/game"
	"attic/games/ataxx/rules"
)

// boards lists the ready-made boards with the guide's letters of their blocks; the first has no
// blocks.
var boards = []struct{ name, pattern string }{
	{"No blocks", ""},
	{"Centre", "x"},
	{"Four posts", "g"},
	{"Diamond", "36"},
	{"Gates", "14"},
	{"Hourglass", "3gh"},
	{"Diagonals", "ghx"},
	{"Ring", "cf"},
	{"Four rooms", "2356x"},
	{"Fortress", "25cfg"},
}

// Choices returns the choice of blocks for a new game.
func (Game) Choices() []game.Choice {
	c := game.Choice{Name: blocks, Label: "Blocks"}
	for _, b := range boards {
		c.Items = append(c.Items, game.Item{Text: b.pattern, Label: b.name, Picture: picture(withBlocks(b.pattern))})
	}
	return []game.Choice{c}
}

func blockLines() []game.Item {
	var list []game.Item
	for _, b := range boards {
		list = append(list, game.Item{Text: "blocks 0" + b.pattern, Label: b.name, Picture: picture(withBlocks(b.pattern))})
	}
	return list
}

// listBoards returns the commands that set the ready-made boards, with their names.
func listBoards(game.View) string {
	var b strings.Builder
	b.WriteString("These commands set ready-made blocks:\n")
	for _, item := range blockLines() {
		fmt.Fprintf(&b, "  %-14s %s\n", item.Text, item.Label)
	}
	return b.String()
}

func withBlocks(pattern string) rules.Position {
	p, _ := rules.Start(rules.Guide).SetBlocks("0" + pattern) // a test checks the boards
	return p
}

// picture draws a small picture of a position, two columns and one row for each square.
func picture(p rules.Position) grid.Grid {
	g := grid.New(2*size, size)
	for _, sq := range squares(rules.Board) {
		on := pieces[p.At(sq)]
		g.Put(2*sq.File(), size-sq.Rank(), string(on.rune)+" ", on.role, "")
	}
	return g
}

// example is the position in the game's picture: the middle of a game with blocks.
const example = "xx3oo/1-x2-o/2-o-2/1x-x-o1/2-x-2/1-3-x/oo3xx x"

var menuPicture = sync.OnceValue(func() grid.Grid {
	p, _ := rules.ParseFEN(example, rules.Guide) // a test checks it
	return picture(p)
})

// sample holds the first moves of a game. The last one is a jump that takes four pieces.
var sample = []string{
	"start", "a7-b7", "g7-f7", "g1-f2", "a1-b2", "f2-e3", "f7-e6", "b7-c6", "e6-d5", "b7-d6", "g7-e5", "c6-d7", "f7-e7",
	"a7-c5", "e5-d4", "f2-e4",
}
