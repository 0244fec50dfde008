package solve

import (
	"attic/games/atom4/rules"
	"attic/internal/turns"
)

// Threats looks for a win of the player to move by continuous threats: each of that player's moves threatens to win with the next one, until
// no reply stops the threat. It visits about nodes positions at most. r.Win is a number of plies within which the win is forced, not always
// the least, and r.Line has the longest defence. If r.Win is 0, known says that there is no such win within plies.
//
// It is a proof-number search in a tree that is kept in memory. An attack is a move that threatens to win, after which the other player cannot
// win immediately; its answers are the replies that stop the threat.
func Threats(p rules.Position, plies, nodes int) (r Result, known bool) {
	if p.Over() {
		return r, true
	}
	for _, m := range p.Moves(nil) {
		if p.WinsBy(m) {
			return Result{Winner: p.Player(), Win: 1, Line: []rules.Square{m}, Nodes: 1}, true
		}
	}
	t := threats{plies: plies, tree: []threat{{up: -1, proof: 1, disproof: 1}}}
	for len(t.tree) < nodes && t.tree[0].proof > 0 && t.tree[0].disproof > 0 {
		turns.Give()
		t.expand(p)
	}
	r.Nodes = int64(len(t.tree))
	if t.tree[0].proof == 0 {
		r.Winner = p.Player()
		r.Line = t.line(p, 0)
		r.Win = len(r.Line)
	}
	return r, t.tree[0].proof == 0 || t.tree[0].disproof == 0
}

type threats struct {
	plies int
	tree  []threat
	moves [rules.Squares]rules.Square
}

// threat is a position in the tree, with the attacker to move or, one level below, after an attack.
type threat struct {
	up, down int // the position before, and the first position after
	count    int // the number of positions after this one
	move     rules.Square
	attack   bool // the last move was the attacker's
	proof    uint32
	disproof uint32
}

// unproved is the proof number of a position that cannot be proved, and the disproof number of one that cannot be disproved.
const unproved = 1 << 30

// expand finds the attacks in the position that is likeliest to decide the root, and their answers.
func (t *threats) expand(p rules.Position) {
	at := 0
	ply := 0
	for t.tree[at].count > 0 {
		n := &t.tree[at]
		next := n.down
		for i := n.down; i < n.down+n.count; i++ {
			a, b := &t.tree[i], &t.tree[next]
			if n.attack && a.disproof < b.disproof || !n.attack && a.proof < b.proof {
				next = i
			}
		}
		at = next
		p = p.Play(t.tree[at].move)
		ply++
	}
	first := len(t.tree)
	if ply+3 <= t.plies {
		for _, m := range p.Moves(t.moves[:0]) {
			if next := p.Play(m); attacks(&next) {
				t.tree = append(t.tree, threat{up: at, move: m, attack: true})
			}
		}
	}
	t.tree[at].down, t.tree[at].count = first, len(t.tree)-first
	for i := first; i < first+t.tree[at].count; i++ {
		next := p.Play(t.tree[i].move)
		down := len(t.tree)
		for _, m := range next.Moves(t.moves[:0]) {
			if after := next.Play(m); after.Over() || after.Threats(after.Turn()) == (rules.Set{}) {
				t.tree = append(t.tree, threat{up: i, move: m, proof: 1, disproof: 1})
			}
		}
		t.tree[i].down, t.tree[i].count = down, len(t.tree)-down
		t.sum(i)
	}
	for ; at >= 0; at = t.tree[at].up {
		t.sum(at)
	}
}

// attacks reports whether the player who has moved to p threatens to win, and the other player cannot win immediately.
func attacks(p *rules.Position) bool {
	return !p.Over() && p.Threats(p.Turn().Next()) != (rules.Set{}) && p.Threats(p.Turn()) == (rules.Set{})
}

// sum works out the numbers of a position from the numbers of the positions after it.
func (t *threats) sum(at int) {
	n := &t.tree[at]
	least, sum := uint32(unproved), uint32(0)
	for i := n.down; i < n.down+n.count; i++ {
		a := &t.tree[i]
		if n.attack {
			least, sum = min(least, a.disproof), min(sum+a.proof, unproved)
		} else {
			least, sum = min(least, a.proof), min(sum+a.disproof, unproved)
		}
	}
	if n.attack {
		n.proof, n.disproof = sum, least
	} else {
		n.proof, n.disproof = least, sum
	}
}

// line returns the moves of a proved win from p, the position of t.tree[at]: the quickest attacks and the defence that takes longest.
func (t *threats) line(p rules.Position, at int) (best []rules.Square) {
	n := &t.tree[at]
	for i := n.down; i < n.down+n.count; i++ {
		if a := &t.tree[i]; a.proof == 0 {
			line := append([]rules.Square{a.move}, t.line(p.Play(a.move), i)...)
			if best == nil || n.attack && len(line) > len(best) || !n.attack && len(line) < len(best) {
				best = line
			}
		}
	}
	if n.attack && best == nil { // no reply prevents the win
		m := p.Moves(nil)[0]
		after := p.Play(m)
		return []rules.Square{m, after.Threats(after.Turn()).Squares()[0]}
	}
	return best
}
