package rules

import "math/bits"

// lines holds the atoms four times, once for each heading: bit i of line k is the i-th square that a beam of this
// heading reaches in the k-th line. Lines are counted from the beam's right to its left, with an empty line at each
// end. So one algorithm works for all headings, and the first atom in a beam's way is the lowest set bit.
type lines [4][squareStride]uint16

// toggle adds square s to the lines of all four headings, or removes it if it is there.
func (m *lines) toggle(f Field, s Square) {
	c, r := uint(s%squareStride), uint(s/squareStride)
	west, south := uint(f.W)-1-c, uint(f.H)-1-r
	m[East][(r+1)&15] ^= 1 << (c & 15)
	m[North][(west+1)&15] ^= 1 << (r & 15)
	m[West][(south+1)&15] ^= 1 << (west & 15)
	m[South][(c+1)&15] ^= 1 << (south & 15)
}

type track struct {
	length uint // squares in a line
	lines  uint // number of lines
	exit   uint // the number of the port where a beam leaves, minus the number of its line
}

func (f Field) tracks() [4]track {
	w, h := uint(f.W), uint(f.H)
	return [4]track{
		East:  {w, h, h + w + 1},
		North: {h, w, h + w + h + 1},
		West:  {w, h, 1},
		South: {h, w, h + 1},
	}
}

// Answers returns the answer of every port; the answer of port p is at index p-1. If dst has room, Answers stores the
// result there and allocates nothing. It follows beams from atom to atom instead of from square to square, and follows
// each pass only once.
func Answers(l Layout, dst []Answer) []Answer {
	n := l.field.Ports()
	if cap(dst) < n {
		dst = make([]Answer, n)
	}
	dst = dst[:n]
	clear(dst)
	var m lines
	for i, word := range l.atoms {
		for ; word != 0; word &= word - 1 {
			m.toggle(l.field, Square(64*i+bits.TrailingZeros64(word)))
		}
	}
	geometry := l.field.tracks()
	port := 0
	for heading := range geometry {
		row := &m[heading]
		t := &geometry[heading]
		for line := t.lines - 1; line < t.lines; line-- {
			this := port
			port++
			if dst[this] != 0 {
				continue
			}
			ahead := row[(line+1)&15]
			either := row[line&15] | row[(line+2)&15]
			if ahead|either == 0 {
				exit := t.exit + line
				dst[this] = Answer(exit)
				dst[exit-1] = Answer(this + 1)
				continue
			}
			first := (ahead | either) & -(ahead | either)
			if ahead&first != 0 {
				dst[this] = Absorbed
				continue
			}
			if first == 1 {
				dst[this] = Reflected
				continue
			}
			answer := m.fly(&geometry, uint(heading), line)
			dst[this] = answer
			if answer <= MaxPorts {
				dst[answer-1] = Answer(this + 1)
			}
		}
	}
	return dst
}

// fly returns the answer of a beam that has entered the field on the given line with the given heading. It need not
// test whether the beam leaves where it entered: such a beam would retrace its path, which is possible only after
// turning back between two atoms.
func (m *lines) fly(geometry *[4]track, heading, line uint) Answer {
	from := uint(1) // the number of the next square on the line
	for {
		row := &m[heading&3]
		t := &geometry[heading&3]
		right, ahead, left := uint(row[line&15]), uint(row[(line+1)&15]), uint(row[(line+2)&15])
		seen := (right | ahead | left) >> (from & 15)
		if seen == 0 {
			return Answer(t.exit + line)
		}
		at := from + uint(bits.TrailingZeros(seen))
		bit := uint(1) << (at & 15)
		if ahead&bit != 0 {
			return Absorbed
		}
		if left&right&bit != 0 {
			return Reflected
		}
		// The beam is on square at-1. For the new heading, lines and squares are swapped.
		turned, next, start := heading+3, at-1, t.lines-line
		if right&bit != 0 {
			turned, next, start = heading+1, t.length-at, line+1
		}
		heading, line, from = turned, next, start
	}
}
