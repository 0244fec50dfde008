package rules

import "math/bits"

// Position is one moment of a round: the pieces, the colour to play and the result. It is a small value without pointers; positions
// with the same pieces, turn and result are equal (==). The zero value is not valid: use Start or ParseBoard.
//
// The pieces are four bit planes: the occupied vertices, and those with red, green and blue light. A row of the board is one word
// with a lane of 16 bits for each plane, so that three words and three rotations bring together the neighbourhood of a vertex (see
// Play). One word per plane in axial coordinates would make the step from row to row independent of the row's parity. But
// neighbourhoods would then be spread over more words, and rows would need a rim between them.
type Position struct {
	rows   [Side + 2]uint64 // row y at y+1; the first and the last are always empty
	legal  Set              // empty when the round is over
	count  uint16           // number of occupied vertices
	turn   Color
	result Result
}

// The lanes of a row: light in lanes 0, 1 and 2 as in Color, occupied in lane 3. Bit x of a lane is
// column x. An empty vertex has no light.
const (
	occupiedLane = 48
	lane         = 1<<16 - 1
)

// vertexMask has bit 0 of every lane, lightMask bit 0 of the lanes of light.
const (
	lightMask  = 1 | 1<<16 | 1<<32
	vertexMask = lightMask | 1<<occupiedLane
)

// lightOf spreads the light of a colour over bit 0 of the lanes of light.
var lightOf = [8]uint64{
	0, 1, 1 << 16, 1<<16 | 1,
	1 << 32, 1<<32 | 1, 1<<32 | 1<<16, 1<<32 | 1<<16 | 1,
}

// StartColor returns the colour that begins round r = 1, 2, ...: red, yellow, green, cyan, blue, purple, and red
// again (rules "Rounds"). Odd rounds are begun by player 1.
func StartColor(round int) Color {
	if round < 1 {
		panic("rules: rounds are counted from 1")
	}
	c := Red
	for range (round - 1) % 6 {
		c = c.Next()
	}
	return c
}

// Start returns the beginning of round r = 1, 2, ...: the piece on h9 is two steps on the wheel after the starting colour, the piece
// on i9 one step before it (rules "Rounds").
func Start(round int) Position {
	turn := StartColor(round)
	p := Position{turn: turn}
	p.put(SquareAt(7, 7), turn.Next().Next())
	p.put(SquareAt(8, 7), turn.Prev())
	p.findLegal()
	return p
}

// put places a piece on an empty vertex without updating the legal vertices and the turn.
func (p *Position) put(s Square, c Color) {
	p.rows[s.Y()+1] |= (lightOf[c] | 1<<occupiedLane) << s.X()
	p.count++
}

// findLegal works out the legal vertices of a running round (rules "Placing").
func (p *Position) findLegal() {
	var occupied Set
	for y := range Side {
		occupied[y>>2] |= p.rows[y+1] >> occupiedLane << (y & 3 * Side)
	}
	var around [Directions]Set
	for d := range Direction(Directions) {
		around[d] = occupied.Step(d.Opposite())
	}
	p.legal = Set{}
	for d := range around {
		next := &around[(d+1)%Directions]
		for i := range p.legal {
			p.legal[i] |= around[d][i] & next[i] &^ occupied[i]
		}
	}
}

// Turn returns the colour to play. When the round is over, it is the colour that would have been next.
func (p Position) Turn() Color { return p.turn }

// Player returns the player to move, the owner of Turn.
func (p Position) Player() Player { return p.turn.Owner() }

// Count returns the number of pieces, 2..256 in a round.
func (p Position) Count() int { return int(p.count) }

// At returns the colour of the piece on s, or Empty.
func (p Position) At(s Square) Color {
	v := p.rows[s.Y()+1] >> s.X() & vertexMask
	if v == 0 {
		return Empty
	}
	return Color(v|v>>15|v>>30) & White
}

// Vertices returns the vertices with pieces of colour c, or for Empty those without a piece.
func (p Position) Vertices(c Color) Set {
	var set Set
	for y := range Side {
		row := p.rows[y+1]
		occupied := row >> occupiedLane
		if c == Empty {
			set[y>>2] |= (occupied ^ lane) << (y & 3 * Side)
			continue
		}
		row ^= (lightMask ^ lightOf[c]) * lane // now a piece of colour c has all of the light
		set[y>>2] |= row & (row >> 16) & (row >> 32) & occupied << (y & 3 * Side)
	}
	return set
}

// Result returns the result of the round, or Running.
func (p Position) Result() Result { return p.result }

// Over reports whether the round has ended.
func (p Position) Over() bool { return p.result != Running }

// Won reports whether the last move completed a row of the player who made it.
func (p Position) Won() bool { return p.result == Win1 || p.result == Win2 }

// Legal reports whether the player to move can place a piece on s (rules "Placing"): s is empty and touches two
// adjacent pieces, and the round is not over. If not, Check returns the reason.
func (p Position) Legal(s Square) bool { return p.legal.Has(s) }

// LegalSet returns the legal vertices.
func (p Position) LegalSet() Set { return p.legal }

// Moves appends the legal vertices in ascending order, by rows from the top; none when the round is
// over, at least one while it is running.
func (p Position) Moves(buf []Square) []Square {
	for i, word := range p.legal {
		for ; word != 0; word &= word - 1 {
			buf = append(buf, Square(i<<6|bits.TrailingZeros64(word)))
		}
	}
	return buf
}

// Key returns a hash of the pieces, the turn and the result for tables of positions. It is computed on each call.
func (p Position) Key() uint64 {
	key := uint64(p.turn)<<8 | uint64(p.result)
	for y := 1; y <= Side; y += 2 {
		hi, lo := bits.Mul64(p.rows[y]^keys[y-1], p.rows[y+1]^keys[y])
		key += hi ^ lo
	}
	hi, lo := bits.Mul64(key^keys[0], keys[1])
	return hi ^ lo
}

// Keys returns two hashes of the pieces and the turn of a running round. Each is as good as Key, and they are independent.
func (p *Position) Keys() (a, b uint64) {
	a, b = uint64(p.turn)<<8, uint64(p.turn)<<16
	for y := 0; y < Side; y += 2 {
		hi, lo := bits.Mul64(p.rows[y+1]^keys[y], p.rows[y+2]^keys[y+1])
		a += hi ^ lo
		hi, lo = bits.Mul64(p.rows[y+1]^bits.Reverse64(keys[y+1]), p.rows[y+2]^bits.Reverse64(keys[y]))
		b += hi ^ lo
	}
	hi, lo := bits.Mul64(a^keys[0], keys[1])
	a = hi ^ lo
	hi, lo = bits.Mul64(b^keys[2], keys[3])
	return a, hi ^ lo
}

// keys are the fractional digits of pi, for Key and Keys.
var keys = [Side]uint64{
	0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89,
	0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
	0x9216d5d98979fb1b, 0xd1310ba698dfb5ac, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96,
	0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16, 0x636920d871574e69,
}

// Rotate moves every colour, including the turn, one step around the wheel, and swaps black and white. It maps a round onto the next
// one with the players swapped: legal moves stay legal, and wins stay wins.
func (p Position) Rotate() Position {
	for y, row := range p.rows {
		light := row & (lightMask * lane)
		light = (light>>16 | light<<32) & (lightMask * lane) // as Color.Next
		occupied := row >> occupiedLane
		p.rows[y] = light ^ occupied*lightMask | occupied<<occupiedLane
	}
	p.turn = p.turn.Next()
	switch p.result {
	case Win1:
		p.result = Win2
	case Win2:
		p.result = Win1
	}
	return p
}
