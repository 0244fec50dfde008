package rules

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

// Mirror returns the position reflected in row 9, that of the opening pieces; even rows stay even and odd rows odd. Row
// 1 has no counterpart: if a piece or a legal vertex is on it, Mirror returns false.
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
