package solve

import (
	"math/bits"
	"sync"

	"attic/games/atom4/rules"
)

// An outlook is an upper bound on what the attacker, player 1 and to move, can achieve with the next two or three moves, A1, A2 and A3;
// the defender's moves between them are D1 and D2. Each move of the attacker is assumed to change everything that it could change by
// itself, and each piece is assumed to be a propagator if that helps. The defender's moves only take light away from pieces on the
// board. A piece placed by the attacker cannot be in a row until the second move after it, because it lacks the light of that move.
type outlook struct {
	light [3]set // the pieces that have the light of A1, of A2 and of A3
	legal set
	empty set
	white [3]set // the pieces that may be white just before each of the moves
	hit   [3]set // the vertices that each move may change
	able  set    // all vertices that may be white after the last move, without the defender's help
}

func (o *outlook) look(p *rules.Position) {
	light, occupied := p.Light()
	first := lightOf[p.Turn()]
	o.light = [3]set{light[first], light[(first+1)%3], light[(first+2)%3]}
	a, b, c := &o.light[0], &o.light[1], &o.light[2]
	o.legal = p.LegalSet()
	for i := range 4 {
		o.empty[i] = ^occupied[i]
		o.white[0][i] = a[i] & b[i] & c[i]
	}
	o.hit[0] = reach(&o.legal, &o.white[0])
	for i := range 4 {
		o.white[1][i] = (a[i] | o.hit[0][i]) & b[i] & c[i]
	}
	o.hit[1] = reach(&o.empty, &o.white[1])
	for i := range 4 {
		o.white[2][i] = (a[i] | o.hit[0][i]) & (b[i] | o.hit[1][i]) & c[i]
	}
	o.able = o.white[2]
}

// lightOf holds the index into rules.Position.Light of each of player 1's colours.
var lightOf = [8]int{rules.Red: 0, rules.Green: 1, rules.Blue: 2}

// further extends the outlook by one move, to A3. By then the piece placed by A1 may be white too.
func (o *outlook) further() {
	o.hit[2] = reach(&o.empty, &o.white[2])
	for i := range 4 {
		pieces := (o.light[0][i] | o.hit[0][i]) & (o.light[1][i] | o.hit[1][i]) & (o.light[2][i] | o.hit[2][i]) &^ o.empty[i]
		o.able[i] = pieces | o.legal[i]&o.hit[1][i]&o.hit[2][i]
	}
}

// hope reports whether the attacker may still win with k moves, 2 or 3. If not, no moves win against a defender who plays D1 on a vertex
// where it does not help the attacker. If there are two such vertices, one remains for D1, because A1 takes at most one of them.
func hope(p *rules.Position, k int) bool {
	var o outlook
	o.look(p)
	if k == 2 {
		return o.promising() // the piece placed by D1 comes too late to help
	}
	o.further()
	return o.promising() || o.crowded()
}

// crowded reports whether the defender may have to help with D1.
func (o *outlook) crowded() bool {
	free := 0
	for i, word := range o.legal {
		for ; word != 0; word &= word - 1 {
			if s := rules.Square(i<<6 | bits.TrailingZeros64(word)); !o.helps(s) {
				if free++; free == 2 {
					return false
				}
			}
		}
	}
	return true
}

// helps reports whether the piece that D1 places on s, a legal vertex, may become part of a row.
func (o *outlook) helps(s rules.Square) bool {
	if !o.hit[2].Has(s) {
		return false
	}
	able, list := o.able, through()[s]
	able.Add(s)
	for i := range list {
		if l := &list[i]; places(&able, l) == 15 && o.helpsIn(l, s) {
			return true
		}
	}
	return false
}

// helpsIn is helps for a single line through s whose other vertices are able. The piece placed by D1 lacks the light of A3.
func (o *outlook) helpsIn(l *line, s rules.Square) bool {
	var own uint
	for i, at := range l.at {
		if at == s {
			own = 1 << i
		}
	}
	empty := places(&o.empty, l) &^ own
	pieces := 15 &^ (empty | own)
	lack1, lack2, lack3 := pieces&^places(&o.light[0], l), pieces&^places(&o.light[1], l), pieces&^places(&o.light[2], l)
	switch {
	case empty == 0:
		return bits.OnesCount(lack1) <= 2 && bits.OnesCount(lack2) <= 2 && bits.OnesCount(lack3) <= 1
	case empty&(empty-1) == 0: // A1 is placed there and lacks the lights of A2 and A3
		return bits.OnesCount(lack2) <= 1 && lack3 == 0 && o.along(l, bits.TrailingZeros(empty), lack1)
	}
	return false
}

// promising reports whether a line of four may become a row without the defender's help.
func (o *outlook) promising() bool {
	if o.able.Count() < 4 {
		return false
	}
	for axis, ends := range fours(&o.able) {
		for i, word := range ends {
			for ; word != 0; word &= word - 1 {
				if o.row(&lines[axis][i<<6|bits.TrailingZeros64(word)]) {
					return true
				}
			}
		}
	}
	return false
}

// A line is four vertices on an axis.
type line struct {
	at    [4]rules.Square
	dir   rules.Direction // from the first to the last
	whole bool            // the whole line lies on the board
}

// lines holds for each axis, upper left, upper right and right, the line that ends at a square.
var lines = func() (table [rules.Directions / 2][rules.Squares]line) {
	for axis := range table {
		for s := range table[axis] {
			l := line{at: [4]rules.Square{rules.Square(s)}, dir: rules.Direction(axis).Opposite(), whole: true}
			for i := range 3 {
				next, ok := l.at[i].Step(l.dir)
				l.at[i+1] = next
				l.whole = l.whole && ok
			}
			table[axis][s] = l
		}
	}
	return table
}()

var through = sync.OnceValue(func() *[rules.Squares][]line {
	var table [rules.Squares][]line
	for axis := range lines {
		for s := range lines[axis] {
			if l := lines[axis][s]; l.whole {
				for _, at := range l.at {
					table[at] = append(table[at], l)
				}
			}
		}
	}
	return &table
})

func (o *outlook) row(l *line) bool {
	// By place in the line. The piece that A1 places on an empty vertex lacks the lights of A2 and A3. Most lines fail at A3.
	lack3 := 15 &^ places(&o.light[2], l)
	if bits.OnesCount(lack3) > 2 {
		return false
	}
	lack2 := 15 &^ places(&o.light[1], l)
	if bits.OnesCount(lack2) > 2 {
		return false
	}
	empty := places(&o.empty, l)
	if empty&(empty-1) != 0 {
		return false
	}
	lack1 := 15 &^ (places(&o.light[0], l) | empty)
	if empty == 0 && !o.atOnce(l, lack1, 0) || empty != 0 && !o.along(l, bits.TrailingZeros(empty), lack1) {
		return false
	}
	return o.atOnce(l, lack2, 1) && o.atOnce(l, lack3, 2)
}

// places returns the line's vertices that are in the set, with one bit for each vertex.
func places(in *set, l *line) uint {
	a, b, c, d := l.at[0], l.at[1], l.at[2], l.at[3]
	return uint(in[a>>6]>>(a&63)&1 | in[b>>6]>>(b&63)&1<<1 | in[c>>6]>>(c&63)&1<<2 | in[d>>6]>>(d&63)&1<<3)
}

// along reports whether A1, placed in the line, may change all vertices that lack its light.
func (o *outlook) along(l *line, place int, lack uint) bool {
	for i := place + 1; i < 4; i++ {
		lack &^= 1 << i
		if !o.white[0].Has(l.at[i]) {
			break
		}
	}
	for i := place - 1; i >= 0; i-- {
		lack &^= 1 << i
		if !o.white[0].Has(l.at[i]) {
			break
		}
	}
	return lack == 0
}

// atOnce reports whether one piece beside the line may change the vertices of the line that lack the light of a move,
// at most two: two if it forms an equilateral triangle with them and changes can pass along the other two sides.
func (o *outlook) atOnce(l *line, lack uint, move int) bool {
	switch bits.OnesCount(lack) {
	case 0, 1:
		return true
	case 3, 4: // no move changes three or four vertices of a line
		return false
	}
	from := &o.empty
	if move == 0 {
		from = &o.legal
	}
	first := bits.TrailingZeros(lack)
	side := bits.Len(lack) - 1 - first
	for _, turn := range [2]rules.Direction{1, rules.Directions - 1} {
		peak, ok := o.pass(l.at[first], (l.dir+turn)%rules.Directions, side, move)
		if !ok || !from.Has(peak) {
			continue
		}
		if _, ok := o.pass(peak, (l.dir+rules.Directions-turn)%rules.Directions, side, move); ok {
			return true
		}
	}
	return false
}

// pass returns the vertex that is a number of steps away in direction d; false if it is beyond the edge or a vertex in between cannot
// be white before the move.
func (o *outlook) pass(s rules.Square, d rules.Direction, steps, move int) (rules.Square, bool) {
	for i := range steps {
		if i > 0 && !o.white[move].Has(s) {
			return 0, false
		}
		next := touching[s][d]
		if next == outside {
			return 0, false
		}
		s = rules.Square(next)
	}
	return s, true
}

// chances returns a number that is low if the attacker has few pieces with light and few moves.
func chances(p *rules.Position) int {
	const perMove = 6
	return perMove*p.LegalSet().Count() + p.Brightness()
}
