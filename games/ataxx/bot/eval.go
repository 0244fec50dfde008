package bot

import (
	"encoding/binary"

	"attic/games/ataxx/rules"
)

// wide is the total number of lanes, which are stored symmetry by symmetry.
const wide = Symmetries * Lanes

// A block is 64 bytes of a row, which a kernel takes as 32 words of 16 bits: the lower bytes belong to 32 lanes of the first half of all lanes, the
// upper ones to the same lanes of the second half. Adding up the words, and separately their upper bytes, adds up both halves without unpacking them.
const (
	blocks = wide / 64
	half   = wide / 2
)

// place returns the index in a row of the byte of a group's first lane. The bytes of its other lanes follow at every second index.
func place(group int) int {
	first := group * Lanes
	return first%half*2 + first/half
}

// offset is added to each number of a row, so that none is negative.
const offset = MostRow

// net is a network prepared for adding. A nil net counts pieces only.
type net struct {
	rows  [][wide]uint8 // of each window and code, numbers with offset, where place says; only codes that can occur are set
	base  uint64        // of the codes
	bias  [wide]int16   // the biases less the offsets that the rows bring
	out   [Buckets][wide]int16
	add   [Buckets]int
	units [Buckets]int // the sum over the lanes for one hundredth of a piece, times Scale
}

// newNet returns the network for boards without or with blocks; nil for no weights.
func newNet(w *Weights, open bool) *net {
	if w == nil {
		return nil
	}
	patterns := PatternsOn(open)
	from, n := w.Blocks, &net{rows: make([][wide]uint8, Windows*Patterns), base: 4}
	if open {
		from, n.base = w.Open, 3
	}
	for symmetry := range Symmetries {
		first, at := symmetry*Lanes, place(symmetry)
		for window := range Windows {
			for _, pattern := range patterns {
				to := n.rows[window*Patterns+code(window, pattern, n.base)][at:]
				for lane, x := range &from.Rows[Row(window, pattern, symmetry)] {
					to[2*lane] = uint8(x) + offset // wraps around
				}
			}
		}
		for lane, b := range from.Bias {
			n.bias[first+lane] = b - Windows*offset
		}
		for bucket := range from.Out {
			copy(n.out[bucket][first:], from.Out[bucket][:])
		}
	}
	for bucket, add := range from.Add {
		n.add[bucket] = int(add)
		n.units[bucket] = One * One * int(from.Per[bucket])
	}
	return n
}

// kernel is an implementation of the evaluation. The kernels of a processor are numbered from the slowest to the fastest.
type kernel uint8

// plainGo is the kernel of every processor.
const plainGo kernel = 0

// inUse is the kernel of this processor. Tests change it.
var inUse = fastest

// plainSum computes the sum over the lanes in plain Go.
func (n *net) plainSum(p *patterns, bucket int) (sum int32) {
	const bytes = 0x00ff00ff00ff00ff
	out := &n.out[bucket]
	for first := 0; first < wide; first += 32 {
		var a, b, c, d, upperA, upperB, upperC, upperD uint64 // four lanes each
		for window, pattern := range p[:Windows] {
			row := (*[32]uint8)(n.rows[window*Patterns+int(pattern)][first:])
			w, x, y, z := word(row, 0), word(row, 8), word(row, 16), word(row, 24)
			a += w & bytes
			b += x & bytes
			c += y & bytes
			d += z & bytes
			upperA += w >> 8 & bytes
			upperB += x >> 8 & bytes
			upperC += y >> 8 & bytes
			upperD += z >> 8 & bytes
		}
		for i, word := range [...]uint64{a, b, c, d} {
			sum += n.count(word, out, first/2+4*i)
		}
		for i, word := range [...]uint64{upperA, upperB, upperC, upperD} {
			sum += n.count(word, out, half+first/2+4*i)
		}
	}
	return sum
}

func word(row *[32]uint8, at int) uint64 { return binary.LittleEndian.Uint64(row[at:]) }

// count returns the weighted sum of four lanes, from the sums of their rows.
func (n *net) count(word uint64, out *[wide]int16, first int) (sum int32) {
	for lane := first; lane < first+4; lane++ {
		x := int32(uint16(word)) + int32(n.bias[lane])
		x = min(max(x, 0), One)
		sum += x * int32(out[lane]) * x
		word >>= 16
	}
	return sum
}

// Values outside the network, in hundredths of a piece.
const (
	MostValue  = 20000 // the limit of a static evaluation
	bareScore  = 10000 // the other side has no piece left and can only pass
	OwnedScore = 100   // an empty square that only one side can ever reach
)

// score returns the static evaluation of a position that is not over, for the side to move.
func (n *net) score(p rules.Position) int {
	switch {
	case p.Own() == 0:
		return -bareScore - 100*p.Theirs().Count()
	case p.Theirs() == 0:
		return bareScore + 100*p.Own().Count()
	}
	score := n.learned(p)
	if p.Blocks() != 0 {
		own, theirs := Owned(p)
		score += OwnedScore * (own.Count() - theirs.Count())
	}
	return min(max(score, -MostValue), MostValue)
}

// Owned returns the empty squares that only the side to move, and those that only the other side, can ever reach if no piece
// on the board changes sides.
func Owned(p rules.Position) (own, theirs rules.Bitboard) {
	free := p.Free()
	a, b := p.Own().Reach()&free, p.Theirs().Reach()&free
	for {
		nextA, nextB := (a|a.Reach())&free, (b|b.Reach())&free
		if nextA == a && nextB == b || nextA&nextB == nextA|nextB {
			return nextA &^ nextB, nextB &^ nextA
		}
		a, b = nextA, nextB
	}
}

func (n *net) learned(p rules.Position) int {
	if n == nil {
		return 100 * (p.Own().Count() - p.Theirs().Count())
	}
	var seen patterns
	blocks := p.Blocks()
	seen.see(p.Own()|blocks, p.Theirs()|blocks, n.base, &shifts)
	bucket := Bucket(p.Empty())
	return int(n.sum(&seen, bucket))*Scale/n.units[bucket] + n.add[bucket]
}
