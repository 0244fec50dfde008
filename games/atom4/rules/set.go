package rules

import "math/bits"

// Set is a set of vertices: square s is bit s%64 of word s/64, so a word holds four rows.
type Set [4]uint64

// Has reports whether s is in the set.
func (b Set) Has(s Square) bool { return b[s>>6]>>(s&63)&1 != 0 }

// Add puts s into the set.
func (b *Set) Add(s Square) { b[s>>6] |= 1 << (s & 63) }

// Count returns the number of vertices in the set.
func (b Set) Count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// hasFour reports whether four vertices of the set are in line.
func (b *Set) hasFour() bool {
	var toRight, toLeft [len(b) + 1]uint64 // pairs of a vertex and the one to its lower right, and to its lower left
	for i, w := range b {
		line := w & (w >> 1 &^ LastColumn)
		if line&(line>>2&^(LastColumn|LastColumn>>1)) != 0 {
			return true
		}
		below := w >> 16
		if i < len(b)-1 {
			below |= b[i+1] << 48
		}
		toRight[i] = w & (below&EvenRows | below&^FirstColumn>>1&^EvenRows)
		toLeft[i] = w & (below&^LastColumn<<1&EvenRows | below&^EvenRows)
	}
	// Two rows further down a line is one column further to the right or left.
	for i := range b {
		right := toRight[i]>>32 | toRight[i+1]<<32
		left := toLeft[i]>>32 | toLeft[i+1]<<32
		if toRight[i]&(right>>1&^LastColumn)|toLeft[i]&(left<<1&^FirstColumn) != 0 {
			return true
		}
	}
	return false
}

// The first and the last column of the rows in a word of a Set, and the even rows.
const (
	FirstColumn = 0x0001000100010001
	LastColumn  = FirstColumn << 15
	EvenRows    = 0x0000ffff0000ffff
)

// Step returns the set with every vertex moved one step in direction d, without the vertices that would
// leave the board.
func (b Set) Step(d Direction) Set {
	var to Set
	switch d {
	case Left:
		for i, w := range b {
			to[i] = w &^ FirstColumn >> 1
		}
	case Right:
		for i, w := range b {
			to[i] = w &^ LastColumn << 1
		}
	case UpperLeft, LowerLeft: // one column to the left from even rows
		for i, w := range b {
			to[i] = w&EvenRows&^FirstColumn>>1 | w&^EvenRows
		}
	case UpperRight, LowerRight: // one column to the right from odd rows
		for i, w := range b {
			to[i] = w&EvenRows | w&^EvenRows&^LastColumn<<1
		}
	}
	switch d {
	case UpperLeft, UpperRight:
		return Set{to[0]>>16 | to[1]<<48, to[1]>>16 | to[2]<<48, to[2]>>16 | to[3]<<48, to[3] >> 16}
	case LowerLeft, LowerRight:
		return Set{to[0] << 16, to[1]<<16 | to[0]>>48, to[2]<<16 | to[1]>>48, to[3]<<16 | to[2]>>48}
	default:
		return to
	}
}

// Squares lists the set in ascending order; nil if it is empty.
func (b Set) Squares() (list []Square) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			list = append(list, Square(i<<6|bits.TrailingZeros64(word)))
		}
	}
	return list
}
