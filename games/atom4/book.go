package atom4

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// The book holds the first plies of a round.
const (
	bookLevel = bot.FullLevel - 2 // the lowest level that uses the book, grandmaster
	bookPlies = 4                 // the plies that the book covers
	bookClose = 10                // moves at most this much worse than the best one are played too
)

// bookText has a line for each position after bookPlies plies of round 1 that begins with i10, the mirror image of i8: the moves and, after a
// tab, the value for the player to move. make book-atom4 writes it.
//
//go:embed book.txt
var bookText string

type leaf struct {
	moves []rules.Square
	value int
}

func (l leaf) position() rules.Position {
	p := rules.Start(1)
	for _, m := range l.moves {
		p = p.Play(m)
	}
	return p
}

func leaves() (list []leaf) {
	for line := range strings.Lines(bookText) {
		var l leaf
		moves, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, text := range strings.Fields(moves) {
			m, _ := rules.ParseSquare(text)
			l.moves = append(l.moves, m)
		}
		l.value, _ = strconv.Atoi(value)
		list = append(list, l)
	}
	return list
}

// book holds, for the player to move, the value of each position of round 1 after at most bookPlies plies: after bookPlies it comes from a
// search, before that from the best move.
var book = sync.OnceValue(func() map[rules.Position]int {
	values := map[rules.Position]int{}
	for _, l := range leaves() {
		p := l.position()
		mirrored, _ := p.Mirror()
		values[p], values[mirrored] = l.value, l.value
	}
	var value func(p rules.Position, plies int) int
	value = func(p rules.Position, plies int) int {
		if plies == 0 {
			return values[p]
		}
		best := -bot.MostValue
		for _, m := range p.Moves(nil) {
			best = max(best, -value(p.Play(m), plies-1))
		}
		values[p] = best
		return best
	}
	value(rules.Start(1), bookPlies)
	return values
})

// opened returns the moves that the book rates about as good as the best one, and the best one's value; no moves if p is not in the book.
func opened(p rules.Position) (moves []rules.Square, value int) {
	known := book()
	for range 6 { // the rounds differ only in their colours
		if value, ok := known[p]; ok && p.Count() < rules.Start(1).Count()+bookPlies {
			for _, m := range p.Moves(nil) {
				if -known[p.Play(m)] >= value-bookClose {
					moves = append(moves, m)
				}
			}
			return moves, value
		}
		p = p.Rotate()
	}
	return nil, 0
}
