package bot

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"attic/games/ataxx/rules"
)

// The shape of the network. A window is a square of two by two squares; there are 6 times 6 of them. Its pattern describes
// its contents in two bits a square: the first is set if the side to move has the square or it is blocked, the second if
// the other side has it or it is blocked.
const (
	Windows    = side * side
	Patterns   = 256
	Symmetries = 8  // of the board
	Lanes      = 32 // numbers that each pattern of each window has
	Buckets    = 8  // sets of weights of the lanes, by the number of empty squares

	side = 6
)

// The units of the numbers. A lane is a sum over the windows in units of 1/One, clamped to 0..One and squared; a unit
// of an Out is 1/PerOut, and the sum of all lanes is in units of Scale hundredths of a piece.
const (
	One    = 255
	PerOut = 128
	Scale  = 400
)

// The limits of the numbers, so that no lane overflows 16 bits and the whole sum fits into 32.
const (
	MostRow = 880 // for rows and biases
	MostOut = 127
	MostAdd = 20000
)

// Weights holds the network: one hidden layer, which sees the board from all of its eight sides. There are Lanes lanes
// for each symmetry of the board, which add up the patterns of the windows after that symmetry. So symmetric boards
// have the same value.
type Weights struct {
	Rows [Windows * Patterns][Lanes]int16
	Bias [Lanes]int16
	Out  [Buckets][Lanes]int16
	Add  [Buckets]int16 // hundredths of a piece
}

// Bucket returns the index of the set of weights for a number of empty squares.
func Bucket(empty int) int { return min(empty/6, Buckets-1) }

// Row returns the number of the row for a pattern in a window, after a symmetry of the board. Windows are counted in reading order.
func Row(window, pattern, symmetry int) int {
	row, col := turned(window/side, window%side, side-1, symmetry)
	return (row*side+col)*Patterns + int(turnedPatterns[symmetry][pattern])
}

// turned returns the row and column to which a symmetry moves a row and column of a square with indices 0 to last.
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

// patterns holds the patterns of the windows, in reading order, with room for a word at the last row.
type patterns [Windows + 2]uint8

// see writes the patterns of a board: own holds the pieces of the side to move and the blocks, theirs the other side's
// pieces and the blocks.
func (all *patterns) see(own, theirs rules.Bitboard) {
	line := spaced[own>>1&127] | spaced[theirs>>1&127]<<1
	for row := range side {
		own, theirs = own>>8, theirs>>8
		next := spaced[own>>1&127] | spaced[theirs>>1&127]<<1
		binary.LittleEndian.PutUint64(all[side*row:], line|line>>6|next<<4|next>>8<<6)
		line = next
	}
}

// PatternsOf returns the patterns of the windows in reading order, of a board seen by the side that has own.
func PatternsOf(own, theirs, blocks rules.Bitboard) [Windows]uint8 {
	var all patterns
	all.see(own|blocks, theirs|blocks)
	return [Windows]uint8(all[:])
}

// magic is the first line of encoded weights.
var magic = fmt.Sprintf("attic ataxx net 1: %d lanes, %d buckets\n", Lanes, Buckets)

// Encode returns the weights as bytes for DecodeWeights.
func (w *Weights) Encode() []byte {
	data, err := binary.Append([]byte(magic), binary.LittleEndian, w)
	if err != nil {
		panic(err) // cannot happen: all parts have a fixed size
	}
	return data
}

// DecodeWeights reads weights. The error says what is wrong with them.
func DecodeWeights(data []byte) (*Weights, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		line, _, _ := bytes.Cut(data[:min(len(data), 64)], []byte("\n"))
		return nil, fmt.Errorf("a network file for Ataxx begins with %q, not with %q", magic[:len(magic)-1], line)
	}
	w := new(Weights)
	data = data[len(magic):]
	if want := binary.Size(w); len(data) != want {
		return nil, fmt.Errorf("the network has %d bytes; it must have %d", len(magic)+len(data), len(magic)+want)
	}
	read := func(to []int16, most int16) error {
		for i := range to {
			to[i] = int16(binary.LittleEndian.Uint16(data[2*i:]))
			if to[i] < -most || to[i] > most {
				return fmt.Errorf("a number of the network is %d; it must be from %d to %d", to[i], -most, most)
			}
		}
		data = data[2*len(to):]
		return nil
	}
	for i := range w.Rows {
		if err := read(w.Rows[i][:], MostRow); err != nil {
			return nil, err
		}
	}
	if err := read(w.Bias[:], MostRow); err != nil {
		return nil, err
	}
	for i := range w.Out {
		if err := read(w.Out[i][:], MostOut); err != nil {
			return nil, err
		}
	}
	return w, read(w.Add[:], MostAdd)
}

// Sum returns a short name that identifies the weights: the beginning of their SHA-256.
func (w *Weights) Sum() string {
	sum := sha256.Sum256(w.Encode())
	return hex.EncodeToString(sum[:8])
}
