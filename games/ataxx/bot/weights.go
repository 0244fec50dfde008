package bot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"attic/games/ataxx/rules"
)

// The shape of the network. A window is a square of two by two squares; there are 6 times 6 of them. Its pattern describes its contents in two bits
// a square: the first is set if the side to move has the square or it is blocked, the second if the other side has it or it is blocked.
const (
	Windows    = side * side
	Patterns   = 256
	Symmetries = 8  // of the board
	Lanes      = 32 // numbers that each pattern of each window has
	Buckets    = 8  // sets of weights of the lanes, by the number of empty squares

	side = 6
)

// The units of the numbers. A lane is a sum over the windows in units of 1/One, clamped to 0..One and squared; a unit
// of an Out is 1/Per of its bucket, and the sum of all lanes is in units of Scale hundredths of a piece.
const (
	One   = 85
	Scale = 400
)

// The limits of the numbers: a number of a row fits a byte, a lane and a clamped lane times its Out fit 16 bits, and the whole sum fits 32.
const (
	MostRow  = 127
	MostBias = Windows * MostRow
	MostOut  = 385
	MostAdd  = 20000
	MostPer  = 1 << 14
)

// Weights holds the networks for boards without and with blocks, which may be the same.
type Weights struct{ Open, Blocks *Network }

// Network is one hidden layer, whose lanes add up numbers of the patterns of the windows. There are Symmetries groups of Lanes lanes. All groups have
// the same numbers, and each sees the board under a different symmetry, so symmetric boards have the same value.
type Network struct {
	Rows [Windows * Patterns][Lanes]int8
	Bias [Lanes]int16
	Out  [Buckets][Lanes]int16
	Add  [Buckets]int16 // hundredths of a piece
	Per  [Buckets]int16 // at least 1
}

// Bucket returns the index of the set of weights for a number of empty squares.
func Bucket(empty int) int { return min(empty/6, Buckets-1) }

// Row returns the number of the row for a pattern in a window, after a symmetry of the board. Windows are counted in reading order.
func Row(window, pattern, symmetry int) int {
	row, col := turned(window/side, window%side, side-1, symmetry)
	return (row*side+col)*Patterns + int(turnedPatterns[symmetry][pattern])
}

// turned returns the row and column to which a symmetry moves a square of a grid. The rows and columns have the indices 0 to last.
func turned(row, col, last, symmetry int) (int, int) {
	if symmetry&1 != 0 {
		row = last - row
	}
	if symmetry&2 != 0 {
		col = last - col
	}
	if symmetry&4 != 0 {
		row, col = col, row
	}
	return row, col
}

// turnedPatterns holds each pattern after each symmetry.
var turnedPatterns = func() (all [Symmetries][Patterns]uint8) {
	for symmetry := range all {
		for pattern := range all[symmetry] {
			for cell := range 4 {
				row, col := turned(cell/2, cell%2, 1, symmetry)
				all[symmetry][pattern] |= uint8(pattern >> (2 * cell) & 3 << (2 * (2*row + col)))
			}
		}
	}
	return all
}()

// spaced spreads seven bits over the lowest bits of bytes.
var spaced = func() (spaced [128]uint64) {
	for n := range spaced {
		for bit := range 7 {
			spaced[n] |= uint64(n>>bit&1) << (8 * bit)
		}
	}
	return spaced
}()

// patterns holds the patterns of the windows, or their codes, in reading order, with room for a word at the last row.
type patterns [Windows + 2]uint8

// see writes the patterns of a board as numbers to a base: 4 for patterns as they are, 3 if there are no blocks. The parameter own holds the pieces
// of the side to move and the blocks; theirs holds the other side's pieces and the blocks. Codes are patterns with shifts.
func (all *patterns) see(own, theirs rules.Bitboard, base uint64, shifts *[side]uint64) {
	line := spaced[own>>1&127] | spaced[theirs>>1&127]<<1
	for row := range side {
		own, theirs = own>>8, theirs>>8
		next := spaced[own>>1&127] | spaced[theirs>>1&127]<<1
		binary.LittleEndian.PutUint64(all[side*row:], (line+base*(line>>8)+base*base*(next+base*(next>>8)))^shifts[row])
		line = next
	}
}

// shifts turns patterns into codes. A code is the index of a pattern's row among the rows of its window in a prepared network. Patterns that are
// common in several windows have different codes, because rows at equal indices would push each other out of the processor's cache.
var shifts = func() (all [side]uint64) {
	for window := range Windows {
		all[window/side] |= uint64(7*window) << (8 * (window % side))
	}
	return all
}()

// code returns the code of a pattern. To the base 3 the rows of a window lie closer together.
func code(window, pattern int, base uint64) int {
	n, b := uint64(pattern), base
	return int((n&3 + b*(n>>2&3) + b*b*(n>>4&3) + b*b*b*(n>>6)) ^ shifts[window/side]>>(8*(window%side))&255)
}

// PatternsOf returns the patterns of the windows, in reading order, as the side that has own sees the board.
func PatternsOf(own, theirs, blocks rules.Bitboard) [Windows]uint8 {
	var all patterns
	all.see(own|blocks, theirs|blocks, 4, &[side]uint64{})
	return [Windows]uint8(all[:])
}

// PatternsOn returns the patterns that occur on boards without or with blocks, in order.
func PatternsOn(open bool) (all []int) {
	for pattern := range Patterns {
		if !open || pattern&(pattern>>1)&0x55 == 0 {
			all = append(all, pattern)
		}
	}
	return all
}

// magic is the first line of encoded weights.
var magic = fmt.Sprintf("attic ataxx net 3: %d lanes, %d buckets\n", Lanes, Buckets)

// Encode returns the weights as bytes for DecodeWeights: a line of text, the network for boards with blocks and, if it is a different one, the network
// for open boards, reduced to the patterns without blocks. A network is its rows, of one byte a number; then Bias, Out, Add and Per, of 16 bits a
// number, the lowest byte first.
func (w *Weights) Encode() []byte {
	data := []byte(magic)
	put := func(n *Network, open bool) {
		n.each(open, func(row *[Lanes]int8) { data, _ = binary.Append(data, binary.LittleEndian, row) },
			func(numbers []int16, _, _ int16) { data, _ = binary.Append(data, binary.LittleEndian, numbers) })
	}
	put(w.Blocks, false)
	if w.Open != w.Blocks {
		put(w.Open, true)
	}
	return data
}

// each calls visitRow with all rows of a network, then visit with its other numbers and their limits, in the order of a file.
func (n *Network) each(open bool, visitRow func(*[Lanes]int8), visit func(numbers []int16, least, most int16)) {
	patterns := PatternsOn(open)
	for window := range Windows {
		for _, pattern := range patterns {
			visitRow(&n.Rows[window*Patterns+pattern])
		}
	}
	visit(n.Bias[:], -MostBias, MostBias)
	for bucket := range n.Out {
		visit(n.Out[bucket][:], -MostOut, MostOut)
	}
	visit(n.Add[:], -MostAdd, MostAdd)
	visit(n.Per[:], 1, MostPer)
}

// DecodeWeights reads weights. The error describes the fault.
func DecodeWeights(data []byte) (*Weights, error) {
	r := &reader{}
	var there bool
	if r.data, there = bytes.CutPrefix(data, []byte(magic)); !there {
		line, _, _ := bytes.Cut(data[:min(len(data), 64)], []byte("\n"))
		return nil, fmt.Errorf("a network file for Ataxx begins with %q, not with %q", magic[:len(magic)-1], line)
	}
	w := &Weights{Blocks: r.network(false)}
	if w.Open = w.Blocks; len(r.data) > 0 {
		w.Open = r.network(true)
	}
	if r.err == nil && len(r.data) > 0 {
		r.err = fmt.Errorf("the network has %d bytes too many", len(r.data))
	}
	if r.err != nil {
		return nil, r.err
	}
	return w, nil
}

type reader struct {
	data []byte
	err  error // the first error
}

// take returns the next n bytes, nil after an error.
func (r *reader) take(n int) (next []byte) {
	if r.err == nil && len(r.data) < n {
		r.err = errors.New("the network file is truncated")
	}
	if r.err == nil {
		next, r.data = r.data[:n], r.data[n:]
	}
	return next
}

func (r *reader) network(open bool) *Network {
	n := new(Network)
	outside := func(x, least, most int16) {
		if r.err == nil {
			r.err = fmt.Errorf("a number of the network is %d; it must be from %d to %d", x, least, most)
		}
	}
	n.each(open, func(row *[Lanes]int8) {
		for i, x := range r.take(Lanes) {
			if row[i] = int8(x); row[i] < -MostRow {
				outside(int16(row[i]), -MostRow, MostRow)
			}
		}
	}, func(to []int16, least, most int16) {
		next := r.take(2 * len(to))
		for i := range len(next) / 2 {
			to[i] = int16(binary.LittleEndian.Uint16(next[2*i:]))
			if to[i] < least || to[i] > most {
				outside(to[i], least, most)
			}
		}
	})
	return n
}
