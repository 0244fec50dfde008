package bot

import (
	"math"

	"attic/games/ataxx/rules"
)

// sums holds four lanes in each word, the first in the lowest 16 bits. A word is the integer that its
// lanes, each times its power of 2^16, add up to: so adding words adds lanes, also negative ones.
type sums [words]int64

// half is how many windows there are from the edge to the middle of the board. The windows beyond have the
// parts of those that mirror them.
const half = side / 2

// tables are weights laid out for adding.
type tables struct {
	parts [half][half][Patterns]sums
	bias  sums
	out   [Lanes]int32
}

func newTables(w Weights) *tables {
	t := new(tables)
	featureOf, _ := Features()
	for row := range half {
		for col := range half {
			for pattern := range Patterns {
				t.parts[row][col][pattern] = pack(w.Parts[featureOf[row*side+col][pattern]])
			}
		}
	}
	t.bias = pack(w.Bias)
	for lane, n := range w.Out[1:] {
		t.out[lane+1] = int32(n)
	}
	return t
}

func pack(lanes [Lanes]int16) (s sums) {
	for lane, n := range lanes {
		s[lane/4] += int64(n) << (16 * (lane % 4))
	}
	return s
}

// spread puts a zero before each of seven bits; mirrored does so in the reverse order.
var spread, mirrored = func() (spread, mirrored [128]uint16) {
	for n := range spread {
		for bit := range 7 {
			spread[n] |= uint16(n >> bit & 1 << (2 * bit))
			mirrored[n] |= uint16(n >> bit & 1 << (2 * (6 - bit)))
		}
	}
	return spread, mirrored
}()

// line is what stands on a row of the board, two bits a square as in a pattern, from either side.
type line struct{ left, right uint16 }

// lines returns the rows of the board from the top.
func lines(p rules.Position) (lines [7]line) {
	blocks := uint64(p.Blocks())
	own, theirs := uint64(p.Own())|blocks, uint64(p.Theirs())|blocks
	for row := range lines {
		a, b := own>>(8*row+1)&127, theirs>>(8*row+1)&127
		lines[row] = line{spread[a] | spread[b]<<1, mirrored[a] | mirrored[b]<<1}
	}
	return lines
}

// sum adds up the windows.
func (t *tables) sum(p rules.Position) sums {
	lines := lines(p)
	a, b := t.bias[0], t.bias[1]
	for row := range half {
		parts := &t.parts[row]
		for _, pair := range [2][2]line{{lines[row], lines[row+1]}, {lines[6-row], lines[5-row]}} {
			left := uint32(pair[0].left) | uint32(pair[1].left)<<16
			right := uint32(pair[0].right) | uint32(pair[1].right)<<16
			for col := range parts {
				s := &parts[col][uint8(left&15|left>>12&0xf0)]
				m := &parts[col][uint8(right&15|right>>12&0xf0)]
				a += s[0] + m[0]
				b += s[1] + m[1]
				left >>= 2
				right >>= 2
			}
		}
	}
	return sums{a, b}
}

// curve is the hyperbolic tangent of n/64, for n from -256 on.
var curve = func() (curve [512]int32) {
	for n := range curve {
		curve[n] = int32(math.Round(CurveMax * math.Tanh((float64(n)-256+0.5)/64)))
	}
	return curve
}()

// What counts beside the patterns, in hundredths of a piece.
const (
	mostScore  = 20000 // bounds the static score
	bareScore  = 10000 // the other side has no piece left and can only look on
	OwnedScore = 100   // an empty square that only one side can ever reach
)

// score values a running position for the side to move.
func (t *tables) score(p rules.Position) int {
	switch {
	case p.Own() == 0:
		return -bareScore - 100*p.Theirs().Count()
	case p.Theirs() == 0:
		return bareScore + 100*p.Own().Count()
	}
	score := t.learned(p)
	if p.Blocks() != 0 {
		own, theirs := Owned(p)
		score += OwnedScore * (own.Count() - theirs.Count())
	}
	return min(max(score, -mostScore), mostScore)
}

// Owned returns the empty squares that only the side to move, and that only the other one can ever reach,
// if none of the pieces turns that stand there now.
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

// learned returns what the weights say.
func (t *tables) learned(p rules.Position) int {
	linear, curved := t.lanes(p)
	return linear + curved
}

// lanes returns what the weights say in two parts: what the patterns count by themselves, and what the
// curves make of all of them together.
func (t *tables) lanes(p rules.Position) (linear, curved int) {
	s := t.sum(p)
	first := int16(s[0])
	s[0] -= int64(first)
	for i, word := range s {
		for lane := range 4 {
			n := int16(word)
			word = (word - int64(n)) >> 16
			curved += int(t.out[4*i+lane]) * int(curve[min(max(int(n)>>2, -256), 255)+256])
		}
	}
	return int(first) / PerScore, curved / PerOut
}
