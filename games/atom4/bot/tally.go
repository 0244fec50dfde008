package bot

import (
	"math/bits"

	"attic/games/atom4/rules"
)

// A tally counts the things of value that one player has on the board.
type tally [things]int32

// The things that count. A line is four vertices in line. It lacks the light that each of its pieces lacks to be of the
// player's goal colour; an empty vertex lacks two lights. A line does not count if a piece of another colour in it
// cannot be changed any more. The player brings one light a turn, in the order of the wheel: the first, second and
// third light are those of the player's next three turns.
const (
	oneFirst   = iota // lines that lack only one light: the first
	oneSecond         // lines that lack only the second
	oneThird          // lines that lack only the third
	noFirst           // lines that lack two lights, each once: all but the first
	noSecond          // all but the second
	noThird           // all but the third
	three             // lines that lack three lights, at least two of them alike
	gapTwo            // lines with an empty vertex, and otherwise of the goal colour
	gapThree          // lines with an empty vertex that lack one light besides
	winsFirst         // vertices where the first light would win if it played now
	winsSecond        // the same for the second light
	winsThird         // the same for the third light
	aimsFirst         // pieces that those wins change
	aimsSecond
	aimsThird
	things
)

// side holds the sets from which a tally is made.
type side struct {
	needs [3]rules.Set // pieces that lack a light, in the order in which the player brings the lights
	goal  rules.Set    // pieces of the goal colour
	reach rules.Set    // vertices that a change can reach from an empty vertex
	lost  rules.Set    // pieces that a change can neither reach nor need
	empty rules.Set
	legal rules.Set
	wins  [3]rules.Set // vertices where a light would win if it played now
	aims  [3]rules.Set // the pieces that these would change
	tally tally
}

// survey counts the things of value of the mover and of the other player.
func survey(p *rules.Position, mover, other *side) {
	light, occupied := p.Light()
	c := p.Turn()
	needs := [6]*rules.Set{
		&mover.needs[0], &other.needs[0], &mover.needs[1], &other.needs[1], &mover.needs[2], &other.needs[2],
	}
	for _, to := range needs {
		if c.Additive() {
			from := &light[c>>1&3] // red, green and blue are 1, 2 and 4
			for w := range to {
				to[w] = occupied[w] &^ from[w]
			}
		} else {
			*to = light[c.Opposite()>>1&3]
		}
		c = c.Next()
	}
	var empty rules.Set
	legal := p.LegalSet()
	for w, o := range occupied {
		empty[w] = ^o
		mover.goal[w] = o &^ (mover.needs[0][w] | mover.needs[1][w] | mover.needs[2][w])
		other.goal[w] = o &^ (other.needs[0][w] | other.needs[1][w] | other.needs[2][w])
	}
	for d := range rules.Direction(rules.Directions) {
		beside := empty.Step(d)
		mover.spread(beside, d)
		other.spread(beside, d)
	}
	for _, s := range [2]*side{mover, other} {
		s.empty, s.legal = empty, legal
		for w := range empty {
			s.lost[w] = ^(s.reach[w] | s.goal[w] | empty[w])
		}
		for axis := range lineEnds {
			s.count(axis)
		}
		for i := range 3 {
			s.tally[winsFirst+i] = int32(s.wins[i].Count())
			s.tally[aimsFirst+i] = int32(s.aims[i].Count())
		}
	}
}

// oddRows are the odd rows of a word of a set.
const oddRows = ^uint64(rules.EvenRows)

// spread adds to the reach the pieces reached in a direction, beginning with those next to empty vertices.
func (s *side) spread(beside rules.Set, d rules.Direction) {
	for {
		var through uint64
		for w, b := range beside {
			s.reach[w] |= b
			beside[w] = b & s.goal[w]
			through |= beside[w]
		}
		if through == 0 {
			return
		}
		beside = beside.Step(d)
	}
}

// upLeft returns a word of a set moved a step to the upper left; next is the word below.
func upLeft(word, next uint64) uint64 {
	rows := word>>16 | next<<48
	return rows&rules.EvenRows | rows>>1&(oddRows&^rules.LastColumn)
}

// upRight returns a word of a set moved a step to the upper right.
func upRight(word, next uint64) uint64 {
	rows := word>>16 | next<<48
	return rows<<1&(rules.EvenRows&^rules.FirstColumn) | rows&oddRows
}

// right returns a word of a set moved a step to the right.
func right(word uint64) uint64 { return word << 1 &^ rules.FirstColumn }

// pair is two vertices in line, stored at the one further on: which lights they lack, whether one of them is empty,
// whether they cannot be in a line, and how many lights they lack, in two bits.
type pair struct{ need0, need1, need2, gap, out, sum0, sum1 uint64 }

// count counts the lines of an axis.
func (s *side) count(axis int) {
	var below pair // the word below
	var a, b, c, e, l uint64
	for w := len(s.goal) - 1; w >= 0; w-- {
		a1, b1, c1, e1, l1 := a, b, c, e, l
		a, b, c, e, l = s.needs[0][w], s.needs[1][w], s.needs[2][w], s.empty[w], s.lost[w]
		if e&e1 == ^uint64(0) {
			below = pair{out: ^uint64(0)}
			continue
		}
		switch rules.Direction(axis) {
		case rules.UpperLeft:
			a1, b1, c1, e1, l1 = upLeft(a, a1), upLeft(b, b1), upLeft(c, c1), upLeft(e, e1), upLeft(l, l1)
		case rules.UpperRight:
			a1, b1, c1, e1, l1 = upRight(a, a1), upRight(b, b1), upRight(c, c1), upRight(e, e1), upRight(l, l1)
		default:
			a1, b1, c1, e1, l1 = right(a), right(b), right(c), right(e), right(l)
		}
		// The number of lights that each of the two lacks, and their sum.
		one, two := a^b^c, a&b|(a^b)&c|e
		oneNext, twoNext := a1^b1^c1, a1&b1|(a1^b1)&c1|e1
		carry := one & oneNext
		near := pair{
			need0: a | a1, need1: b | b1, need2: c | c1, gap: e | e1,
			out:  l | l1 | two&twoNext | (two^twoNext)&carry,
			sum0: one ^ oneNext, sum1: two ^ twoNext ^ carry,
		}
		s.join(&near, &below, w, axis)
		below = near
	}
}

// join counts the lines that two pairs make, the far one two steps on along the axis. The bits that
// enter at the edges are wrong, but no line ends there.
func (s *side) join(near, below *pair, w, axis int) {
	live := lineEnds[axis][w] &^ near.out
	if live == 0 {
		return
	}
	var far pair
	if rules.Direction(axis) == rules.Right {
		far = pair{near.need0 << 2, near.need1 << 2, near.need2 << 2, near.gap << 2, near.out << 2, near.sum0 << 2, near.sum1 << 2}
	} else {
		up := uint(33) // two rows up and one column to the left
		if rules.Direction(axis) == rules.UpperRight {
			up = 31
		}
		down := 64 - up
		far = pair{
			near.need0>>up | below.need0<<down, near.need1>>up | below.need1<<down, near.need2>>up | below.need2<<down,
			near.gap>>up | below.gap<<down, near.out>>up | below.out<<down,
			near.sum0>>up | below.sum0<<down, near.sum1>>up | below.sum1<<down,
		}
	}
	carry := near.sum0 & far.sum0
	live &^= far.out | near.sum1&far.sum1 | (near.sum1^far.sum1)&carry // without lines that lack four lights or more
	if live == 0 {
		return
	}
	sum0, sum1 := near.sum0^far.sum0, near.sum1^far.sum1^carry
	t := &s.tally
	if gap := live & (near.gap | far.gap); gap != 0 {
		t[gapTwo] += count(gap & sum1 &^ sum0)
		t[gapThree] += count(gap & sum1 & sum0)
		live &^= gap
	}
	first, second, third := near.need0|far.need0, near.need1|far.need1, near.need2|far.need2
	if all := live & sum1 & sum0; all != 0 {
		t[three] += count(all &^ (first & second & third))
	}
	if two := live & sum1 &^ sum0; two != 0 {
		t[noFirst] += count(two & second & third)
		t[noSecond] += count(two & first & third)
		t[noThird] += count(two & first & second)
	}
	for i, only := range [3]uint64{first &^ (second | third), second &^ (first | third), third &^ (first | second)} {
		// A vertex next to a line touches at most two of its vertices, so no move brings light to three of its pieces.
		one := only & live &^ (sum0 & sum1)
		if one == 0 {
			continue
		}
		t[oneFirst+i] += count(one &^ sum1)
		for ; one != 0; one &= one - 1 {
			s.threat(rules.Square(w<<6|bits.TrailingZeros64(one)), rules.Direction(axis).Opposite(), i)
		}
	}
}

func count(set uint64) int32 {
	if set == 0 {
		return 0
	}
	return int32(bits.OnesCount64(set))
}

// threat adds the vertices where the ith light would complete the line that runs from at in direction d.
func (s *side) threat(at rules.Square, d rules.Direction, i int) {
	var wins, aims rules.Set
	first := true
	for n := 0; ; n++ {
		if s.needs[i].Has(at) {
			aims.Add(at)
			from := s.places(at)
			for w := range wins {
				if first {
					wins[w] = from[w]
				} else {
					wins[w] &= from[w]
				}
			}
			first = false
		}
		if n == 3 {
			break
		}
		at, _ = at.Step(d)
	}
	if wins == (rules.Set{}) {
		return
	}
	for w := range wins {
		s.wins[i][w] |= wins[w]
		s.aims[i][w] |= aims[w]
	}
}

// places returns the legal vertices from which a change reaches s.
func (s *side) places(at rules.Square) rules.Set {
	var set rules.Set
	for d := range rules.Direction(rules.Directions) {
		to, ok := at.Step(d)
		for ok && s.goal.Has(to) {
			to, ok = to.Step(d)
		}
		if ok && s.legal.Has(to) {
			set.Add(to)
		}
	}
	return set
}
