package bot

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"

	"attic/games/atom4/rules"
)

// The values of things change linearly between the knots, which are KnotEvery pieces apart, from an empty board to a full one.
const (
	KnotEvery = 32
	Knots     = rules.Squares/KnotEvery + 1
)

// Unit is the number of units of a weight in one point of the evaluation.
const Unit = 16

// MostValue is the limit of a static evaluation in points.
const MostValue = 20000

// Weights holds the values of things at each knot.
type Weights [Knots]Knot

// Knot holds the values of things at one number of pieces, in 1/Unit points: for the mover, for the other player (they count against
// the mover), and for being to move.
type Knot struct {
	Value [2][Things]int16
	Move  int16
}

var magic = fmt.Sprintf("attic atom4 evaluation 1: %d things, %d knots\n", Things, Knots)

// Encode returns the weights as bytes for DecodeWeights: a line of text and numbers of 16 bits, the lowest byte first.
func (w *Weights) Encode() []byte {
	data := []byte(magic)
	w.each(func(x *int16) { data = binary.LittleEndian.AppendUint16(data, uint16(*x)) })
	return data
}

// each calls f with every number in the order of a file.
func (w *Weights) each(f func(*int16)) {
	for k := range w {
		for side := range w[k].Value {
			for thing := range w[k].Value[side] {
				f(&w[k].Value[side][thing])
			}
		}
		f(&w[k].Move)
	}
}

// DecodeWeights reads weights written by Encode.
func DecodeWeights(data []byte) (*Weights, error) {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("not an evaluation of Atom-4, which begins with %q", strings.TrimSpace(magic))
	}
	if data = data[len(magic):]; len(data) != 2*Knots*(2*Things+1) {
		return nil, errors.New("an evaluation of Atom-4 with too few or too many numbers")
	}
	w := new(Weights)
	w.each(func(x *int16) {
		*x = int16(binary.LittleEndian.Uint16(data))
		data = data[2:]
	})
	return w, nil
}

//go:embed weights.bin
var weights []byte

// Usual returns the built-in weights.
func Usual() *Weights {
	w, err := DecodeWeights(weights)
	if err != nil {
		panic("weights.bin: " + err.Error())
	}
	return w
}

// values holds the values of things for each number of pieces.
type values [rules.Squares + 1]Knot

var usual = sync.OnceValue(func() *values { return newValues(Usual()) })

func newValues(w *Weights) *values {
	all := new(values)
	for pieces := range all {
		knot := min(pieces/KnotEvery, Knots-2)
		before, after, part := &w[knot], &w[knot+1], pieces-knot*KnotEvery
		between := func(a, b int16) int16 { return int16((int(a)*(KnotEvery-part) + int(b)*part) / KnotEvery) }
		v := &all[pieces]
		for side := range v.Value {
			for thing := range v.Value[side] {
				v.Value[side][thing] = between(before.Value[side][thing], after.Value[side][thing])
			}
		}
		v.Move = between(before.Move, after.Move)
	}
	return all
}

// of returns the value, in points, of the things of the mover (side 0) or of the other player (side 1).
func (k *Knot) of(t *Tally, side int) int32 {
	sum := int32(k.Move)
	if side == 1 {
		sum = 0
	}
	for thing, n := range t {
		sum += n * int32(k.Value[side][thing])
	}
	return sum / Unit
}

// Tallies returns the tallies of the mover and the other player in a position that is not over. known is true if the result is known
// without them.
func Tallies(p rules.Position) (mover, other Tally, known bool) {
	var a, b side
	survey(&p, &a, &b)
	_, _, known = at(p).Known()
	return a.tally, b.tally, known
}
