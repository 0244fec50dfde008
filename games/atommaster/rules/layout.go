package rules

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Layout is a set of atoms on a field. It is a value: equal layouts are equal under ==.
type Layout struct {
	field Field
	atoms set
}

// set is a set of squares, one bit each. A word holds four rows of 16 squares.
type set [squareStride * MaxSide / 64]uint64

func (b *set) has(s Square) bool { return b[s/64]>>(s%64)&1 != 0 }

func (b *set) add(s Square) { b[s/64] |= 1 << (s % 64) }

func (b *set) remove(s Square) { b[s/64] &^= 1 << (s % 64) }

func (b *set) count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2])
}

func (b *set) first() Square {
	for i, word := range b {
		if word != 0 {
			return Square(64*i + bits.TrailingZeros64(word))
		}
	}
	return NoSquare
}

// Empty returns the layout without atoms.
func (f Field) Empty() Layout { return Layout{field: f} }

// ParseLayout reads a size and, after blanks, the squares of the atoms with commas between them, in
// any order: "8x8 a1,c4,e5,h8". A size alone is an empty field.
// Its errors wrap ErrNotation, ErrSize, ErrOffField or ErrTwice.
func ParseLayout(text string) (Layout, error) {
	parts := strings.Fields(text)
	if len(parts) == 0 || len(parts) > 2 {
		return Layout{}, fmt.Errorf("arrangement %.40q: %w; write it like 8x8 a1,c4,e5,h8", text, ErrNotation)
	}
	f, err := ParseField(parts[0])
	if err != nil {
		return Layout{}, err
	}
	l := f.Empty()
	if len(parts) == 1 {
		return l, nil
	}
	for name := range strings.SplitSeq(parts[1], ",") {
		s, err := f.ParseSquare(name)
		if err != nil {
			return Layout{}, err
		}
		if l.Has(s) {
			return Layout{}, fmt.Errorf("square %.20q: %w", name, ErrTwice)
		}
		l = l.With(s)
	}
	return l, nil
}

// String returns the layout as ParseLayout reads it, atoms row by row from a1.
func (l Layout) String() string {
	var b strings.Builder
	b.WriteString(l.field.String())
	between := byte(' ')
	for s := range l.Atoms() {
		b.WriteByte(between)
		b.WriteString(s.String())
		between = ','
	}
	return b.String()
}

// Field returns the field of the layout.
func (l Layout) Field() Field { return l.field }

// Has reports whether there is an atom on s. It is false for every s off the field.
func (l Layout) Has(s Square) bool {
	return s < squareStride*MaxSide && l.atoms.has(s)
}

// With returns the layout with an atom on s, which must lie on the field.
func (l Layout) With(s Square) Layout {
	if !l.field.Has(s) {
		panic("rules: no square " + s.String() + " on a field of " + l.field.String())
	}
	l.atoms.add(s)
	return l
}

// Without returns the layout without an atom on s.
func (l Layout) Without(s Square) Layout {
	if l.Has(s) {
		l.atoms.remove(s)
	}
	return l
}

// Count returns the number of atoms.
func (l Layout) Count() int { return l.atoms.count() }

// Common returns the number of squares on which both layouts have an atom.
func (l Layout) Common(m Layout) int {
	var both set
	for i := range both {
		both[i] = l.atoms[i] & m.atoms[i]
	}
	return both.count()
}

// Atoms yields the squares of the atoms, row by row from a1.
func (l Layout) Atoms() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i, word := range l.atoms {
			for ; word != 0; word &= word - 1 {
				if !yield(Square(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
