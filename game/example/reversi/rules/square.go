package rules

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// Size is the number of squares in a row or column.
const Size = 8

// Square is a square of the board, or Pass. Squares are numbered by rows from the upper left: a1 is 0, h1 is 7, a2 is 8.
type Square uint8

// Pass is the move that places no disc.
const Pass Square = Size * Size

// ErrNotation is wrapped by errors about text that is not a move.
var ErrNotation = errors.New("not a move")

// ParseSquare reads "d3" or "pass", in any case. Its error wraps [ErrNotation].
func ParseSquare(text string) (Square, error) {
	text = strings.ToLower(text)
	if text == "pass" {
		return Pass, nil
	}
	if len(text) == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8' {
		return Size*Square(text[1]-'1') + Square(text[0]-'a'), nil
	}
	return 0, fmt.Errorf("%w: %.10q is neither a square, a1 to h8, nor pass", ErrNotation, text)
}

// Column returns 0 to 7 for a to h.
func (s Square) Column() int { return int(s % Size) }

// Row returns 0 to 7 for 1 to 8.
func (s Square) Row() int { return int(s / Size) }

// String returns "d3" or "pass".
func (s Square) String() string {
	if s >= Pass {
		return "pass"
	}
	return string([]byte{byte('a' + s.Column()), byte('1' + s.Row())})
}

// Set is a set of squares: bit n is Square n.
type Set uint64

// All holds every square.
const All = ^Set(0)

// Has reports whether a square is in the set.
func (b Set) Has(s Square) bool { return s < Pass && b>>s&1 != 0 }

// Count returns the number of squares.
func (b Set) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the first square in reading order. The set must not be empty.
func (b Set) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Squares lists the set in reading order.
func (b Set) Squares() []Square {
	list := make([]Square, 0, b.Count())
	for ; b != 0; b &= b - 1 {
		list = append(list, b.First())
	}
	return list
}

// directions are the eight steps to a neighbouring square. Each has the number of bits by which a set is shifted to the left (to the right if
// negative), and the squares from which the step does not leave the board.
var directions = [8]struct {
	shift int
	from  Set
}{{1, notH}, {-1, notA}, {8, All}, {-8, All}, {9, notH}, {-9, notA}, {7, notA}, {-7, notH}}

const (
	notA Set = 0xfefefefefefefefe
	notH Set = 0x7f7f7f7f7f7f7f7f
)

// step moves a set one square in a direction. Squares that would leave the board are dropped.
func (b Set) step(direction int) Set {
	d := directions[direction]
	if b &= d.from; d.shift > 0 {
		return b << d.shift
	}
	return b >> -d.shift
}
