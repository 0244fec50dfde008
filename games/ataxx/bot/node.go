package bot

import (
	"slices"

	"attic/game/search"
	"attic/games/ataxx/rules"
)

type node struct {
	rules.Position
	net *net
}

// Late is a number of plies: once the stop clock can end the game within that number, the clock is part of the key. Until then a
// search treats positions that differ only in the clock as equal, so it proves only wins and losses fewer than Late plies away.
const Late = 30

// Proved returns the score of a search, without the distance of a win or loss that the search has found but not proved.
func Proved(score int) int {
	switch n, decided := search.Decided(score); {
	case !decided || n < Late:
		return score
	case score > 0:
		return search.Win - search.MaxPly - 1
	default:
		return search.MaxPly + 1 - search.Win
	}
}

func key(p rules.Position) uint64 {
	h := uint64(p.Own())*0x9e3779b97f4a7c15 ^ uint64(max(p.Clock()-p.Rules().Limit()+Late, 0))<<1 ^ uint64(p.Turn())
	h ^= h >> 29
	h = (h ^ uint64(p.Theirs())) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// Key returns a hash of the position.
func (n node) Key() uint64 { return key(n.Position) }

// Moves appends the extensions and the jumps that turn a piece, or, if there is none, all moves.
func (n node) Moves(buf []rules.Move) []rules.Move {
	own, theirs, free := n.Own(), n.Theirs(), n.Free()
	was := len(buf)
	const most = rules.MaxSourcedMoves
	buf = slices.Grow(buf, most)
	all, at := (*[most]rules.Move)(buf[was:was+most]), 0
	for b := own.Near() & free; b != 0; b &= b - 1 {
		all[at] = rules.Extend(b.First())
		at++
	}
	takes := theirs.Near() & free
	for o := own & takes.Reach(); o != 0; o &= o - 1 {
		from := o.First()
		for b := from.Ring() & takes; b != 0; b &= b - 1 {
			all[at] = rules.Step(from, b.First())
			at++
		}
	}
	if at == 0 {
		return n.Position.Moves(buf)
	}
	return buf[:was+at]
}

// Rest appends the jumps that turn nothing, unless Moves has appended them.
func (n node) Rest(buf []rules.Move) []rules.Move {
	own, theirs, free := n.Own(), n.Theirs(), n.Free()
	takes := theirs.Near() & free
	if own.Near()&free == 0 && own.Reach()&takes == 0 {
		return buf
	}
	for o := own; o != 0; o &= o - 1 {
		from := o.First()
		for b := from.Ring() & free &^ takes; b != 0; b &= b - 1 {
			buf = append(buf, rules.Step(from, b.First()))
		}
	}
	return buf
}

// Play returns the node after a legal move.
func (n node) Play(m rules.Move) node { return node{n.Position.Play(m), n.net} }

// Known returns the result if the game is over, or a win by filling the last empty square.
func (n node) Known() (score int, m rules.Move, ok bool) {
	if n.Over() {
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
	if last := n.Free(); last&(last-1) == 0 && last&n.Own().Near() != 0 {
		to := last.First()
		turned := n.Turned(to).Count()
		if n.Own().Count()+turned+1 > n.Theirs().Count()-turned {
			return search.Win - 1, rules.Extend(to), true
		}
	}
	return 0, 0, false
}

// Null passes. It is not allowed near the end, where having to move can be a disadvantage.
func (n node) Null() (node, bool) {
	if n.Empty() < 6 || !n.CanMove() {
		return n, false
	}
	return node{n.Position.Play(rules.Pass), n.net}, true
}

// gainOrder puts a move that gains one more piece before one that gains less, whatever the history says.
const gainOrder = 20000

// Looks orders the moves by their immediate gain. Every move is quiet, because the reply often takes back the gain. Moves of a side
// with the same source and target are alike, and those of either side that extend to the same square, or jump to it, are alike as
// replies.
func (n node) Looks(moves []rules.Move, buf []search.Look) []search.Look {
	turn, theirs, from := uint16(n.Turn())<<12, n.Theirs(), len(buf)
	buf = slices.Grow(buf, len(moves))[:from+len(moves)]
	looks := buf[from:][:len(moves)]
	for i, m := range moves {
		to := m.To()
		place, gain := uint8(to&63), (to.Near() & theirs).Count()
		if m.From() == to { // an extension; a pass is alone, so its order does not matter
			place |= 64
			gain += 2 // one for the new piece, and one because it leaves no hole, as a jump does
		}
		looks[i] = search.Look{
			Promise: int32(gainOrder * gain),
			Class:   turn | uint16(m.From()&63)<<6 | uint16(to&63),
			Place:   place,
			Quiet:   true,
		}
	}
	return buf
}

// Score evaluates the position for the side to move.
func (n node) Score() int { return n.net.score(n.Position) }
