package rules

import (
	"errors"
	"fmt"
	"strings"
)

// Disc is the contents of a square: empty, or a disc of a side. It also stands for the side.
type Disc uint8

// The discs.
const (
	Empty Disc = iota
	Black
	White
)

// Other returns the other side.
func (d Disc) Other() Disc { return Black + White - d }

// String returns "empty", "black" or "white".
func (d Disc) String() string { return [...]string{"empty", "black", "white"}[d] }

// Position is a board and the side to move. It is a small value; [ParseFEN] and [Start] make it.
type Position struct {
	own, theirs Set // the discs of the side to move, and those of the other side
	turn        Disc
}

// Start returns the position before the first move: two discs of each side in the middle, crossed or parallel.
func Start(parallel bool) Position {
	p, _ := ParseFEN("8/8/8/3ox3/3xo3/8/8/8 x")
	if parallel {
		p, _ = ParseFEN("8/8/8/3oo3/3xx3/8/8/8 x")
	}
	return p
}

// Errors that say what is wrong wrap one of these.
var (
	ErrIllegal = errors.New("not a legal move")
	ErrFEN     = errors.New("not a position")
)

// ParseFEN reads a position as [Position.FEN] writes it. Its error wraps [ErrFEN].
func ParseFEN(text string) (p Position, err error) {
	board, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	rows := strings.Split(board, "/")
	if len(rows) != Size {
		return p, fmt.Errorf("%w: the number of rows is %d, not %d", ErrFEN, len(rows), Size)
	}
	var black, white Set
	for y, row := range rows {
		x := 0
		for _, r := range row {
			switch {
			case r >= '1' && r <= '8':
				x += int(r - '1')
			case r != 'x' && r != 'o':
				return p, fmt.Errorf("%w: row %d has %q; write x, o or the number of empty squares", ErrFEN, y+1, r)
			case x < Size && r == 'x':
				black |= 1 << (Size*y + x)
			case x < Size:
				white |= 1 << (Size*y + x)
			}
			x++
		}
		if x != Size {
			return p, fmt.Errorf("%w: row %d has length %d, not %d", ErrFEN, y+1, x, Size)
		}
	}
	switch strings.TrimSpace(turn) {
	case "x":
		return Position{black, white, Black}, nil
	case "o":
		return Position{white, black, White}, nil
	}
	return p, fmt.Errorf("%w: the side to move is %.10q, not x or o", ErrFEN, turn)
}

// FEN writes the position: rows from the top with x for black, o for white and numbers of empty squares, then the
// side to move.
func (p Position) FEN() string {
	var b strings.Builder
	for y := range Size {
		empty := 0
		for x := range Size {
			d := p.At(Square(Size*y + x))
			if d == Empty {
				empty++
			}
			if empty > 0 && (d != Empty || x == Size-1) {
				fmt.Fprint(&b, empty)
				empty = 0
			}
			if d != Empty {
				b.WriteByte(" xo"[d])
			}
		}
		b.WriteByte('/')
	}
	return strings.TrimSuffix(b.String(), "/") + " " + string(" xo"[p.turn])
}

// Turn returns the side to move, even when the game is over.
func (p Position) Turn() Disc { return p.turn }

// At returns the contents of a square.
func (p Position) At(s Square) Disc {
	switch {
	case p.own.Has(s):
		return p.turn
	case p.theirs.Has(s):
		return p.turn.Other()
	}
	return Empty
}

// Discs returns the squares that hold d; for Empty, the empty squares.
func (p Position) Discs(d Disc) Set {
	switch d {
	case p.turn:
		return p.own
	case p.turn.Other():
		return p.theirs
	}
	return All &^ (p.own | p.theirs)
}

// Targets returns the squares on which the side to move may place a disc.
func (p Position) Targets() Set { return targets(p.own, p.theirs) }

// Replies returns the squares on which the other side could place a disc if it were to move.
func (p Position) Replies() Set { return targets(p.theirs, p.own) }

func targets(own, theirs Set) (found Set) {
	for d := range directions {
		row := own.step(d) & theirs
		for range Size - 3 { // at most six discs are bracketed
			row |= row.step(d) & theirs
		}
		found |= row.step(d)
	}
	return found &^ (own | theirs)
}

// Over reports whether neither side has a move.
func (p Position) Over() bool { return p.Targets() == 0 && p.Replies() == 0 }

// Winner returns the side with more discs, or Empty if both have the same number.
func (p Position) Winner() Disc {
	switch own, theirs := p.own.Count(), p.theirs.Count(); {
	case own > theirs:
		return p.turn
	case own < theirs:
		return p.turn.Other()
	}
	return Empty
}

// Moves appends the legal moves in reading order. It appends none when the game is over.
func (p Position) Moves(buf []Square) []Square {
	found := p.Targets()
	if found == 0 && p.Replies() != 0 {
		return append(buf, Pass)
	}
	for ; found != 0; found &= found - 1 {
		buf = append(buf, found.First())
	}
	return buf
}

// Check returns nil if a move is legal, otherwise an error that wraps [ErrIllegal] and says why not.
func (p Position) Check(s Square) error {
	switch {
	case p.Over():
		return fmt.Errorf("%w: the game is over", ErrIllegal)
	case s == Pass && p.Targets() != 0:
		return fmt.Errorf("%w: %v has a move and cannot pass", ErrIllegal, p.turn)
	case s == Pass || p.Targets().Has(s):
		return nil
	case p.At(s) != Empty:
		return fmt.Errorf("%w: there is a %v disc on %v", ErrIllegal, p.At(s), s)
	}
	return fmt.Errorf("%w: %v on %v would turn no disc", ErrIllegal, p.turn, s)
}

// Turned returns the discs that turn when the side to move places a disc on an empty square.
func (p Position) Turned(s Square) (turned Set) {
	if s >= Pass {
		return 0
	}
	for d := range directions {
		row, at := Set(0), Set(1<<s).step(d)
		for ; at&p.theirs != 0; at = at.step(d) {
			row |= at
		}
		if at&p.own != 0 {
			turned |= row
		}
	}
	return turned
}

// Play returns the position after a legal move.
func (p Position) Play(s Square) Position {
	if s < Pass {
		turned := p.Turned(s)
		p.own, p.theirs = p.own|turned|1<<s, p.theirs&^turned
	}
	return Position{p.theirs, p.own, p.turn.Other()}
}

// Perft returns the number of sequences of exactly depth plies; for depth 0 that is 1. If every is set, it also makes the last ply of each sequence,
// instead of counting the moves.
func Perft(p Position, depth int, every bool) (n int64) {
	var buf [Size * Size]Square
	if depth <= 0 {
		return 1
	}
	moves := p.Moves(buf[:0])
	if depth == 1 && !every {
		return int64(len(moves))
	}
	for _, m := range moves {
		n += Perft(p.Play(m), depth-1, every)
	}
	return n
}
