package solve

import (
	"math/bits"

	"attic/games/atom4/rules"
)

// A small outlook is an outlook, with the same answers, on a position whose pieces and legal vertices lie within 8 by 8 vertices that do
// not touch the edge of the board. So a set is a word: the upper left vertex is bit 0, and a row takes eight bits. All vertices elsewhere are empty.
type small struct {
	corner
	odd    uint64    // the rows that are odd on the board
	light  [3]uint64 // as in outlook, like the fields below
	pieces uint64
	legal  uint64
	white  [3]uint64
	hit    [3]uint64
	open   uint64 // the vertices that touch an empty vertex
	able   uint64
}

const (
	column0 = 0x0101010101010101
	column7 = column0 << 7
	oddRows = 0xff00ff00ff00ff00
	rim     = column0 | column7 | 0xff | 0xff<<56 // the vertices with neighbours outside the 8 by 8
)

// corner is the upper left of the 8 by 8 vertices: its column and its row, each minus 1, from 0 to 6.
type corner struct{ x, y int }

// holds reports whether a vertex is one of the 8 by 8, and bit returns its bit.
func (c corner) holds(s rules.Square) bool { return uint(s.X()-c.x-1) < 8 && uint(s.Y()-c.y-1) < 8 }

func (c corner) bit(s rules.Square) uint64 { return 1 << ((s.Y()-c.y-1)*8 + s.X() - c.x - 1) }

// cornerFor returns a corner for a position; ok is false if the position is not small.
func cornerFor(p *rules.Position) (c corner, ok bool) {
	legal := p.LegalSet()
	_, occupied := p.Light()
	var columns, rows uint64
	for i := range legal {
		w := legal[i] | occupied[i]
		for y := 4 * i; w != 0; y, w = y+1, w>>rules.Side {
			if row := w & (1<<rules.Side - 1); row != 0 {
				columns |= row
				rows |= 1 << y
			}
		}
	}
	fit := func(used uint64) (int, bool) {
		first, after := bits.TrailingZeros64(used), bits.Len64(used)
		at := min(max(first-(8-(after-first))/2, 1), 7)
		return at - 1, at <= first && after <= at+8
	}
	x, narrow := fit(columns)
	y, low := fit(rows)
	return corner{x, y}, narrow && low
}

// take fills o with a position. It uses the corner *at if the position fits there, or else finds another corner and stores it in *at. It returns
// false if the position is not small.
func (o *small) take(p *rules.Position, at *corner) (ok bool) {
	if o.light, o.pieces, o.legal, ok = p.Part(at.x+1, at.y+1); !ok {
		c, ok := cornerFor(p)
		if !ok {
			return false
		}
		*at = c
		o.light, o.pieces, o.legal, _ = p.Part(at.x+1, at.y+1)
	}
	o.corner = *at
	if o.odd = oddRows; at.y&1 == 0 {
		o.odd = ^uint64(oddRows)
	}
	switch l := o.light; p.Turn() {
	case rules.Green:
		o.light = [3]uint64{l[1], l[2], l[0]}
	case rules.Blue:
		o.light = [3]uint64{l[2], l[0], l[1]}
	}
	return true
}

// hope is the function hope, faster for a small position.
func (s *search) hope(p *rules.Position, k int) bool {
	var o small
	if !o.take(p, &s.corner) {
		return hope(p, k)
	}
	return o.hope(k)
}

func (o *small) hope(k int) bool {
	o.look()
	if k == 2 {
		return o.promising()
	}
	o.further()
	return o.promising() || o.crowded()
}

// refutes reports whether, after the attacker's move m and the reply r, the attacker provably cannot win within three more moves. m and r
// are vertices of o; m is legal. It plays neither move, and assumes the changes behind propagators that are best for the attacker. So it
// is conservative: it may return false where hope, called on the position after both moves, would rule the win out.
func (o *small) refutes(m, r uint64) bool {
	besideM, besideR := o.beside(m), o.beside(r)
	legal := o.legal | besideM&o.beside(besideM&o.pieces)&^o.pieces
	if legal&r == 0 {
		return false
	}
	pieces := o.pieces | m
	if m&rim != 0 && besideM&pieces&rim != 0 || r&rim != 0 && besideR&pieces&rim != 0 {
		return false // there may be legal vertices elsewhere
	}
	lit := besideM
	if white := o.light[0] & o.light[1] & o.light[2]; lit&white != 0 {
		lit = o.reach(lit, white)
	}
	// The move adds the light that A3 adds again. The reply removes the light of A2 from its neighbours. The reply's piece lacks that light, and
	// the move's piece lacks all light except its own.
	next := small{odd: o.odd, pieces: pieces | r, legal: (legal | besideR&o.beside(besideR&pieces)) &^ (pieces | r)}
	next.light = [3]uint64{o.light[1] | r, o.light[2] &^ besideR, o.light[0] | lit&o.pieces | m | r}
	return !next.hope(foreseen)
}

// beside returns the vertices that touch a vertex of w.
func (o *small) beside(w uint64) uint64 {
	left, right := w>>1&^column7, w<<1&^column0
	next := w | left&^o.odd | right&o.odd
	return left | right | next>>8 | next<<8
}

// reach returns the vertices in the set hit, and those where a change may end that passes through vertices in hit and in the set through.
func (o *small) reach(hit, through uint64) uint64 {
	for {
		next := hit | o.beside(hit&through)
		if next == hit {
			return hit
		}
		hit = next
	}
}

func (o *small) look() {
	a, b, c := o.light[0], o.light[1], o.light[2]
	o.open = o.beside(^o.pieces) | rim
	o.white[0] = a & b & c
	o.hit[0] = o.reach(o.beside(o.legal), o.white[0])
	o.white[1] = (a | o.hit[0]) & b & c
	o.hit[1] = o.reach(o.open, o.white[1])
	o.white[2] = (a | o.hit[0]) & (b | o.hit[1]) & c
	o.able = o.white[2]
}

func (o *small) further() {
	o.hit[2] = o.reach(o.open, o.white[2])
	o.able = (o.light[0]|o.hit[0])&(o.light[1]|o.hit[1])&(o.light[2]|o.hit[2])&o.pieces | o.legal&o.hit[1]&o.hit[2]
}

// step returns a set one step further on an axis: to the upper left, to the upper right or to the right.
func (o *small) step(axis int, w uint64) uint64 {
	switch axis {
	case 0:
		return w&o.odd>>8 | w&^o.odd&^column0>>9
	case 1:
		return w&^o.odd>>8 | w&o.odd&^column7>>7
	default:
		return w << 1 &^ column0
	}
}

func two(axis int, w uint64) uint64 {
	switch axis {
	case 0:
		return w &^ column0 >> 17
	case 1:
		return w &^ column7 >> 15
	default:
		return w << 2 &^ (column0 | column0<<1)
	}
}

// three returns the ends of the lines with three or four vertices in w.
func (o *small) three(axis int, w uint64) uint64 {
	next := o.step(axis, w)
	both, any := w&next, w|next
	return both&two(axis, any) | any&two(axis, both)
}

func (o *small) promising() bool {
	empty := ^o.pieces
	for axis := range 3 {
		ends := o.able & o.step(axis, o.able)
		if ends &= two(axis, ends); ends == 0 {
			continue
		}
		if ends &^= o.three(axis, ^o.light[2]); ends == 0 {
			continue
		}
		if ends &^= o.three(axis, ^o.light[1]); ends == 0 {
			continue
		}
		next := o.step(axis, empty)
		both, any := empty&next, empty|next
		further := two(axis, any)
		ends &^= both | two(axis, both) | any&further                   // two are empty
		ends &^= o.three(axis, o.pieces&^o.light[0]) &^ (any | further) // none is empty
		for ; ends != 0; ends &= ends - 1 {
			if o.row(axis, bits.TrailingZeros64(ends)) {
				return true
			}
		}
	}
	return false
}

// row reports whether the line that ends at a vertex may become a row; promising has excluded those with two empty vertices.
func (o *small) row(axis, end int) bool {
	l := linesIn[o.odd&1][axis][end]
	if !o.atOnce(axis, l&^o.light[2], 2) || !o.atOnce(axis, l&^o.light[1], 1) {
		return false
	}
	empty, lack := l&^o.pieces, l&o.pieces&^o.light[0]
	if empty == 0 {
		return o.atOnce(axis, lack, 0)
	}
	return o.along(l, empty, lack)
}

func (o *small) along(l, place, lack uint64) bool {
	run := o.beside(place)
	run |= o.beside(run & o.white[0] & l)
	run |= o.beside(run & o.white[0] & l)
	return lack&^run == 0
}

func (o *small) atOnce(axis int, lack uint64, move int) bool {
	if lack&(lack-1) == 0 {
		return true
	}
	first, last := bits.TrailingZeros64(lack), bits.Len64(lack)-1
	if lack != 1<<first|1<<last {
		return false
	}
	side := last - first
	if axis < 2 {
		side = last>>3 - first>>3
	}
	for _, t := range &triangles[o.odd&1][axis][first][side-1] {
		if t.between&^o.white[move] != 0 {
			continue
		}
		if move == 0 && t.peak&o.legal != 0 || move > 0 && t.peak&o.pieces == 0 {
			return true
		}
	}
	return false
}

func (o *small) crowded() bool {
	maybe := o.legal & o.hit[2] // the vertices where a piece may help
	if bits.OnesCount64(o.legal&^maybe) >= 2 {
		return false
	}
	all := o.able | maybe
	var helps uint64
	for axis := range 3 {
		ends := all & o.step(axis, all)
		if ends &= two(axis, ends); ends == 0 {
			continue
		}
		ends &^= o.three(axis, ^o.light[2]) | o.three(axis, ^o.pieces) | o.three(axis, o.pieces&^o.light[0]) | o.three(axis, o.pieces&^o.light[1])
		for ; ends != 0; ends &= ends - 1 {
			l := linesIn[o.odd&1][axis][bits.TrailingZeros64(ends)]
			for own := l & maybe &^ helps; own != 0; own &= own - 1 {
				if s := own & -own; l&^o.able&^s == 0 && o.helpsIn(l, s) {
					helps |= s
				}
			}
		}
	}
	return bits.OnesCount64(o.legal&^helps) < 2
}

func (o *small) helpsIn(l, own uint64) bool {
	empty, pieces := l&^o.pieces&^own, l&o.pieces
	lack1, lack2, lack3 := pieces&^o.light[0], pieces&^o.light[1], pieces&^o.light[2]
	switch {
	case empty == 0:
		return bits.OnesCount64(lack1) <= 2 && bits.OnesCount64(lack2) <= 2 && lack3&(lack3-1) == 0
	case empty&(empty-1) == 0:
		return lack2&(lack2-1) == 0 && lack3 == 0 && o.along(l, empty, lack1)
	}
	return false
}

// linesIn holds the line that ends at each vertex on each axis, or 0. The first index is 1 if the first row is odd on the board.
var linesIn [2][3][64]uint64

// triangles holds the two triangles on each side of one, two or three steps along an axis. The index of a side is its upper vertex or, on the
// third axis, its left one.
var triangles [2][3][64][3][2]triangle

// A triangle is equilateral. It has the vertex opposite to a side, 0 if that is outside the 8 by 8, and the vertices between the corners on the
// two other sides.
type triangle struct{ peak, between uint64 }

func init() {
	walk := func(s rules.Square, d rules.Direction, n int) rules.Square {
		for range n {
			s, _ = s.Step(d % rules.Directions)
		}
		return s
	}
	for odd := range 2 {
		c := corner{3, 3 - odd} // in the middle no walk reaches the edge
		for n := range 64 {
			s := rules.SquareAt(c.x+1+n&7, c.y+1+n>>3)
			for axis := range 3 {
				back := rules.Direction(axis).Opposite()
				var line uint64
				if c.holds(walk(s, back, 3)) {
					for i := range 4 {
						line |= c.bit(walk(s, back, i))
					}
				}
				linesIn[odd][axis][n] = line
				d := [3]rules.Direction{rules.LowerRight, rules.LowerLeft, rules.Right}[axis]
				for side := 1; side <= 3; side++ {
					for i, turn := range [2]rules.Direction{1, rules.Directions - 1} {
						t := &triangles[odd][axis][n][side-1][i]
						if peak := walk(s, d+turn, side); c.holds(peak) {
							t.peak = c.bit(peak)
						}
						for j := 1; j < side; j++ {
							for _, m := range [2]rules.Square{walk(s, d+turn, j), walk(walk(s, d, side), d+2*turn, j)} {
								if !c.holds(m) {
									t.between = 1<<64 - 1 // m is outside, and so empty: no change passes
								} else {
									t.between |= c.bit(m)
								}
							}
						}
					}
				}
			}
		}
	}
}
