package paint

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"attic/draw/scene"
)

// Font returns a Go font, regular or bold, as a TrueType file. As in pictures, its zero has no slash.
func Font(bold bool) []byte {
	f, ttf := newFace(bold), slices.Clone(fonts[bold])
	at := func(table string) []byte { // a table, by its entry in the list of tables
		entry := ttf[bytes.Index(ttf[:12+16*int(ttf[5])], []byte(table)):]
		return ttf[binary.BigEndian.Uint32(entry[8:]):]
	}
	zero := f.index('0')
	place := at("loca")[2*int(zero):] // in the Go fonts, half the offset within glyf
	copy(at("glyf")[2*int(binary.BigEndian.Uint16(place)):], f.outline(zero).glyph())
	return ttf
}

// glyph returns an outline of curves as a glyph of a TrueType file, without hints. The glyph's box is that of the first
// contour.
func (o outline) glyph() []byte {
	var ends, flags, xs, ys []byte
	var lastX, lastY int
	box := o.extent()
	add := func(c scene.Point, flag byte) {
		x, y := int(math.Round(c.X)), int(math.Round(-c.Y))
		flags = append(flags, flag)
		xs, ys = binary.BigEndian.AppendUint16(xs, uint16(x-lastX)), binary.BigEndian.AppendUint16(ys, uint16(y-lastY))
		lastX, lastY = x, y
	}
	for i, c := range o {
		switch {
		case c.Op == 'M':
			add(c.P[0], 1)
		case c.Op == 'Q':
			if add(c.P[0], 0); o[i+1].Op != 'Z' { // the last curve ends where the contour begins
				add(c.P[1], 1)
			}
		case c.Op == 'Z':
			ends = binary.BigEndian.AppendUint16(ends, uint16(len(flags)-1))
		}
	}
	var head []byte
	for _, n := range []float64{float64(len(ends) / 2), box.left, -box.bottom, box.right, -box.top} {
		head = binary.BigEndian.AppendUint16(head, uint16(int(math.Round(n))))
	}
	return slices.Concat(head, ends, []byte{0, 0}, flags, xs, ys)
}
