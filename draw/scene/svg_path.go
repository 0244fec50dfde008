package scene

import (
	"iter"
	"math"
	"strconv"
)

// Command is one command of a path with its points: M and L have one, C three, Q two, Z none.
type Command struct {
	Op byte
	P  [3]Point
}

// Point is a point of a scene.
type Point struct{ X, Y float64 }

// Points returns the points of the command; the last one is its end.
func (d Command) Points() []Point { return d.P[:pointsOf[d.Op]] }

var pointsOf = ['Z' + 1]int{'M': 1, 'L': 1, 'C': 3, 'Q': 2}

// Outline reads the commands in D of a Path, its coordinates multiplied by W and H and then moved by X, Y. It stops before
// the first command or number that is not valid. For other kinds of shapes it is empty.
func (sh Shape) Outline() iter.Seq[Command] {
	return func(yield func(Command) bool) {
		if sh.Kind != Path {
			return
		}
		rest, op, first := sh.D, byte(0), true
		for {
			rest = skipBlanks(rest)
			switch {
			case rest == "":
				return
			case rest[0] == 'M' || rest[0] == 'L' || rest[0] == 'C' || rest[0] == 'Q':
				op, rest = rest[0], rest[1:]
			case rest[0] == 'Z' && !first:
				op, rest = 0, rest[1:]
				if !yield(Command{Op: 'Z'}) {
					return
				}
				continue
			case op == 'M': // more points after the first are lines
				op = 'L'
			}
			if op == 0 || first && op != 'M' {
				return
			}
			d := Command{Op: op}
			for i := range pointsOf[op] {
				x, after, okX := number(rest)
				y, end, okY := number(after)
				if !okX || !okY {
					return
				}
				d.P[i], rest = Point{sh.X + x*sh.W, sh.Y + y*sh.H}, end
			}
			if first = false; !yield(d) {
				return
			}
		}
	}
}

func skipBlanks(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == ',' || s[0] == '\n' || s[0] == '\t' || s[0] == '\r') {
		s = s[1:]
	}
	return s
}

// number reads a finite number, after blanks, at the start of s. rest is the text after it.
func number(s string) (n float64, rest string, ok bool) {
	s = skipBlanks(s)
	end, point, power, digits := 0, false, false, false
scan:
	for ; end < len(s); end++ {
		switch c := s[end]; {
		case c >= '0' && c <= '9':
			digits = true
		case (c == '-' || c == '+') && (end == 0 || s[end-1] == 'e' || s[end-1] == 'E'):
		case c == '.' && !point && !power:
			point = true
		case (c == 'e' || c == 'E') && digits && !power:
			power = true
		default:
			break scan
		}
	}
	n, err := strconv.ParseFloat(s[:end], 64)
	return n, s[end:], err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}
