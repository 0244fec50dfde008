package bot

import (
	"math/bits"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// node is a position for the search, with values that are computed for every node.
type node struct {
	rules.Position
	score int32 // the result of Score
	win   int16 // a vertex where the mover wins immediately; -1: none
	// threatened: the other player threatens to win at the next turn, and the mover, who cannot win immediately, must prevent
	// it. lost: no move prevents it.
	threatened, lost bool
	keen             keen
	values           *values
}

// keen is the attitude of the player for whom the search chooses a move. A player who prefers winning to drawing undervalues
// the other player's lines, and so attacks more and defends less. This wins more games against weaker players, and both wins
// and loses more games against equals.
type keen struct {
	player rules.Player
	regard int8 // the weight of the other player's values, in percent
}

// impartial is the attitude that values both players equally.
var impartial = keen{regard: 100}

func at(p rules.Position) node { return seen(p, impartial, usual()) }

// seen returns the node of a position for a player with an attitude.
func seen(p rules.Position, by keen, values *values) node {
	n := node{Position: p, win: -1, keen: by, values: values}
	if p.Over() {
		return n
	}
	var mover, other side
	survey(&p, &mover, &other)
	value := &values[p.Count()]
	mine, theirs := value.of(&mover.tally, 0), value.of(&other.tally, 1)
	if by.player == p.Player() {
		theirs -= max(theirs, 0) * int32(100-by.regard) / 100
	} else {
		mine -= max(mine, 0) * int32(100-by.regard) / 100
	}
	n.score = min(max(mine-theirs, -MostValue), MostValue)
	for w, word := range mover.wins[0] {
		if word != 0 {
			n.win = int16(w<<6 | bits.TrailingZeros64(word))
			return n
		}
	}
	if other.wins[0] != (rules.Set{}) {
		n.threatened, n.lost = true, true
		for w, word := range p.LegalSet() {
			for ; word != 0; word &= word - 1 {
				if n.holds(rules.Square(w<<6|bits.TrailingZeros64(word)), &other.wins[0]) {
					n.lost = false
					return n
				}
			}
		}
	}
	return n
}

// holds reports whether the other player cannot win immediately after the move s. wins holds the vertices where it could before.
func (n *node) holds(s rules.Square, wins *rules.Set) bool {
	next := n.Position.Play(s)
	for w, word := range wins {
		for ; word != 0; word &= word - 1 {
			if t := rules.Square(w<<6 | bits.TrailingZeros64(word)); next.Legal(t) && next.WinsBy(t) {
				return false
			}
		}
	}
	return next.Threats(next.Turn()) == rules.Set{}
}

// Play returns the node after a legal move.
func (n node) Play(s rules.Square) node { return seen(n.Position.Play(s), n.keen, n.values) }

// Known returns the result if the round is over, a move that wins immediately, or the loss at the next ply
// that nothing prevents.
func (n node) Known() (score int, m rules.Square, ok bool) {
	switch {
	case n.Won():
		return -search.Win, 0, true
	case n.Over():
		return 0, 0, true
	case n.win >= 0:
		return search.Win - 1, rules.Square(n.win), true
	case n.lost:
		return -search.Win + 2, 0, true
	}
	return 0, 0, false
}

// Null lets the other player move twice in a row; the wheel still turns.
func (n node) Null() (node, bool) {
	if n.threatened {
		return n, false
	}
	return seen(n.WithTurn(n.Turn().Next()), n.keen, n.values), true
}

// Rest appends nothing: Moves leaves nothing out.
func (node) Rest(buf []rules.Square) []rules.Square { return buf }

// Looks rates each move by the pieces next to its vertex. Moves of a colour to a vertex are alike.
func (n node) Looks(moves []rules.Square, buf []search.Look) []search.Look {
	turn := uint16(n.Turn()) << 8
	for _, s := range moves {
		made, broken, other := n.Touched(s)
		buf = append(buf, search.Look{
			Promise: int32(madeOrder*made + brokenOrder*broken + otherOrder*other),
			Class:   turn | uint16(s),
			Quiet:   made|broken == 0,
		})
	}
	return buf
}

const (
	madeOrder   = 1500
	brokenOrder = 1200
	otherOrder  = 100
)

// Score evaluates the position for the player to move.
func (n node) Score() int { return int(n.score) }

// lineEnds holds, for each axis, the vertices where lines of four on the board end.
var lineEnds = func() (ends [rules.Directions / 2]rules.Set) {
	for axis := range ends {
		d := rules.Direction(axis)
		board := rules.Set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		ends[axis] = board.Step(d).Step(d).Step(d)
	}
	return ends
}()
