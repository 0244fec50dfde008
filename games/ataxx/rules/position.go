package rules

// Side is a player.
type Side uint8

// The sides.
const (
	Red  Side = iota // player 1, x in FEN; moves first
	Blue             // player 2, o in FEN
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns "red" or "blue".
func (s Side) String() string {
	if s == Red {
		return "red"
	}
	return "blue"
}

// Cell is the content of a square.
type Cell uint8

// The cells.
const (
	Empty Cell = iota
	RedPiece
	BluePiece
	Block
)

// RuleSet determines the end of a game and the moves that advance the stop clock.
type RuleSet uint8

// The rule sets.
const (
	Guide     RuleSet = iota // the users' guide
	Community                // engine matches and perft
)

// Limit returns the count of the stop clock that ends a game: 45 jumps (guide III.A.2) or 100 plies.
func (r RuleSet) Limit() int {
	if r == Guide {
		return 45
	}
	return 100
}

// Position is a board, the side to move and the counters, under a rule set. It is a small value that never changes;
// equal positions are equal with ==. Each square of the board is in at most one of own, theirs and free; a square in
// none of them is blocked.
type Position struct {
	own, theirs Bitboard // pieces of the side to move and of the other side
	free        Bitboard
	tally       tally
}

// tally packs everything except the board, so that a position is four words, which are passed in registers: the side to
// move in bit 0, the rule set in bit 1, the stop clock from bit 16 and the full moves from bit 32.
type tally uint64

const (
	turnBit   tally = 1
	rulesBit  tally = 2
	oneClock  tally = 1 << 16
	clockBits tally = 0xffff << 16
	oneFull   tally = 1 << 32
)

// next returns the tally after a ply that does not change the stop clock.
func (t tally) next() tally { return (t ^ turnBit) + t&turnBit*oneFull }

// Start returns the position at the start of a game: red on a7 and g1, blue on g7 and a1, red to move.
func Start(rules RuleSet) Position {
	red := SquareAt(0, 7).bit() | SquareAt(6, 1).bit()
	blue := SquareAt(6, 7).bit() | SquareAt(0, 1).bit()
	return newPosition(red, blue, Board&^(red|blue), rules)
}

// newPosition returns a position in which red is to move and the counters are those of a game's start.
func newPosition(red, blue, free Bitboard, rules RuleSet) Position {
	return Position{red, blue, free, tally(rules)*rulesBit + oneFull}
}

// PositionOf returns a position in the first full move, with a given stop clock. red, blue and blocks must not overlap.
func PositionOf(red, blue, blocks Bitboard, turn Side, rules RuleSet, clock int) Position {
	p := newPosition(red, blue, Board&^(red|blue|blocks), rules)
	return p.WithTurn(turn).withCounters(uint16(clock), 1)
}

// Rules returns the rule set.
func (p Position) Rules() RuleSet { return RuleSet(p.tally & rulesBit / rulesBit) }

// WithRules returns the same position under another rule set.
func (p Position) WithRules(rules RuleSet) Position {
	p.tally = p.tally&^rulesBit | tally(rules)*rulesBit
	return p
}

// Turn returns the side to move.
func (p Position) Turn() Side { return Side(p.tally & turnBit) }

// WithTurn returns the same position with s to move.
func (p Position) WithTurn(s Side) Position {
	if s != p.Turn() {
		p.own, p.theirs = p.theirs, p.own
		p.tally ^= turnBit
	}
	return p
}

// Clock returns the stop clock: the jumps (Guide) or plies (Community) since the last extension.
func (p Position) Clock() int { return int(p.tally & clockBits / oneClock) }

// ResetCounters returns the same position with the stop clock at 0 and the full moves at 1. Call it after each move
// made to set up a game, because such moves do not count.
func (p Position) ResetCounters() Position { return p.withCounters(0, 1) }

// withCounters returns the same position with both counters set.
func (p Position) withCounters(clock uint16, full uint32) Position {
	p.tally = p.tally&(turnBit|rulesBit) | tally(clock)*oneClock | tally(full)*oneFull
	return p
}

// Own returns the pieces of the side to move.
func (p Position) Own() Bitboard { return p.own }

// Theirs returns the pieces of the side not to move.
func (p Position) Theirs() Bitboard { return p.theirs }

// Free returns the empty squares.
func (p Position) Free() Bitboard { return p.free }

// Pieces returns the pieces of a side.
func (p Position) Pieces(s Side) Bitboard {
	if s == p.Turn() {
		return p.own
	}
	return p.theirs
}

// Blocks returns the blocked squares.
func (p Position) Blocks() Bitboard { return Board &^ (p.own | p.theirs | p.free) }

// Count returns the number of pieces of a side: its score (guide III.A.1).
func (p Position) Count(s Side) int { return p.Pieces(s).Count() }

// Empty returns the number of empty squares.
func (p Position) Empty() int { return p.free.Count() }

// At returns the contents of a square; Block for squares off the board.
func (p Position) At(s Square) Cell {
	switch {
	case p.free.Has(s):
		return Empty
	case p.own.Has(s):
		return RedPiece + Cell(p.Turn())
	case p.theirs.Has(s):
		return RedPiece + Cell(p.Turn().Other())
	default:
		return Block
	}
}

// Moves appends the legal moves to buf: one extension for each square that can be extended to, then the
// jumps by source and target, all in reading order; or only Pass; or nothing when the game is over.
func (p Position) Moves(buf []Move) []Move {
	switch {
	case p.Over():
		return buf
	case !p.CanMove():
		return append(buf, Pass)
	}
	for b := p.own.Near() & p.free; b != 0; b &= b - 1 {
		buf = append(buf, Extend(b.First()))
	}
	for o := p.own; o != 0; o &= o - 1 {
		from := o.First()
		for b := from.Ring() & p.free; b != 0; b &= b - 1 {
			buf = append(buf, Step(from, b.First()))
		}
	}
	return buf
}

// CanMove reports whether the side to move has a move other than a pass. It ignores whether the game is over.
func (p Position) CanMove() bool { return p.own.Reach()&p.free != 0 }

// Sources returns the pieces of the side to move that can extend to a square; none if it is not free.
func (p Position) Sources(to Square) Bitboard {
	if !p.free.Has(to) {
		return 0
	}
	return to.Near() & p.own
}

// MaxSourcedMoves is an upper limit of the moves in SourcedMoves: 240 jumps, and 156 pairs of adjacent squares.
const MaxSourcedMoves = 240 + 156

// SourcedMoves appends the legal moves as a person sees them, an extension once for each of its sources,
// by source and target in reading order; or only Pass; or nothing when the game is over.
func (p Position) SourcedMoves(buf []Move) []Move {
	switch {
	case p.Over():
		return buf
	case !p.CanMove():
		return append(buf, Pass)
	}
	for o := p.own; o != 0; o &= o - 1 {
		from := o.First()
		for b := from.bit().Reach() & p.free; b != 0; b &= b - 1 {
			buf = append(buf, Step(from, b.First()))
		}
	}
	return buf
}

// Play returns the position after m, whose opposing neighbours have turned (guide III.D). The caller
// guarantees that m is legal (see Moves and Check). Extending resets the stop clock and jumping advances
// it; passing changes it under Community only.
func (p Position) Play(m Move) Position {
	if m == Pass {
		return p.pass()
	}
	from, to := m.From(), m.To()
	turned := p.Turned(to)
	if to.Ring().Has(from) {
		return p.jump(from.bit(), to.bit(), turned)
	}
	return p.extend(to.bit(), turned)
}

func (p Position) pass() Position {
	t := p.tally.next()
	if p.Rules() == Community {
		t += oneClock
	}
	return Position{p.theirs, p.own, p.free, t}
}

// extend puts a piece on a square. Turned pieces change sides.
func (p Position) extend(to, turned Bitboard) Position {
	return Position{p.theirs ^ turned, p.own ^ (to | turned), p.free ^ to, p.tally.next() &^ clockBits}
}

// jump moves a piece from one square to another. Turned pieces change sides.
func (p Position) jump(from, to, turned Bitboard) Position {
	return Position{p.theirs ^ turned, p.own ^ (from | to | turned), p.free ^ (from | to), p.tally.next() + oneClock}
}

// Turned returns the pieces that turn when the side to move reaches a square (guide III.D).
func (p Position) Turned(to Square) Bitboard { return to.Near() & p.theirs }
