// Package idea finds the named ideas of Ataxx in a move. Each is defined by the rules alone; docs/teaching.md says how they are checked.
//
// In the definitions, "side" is the side that moves and "other" its opponent. A side can reach a square if the square is empty and one of its pieces
// is at most two squares away. A reply is a legal move of other after the move. The lead is the number of side's pieces less the number of other's.
package idea

import "attic/games/ataxx/rules"

// Kind is a kind of idea.
type Kind uint8

// The kinds, the most instructive first.
const (
	// Shut: other has to pass after the move.
	Shut Kind = iota
	// Sacrifice: a reply takes more pieces than the move does, and Cut holds.
	Sacrifice
	// Fill: the target touches at least Crowd of side's own pieces, and other could reach it before the move. No reply takes as many pieces.
	Fill
	// Cut: at least Wide empty squares that other could reach before the move are empty afterwards and out of its reach.
	Cut
	// Use: the target touches at least Crowd of other's pieces, and every reply takes fewer pieces than the move does.
	Use
	// Safe: the move takes at least one piece, and no reply takes back any piece taken.
	Safe
	// Edge: the target is on the edge of the board, the move is an extension or takes a piece, and no reply takes the piece on the target.
	Edge
	// Jump: the move is a jump that takes at least two pieces more than any extension. The square that it leaves touches fewer than Crowd of
	// side's pieces afterwards, or other cannot reach it.
	Jump
	// Consolidate: the move is an extension that takes at most one piece, and no reply takes more than two.
	Consolidate
	// Save: at most Late squares are empty, and the move is an extension to a square that other could reach. Another empty square can be reached by
	// side and not by other, before the move and after it.
	Save
	// Even: at most Last squares are empty before the move, and an even number, not zero, afterwards.
	Even
	// Answer: side's lead after the worst reply is at least as large as it would be after any other move.
	Answer
	kinds
)

// The limits in the definitions.
const (
	Crowd = 4  // pieces around a hole
	Wide  = 4  // squares that are cut off
	Late  = 16 // the most empty squares with which Save holds
	Last  = 8  // the most empty squares with which Even holds
)

var names = [kinds]string{
	"shut in", "sacrifice", "hole", "cut", "hole", "safe capture", "edge", "jump", "consolidate", "last squares", "last squares", "one answer ahead",
}

// String returns the stable name of the idea. Several kinds may share a name.
func (k Kind) String() string { return names[k] }

// Names returns the names, each once, in the order of the kinds.
func Names() []string {
	var list []string
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			list = append(list, name)
		}
		seen[name] = true
	}
	return list
}

// Found is an idea that a move has.
type Found struct {
	Kind    Kind
	Squares rules.Bitboard // Cut and Sacrifice: the squares cut off; Save: the squares saved; otherwise none
	Count   int            // Fill: side's pieces around the target; Jump: the pieces that the best extension takes; Answer: the lead
}

// Of returns the ideas of a legal move, in the order of their kinds. A pass has none, and neither has a move after which the game is over. A move
// after which other has to pass has only Shut.
func Of(p rules.Position, m rules.Move) []Found {
	t, ok := newTrial(p, m)
	if !ok {
		return nil
	}
	var list []Found
	for k := range kinds {
		if f, ok := t.has(k); ok {
			list = append(list, f)
		}
	}
	return list
}

// Has reports whether a legal move has an idea of a kind, as Of finds it.
func Has(p rules.Position, m rules.Move, k Kind) bool {
	t, ok := newTrial(p, m)
	if ok {
		_, ok = t.has(k)
	}
	return ok
}

// Leaves returns the reply with which other takes the most pieces after a legal move, if its target touches at least Crowd of side's pieces.
func Leaves(p rules.Position, m rules.Move) (reply rules.Move, ok bool) {
	t, ok := newTrial(p, m)
	return t.taker, ok && t.lost >= Crowd
}

type trial struct {
	p, next rules.Position
	m       rules.Move
	taken   rules.Bitboard // the pieces that the move takes
	hit     rules.Bitboard // the pieces that some reply takes
	lost    int            // the most pieces that one reply takes
	taker   rules.Move     // the first reply that takes this number of pieces
}

// newTrial prepares the move m for Of. ok is false if m cannot have ideas.
func newTrial(p rules.Position, m rules.Move) (t trial, ok bool) {
	if m == rules.Pass {
		return t, false
	}
	t = trial{p: p, next: p.Play(m.Canonical()), m: m, taken: p.Turned(m.To()), taker: rules.Pass}
	if t.next.Over() {
		return t, false
	}
	for _, r := range t.next.Moves(nil) {
		if r == rules.Pass {
			break
		}
		turned := t.next.Turned(r.To())
		t.hit |= turned
		if n := turned.Count(); n > t.lost {
			t.lost, t.taker = n, r
		}
	}
	return t, true
}

func (t trial) has(k Kind) (f Found, ok bool) {
	p, to := t.p, t.m.To()
	f.Kind = k
	if !t.next.CanMove() {
		return f, k == Shut
	}
	switch k {
	case Sacrifice:
		f.Squares = CutOff(t.p, t.next)
		ok = t.lost > t.taken.Count() && f.Squares.Count() >= Wide
	case Fill:
		f.Count = (to.Near() & p.Own()).Count()
		ok = f.Count >= Crowd && p.Theirs().Reach().Has(to) && t.lost < f.Count
	case Cut:
		f.Squares = CutOff(t.p, t.next)
		ok = f.Squares.Count() >= Wide
	case Use:
		ok = t.taken.Count() >= Crowd && t.lost < t.taken.Count()
	case Safe:
		ok = t.taken != 0 && t.taken&t.hit == 0
	case Edge:
		ok = OnEdge(to) && (t.m.IsExtension() || t.taken != 0) && !t.hit.Has(to)
	case Jump:
		f.Count = Extending(p)
		ok = t.m.IsJump() && t.taken.Count() >= f.Count+2 && !t.leaves(t.m.From())
	case Consolidate:
		ok = t.m.IsExtension() && t.taken.Count() <= 1 && t.lost <= 2
	case Save:
		f.Squares = Only(p.Own(), p.Theirs(), p.Free()) & Only(t.next.Theirs(), t.next.Own(), t.next.Free())
		ok = p.Empty() <= Late && t.m.IsExtension() && p.Theirs().Reach().Has(to) && f.Squares != 0
	case Even:
		f.Count = t.next.Empty()
		ok = p.Empty() <= Last && f.Count > 0 && f.Count%2 == 0
	case Answer:
		f.Count, ok = t.best()
	}
	return f, ok
}

// Extending returns the most pieces that an extension takes.
func Extending(p rules.Position) (most int) {
	for targets := p.Own().Near() & p.Free(); targets != 0; targets &= targets - 1 {
		most = max(most, p.Turned(targets.First()).Count())
	}
	return most
}

// Most returns the most pieces that the side to move can take with one move; 0 if the game is over.
func Most(p rules.Position) (most int) {
	if p.Over() {
		return 0
	}
	for targets := p.Own().Reach() & p.Free(); targets != 0; targets &= targets - 1 {
		most = max(most, p.Turned(targets.First()).Count())
	}
	return most
}

// leaves reports whether a square is a hole of side after the move: other can reach it, and it touches Crowd of side's pieces.
func (t trial) leaves(sq rules.Square) bool {
	return t.next.Own().Reach().Has(sq) && (sq.Near()&t.next.Theirs()).Count() >= Crowd
}

// OnEdge reports whether a square is on the edge of the board.
func OnEdge(sq rules.Square) bool { return sq.Near().Count() < 8 }

// CutOff returns the squares that are empty and out of other's reach in the position next, after a move, but were in its reach in p, before it.
func CutOff(p, next rules.Position) rules.Bitboard {
	return p.Theirs().Reach() & p.Free() & next.Free() &^ next.Own().Reach()
}

// Only returns the empty squares that the first side can reach and the second cannot.
func Only(one, other, free rules.Bitboard) rules.Bitboard {
	return one.Reach() & free &^ other.Reach()
}

// best returns side's lead after the worst reply, and whether no other move leaves more.
func (t trial) best() (lead int, ok bool) {
	lead = worst(t.next)
	for _, m := range t.p.Moves(nil) {
		if worst(t.p.Play(m)) > lead {
			return lead, false
		}
	}
	return lead, true
}

// worst returns the lead of the side not to move after the reply that is worst for it.
func worst(p rules.Position) int {
	lead := p.Theirs().Count() - p.Own().Count()
	if p.Over() {
		return lead
	}
	gain := 0
	for _, r := range p.Moves(nil) {
		if r == rules.Pass {
			continue
		}
		n := 2 * p.Turned(r.To()).Count()
		if r.IsExtension() {
			n++
		}
		gain = max(gain, n)
	}
	return lead - gain
}
