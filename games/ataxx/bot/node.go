package bot

import (
	"attic/games/ataxx/rules"
	"attic/search"
)

// node is a position as the search sees it.
type node struct{ rules.Position }

// key spreads a position over 64 bits. The clock is part of it.
func key(p rules.Position) uint64 {
	h := uint64(p.Own())*0x9e3779b97f4a7c15 ^ uint64(p.Clock())<<1 ^ uint64(p.Turn())
	h ^= h >> 29
	h = (h ^ uint64(p.Theirs())) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// Key returns a hash of the position.
func (n node) Key() uint64 { return key(n.Position) }

// Play returns the node after a legal move.
func (n node) Play(m rules.Move) node { return node{n.Position.Play(m)} }

// Known returns the result if the game is over.
func (n node) Known() (score int, m rules.Move, ok bool) {
	if !n.Over() {
		return 0, 0, false
	}
	winner, won := n.Result().Winner()
	switch {
	case !won:
		return 0, 0, true
	case winner == n.Turn():
		return search.Win, 0, true
	default:
		return -search.Win, 0, true
	}
}

// Null passes the move, unless the end is near, when having to move may be a burden.
func (n node) Null() (node, bool) {
	if n.Empty() < 6 || !n.CanMove() {
		return n, false
	}
	return node{n.Position.Play(rules.Pass)}, true
}

// Promise is what a move gains at once. Those that gain nothing are quiet.
func (n node) Promise(m rules.Move) (promise int, quiet bool) {
	gain := n.gain(m)
	return 1000 * gain, gain <= 1
}

// gain returns how many pieces more the mover has after m: those that turn and, by extending, a new one.
func (n node) gain(m rules.Move) int {
	if m == rules.Pass {
		return 0
	}
	gain := n.Turned(m.To()).Count()
	if m.From() == m.To() {
		gain++
	}
	return gain
}

// Class tells moves apart by side, source and target.
func (n node) Class(m rules.Move) int {
	return int(n.Turn())<<12 | int(m.From()&63)<<6 | int(m.To()&63)
}

// What counts, in hundredths of a piece.
const (
	pieceValue  = 100
	safeValue   = 20 // a piece without an empty square beside it, which can only be taken by emptying one
	growthValue = 4  // an empty square that one can extend to
)

// Score values the position for the side to move.
func (n node) Score() int {
	own, theirs, free := n.Own(), n.Theirs(), n.Free()
	exposed := free.Near()
	return pieceValue*(own.Count()-theirs.Count()) +
		safeValue*((own&^exposed).Count()-(theirs&^exposed).Count()) +
		growthValue*((own.Near()&free).Count()-(theirs.Near()&free).Count())
}
