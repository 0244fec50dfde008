package rules

import "math/bits"

// Square is a square of the board. From rank to rank the numbers grow by 8: a7 is 1, g7 is 7, a6 is 9, g1 is
// 55. Ascending order is reading order. The zero value is NoSquare.
type Square uint8

// NoSquare stands for no square.
const NoSquare Square = 0

const (
	size   = 7 // squares in a rank or file
	stride = 8 // from a square to the one below it
)

// SquareAt returns the square of a file, 0..6 for a..g, and a rank, 1..7; NoSquare outside of these.
func SquareAt(file, rank int) Square {
	if file < 0 || file >= size || rank < 1 || rank > size {
		return NoSquare
	}
	return Square((size-rank)*stride + file + 1)
}

// ParseSquare reads "a7" or "A7".
func ParseSquare(text string) (Square, error) {
	if len(text) == 2 {
		if s := SquareAt(int(text[0]|0x20)-'a', int(text[1])-'0'); s != NoSquare {
			return s, nil
		}
	}
	return NoSquare, because(ErrNotation, "%q is not a square; write one of a1 to g7", clip(text))
}

// File returns 0..6 for the files a..g.
func (s Square) File() int { return int(s%stride) - 1 }

// Rank returns 1..7.
func (s Square) Rank() int { return size - int(s/stride) }

// Valid reports whether s is a square of the board.
func (s Square) Valid() bool { return Board.Has(s) }

// String returns "a7", or "-" if s is not a square of the board.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return string([]byte{byte('a' + s.File()), byte('0' + s.Rank())})
}

// Near returns the squares next to s, diagonally too. Like Ring, it must be called with a square of the board.
func (s Square) Near() Bitboard { return near[s&63] }

// Ring returns the squares exactly two squares from s: the targets of jumps from s.
func (s Square) Ring() Bitboard { return ring[s&63] }

// Distance returns the number of king's moves from s to t.
func Distance(s, t Square) int {
	return max(s.File()-t.File(), t.File()-s.File(), s.Rank()-t.Rank(), t.Rank()-s.Rank())
}

// Bitboard is a set of squares: bit n is Square n. The bits between the ranks keep a shift to the left
// or right from running into the next rank.
type Bitboard uint64

// Board holds all 49 squares.
const Board Bitboard = 0x00fefefefefefefe

func (s Square) bit() Bitboard { return 1 << (s & 63) }

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b>>s&1 != 0 }

// Count returns the number of squares.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the first square in reading order. b must not be empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Near returns b and all squares of the board next to it.
func (b Bitboard) Near() Bitboard {
	b |= b<<1 | b>>1
	return (b | b<<stride | b>>stride) & Board
}

// Reach returns b and all squares of the board within two squares of it.
func (b Bitboard) Reach() Bitboard {
	b = (b | b<<1 | b>>1) & Board
	b |= b<<1 | b>>1
	b |= b<<stride | b>>stride
	return (b | b<<stride | b>>stride) & Board
}

// near and ring hold Square.Near and Square.Ring for every square, and zero for the other indices.
var near, ring = distances()

func distances() (near, ring [64]Bitboard) {
	for s := range Square(64) {
		if s.Valid() {
			near[s] = s.bit().Near() &^ s.bit()
			ring[s] = s.bit().Reach() &^ s.bit().Near()
		}
	}
	return near, ring
}
