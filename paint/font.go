package paint

import (
	"encoding/binary"
	"math"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"attic/scene"
)

// capitals is the height of capitals in the Go fonts, in ems.
const capitals = 1480.0 / 2048

// A face reads the tables of a TrueType font that it needs to draw letters. The fonts are those of the
// program itself, so a broken one is a panic.
type face struct {
	cmap, glyf, loca, hmtx, head []byte
	metrics                      int // how many glyphs have an advance of their own
}

func newFace(bold bool) *face {
	ttf := goregular.TTF
	if bold {
		ttf = gobold.TTF
	}
	f := &face{}
	for i := range int(word(ttf, 4)) {
		entry := ttf[12+16*i:]
		table := ttf[long(entry, 8):][:long(entry, 12)]
		switch string(entry[:4]) {
		case "cmap":
			f.cmap = unicodeMap(table)
		case "glyf":
			f.glyf = table
		case "loca":
			f.loca = table
		case "hmtx":
			f.hmtx = table
		case "head":
			f.head = table
		case "hhea":
			f.metrics = int(word(table, 34))
		}
	}
	return f
}

func word(b []byte, at int) uint16 { return binary.BigEndian.Uint16(b[at:]) }
func signed(b []byte, at int) int  { return int(int16(word(b, at))) }
func long(b []byte, at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }

// unicodeMap returns the part of a cmap table that maps 16-bit code points by segments (format 4).
func unicodeMap(cmap []byte) []byte {
	for i := range int(word(cmap, 2)) {
		part := cmap[long(cmap, 8+8*i):]
		if word(part, 0) == 4 {
			return part
		}
	}
	panic("paint: the font has no map of format 4")
}

// units is how many units of the font make an em.
func (f *face) units() int { return int(word(f.head, 18)) }

// index returns the number of a character's glyph, 0 where the font has none.
func (f *face) index(r rune) int {
	if r < 0 || r > math.MaxUint16 {
		return 0
	}
	segments := int(word(f.cmap, 6)) // times 2
	ends, starts := f.cmap[14:], f.cmap[16+segments:]
	deltas, offsets := starts[segments:], starts[2*segments:]
	for i := 0; i < segments; i += 2 {
		if rune(word(ends, i)) < r {
			continue
		}
		start := rune(word(starts, i))
		if r < start {
			return 0
		}
		offset := int(word(offsets, i))
		if offset == 0 {
			return int(uint16(r) + word(deltas, i))
		}
		glyph := word(offsets, i+offset+2*int(r-start))
		if glyph == 0 {
			return 0
		}
		return int(glyph + word(deltas, i))
	}
	return 0
}

// advance returns how far the next glyph is, in the font's units.
func (f *face) advance(glyph int) int { return int(word(f.hmtx, 4*min(glyph, f.metrics-1))) }

// outline returns the shape of a glyph in the font's units, y downward from the baseline.
func (f *face) outline(glyph int) outline {
	var o outline
	f.add(&o, glyph, 0, 0)
	return o
}

// add adds a glyph moved by x, y, y upward.
func (f *face) add(o *outline, glyph int, x, y float64) {
	data := f.data(glyph)
	if len(data) == 0 {
		return
	}
	if contours := signed(data, 0); contours >= 0 {
		addContours(o, data[10:], contours, x, y)
		return
	}
	const (
		words = 1 << iota
		offsets
		_
		scaled
		_
		more
		scaledBoth
		matrix
	)
	for part := data[10:]; ; {
		flags, child := word(part, 0), int(word(part, 2))
		part = part[4:]
		var dx, dy float64
		if flags&offsets == 0 {
			panic("paint: the font puts parts of a glyph together by points")
		}
		if flags&words != 0 {
			dx, dy = float64(signed(part, 0)), float64(signed(part, 2))
			part = part[4:]
		} else {
			dx, dy = float64(int8(part[0])), float64(int8(part[1]))
			part = part[2:]
		}
		if flags&(scaled|scaledBoth|matrix) != 0 {
			panic("paint: the font scales parts of a glyph")
		}
		f.add(o, child, x+dx, y+dy)
		if flags&more == 0 {
			return
		}
	}
}

// data returns the description of a glyph, empty for a blank.
func (f *face) data(glyph int) []byte {
	if signed(f.head, 50) == 0 {
		return f.glyf[2*int(word(f.loca, 2*glyph)) : 2*int(word(f.loca, 2*glyph+2))]
	}
	return f.glyf[long(f.loca, 4*glyph):long(f.loca, 4*glyph+4)]
}

// addContours adds the contours of a simple glyph: runs of points on the curve and points that pull it;
// between two of the latter in a row lies one of the former. They are moved by dx, dy, y upward.
func addContours(o *outline, data []byte, contours int, dx, dy float64) {
	if contours == 0 {
		return
	}
	type point struct {
		scene.Point
		on bool
	}
	const (
		onCurve = 1 << iota
		shortX
		shortY
		repeated
		sameX // or: positive, where it is short
		sameY
	)
	ends := data
	points := make([]point, int(word(ends, 2*(contours-1)))+1)
	rest := data[2*contours:]
	rest = rest[2+int(word(rest, 0)):]
	flags := make([]byte, 0, len(points))
	for len(flags) < len(points) {
		flag, times := rest[0], 1
		rest = rest[1:]
		if flag&repeated != 0 {
			times += int(rest[0])
			rest = rest[1:]
		}
		for range times {
			flags = append(flags, flag)
		}
	}
	coordinate := func(flag, short, same byte) int {
		switch {
		case flag&short != 0:
			d := int(rest[0])
			rest = rest[1:]
			if flag&same == 0 {
				d = -d
			}
			return d
		case flag&same == 0:
			d := signed(rest, 0)
			rest = rest[2:]
			return d
		}
		return 0
	}
	at := 0
	for i, flag := range flags {
		at += coordinate(flag, shortX, sameX)
		points[i].X, points[i].on = float64(at), flag&onCurve != 0
	}
	at = 0
	for i, flag := range flags {
		at += coordinate(flag, shortY, sameY)
		points[i].Y = float64(at)
	}
	for i, p := range points {
		points[i].X, points[i].Y = p.X+dx, -p.Y-dy
	}
	first := 0
	for c := range contours {
		last := int(word(ends, 2*c))
		ring := points[first : last+1]
		first = last + 1
		if len(ring) < 2 {
			continue
		}
		start := ring[0]
		if !start.on {
			start = ring[len(ring)-1]
			if !start.on {
				start.Point = between(ring[0].Point, start.Point, 0.5)
			}
		}
		o.add('M', start.Point)
		var pull *scene.Point
		for i := range ring {
			p := ring[i]
			switch {
			case i == 0 && p.on:
			case p.on && pull != nil:
				o.add('Q', *pull, p.Point)
				pull = nil
			case p.on:
				o.add('L', p.Point)
			case pull != nil:
				o.add('Q', *pull, between(*pull, p.Point, 0.5))
				pull = &ring[i].Point
			default:
				pull = &ring[i].Point
			}
		}
		if pull != nil {
			o.add('Q', *pull, start.Point)
		}
		o.add('Z')
	}
}
