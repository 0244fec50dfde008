package bot

import "attic/games/ataxx/rules"

// wide is the total number of lanes, which are stored symmetry by symmetry.
const wide = Symmetries * Lanes

// A word holds four lanes, the first in the lowest 16 bits.
const words = wide / 4

// offset is added to each number of a row and of a bias, so that none is negative and words can be added without a carry
// from lane to lane.
const offset = MostRow

// net is a network prepared for adding. A nil net counts pieces only.
type net struct {
	rows  [][words]uint64 // of each window and code, numbers with offset; only codes that can occur are set
	base  uint64          // of the codes
	plain [words]uint64   // the biases, with offset
	fast  [wide]int16     // the biases less the offsets that the rows bring, for kernels with signed lanes
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
	from, n := w.Blocks, &net{rows: make([][words]uint64, Windows*Patterns), base: 4}
	if open {
		from, n.base = w.Open, 3
	}
	const perGroup = words / Symmetries
	for number := range Symmetries {
		group, symmetry := from.Group(number)
		for window := range Windows {
			for _, pattern := range patterns {
				pack(n.rows[window*Patterns+code(window, pattern, n.base)][number*perGroup:], &group.Rows[Row(window, pattern, symmetry)])
			}
		}
		pack(n.plain[number*perGroup:], &group.Bias)
		for lane, b := range group.Bias {
			n.fast[number*Lanes+lane] = int16(uint16(b) - Windows*offset%(1<<16)) // wraps around; adding the rows wraps it back
		}
		for bucket := range group.Out {
			copy(n.out[bucket][number*Lanes:], group.Out[bucket][:])
		}
	}
	for bucket, add := range from.Add {
		n.add[bucket] = int(add)
		n.units[bucket] = One * One * int(from.Per[bucket])
	}
	return n
}

// pack writes lanes with offset.
func pack(to []uint64, lanes *[Lanes]int16) {
	for i := range Lanes / 4 {
		l := (*[4]int16)(lanes[4*i:])
		to[i] = uint64(l[0]+offset) | uint64(l[1]+offset)<<16 | uint64(l[2]+offset)<<32 | uint64(l[3]+offset)<<48
	}
}

// kernel is an implementation of the evaluation. The kernels of a processor are numbered from the slowest to the fastest.
type kernel uint8

// plainGo is the kernel of every processor.
const plainGo kernel = 0

// inUse is the kernel of this processor. Tests change it.
var inUse = fastest

// plainSum computes the sum over the lanes in plain Go.
func (n *net) plainSum(p *patterns, bucket int) (sum int32) {
	const at = 8 // words at a time
	out := &n.out[bucket]
	for first := 0; first < words; first += at {
		a := *(*[at]uint64)(n.plain[first:])
		for window, pattern := range p[:Windows] {
			row := (*[at]uint64)(n.rows[window*Patterns+int(pattern)][first:])
			a[0] += row[0]
			a[1] += row[1]
			a[2] += row[2]
			a[3] += row[3]
			a[4] += row[4]
			a[5] += row[5]
			a[6] += row[6]
			a[7] += row[7]
		}
		for i, word := range a {
			for lane := range 4 {
				x := int32(uint16(word>>(16*lane))) - (Windows+1)*offset
				x = min(max(x, 0), One)
				sum += x * int32(out[4*(first+i)+lane]) * x
			}
		}
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
