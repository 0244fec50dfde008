package paint

import (
	"image"
	"math"
)

// A Canvas is a picture in memory: pixels 0x00RRGGBB, row by row from the upper left corner.
type Canvas struct {
	Pix    []uint32 // at least (H-1)*Stride+W pixels
	W, H   int
	Stride int // the distance from one row to the next, in pixels
}

// NewCanvas returns a black canvas.
func NewCanvas(w, h int) Canvas {
	return Canvas{Pix: make([]uint32, w*h), W: w, H: h, Stride: w}
}

func (c Canvas) area() image.Rectangle { return image.Rect(0, 0, c.W, c.H) }

// ink is a colour with its opacity, strong, from 0 to 1.
type ink struct {
	colour uint32
	strong float64
}

// opaque is the weight of a pixel that hides the pixel below.
const opaque = 256

func (i ink) weight(cover float64) uint32 { return uint32(min(max(cover*i.strong, 0), 1)*opaque + 0.5) }

// part returns weight multiplied by of/255.
func part(weight uint32, of uint8) uint32 {
	p := uint32(of)
	return (p + p>>7) * weight >> 8
}

// blend lays a colour over the colour below; weight is from 0 to opaque.
func blend(below, colour, weight uint32) uint32 {
	const outer, inner, half = 0xff00ff, 0x00ff00, 0x80
	rest := opaque - weight
	rb := ((colour&outer)*weight + (below&outer)*rest + half<<16 + half) >> 8
	g := ((colour&inner)>>8*weight + (below&inner)>>8*rest + half) & inner
	return rb&outer | g
}

// mix blends c with another colour; part is the share of the other colour, from 0 to 1.
func mix(c, with uint32, part float64) uint32 {
	return blend(c, with, uint32(min(max(part, 0), 1)*opaque+0.5))
}

func fill(pix []uint32, colour uint32) {
	const some = 64
	n := min(len(pix), some)
	for i := range pix[:n] {
		pix[i] = colour
	}
	for ; n < len(pix); n *= 2 {
		copy(pix[n:], pix[:n])
	}
}

// A target is a canvas and the part of it to paint.
type target struct {
	Canvas
	clip image.Rectangle // within the canvas, not empty
}

// row returns the pixels of a row within the clip.
func (t target) row(y int) []uint32 {
	at := y * t.Stride
	return t.Pix[at+t.clip.Min.X : at+t.clip.Max.X]
}

func (t target) clear(colour uint32) {
	for y := t.clip.Min.Y; y < t.clip.Max.Y; y++ {
		fill(t.row(y), colour)
	}
}

// rows returns the range of rows within the clip that f touches: the first row, and the row after the last.
func (t target) rows(f frame) (from, to int) {
	return max(t.clip.Min.Y, int(math.Floor(f.top))), min(t.clip.Max.Y, int(math.Ceil(f.bottom)))
}

// run paints pixels that are all covered to the same degree, from 0 to 1.
func (i ink) run(pix []uint32, cover float64) {
	switch weight := i.weight(cover); weight {
	case 0:
	case opaque:
		fill(pix, i.colour)
	default:
		for k, below := range pix {
			pix[k] = blend(below, i.colour, weight)
		}
	}
}

// fill fills an area, except for a hole in it; hole may be nil. colour, if it is not nil, returns the colour of each row.
func (t target) fill(in ink, s, hole *area, colour func(y int) uint32) {
	var edges [2]row
	extent, holeExtent := s.extent(), frame{}
	if hole != nil {
		holeExtent = hole.extent()
	}
	from, to := t.rows(extent)
	for y := from; y < to; y++ {
		if !edges[0].cut(s, extent, y) {
			continue
		}
		if colour != nil {
			in.colour = colour(y)
		}
		n := 1
		if hole != nil && edges[1].cut(hole, holeExtent, y) {
			n = 2
		}
		t.fillRow(in, y, edges[:n])
	}
}

// fillRow fills row y of an area, edges[0], except for the hole edges[1], if there is one.
func (t target) fillRow(in ink, y int, edges []row) {
	pix, first := t.row(y), t.clip.Min.X
	end := min(t.clip.Max.X, edges[0].rightTo)
	for x := max(first, edges[0].leftFrom); x < end; {
		alike := end // pixels before this one have the same cover
		for i := range edges {
			e := &edges[i]
			for _, zone := range [2][2]int{{e.leftFrom, e.leftTo}, {e.rightFrom, e.rightTo}} {
				switch {
				case x < zone[0]:
					alike = min(alike, zone[0])
				case x < zone[1]:
					alike = x + 1
				}
			}
		}
		cover := edges[0].cover(x)
		if len(edges) > 1 {
			cover -= edges[1].cover(x)
		}
		in.run(pix[x-first:alike-first], cover)
		x = alike
	}
}

// A mask holds the share of each pixel that is covered, from 0 to 255.
type mask struct {
	image.Rectangle
	pix []uint8
}

func (m *mask) size() int { return len(m.pix) }

// stamp paints through a mask with its origin at a pixel.
func (t target) stamp(in ink, m *mask, at image.Point) {
	where := m.Add(at)
	seen := where.Intersect(t.clip)
	if seen.Empty() {
		return
	}
	whole := in.weight(1)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		from := (y-where.Min.Y)*where.Dx() + seen.Min.X - where.Min.X
		cover := m.pix[from : from+seen.Dx()]
		pix := t.Pix[y*t.Stride+seen.Min.X:][:len(cover)]
		in.through(pix, cover, whole)
	}
}
