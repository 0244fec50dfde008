package rules

import "math/bits"

// Light returns the vertices whose pieces have red, green and blue light, in this order, and those with
// a piece. It costs about as much as a move.
func (p *Position) Light() (light [3]Set, occupied Set) {
	for i := range occupied {
		rows := p.rows[4*i+1:][:4]
		// The lanes of four rows are a matrix of four by four, which is transposed.
		a := rows[0]&evenLanes | rows[1]&evenLanes<<16
		b := rows[0]>>16&evenLanes | rows[1]&^evenLanes
		c := rows[2]&evenLanes | rows[3]&evenLanes<<16
		d := rows[2]>>16&evenLanes | rows[3]&^evenLanes
		light[0][i] = a&lowLanes | c<<32
		light[1][i] = b&lowLanes | d<<32
		light[2][i] = a>>32 | c&^lowLanes
		occupied[i] = b>>32 | d&^lowLanes
	}
	return light, occupied
}

// Lanes 0 and 2, and lanes 0 and 1.
const (
	evenLanes = 0x0000ffff0000ffff
	lowLanes  = 0x00000000ffffffff
)

// Mirror returns the position reflected in row 9, the row of the opening pieces. Even rows stay even and odd rows odd.
// Row 1 has no counterpart: if a piece or a legal vertex is on it, Mirror returns false.
func (p Position) Mirror() (Position, bool) {
	if p.rows[Side] != 0 || p.legal[3]>>48 != 0 {
		return Position{}, false
	}
	m := p
	m.legal = Set{}
	for y := range Side - 1 {
		to := Side - 2 - y
		m.rows[to+1] = p.rows[y+1]
		m.legal[to>>2] |= p.legal[y>>2] >> (y & 3 * Side) & lane << (to & 3 * Side)
	}
	return m, true
}

// Brightness returns the number of lights of all pieces together, up to three for each.
func (p *Position) Brightness() (n int) {
	for _, row := range &p.rows {
		n += bits.OnesCount64(row & (lightMask * lane))
	}
	return n
}

// Part returns Light and the legal vertices for a part of the board, 8 by 8 vertices. The vertex in column x and row
// y, both at most 8, is bit 0 of each word, and a row takes eight bits. The result all reports whether all pieces and
// legal vertices are in this part.
func (p *Position) Part(x, y int) (light [3]uint64, occupied, legal uint64, all bool) {
	const bytes = 0x00ff00ff00ff00ff
	rows := p.rows[y+1:][:8]
	r0 := rows[0]>>x&bytes | rows[1]>>x&bytes<<8
	r1 := rows[2]>>x&bytes | rows[3]>>x&bytes<<8
	r2 := rows[4]>>x&bytes | rows[5]>>x&bytes<<8
	r3 := rows[6]>>x&bytes | rows[7]>>x&bytes<<8
	a := r0&evenLanes | r1&evenLanes<<16
	b := r0>>16&evenLanes | r1&^evenLanes
	c := r2&evenLanes | r3&evenLanes<<16
	d := r2>>16&evenLanes | r3&^evenLanes
	light[0] = a&lowLanes | c<<32
	light[1] = b&lowLanes | d<<32
	light[2] = a>>32 | c&^lowLanes
	occupied = b>>32 | d&^lowLanes
	for i := range 2 {
		n := y + 4*i
		w := p.legal[n>>2] >> (n & 3 * Side)
		if n&3 != 0 {
			w |= p.legal[n>>2+1] << (-n & 3 * Side)
		}
		w = w >> x & bytes
		w = (w | w>>8) & evenLanes
		legal |= (w | w>>16) & lowLanes << (32 * i)
	}
	return light, occupied, legal, bits.OnesCount64(occupied) == int(p.count) && bits.OnesCount64(legal) == p.legal.Count()
}
