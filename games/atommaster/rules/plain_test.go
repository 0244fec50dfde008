package rules

// This is a second version of the game, simple and slow, written from the text of the rules: an array with a rim of
// empty squares, and a beam that moves square by square.

type plainBoard struct {
	w, h int
	atom [MaxSide + 2][MaxSide + 2]bool // by row and column, from 1; row 1 at the bottom
}

func plainFrom(l Layout) plainBoard {
	b := plainBoard{w: int(l.Field().W), h: int(l.Field().H)}
	for s := range l.Atoms() {
		b.atom[s.Row()+1][s.Column()+1] = true
	}
	return b
}

// entry returns the position of port n, one square outside the field, and the direction of its beam.
func (b *plainBoard) entry(n int) (c, r, dc, dr int) {
	switch {
	case n <= b.h:
		return 0, b.h + 1 - n, 1, 0
	case n <= b.h+b.w:
		return n - b.h, 0, 0, 1
	case n <= 2*b.h+b.w:
		return b.w + 1, n - b.h - b.w, -1, 0
	default:
		return 2*b.w + 2*b.h + 1 - n, b.h + 1, 0, -1
	}
}

// port returns the number of the port at a position one square outside the field.
func (b *plainBoard) port(c, r int) int {
	switch {
	case c == 0:
		return b.h + 1 - r
	case r == 0:
		return b.h + c
	case c == b.w+1:
		return b.h + b.w + r
	default:
		return 2*b.h + 2*b.w + 1 - c
	}
}

func (b *plainBoard) fire(n int) Answer {
	c, r, dc, dr := b.entry(n)
	// The beam is at the port and has not entered yet.
	if b.atom[r+dr][c+dc] {
		return Absorbed
	}
	if b.atom[r+dr+dc][c+dc-dr] || b.atom[r+dr-dc][c+dc+dr] {
		return Reflected
	}
	c, r = c+dc, r+dr
	for c >= 1 && c <= b.w && r >= 1 && r <= b.h {
		if b.atom[r+dr][c+dc] {
			return Absorbed
		}
		left, right := b.atom[r+dr+dc][c+dc-dr], b.atom[r+dr-dc][c+dc+dr]
		switch {
		case left && right:
			return Reflected
		case left:
			dc, dr = dr, -dc
		case right:
			dc, dr = -dr, dc
		default:
			c, r = c+dc, r+dr
		}
	}
	exit := b.port(c, r)
	if exit == n {
		return Reflected
	}
	return Answer(exit)
}

// answers fires every beam and, like Answers, follows each pass only once.
func (b *plainBoard) answers(dst []Answer) {
	clear(dst)
	for i := range dst {
		if dst[i] != 0 {
			continue
		}
		dst[i] = b.fire(i + 1)
		if exit := dst[i].Port(); exit != NoPort {
			dst[exit-1] = Answer(i + 1)
		}
	}
}
