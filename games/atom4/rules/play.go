package rules

import "math/bits"

// A ring is the neighbourhood of a vertex in seven bits: upper left 0, upper right 1, left 2, right 4, lower left 5,
// lower right 6. Bit 3, the vertex itself, is always clear. The lanes of a row word hold four rings as well.
const (
	ringUp   = 3 * vertexMask // bits of the row above, shifted so that upper left is bit 0
	ringSame = 5 * vertexMask // bits of the vertex's own row, shifted so that left is bit 0
	ringDown = ringUp         // bits of the row below, shifted so that lower left is bit 0
)

// ringDirection is the direction of each bit of a ring.
var ringDirection = [64]Direction{0: UpperLeft, 1: UpperRight, 2: Left, 4: Right, 5: LowerLeft, 6: LowerRight}

// onBoard holds the neighbours of each square that exist.
var onBoard = func() (rings [Squares]uint8) {
	for s := range rings {
		for bit, d := range ringDirection[:7] {
			if _, ok := Square(s).Step(d); ok && bit != 3 {
				rings[s] |= 1 << bit
			}
		}
	}
	return rings
}()

// nowLegal holds, for a ring of occupied vertices, the empty vertices of the ring that touch an occupied one. They become legal when the
// vertex in the middle is occupied too.
var nowLegal = func() (rings [128]uint8) {
	bitOf := [Directions]int{}
	for bit, d := range ringDirection[:7] {
		if bit != 3 {
			bitOf[d] = bit
		}
	}
	for ring := range rings {
		for d, bit := range bitOf {
			before, after := bitOf[(d+5)%Directions], bitOf[(d+1)%Directions]
			if ring>>bit&1 == 0 && (ring>>before|ring>>after)&1 != 0 {
				rings[ring] |= 1 << bit
			}
		}
	}
	return rings
}()

// movers holds the effect of placing each colour, in terms that are the same for both players: with the
// light inverted by flip, a propagator has all of the light and a move adds light.
var movers = [8]mover{
	Red: additive(Red), Yellow: subtractive(Yellow), Green: additive(Green),
	Cyan: subtractive(Cyan), Blue: additive(Blue), Purple: subtractive(Purple),
}

type mover struct {
	flip  uint64 // lanes of light to invert, all bits
	adds  uint64 // bit 0 of the lanes that the placed piece adds, after flip
	piece uint64 // bit 0 of the lanes of the placed piece, before flip
	next  Color  // the colour of the next move
	wins  Result // the result of completing a row
}

func additive(c Color) mover {
	return mover{adds: lightOf[c], piece: lightOf[c] | 1<<occupiedLane, next: c.Next(), wins: Win1}
}

func subtractive(c Color) mover {
	return mover{
		flip: lightMask * lane, adds: lightOf[c.Opposite()], piece: lightOf[c] | 1<<occupiedLane,
		next: c.Next(), wins: Win2,
	}
}

// full returns in lane 0 the bits that have all of the light.
func full(light uint64) uint64 { return light & (light >> 16) & (light >> 32) }

// ring gathers the neighbours of s. Bits beyond the edge belong to other vertices.
func (p *Position) ring(s Square) uint64 {
	x, y := int(s&15), int(s>>4)
	left := x + y&1 - 1 // the column of upper left and lower left
	return bits.RotateLeft64(p.rows[y], -left)&ringUp |
		bits.RotateLeft64(p.rows[y+1], 1-x)&ringSame<<2 |
		bits.RotateLeft64(p.rows[y+2], -left)&ringDown<<5
}

// Play returns the position after placing a piece of the colour Turn on s. The caller guarantees that s is legal (see Legal).
func (p Position) Play(s Square) Position {
	p.play(s)
	return p
}

// play plays a move in place.
func (p *Position) play(s Square) { p.place(s, p, &movers[p.turn&7], true) }

// place makes the move s on p, for the mover m. p is the position in the parameter from or a copy of it. Reading the original does not have
// to wait for the copy. A caller who knows that no move makes a row (see mayWin) sets row to false; then place does not look for rows.
func (p *Position) place(s Square, from *Position, m *mover, row bool) {
	x, y := int(s&15), int(s>>4)
	left := x + y&1 - 1

	// The ring around s in flipped light; propagators are full there.
	ring := from.ring(s)
	light := ring ^ m.flip
	occupied := ring >> occupiedLane & uint64(onBoard[s])
	propagators := full(light) & occupied
	changes := (occupied ^ propagators) * m.adds &^ light
	made := full(light|changes) & (occupied ^ propagators)

	// Legal vertices: no longer s, now those that make a triangle with s and a piece.
	legal := uint64(nowLegal[occupied&127] & onBoard[s])
	p.legal[y>>2] = p.legal[y>>2]&^(1<<(s&63)) | bits.RotateLeft64(legal>>2&5, x-1+y&3*Side)
	p.legal[(y-1)>>2&3] |= bits.RotateLeft64(legal&3, left+(y-1)&3*Side)
	p.legal[(y+1)>>2&3] |= bits.RotateLeft64(legal>>5, left+(y+1)&3*Side)

	p.rows[y] ^= bits.RotateLeft64(changes&ringUp, left)
	p.rows[y+1] ^= bits.RotateLeft64(changes>>2&ringSame, x-1) | m.piece<<x
	p.rows[y+2] ^= bits.RotateLeft64(changes>>5&ringDown, left)
	p.count++
	p.turn = m.next
	if p.count == Squares {
		p.result = Draw
	}
	if !row {
		made = 0
	}
	if made|propagators != 0 {
		p.finish(s, made, propagators, m, row)
	}
}

// finish completes a move on s if necessary: it changes pieces behind propagators and, if row is true, looks for rows through the pieces that
// became full in flipped light. Both are given as rings. The lines from s do not cross, so changes on one of them do not affect the others.
func (p *Position) finish(s Square, made, propagators uint64, m *mover, row bool) {
	var ends [Directions]Square
	n := 0
	for ; made != 0; made &= made - 1 {
		ends[n], _ = s.Step(ringDirection[bits.TrailingZeros64(made)&63])
		n++
	}
	for ; propagators != 0; propagators &= propagators - 1 {
		_, end, ok := p.run(s, ringDirection[bits.TrailingZeros64(propagators)&63], m.flip)
		if ok && p.change(end, m) && row {
			ends[n] = end
			n++
		}
	}
	for _, end := range ends[:n] {
		if p.inRow(end, m.flip) {
			p.result = m.wins
			p.legal = Set{}
			return
		}
	}
}

// run follows direction d from s over pieces that are full in flipped light. It returns their number and the
// first vertex after them, and false if that vertex is off the board.
func (p *Position) run(s Square, d Direction, flip uint64) (n int, end Square, ok bool) {
	step := &steps[d%Directions]
	x, y := uint(s&15), uint(s>>4)
	for {
		x += uint(step.dx[y&1])
		y += uint(step.dy)
		if x|y >= Side {
			return n, 0, false
		}
		light := (p.rows[y+1] ^ flip) >> x
		if full(light)&(light>>occupiedLane)&1 == 0 {
			return n, Square(y<<4 | x), true
		}
		n++
	}
}

// change applies the change of a placed piece to the piece on s, if there is one, and reports whether that made it full in flipped light.
func (p *Position) change(s Square, m *mover) bool {
	row, x := &p.rows[s>>4+1], uint(s&15)
	light := (*row ^ m.flip) >> x
	if light>>occupiedLane&1 == 0 {
		return false
	}
	*row ^= m.adds &^ light << x
	return full(light|m.adds)&1 != 0
}

// inRow reports whether the piece on s, full in flipped light, is in a row (rules "End").
func (p *Position) inRow(s Square, flip uint64) bool {
	ring := p.ring(s)
	around := full(ring^flip) & (ring >> occupiedLane) & uint64(onBoard[s])
	var lengths [3]int // lengths of the lines through s, without s
	for ; around != 0; around &= around - 1 {
		d := ringDirection[bits.TrailingZeros64(around)&63]
		n, _, _ := p.run(s, d, flip)
		if lengths[d%3] += n; lengths[d%3] >= 3 {
			return true
		}
	}
	return false
}
