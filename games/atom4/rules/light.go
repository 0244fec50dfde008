package rules

// Light returns the vertices whose pieces have red, green and blue light, and those with a piece. It
// costs about as much as a move.
func (p *Position) Light() (red, green, blue, occupied Set) {
	for i := range occupied {
		rows := p.rows[4*i+1:][:4]
		// The lanes of four rows are a matrix of four by four, turned over its diagonal.
		a := rows[0]&evenLanes | rows[1]&evenLanes<<16
		b := rows[0]>>16&evenLanes | rows[1]&^evenLanes
		c := rows[2]&evenLanes | rows[3]&evenLanes<<16
		d := rows[2]>>16&evenLanes | rows[3]&^evenLanes
		red[i] = a&lowLanes | c<<32
		green[i] = b&lowLanes | d<<32
		blue[i] = a>>32 | c&^lowLanes
		occupied[i] = b>>32 | d&^lowLanes
	}
	return red, green, blue, occupied
}

// Lanes 0 and 2, and lanes 0 and 1.
const (
	evenLanes = 0x0000ffff0000ffff
	lowLanes  = 0x00000000ffffffff
)
