package rules

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// MaxSide is the largest number of columns or rows of a field, and MaxPorts the largest number of ports.
const (
	MaxSide  = 12
	MaxPorts = 4 * MaxSide
)

// Errors of the parsers of this package wrap one of these.
var (
	ErrNotation = errors.New("not understood")                     // text that is not in the notation
	ErrSize     = errors.New("a field has 1 to 12 squares a side") // a field too large or too small
	ErrOffField = errors.New("not on the field")                   // no such square or port on this field
	ErrTwice    = errors.New("there is already an atom")           // the same square named twice
)

// Field is the size of a field. Its zero value is not valid; NewField and ParseField make valid ones.
type Field struct {
	W, H uint8 // columns and rows, 1..MaxSide
}

// NewField returns the field of w columns and h rows, or an error that wraps ErrSize.
func NewField(w, h int) (Field, error) {
	if w < 1 || w > MaxSide || h < 1 || h > MaxSide {
		return Field{}, fmt.Errorf("%dx%d: %w", w, h, ErrSize)
	}
	return Field{uint8(w), uint8(h)}, nil
}

// ParseField reads a size such as "8x8" or "5x12", columns first. Its errors wrap ErrNotation or ErrSize.
func ParseField(text string) (Field, error) {
	w, h, ok := strings.Cut(strings.ToLower(text), "x")
	if !ok || !decimal(w) || !decimal(h) {
		return Field{}, fmt.Errorf("size %.40q: %w; write it like 8x8", text, ErrNotation)
	}
	// For a number that is too large, Atoi returns the largest int, which is also out of range.
	columns, _ := strconv.Atoi(w)
	rows, _ := strconv.Atoi(h)
	if columns < 1 || columns > MaxSide || rows < 1 || rows > MaxSide {
		return Field{}, fmt.Errorf("size %.40q: %w", text, ErrSize)
	}
	return Field{uint8(columns), uint8(rows)}, nil
}

// decimal reports whether s is a number without a sign or leading zeros.
func decimal(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}

// String returns the size as ParseField reads it: "8x8".
func (f Field) String() string {
	return strconv.Itoa(int(f.W)) + "x" + strconv.Itoa(int(f.H))
}

// Size returns the number of squares.
func (f Field) Size() int { return int(f.W) * int(f.H) }

// Ports returns the number of ports: they are 1..Ports().
func (f Field) Ports() int { return 2 * (int(f.W) + int(f.H)) }

// Has reports whether s lies on the field.
func (f Field) Has(s Square) bool { return s.Column() < int(f.W) && s.Row() < int(f.H) }

// Squares yields every square of the field once, row by row from a1.
func (f Field) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for r := range int(f.H) {
			for c := range int(f.W) {
				if !yield(SquareAt(c, r)) {
					return
				}
			}
		}
	}
}

// Square is a square of any field. Its number does not depend on the size of the field; the squares
// of a field are ordered row by row from a1. Some values are not squares, such as NoSquare.
type Square uint8

// squareStride is the distance between the numbers of two neighbours in a column.
const squareStride = 16

// NoSquare means that there is no square.
const NoSquare Square = 255

// SquareAt returns the square in the given column and row, both counted from 0 and below MaxSide.
func SquareAt(column, row int) Square { return Square(row*squareStride + column) }

// Column returns the column, 0 for a.
func (s Square) Column() int { return int(s % squareStride) }

// Row returns the row, 0 for row 1 at the bottom.
func (s Square) Row() int { return int(s / squareStride) }

// String returns the name of the square: "a1".
func (s Square) String() string {
	if s.Column() >= MaxSide || s.Row() >= MaxSide {
		return "-"
	}
	return string(rune('a'+s.Column())) + strconv.Itoa(s.Row()+1)
}

// ParseSquare reads the name of a square on the field, the letter in either case.
// Its errors wrap ErrNotation or ErrOffField.
func (f Field) ParseSquare(text string) (Square, error) {
	if len(text) < 2 || len(text) > 3 || !decimal(text[1:]) || !letter(text[0]) {
		return NoSquare, fmt.Errorf("square %.20q: %w; write it like c4", text, ErrNotation)
	}
	column := int(text[0]|0x20) - 'a'
	row, _ := strconv.Atoi(text[1:])
	if column >= int(f.W) || row < 1 || row > int(f.H) {
		last := SquareAt(int(f.W)-1, int(f.H)-1)
		return NoSquare, fmt.Errorf("square %.20q: %w, which goes from a1 to %v", text, ErrOffField, last)
	}
	return SquareAt(column, row-1), nil
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Port is the number of a port, 1..Field.Ports(), or NoPort.
type Port uint8

// NoPort means that there is no port.
const NoPort Port = 0

// ParsePort reads the number of a port of the field. Its errors wrap ErrNotation or ErrOffField.
func (f Field) ParsePort(text string) (Port, error) {
	if !decimal(text) {
		return NoPort, fmt.Errorf("port %.20q: %w; write a number from 1 to %d", text, ErrNotation, f.Ports())
	}
	n, _ := strconv.Atoi(text)
	if n < 1 || n > f.Ports() {
		return NoPort, fmt.Errorf("port %.20s: %w, whose ports go from 1 to %d", text, ErrOffField, f.Ports())
	}
	return Port(n), nil
}

// Side is a side of the field, in the order in which ports are numbered.
type Side uint8

// The sides.
const (
	Left Side = iota
	Bottom
	Right
	Top
)

// Heading is the direction in which a beam flies.
type Heading uint8

// The headings, in the order of the sides where beams enter. A turn to the left gives the next heading, a turn to
// the right the previous one.
const (
	East  Heading = iota // from the left side
	North                // from the bottom
	West                 // from the right side
	South                // from the top
)

// Enters returns the heading of a beam that enters from the side.
func (s Side) Enters() Heading { return Heading(s) }

// Left returns the heading after a turn of 90 degrees to the left.
func (h Heading) Left() Heading { return (h + 1) & 3 }

// Right returns the heading after a turn of 90 degrees to the right.
func (h Heading) Right() Heading { return (h + 3) & 3 }

// Back returns the opposite heading.
func (h Heading) Back() Heading { return (h + 2) & 3 }

// Step returns the change of column and of row in one step of this heading.
func (h Heading) Step() (columns, rows int) {
	return [...]int{East: 1, West: -1, South: 0}[h&3], [...]int{North: 1, South: -1}[h&3]
}

// Place returns the side of port p and its row (Left, Right) or column (Bottom, Top), counted from
// 0. The field must have the port.
func (f Field) Place(p Port) (Side, int) {
	i, w, h := int(p)-1, int(f.W), int(f.H)
	switch {
	case i < h:
		return Left, h - 1 - i
	case i < h+w:
		return Bottom, i - h
	case i < h+w+h:
		return Right, i - h - w
	default:
		return Top, w - 1 - (i - h - w - h)
	}
}

// PortAt returns the port at a side and a row or column, counted from 0. It is the inverse of Place.
func (f Field) PortAt(side Side, line int) Port {
	w, h := int(f.W), int(f.H)
	return Port([...]int{Left: h - line, Bottom: h + line + 1, Right: h + w + line + 1, Top: h + w + h + w - line}[side&3])
}

// Door returns the first square that a beam enters from port p.
func (f Field) Door(p Port) Square {
	side, line := f.Place(p)
	return SquareAt([...]int{Bottom: line, Right: int(f.W) - 1, Top: line}[side], [...]int{Left: line, Right: line, Top: int(f.H) - 1}[side])
}
