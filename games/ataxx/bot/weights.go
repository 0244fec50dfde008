package bot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

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
	One   = 255
	Scale = 400
)

// The limits of the numbers, so that no lane overflows 16 bits and the whole sum fits into 32.
const (
	MostRow = 880 // for rows and biases
	MostOut = 127
	MostAdd = 20000
	MostPer = 1 << 14
)

// Weights holds the networks for boards without and with blocks, which may be the same.
type Weights struct{ Open, Blocks *Network }

// Network is one hidden layer, whose lanes add up numbers of the patterns of the windows. The lanes are Symmetries groups. In a tied network all
// groups have the same numbers, and each sees the board under a different symmetry, so symmetric boards have the same value. In a free network each
// group has its own numbers and sees the board unchanged.
type Network struct {
	Groups []Group        // 1 or Symmetries of them
	Add    [Buckets]int16 // hundredths of a piece
	Per    [Buckets]int16 // at least 1
}

// Group holds the numbers of a group of lanes.
type Group struct {
	Rows [Windows * Patterns][Lanes]int16
	Bias [Lanes]int16
	Out  [Buckets][Lanes]int16
}

// Tied reports whether all groups have the same numbers.
func (n *Network) Tied() bool { return len(n.Groups) == 1 }

// Group returns the numbers of a group, and the symmetry under which it sees the board.
func (n *Network) Group(number int) (group *Group, symmetry int) {
	if n.Tied() {
		return &n.Groups[0], number
	}
	return &n.Groups[number], 0
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

// The first lines of encoded weights. The first version held one tied network with the same Per in all buckets.
var (
	magic      = fmt.Sprintf("attic ataxx net 2: %d lanes, %d buckets\n", Lanes, Buckets)
	firstMagic = fmt.Sprintf("attic ataxx net 1: %d lanes, %d buckets\n", Lanes, Buckets)
)

const firstPer = 128

// Encode returns the weights as bytes for DecodeWeights: a line of text, the network for boards with blocks, which must be tied, and, if it is a
// different one, the network for open boards, reduced to the patterns without blocks. A network is the number of its groups; rows, bias and Out of
// each; Add, Per. All numbers have 16 bits, the lowest byte first.
func (w *Weights) Encode() []byte {
	data := []byte(magic)
	put := func(numbers []int16, _ int16) { data, _ = binary.Append(data, binary.LittleEndian, numbers) }
	whole := func(n *Network, open bool) {
		put([]int16{int16(len(n.Groups))}, 0)
		n.each(open, put)
		put(n.Per[:], 0)
	}
	whole(w.Blocks, false)
	if w.Open != w.Blocks {
		whole(w.Open, true)
	}
	return data
}

// each calls visit with all numbers of a network except its Per, in the order of a file, and their largest absolute value.
func (n *Network) each(open bool, visit func(numbers []int16, most int16)) {
	patterns := PatternsOn(open)
	for i := range n.Groups {
		g := &n.Groups[i]
		for window := range Windows {
			for _, pattern := range patterns {
				visit(g.Rows[window*Patterns+pattern][:], MostRow)
			}
		}
		visit(g.Bias[:], MostRow)
		for bucket := range g.Out {
			visit(g.Out[bucket][:], MostOut)
		}
	}
	visit(n.Add[:], MostAdd)
}

// DecodeWeights reads weights. The error describes the fault.
func DecodeWeights(data []byte) (*Weights, error) {
	r := &reader{data: data}
	if r.skip(firstMagic) {
		n := r.network(1, false)
		for bucket := range n.Per {
			n.Per[bucket] = firstPer
		}
		return r.weights(n, n)
	}
	if !r.skip(magic) {
		line, _, _ := bytes.Cut(data[:min(len(data), 64)], []byte("\n"))
		return nil, fmt.Errorf("a network file for Ataxx begins with %q, not with %q", magic[:len(magic)-1], line)
	}
	blocks := r.whole(false)
	open := blocks
	if len(r.data) > 0 {
		open = r.whole(true)
	}
	return r.weights(open, blocks)
}

type reader struct {
	data []byte
	err  error // the first error
}

// skip skips line if the data begins with it.
func (r *reader) skip(line string) (there bool) {
	r.data, there = bytes.CutPrefix(r.data, []byte(line))
	return there
}

func (r *reader) weights(open, blocks *Network) (*Weights, error) {
	if r.err == nil && len(r.data) > 0 {
		r.err = fmt.Errorf("the network has %d bytes too many", len(r.data))
	}
	if r.err != nil {
		return nil, r.err
	}
	return &Weights{open, blocks}, nil
}

func (r *reader) number(least, most int16) int16 {
	var x [1]int16
	r.numbers(x[:], least, most)
	return x[0]
}

// numbers reads numbers, nothing after an error.
func (r *reader) numbers(to []int16, least, most int16) {
	if r.err == nil && len(r.data) < 2*len(to) {
		r.err = errors.New("the network file is truncated")
	}
	if r.err != nil {
		return
	}
	for i := range to {
		x := int16(binary.LittleEndian.Uint16(r.data[2*i:]))
		if x < least || x > most {
			r.err = fmt.Errorf("a number of the network is %d; it must be from %d to %d", x, least, most)
			return
		}
		to[i] = x
	}
	r.data = r.data[2*len(to):]
}

// network reads a network without its Per.
func (r *reader) network(groups int, open bool) *Network {
	n := &Network{Groups: make([]Group, groups)}
	n.each(open, func(to []int16, most int16) { r.numbers(to, -most, most) })
	return n
}

// whole reads a network with its number of groups and its Per. If the number is wrong, it reads nothing else.
func (r *reader) whole(open bool) *Network {
	groups := r.number(math.MinInt16, math.MaxInt16)
	if r.err == nil && groups != 1 && !(open && groups == Symmetries) {
		r.err = fmt.Errorf("a network has %d groups; it must have 1, or, for open boards, %d", groups, Symmetries)
	}
	if r.err != nil {
		return nil
	}
	n := r.network(int(groups), open)
	r.numbers(n.Per[:], 1, MostPer)
	return n
}
