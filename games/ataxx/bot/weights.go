package bot

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"attic/games/ataxx/rules"
)

// The shape of the evaluation. A window is a square of two by two squares; there are 6 times 6 of them.
// What stands in it is its pattern: two bits a square, the first set if it is own or blocked, the second
// if it is the other side's or blocked.
const (
	Windows  = side * side
	Patterns = 256
	Lanes    = 8 // numbers that each pattern has a part of

	side     = 6
	words    = Lanes / 4
	PerSum   = 1 << 8  // of a unit in a hidden lane
	PerScore = 1 << 2  // of a hundredth of a piece in lane 0
	PerOut   = 1 << 14 // of a hundredth of a piece in the product of a curve's value and an Out
	CurveMax = 1 << 10 // the curve's value for much
)

// Weights are what the evaluation has learned. Patterns that a symmetry of the board makes of each other
// share a feature, and so their parts.
type Weights struct {
	Parts [][Lanes]int16 // of each feature
	Bias  [Lanes]int16   // of every position
	Out   [Lanes]int16   // what a hidden lane counts; that of lane 0 is not used
}

// Features tells which feature the patterns of each window, counted in reading order, have, and how many
// features there are. They are numbered in the order of their first window and pattern.
var Features = sync.OnceValues(func() (of *[Windows][Patterns]uint16, n int) {
	of = new([Windows][Patterns]uint16)
	type at struct{ window, pattern int }
	number := map[at]int{}
	for window := range Windows {
		for pattern := range Patterns {
			first := at{window, pattern}
			for symmetry := range 8 {
				w, p := turned(window, pattern, symmetry)
				if w < first.window || w == first.window && p < first.pattern {
					first = at{w, p}
				}
			}
			if _, ok := number[first]; !ok {
				number[first] = len(number)
			}
			of[window][pattern] = uint16(number[first])
		}
	}
	return of, len(number)
})

// turned returns the window and the pattern that a symmetry of the board makes of these.
func turned(window, pattern, symmetry int) (int, int) {
	row, col := window/side, window%side
	turn := func(row, col, last int) (int, int) {
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
	result := 0
	for cell := range 4 {
		r, c := turn(cell/2, cell%2, 1)
		result |= pattern >> (2 * cell) & 3 << (2 * (2*r + c))
	}
	row, col = turn(row, col, side-1)
	return row*side + col, result
}

// PatternsOf appends the patterns of the windows, in reading order.
func PatternsOf(p rules.Position, buf []uint8) []uint8 {
	lines := lines(p)
	for row := range side {
		for col := range side {
			buf = append(buf, uint8(lines[row].left>>(2*col)&15|lines[row+1].left>>(2*col)&15<<4))
		}
	}
	return buf
}

// Material returns the weights that count pieces only.
func Material() Weights {
	featureOf, n := Features()
	w := Weights{Parts: make([][Lanes]int16, n)}
	for window := range Windows {
		for pattern := range Patterns {
			value := 0
			for cell := range 4 {
				row, col := window/side+cell/2, window%side+cell%2
				share := 100 * PerScore
				if row > 0 && row < side {
					share /= 2
				}
				if col > 0 && col < side {
					share /= 2
				}
				switch pattern >> (2 * cell) & 3 {
				case 1:
					value += share
				case 2:
					value -= share
				}
			}
			w.Parts[featureOf[window][pattern]][0] = int16(value)
		}
	}
	return w
}

// Encode returns the weights as bytes for DecodeWeights.
func (w Weights) Encode() []byte {
	var data []byte
	for _, lanes := range append(slices.Clone(w.Parts), w.Bias, w.Out) {
		for _, n := range lanes {
			data = binary.LittleEndian.AppendUint16(data, uint16(n))
		}
	}
	return data
}

// Sum returns a short name that only these weights have: the beginning of their SHA-256.
func (w Weights) Sum() string {
	sum := sha256.Sum256(w.Encode())
	return hex.EncodeToString(sum[:8])
}

// DecodeWeights reads weights. The error says that their size is not right.
func DecodeWeights(data []byte) (Weights, error) {
	_, n := Features()
	if want := (n + 2) * Lanes * 2; len(data) != want {
		return Weights{}, fmt.Errorf("the weights have %d bytes; they must have %d", len(data), want)
	}
	all := make([][Lanes]int16, n+2)
	for i := range all {
		for lane := range all[i] {
			all[i][lane] = int16(binary.LittleEndian.Uint16(data[2*(i*Lanes+lane):]))
		}
	}
	return Weights{Parts: all[:n], Bias: all[n], Out: all[n+1]}, nil
}
