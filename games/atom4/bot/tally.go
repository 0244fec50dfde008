package bot

import (
	"math/bits"

	"attic/games/atom4/rules"
)

// A Tally counts the valuable things that one player has on the board.
type Tally [Things]int32

// The things that count. A line is four vertices in line, not all of them empty. It lacks every light that one of its pieces needs to have the
// player's goal colour; an empty vertex lacks two lights. A line does not count if a piece of another colour in it cannot be changed any more. The
// player brings one light a turn, in the order of the wheel: the first, second and third light are those of the player's next three turns.
const (
	nearLines = 0                 // lines that lack one to four lights, by their lack: see lacks
	farLines  = nearLines + kinds // lines that lack five, six, seven or eight lights: each with no empty vertex, one, or more
	winsAt    = farLines + 3*4    // vertices where the first, second or third light would win if it were played now
	aimsAt    = winsAt + 3        // pieces that those wins change
	Things    = aimsAt + 3        // the number of things

	kinds    = 45 // ways to lack one to four lights
	mostNear = 4  // lights that a near line lacks
)

// lack describes a near line: the numbers of its pieces that lack the first, second and third light, and of its empty vertices.
type lack [4]uint8

// number returns a number for each lack, as count makes it from the sets of a side.
func (l lack) number() int { return int(l[0]) | int(l[1])<<3 | int(l[2])<<6 | int(l[3])<<9 }

// lacks holds the lacks that near lines can have, in the order of the tally; kindOf holds their indices, by lack.number.
var lacks, kindOf = func() (list [kinds]lack, index [1 << 11]uint8) {
	n := 0
	for a := range uint8(mostNear + 1) {
		for b := range mostNear + 1 - a {
			for c := range mostNear + 1 - a - b {
				for gaps := range (mostNear-a-b-c)/2 + 1 {
					if l := (lack{a, b, c, gaps}); l != (lack{}) {
						list[n], index[l.number()] = l, uint8(n)
						n++
					}
				}
			}
		}
	}
	return list, index
}()

// side holds the sets from which a tally is made.
type side struct {
	needs [3]rules.Set // pieces that lack a light, in the order in which the player brings the lights
	goal  rules.Set    // pieces of the goal colour
	reach rules.Set    // vertices that a change can reach from an empty vertex
	lost  rules.Set    // pieces not of the goal colour that no change can reach
	empty rules.Set
	legal rules.Set
	wins  [3]rules.Set // vertices where a light would win if it were played now
	aims  [3]rules.Set // the pieces that these wins would change
	tally Tally
}

// survey counts the valuable things of the mover and of the other player.
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
	}
	var ones, twos rules.Set // the number of lights that each piece lacks of the mover's goal
	for w := range ones {
		a, b, c := mover.needs[0][w], mover.needs[1][w], mover.needs[2][w]
		ones[w], twos[w] = a^b^c, a&b|(a^b)&c
	}
	for axis := range lineEnds {
		count(mover, other, &ones, &twos, axis)
	}
	for _, s := range [2]*side{mover, other} {
		for i := range 3 {
			s.tally[winsAt+i] = int32(s.wins[i].Count())
			s.tally[aimsAt+i] = int32(s.aims[i].Count())
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

// upLeft returns a word of a set moved a step to the upper left. The parameter next is the word below.
func upLeft(word, next uint64) uint64 {
	rows := word>>16 | next<<48
	return rows&rules.EvenRows | rows>>1&(oddRows&^rules.LastColumn)
}

// upRight returns a word of a set moved a step to the upper right.
func upRight(word, next uint64) uint64 {
	rows := word>>16 | next<<48
	return rows<<1&(rules.EvenRows&^rules.FirstColumn) | rows&oddRows
}

func right(word uint64) uint64 { return word << 1 &^ rules.FirstColumn }

// count counts the lines of an axis for both sides. Each light of a piece is lacking for exactly one of the two goals. So a line whose pieces lack
// l lights for the mover's goal, with g empty vertices, lacks l + 2g for the mover and 12 - l - g for the other side. A line is two pairs of
// neighbours; the far pair is two steps further along the axis. Pairs and lines are stored at their last vertex. The bits that enter at the edges
// are wrong, but no line ends there.
func count(mover, other *side, ones, twos *rules.Set, axis int) {
	const all = ^uint64(0)
	up := uint(33) // two rows up and one column to the left
	if rules.Direction(axis) == rules.UpperRight {
		up = 31
	}
	down := 64 - up
	var one, two, e, a, b uint64                  // of the vertices of the word below: lights, empty, lost to the mover and to the other side
	var below0, below1, below2, gap1, gap2 uint64 // of its pairs: lights, one or both empty
	below3, below4 := all, all                    // pairs that cannot be in a line of the mover, and of the other side
	for w := len(ones) - 1; w >= 0; w-- {
		one1, two1, e1, a1, b1 := one, two, e, a, b
		one, two, e, a, b = ones[w], twos[w], mover.empty[w], mover.lost[w], other.lost[w]
		if e == all && (w == len(ones)-1 || e1 == all) {
			below0, below1, below2, gap1, gap2, below3, below4 = 0, 0, 0, all, all, 0, 0
			continue
		}
		switch rules.Direction(axis) {
		case rules.UpperLeft:
			one1, two1, e1, a1, b1 = upLeft(one, one1), upLeft(two, two1), upLeft(e, e1), upLeft(a, a1), upLeft(b, b1)
		case rules.UpperRight:
			one1, two1, e1, a1, b1 = upRight(one, one1), upRight(two, two1), upRight(e, e1), upRight(a, a1), upRight(b, b1)
		default:
			one1, two1, e1, a1, b1 = right(one), right(two), right(e), right(a), right(b)
		}
		carry := one & one1
		near0, near1, near2 := one^one1, two^two1^carry, two&two1|(two^two1)&carry
		nearGap, nearGaps, nearA, nearB := e|e1, e&e1, a|a1, b|b1
		var far0, far1, far2, farGap, farGaps, farA, farB uint64
		if rules.Direction(axis) == rules.Right {
			far0, far1, far2, farGap, farGaps, farA, farB = near0<<2, near1<<2, near2<<2, nearGap<<2, nearGaps<<2, nearA<<2, nearB<<2
		} else {
			far0, far1, far2 = near0>>up|below0<<down, near1>>up|below1<<down, near2>>up|below2<<down
			farGap, farGaps = nearGap>>up|gap1<<down, nearGaps>>up|gap2<<down
			farA, farB = nearA>>up|below3<<down, nearB>>up|below4<<down
		}
		below0, below1, below2, gap1, gap2, below3, below4 = near0, near1, near2, nearGap, nearGaps, nearA, nearB
		live := lineEnds[axis][w] &^ (nearGaps & farGaps)
		mine, theirs := live&^(nearA|farA), live&^(nearB|farB)
		if mine|theirs == 0 {
			continue
		}
		carry = near0 & far0
		bit0, bit1 := near0^far0, near1^far1^carry
		carry = near1&far1 | (near1^far1)&carry
		bit2 := near2 ^ far2 ^ carry
		bit3 := near2&far2 | (near2^far2)&carry
		low, high := ^bit3&^bit2, ^bit3&bit2
		l := [8]uint64{ // lines by the number of lights
			low &^ bit1 &^ bit0, low &^ bit1 & bit0, low & bit1 &^ bit0, low & bit1 & bit0,
			high &^ bit1 &^ bit0, high &^ bit1 & bit0, high & bit1 &^ bit0, high & bit1 & bit0,
		}
		gaps := nearGaps | farGaps | nearGap&farGap
		g3 := nearGaps&farGap | nearGap&farGaps
		g0, g1, g2 := ^(nearGap | farGap), (nearGap|farGap)&^gaps, gaps&^g3
		if mine != 0 {
			t := (*[12]int32)(mover.tally[farLines:])
			if g0 := g0 & mine; g0 != 0 {
				add(t[0:], g0&l[5], g0&l[6], g0&l[7], g0&bit3&^(bit2|bit1|bit0))
			}
			if g1 := g1 & mine; g1 != 0 {
				add(t[4:], g1&l[3], g1&l[4], g1&l[5], g1&l[6])
			}
			if g2, g3 := g2&mine, g3&mine; g2|g3 != 0 {
				add(t[8:], g2&l[1], g2&l[2]|g3&l[0], g2&l[3]|g3&l[1], g2&l[4]|g3&l[2])
			}
			for near := mine & (g0&(low|l[4]) | g1&(low&^l[3]) | g2&l[0]); near != 0; near &= near - 1 {
				mover.near(axis, w<<6|bits.TrailingZeros64(near))
			}
		}
		if theirs != 0 {
			t := (*[12]int32)(other.tally[farLines:])
			if g0 := g0 & theirs; g0 != 0 {
				add(t[0:], g0&l[7], g0&l[6], g0&l[5], g0&l[4])
			}
			if g1 := g1 & theirs; g1 != 0 {
				add(t[4:], g1&l[6], g1&l[5], g1&l[4], g1&l[3])
			}
			if g2, g3 := g2&theirs, g3&theirs; g2|g3 != 0 {
				add(t[8:], g2&l[5], g2&l[4]|g3&l[3], g2&l[3]|g3&l[2], g2&l[2]|g3&l[1])
			}
			for near := theirs & (g0&bit3 | g1&(bit3|l[7]) | g2&l[6]); near != 0; near &= near - 1 {
				other.near(axis, w<<6|bits.TrailingZeros64(near))
			}
		}
	}
}

// add adds the sizes of four sets of lines to their tallies.
func add(t []int32, five, six, seven, eight uint64) {
	t = t[:4]
	t[0] += int32(bits.OnesCount64(five))
	t[1] += int32(bits.OnesCount64(six))
	t[2] += int32(bits.OnesCount64(seven))
	t[3] += int32(bits.OnesCount64(eight))
}

// paths holds, for each axis, the vertices of the line that ends at a vertex, if there is one.
var paths = func() (paths [rules.Directions / 2][rules.Squares][4]rules.Square) {
	for axis := range paths {
		for end := range paths[axis] {
			at := rules.Square(end)
			for i := range paths[axis][end] {
				paths[axis][end][i] = at
				at, _ = at.Step(rules.Direction(axis).Opposite())
			}
		}
	}
	return paths
}()

// near counts a line that lacks at most four lights, and its threat if it lacks only one kind. A vertex next to a line touches at most two of its
// vertices, so no move brings light to three of its pieces.
func (s *side) near(axis, end int) {
	n := 0
	for _, v := range &paths[axis][end&(rules.Squares-1)] {
		w, bit := v>>6, v&63
		n += int(s.needs[0][w]>>bit&1 | s.needs[1][w]>>bit&1<<3 | s.needs[2][w]>>bit&1<<6 | s.empty[w]>>bit&1<<9)
	}
	s.tally[nearLines+int(kindOf[n&(len(kindOf)-1)])]++
	for i := range 3 {
		if n == 1<<(3*i) || n == 2<<(3*i) {
			s.threat(rules.Square(end), rules.Direction(axis).Opposite(), i)
		}
	}
}

// threat adds the vertices where the ith light would complete the line that runs in direction d from the square in the parameter at.
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
