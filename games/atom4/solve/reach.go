package solve

import (
	"attic/games/atom4/rules"
)

type set = rules.Set

func and(a, b *set) set { return set{a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]} }

func none(a *set) bool { return a[0]|a[1]|a[2]|a[3] == 0 }

// beside returns the vertices that touch a vertex of a.
func beside(a *set) set {
	var same, next set // neighbours in the same row; neighbours in the rows above and below
	for i, w := range a {
		left, right := w&^rules.FirstColumn>>1, w&^rules.LastColumn<<1
		same[i] = left | right
		next[i] = w | left&rules.EvenRows | right&^rules.EvenRows
	}
	return set{
		same[0] | next[0]<<16 | next[0]>>16 | next[1]<<48,
		same[1] | next[1]<<16 | next[0]>>48 | next[1]>>16 | next[2]<<48,
		same[2] | next[2]<<16 | next[1]>>48 | next[2]>>16 | next[3]<<48,
		same[3] | next[3]<<16 | next[2]>>48 | next[3]>>16,
	}
}

// reach returns the vertices where a change from a piece placed on a vertex in the set from may end, if each vertex in the set
// through may or may not hold a propagator. Changes may turn corners here: in the game they never do, but this is faster to
// compute and omits nothing.
func reach(from, through *set) set {
	hit := beside(from)
	front := and(&hit, through)
	for !none(&front) {
		next := beside(&front)
		for i := range hit {
			front[i] = next[i] &^ hit[i] & through[i]
			hit[i] |= next[i]
		}
	}
	return hit
}

// fours returns, for each axis (upper left, upper right and right), the ends that lie in this direction of the lines
// of four that lie in a.
func fours(a *set) (ends [rules.Directions / 2]set) {
	var toRight, toLeft [len(a) + 1]uint64 // the upper vertices of pairs with the vertex to the lower right, and to the lower left
	for i, w := range a {
		pair := w & (w &^ rules.LastColumn << 1)
		ends[rules.Right][i] = pair & (pair &^ (rules.LastColumn | rules.LastColumn>>1) << 2)
		below := w >> 16
		if i+1 < len(a) {
			below |= a[i+1] << 48
		}
		toRight[i] = w & (below&rules.EvenRows | below&^rules.FirstColumn>>1&^rules.EvenRows)
		toLeft[i] = w & (below&^rules.LastColumn<<1&rules.EvenRows | below&^rules.EvenRows)
	}
	// Two rows further down a line is one column further to the right or left.
	for i := range a {
		right := toRight[i]>>32 | toRight[i+1]<<32
		left := toLeft[i]>>32 | toLeft[i+1]<<32
		ends[rules.UpperLeft][i] = toRight[i] & (right &^ rules.FirstColumn >> 1)
		ends[rules.UpperRight][i] = toLeft[i] & (left &^ rules.LastColumn << 1)
	}
	return ends
}

// touching holds the vertices that touch each square, by direction.
var touching = func() (table [rules.Squares][rules.Directions]uint16) {
	for s := range table {
		for d := range table[s] {
			table[s][d] = outside
			if to, ok := rules.Square(s).Step(rules.Direction(d)); ok {
				table[s][d] = uint16(to)
			}
		}
	}
	return table
}()

const outside = rules.Squares
