package rules

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// Case is a set of layouts with the same number of atoms. Some squares are known to have an atom, some to be empty, and
// the others are open: the case contains all layouts that agree with this. It is a value. To find the layouts that give
// certain answers, judge a case and divide it until every part holds or fails:
//
//	verdict, s := c.Judge(shots)
//	// Depends: judge c.With(s) and c.Without(s) instead
type Case struct {
	field  Field
	left   uint8  // the number of atoms on open squares
	opens  uint8  // the number of open squares
	judged uint64 // one bit for each shot that all layouts are known to give
	atoms  lines
	open   lines
}

// NewCase returns the case of all layouts with n atoms, 0 <= n <= f.Size().
func NewCase(f Field, n int) Case {
	c := Case{field: f, left: uint8(n), opens: uint8(f.Size())}
	for s := range f.Squares() {
		c.open.toggle(f, s)
	}
	return c
}

// With returns the layouts of c that have an atom on s. s must be open and an atom must be left.
func (c Case) With(s Square) Case {
	c.open.toggle(c.field, s)
	c.atoms.toggle(c.field, s)
	c.opens--
	c.left--
	return c
}

// Without returns the layouts of c that have no atom on s, which must be open.
func (c Case) Without(s Square) Case {
	c.open.toggle(c.field, s)
	c.opens--
	return c
}

// Count returns the number of layouts; it is exact below 2^53.
func (c *Case) Count() float64 { return binomial(int(c.opens), int(c.left)) }

func binomial(n, k int) float64 {
	if k > n {
		return 0
	}
	product := 1.0
	for i := 1; i <= k; i++ {
		product = product * float64(n-k+i) / float64(i)
	}
	return product
}

// Held returns the number of shots that all layouts of the case are known to give.
func (c *Case) Held() int { return bits.OnesCount64(c.judged) }

func (c *Case) known() Layout {
	l := c.field.Empty()
	for r := range uint(c.field.H) {
		l.atoms[r/4] |= uint64(c.atoms[East][(r+1)&15]) << (16 * (r % 4))
	}
	return l
}

func (c *Case) openSquares(dst []Square) []Square {
	for r := range uint(c.field.H) {
		for row := c.open[East][(r+1)&15]; row != 0; row &= row - 1 {
			dst = append(dst, SquareAt(bits.TrailingZeros16(row), int(r)))
		}
	}
	return dst
}

// Draw returns one of the layouts at random, all equally likely. The case must not be empty.
func (c *Case) Draw(rng *rand.Rand) Layout {
	l := c.known()
	var room [MaxSide * MaxSide]Square
	open := c.openSquares(room[:0])
	for i := range int(c.left) {
		j := i + rng.IntN(len(open)-i)
		open[i], open[j] = open[j], open[i]
		l.atoms.add(open[i])
	}
	return l
}

// Layouts yields every layout once.
func (c *Case) Layouts() iter.Seq[Layout] {
	return func(yield func(Layout) bool) {
		open := c.openSquares(nil)
		var place func(l Layout, from, left int) bool
		place = func(l Layout, from, left int) bool {
			if left == 0 {
				return yield(l)
			}
			for i := from; i+left <= len(open); i++ {
				if !place(l.With(open[i]), i+1, left-1) {
					return false
				}
			}
			return true
		}
		place(c.known(), 0, int(c.left))
	}
}

// Verdict is the result of comparing a case with answers.
type Verdict uint8

// The verdicts.
const (
	Depends Verdict = iota // some layouts may give the answers, depending on an open square
	Holds                  // all layouts give the answers
	Fails                  // no layout gives the answers
)

// Judge compares the case with up to 64 shots. If the verdict is Depends, it returns an open square that a beam meets,
// otherwise NoSquare. It may return Fails earlier, if the answers need more atoms than are left. The shots must be the
// same, in the same order, for a case and all cases made from it, because shots that all layouts give are not checked
// twice.
func (c *Case) Judge(shots []Shot) (Verdict, Square) {
	if c.left > c.opens {
		return Fails, NoSquare
	}
	if c.left == 0 {
		c.open, c.opens = lines{}, 0
	} else if c.left == c.opens {
		for h := range c.open {
			for i := range c.open[h] {
				c.atoms[h][i] |= c.open[h][i]
			}
		}
		c.open, c.opens, c.left = lines{}, 0, 0
	}
	n := needs{left: int(c.left), meets: NoSquare}
	var votes [256]uint8
	verdict, popular := Holds, NoSquare
	for i, shot := range shots {
		if c.judged>>i&1 != 0 {
			continue
		}
		answer, square := c.fly(shot.Port, nil)
		switch {
		case answer == shot.Answer:
			c.judged |= 1 << i
			continue
		case answer != 0:
			return Fails, NoSquare
		}
		verdict = Depends
		votes[square]++
		if votes[square] > votes[popular] {
			popular = square
		}
		var met set
		if bare, _ := c.fly(shot.Port, &met); bare != shot.Answer && !n.add(met, square) {
			return Fails, NoSquare
		}
	}
	if n.meets != NoSquare {
		return verdict, n.square()
	}
	return verdict, popular
}

// needs collects sets of open squares, each of which must contain an atom. Such a set belongs to a beam whose answer
// would be wrong if all open squares were empty: it holds the open squares that the beam would meet.
type needs struct {
	left     int    // the number of atoms on open squares
	apart    set    // the squares of disjoint sets, each of which needs its own atom
	count    int    // the number of these disjoint sets
	all      set    // the squares that are in every set
	smallest int    // the size of the smallest set
	meets    Square // the first open square on the beam of the smallest set; NoSquare: no set
}

// add adds the set of a beam. The parameter met is this set, and first is the square that the beam meets first. It
// reports whether enough atoms may be left.
func (n *needs) add(met set, first Square) bool {
	if n.meets == NoSquare {
		n.all = met
	}
	if size := met.count(); n.meets == NoSquare || size < n.smallest {
		n.smallest, n.meets = size, first
	}
	var shared set
	for i := range met {
		shared[i] = met[i] & n.apart[i]
		n.all[i] &= met[i]
	}
	if shared == (set{}) {
		n.count++
		for i := range met {
			n.apart[i] |= met[i]
		}
	}
	return n.count <= n.left && (n.left > 1 || n.all != (set{}))
}

// square returns the square to decide next, chosen so that few cases result: if only one atom is left, a square that
// every set contains; otherwise a square of the smallest set.
func (n *needs) square() Square {
	if n.left == 1 {
		return n.all.first()
	}
	return n.meets
}

// fly returns the answer of a beam, or 0 and the first open square that it meets. If met is not nil, it treats open
// squares as empty and adds to met those that the beam meets.
func (c *Case) fly(p Port, met *set) (Answer, Square) {
	geometry := c.field.tracks()
	side, _ := c.field.Place(p)
	heading := uint(side.Enters())
	line := geometry[(heading+2)&3].exit // beams with the opposite heading leave where beams with this heading enter
	line = geometry[heading].lines - 1 - (uint(p) - line)
	from := uint(0)
	for {
		row, open := &c.atoms[heading&3], &c.open[heading&3]
		t := &geometry[heading&3]
		right, ahead, left := uint(row[line&15]), uint(row[(line+1)&15]), uint(row[(line+2)&15])
		openRight, openAhead, openLeft := uint(open[line&15]), uint(open[(line+1)&15]), uint(open[(line+2)&15])
		if met != nil {
			stop := uint(1)<<t.length - 1
			if atoms := (right | ahead | left) >> (from & 15); atoms != 0 {
				stop = 2<<(from+uint(bits.TrailingZeros(atoms))) - 1
			}
			stop &= ^uint(0) << (from & 15)
			c.field.mark(met, heading, line+1, openLeft&stop)
			c.field.mark(met, heading, line, openAhead&stop)
			c.field.mark(met, heading, line-1, openRight&stop)
			openLeft, openAhead, openRight = 0, 0, 0
		}
		seen := (right | ahead | left | openRight | openAhead | openLeft) >> (from & 15)
		if seen == 0 {
			return Answer(t.exit + line), NoSquare
		}
		at := from + uint(bits.TrailingZeros(seen))
		bit := uint(1) << (at & 15)
		switch {
		case ahead&bit != 0:
			return Absorbed, NoSquare
		case openAhead&bit != 0:
			return 0, c.field.along(heading, line, at)
		case left&right&bit != 0, at == 0 && (left|right)&bit != 0:
			return Reflected, NoSquare
		case openLeft&bit != 0:
			return 0, c.field.along(heading, line+1, at)
		case openRight&bit != 0:
			return 0, c.field.along(heading, line-1, at)
		case right&bit != 0:
			heading, line, from = heading+1, t.length-at, line+1
		default:
			heading, line, from = heading+3, at-1, t.lines-line
		}
	}
}

func (f Field) mark(met *set, heading, line, squares uint) {
	for ; squares != 0; squares &= squares - 1 {
		met.add(f.along(heading, line, uint(bits.TrailingZeros(squares))))
	}
}

func (f Field) along(heading, line, at uint) Square {
	w, h := uint(f.W), uint(f.H)
	switch Heading(heading & 3) {
	case East:
		return SquareAt(int(at), int(line))
	case North:
		return SquareAt(int(w-1-line), int(at))
	case West:
		return SquareAt(int(w-1-at), int(h-1-line))
	default:
		return SquareAt(int(line), int(h-1-at))
	}
}
