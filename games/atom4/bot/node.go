package bot

import (
	"attic/games/atom4/rules"
	"attic/search"
)

// node is a position as the search sees it.
type node struct{ rules.Position }

// Play returns the node after a legal move.
func (n node) Play(s rules.Square) node { return node{n.Position.Play(s)} }

// Known returns the result if the round is over, or a move that wins at once.
func (n node) Known() (score int, m rules.Square, ok bool) {
	switch {
	case n.Won():
		return -search.Win, 0, true
	case n.Over():
		return 0, 0, true
	case !n.MayWin():
		return 0, 0, false
	}
	legal := n.LegalSet()
	for i, word := range legal {
		for ; word != 0; word &= word - 1 {
			if s := rules.Square(i<<6 | trailing(word)); n.WinsBy(s) {
				return search.Win - 1, s, true
			}
		}
	}
	return 0, 0, false
}

// Null does not exist: the colour of a move belongs to it.
func (n node) Null() (node, bool) { return n, false }

// Promise knows nothing yet.
func (n node) Promise(rules.Square) (promise int, quiet bool) { return 0, true }

// Class tells moves apart by colour and vertex.
func (n node) Class(s rules.Square) int { return int(n.Turn())<<8 | int(s) }

// What counts: pieces of the goal colour, and lines of four vertices with so many of them.
const (
	goalValue  = 5
	twoValue   = 10
	threeValue = 40
)

// Score values the position for the player to move.
func (n node) Score() int {
	mover := n.Player()
	return prospects(n.Vertices(mover.Goal())) - prospects(n.Vertices(mover.Other().Goal()))
}

// prospects values the pieces of a goal colour for the player who wants a row of them.
func prospects(goal rules.Set) int {
	pieces := goal.Count()
	if pieces < 2 {
		return goalValue * pieces
	}
	twos, threes := 0, 0
	for axis := range lineEnds {
		d := rules.Direction(axis)
		b := goal.Step(d)
		c := b.Step(d)
		e := c.Step(d)
		var two, three rules.Set
		for i, a := range goal {
			// Four bits added in pairs: one says exactly one of a pair, both says two.
			one1, both1 := a^b[i], a&b[i]
			one2, both2 := c[i]^e[i], c[i]&e[i]
			ends := lineEnds[axis][i]
			three[i] = (both1&one2 | both2&one1) & ends
			two[i] = (one1&one2 | both1&^(c[i]|e[i]) | both2&^(a|b[i])) & ends
		}
		twos += two.Count()
		threes += three.Count()
	}
	return goalValue*pieces + twoValue*twos + threeValue*threes
}

// lineEnds holds for each axis the vertices at which a line of four ends that lies on the board.
var lineEnds = func() (ends [rules.Directions / 2]rules.Set) {
	for axis := range ends {
		d := rules.Direction(axis)
		board := rules.Set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		ends[axis] = board.Step(d).Step(d).Step(d)
	}
	return ends
}()
