package paint

import (
	"image"
	"image/draw"
	"math"
	"unicode/utf8"

	"attic/scene"
)

// A glyphKey says how a letter looks.
type glyphKey struct {
	letter rune
	bold   bool
	size   float64 // pixels an em
	dx, dy int     // quarters of a pixel from the mask's origin to where the letter stands
}

// A glyph is a letter with its place.
type glyph struct {
	*mask
	at image.Point
}

// baseline returns where text begins and stands, in pixels. Lines of text stand on whole pixels, which
// makes them crisp; one or two letters in the middle of something stay exactly there.
func baseline(sh scene.Shape) (x, y float64) {
	const few = 2
	x, y = sh.X, sh.Y+sh.H*capitals/2
	switch sh.Align {
	case scene.Centre:
		x -= scene.TextWidth(sh.Text, sh.H, sh.Bold) / 2
	case scene.Right:
		x -= scene.TextWidth(sh.Text, sh.H, sh.Bold)
	}
	if sh.Align != scene.Centre || utf8.RuneCountInString(sh.Text) > few {
		y = math.Round(y)
	}
	return x, y
}

// glyphs returns the letters of a text that begins at x and stands on y; those that the fonts do not have leave a gap.
func (p *Painter) glyphs(sh scene.Shape, x, y float64) []glyph {
	line, dy := split(round4(y))
	glyphs := make([]glyph, 0, len(sh.Text))
	for _, r := range sh.Text {
		pixel, dx := split(round4(x))
		k := glyphKey{r, sh.Bold, sh.H, dx, dy}
		if m := p.letters.get(k, func() *mask { return p.newGlyph(k) }); !m.Empty() {
			glyphs = append(glyphs, glyph{m, image.Pt(pixel, line)})
		}
		x += scene.Advance(r, sh.Bold) * sh.H
	}
	return glyphs
}

// dotDrop is how far the middle dot is lowered, in ems: the fonts' own hangs as high as small letters reach,
// but between words it belongs in the middle.
const dotDrop = 0.17

// letter returns the outline of a letter, its origin at x, y; it is empty if the fonts do not have it.
func (p *Painter) letter(r rune, bold bool, size, x, y float64) outline {
	which := 0
	if bold {
		which = 1
	}
	if p.faces[which] == nil {
		p.faces[which] = newFace(bold)
	}
	f := p.faces[which]
	i := f.index(r)
	if i == 0 {
		return nil
	}
	if r == '·' {
		y += size * dotDrop
	}
	em := size / float64(f.units())
	return f.outline(i).placed(em, em, x, y)
}

func (p *Painter) newGlyph(k glyphKey) *mask {
	return p.inside(p.letter(k.letter, k.bold, k.size, float64(k.dx)/quarters, float64(k.dy)/quarters), everywhere)
}

// text returns the outline of all letters of a text that begins at x and stands on y.
func (p *Painter) text(text string, bold bool, size, x, y float64) outline {
	var o outline
	for _, r := range text {
		o = append(o, p.letter(r, bold, size, x, y)...)
		x += scene.Advance(r, bold) * size
	}
	return o
}

// everywhere is wider than any canvas.
var everywhere = image.Rect(-1<<15, -1<<15, 1<<15, 1<<15)

// outer returns the pixels that a frame touches.
func (f frame) outer() image.Rectangle {
	const far = 1 << 30
	at := func(v float64) int { return int(min(max(v, -far), far)) }
	if !(f.left <= f.right && f.top <= f.bottom) {
		return image.Rectangle{}
	}
	return image.Rect(at(math.Floor(f.left)), at(math.Floor(f.top)), at(math.Ceil(f.right)), at(math.Ceil(f.bottom)))
}

// grown returns a frame that is larger on all sides.
func (f frame) grown(by float64) frame {
	return frame{f.left - by, f.top - by, f.right + by, f.bottom + by}
}

// inside returns the part of the inside of an outline that lies within a clip.
func (p *Painter) inside(o outline, clip image.Rectangle) *mask {
	m := &mask{Rectangle: o.extent().outer().Intersect(clip)}
	if m.Empty() {
		return m
	}
	p.raster.Reset(m.Dx(), m.Dy())
	o.rasterize(&p.raster, m.Min.X, m.Min.Y)
	m.pix = make([]uint8, m.Dx()*m.Dy())
	dst := &image.Alpha{Pix: m.pix, Stride: m.Dx(), Rect: image.Rect(0, 0, m.Dx(), m.Dy())}
	p.raster.DrawOp = draw.Src
	p.raster.Draw(dst, dst.Rect, image.Opaque, image.Point{})
	return m
}

// along returns the part of a line along the edge of an outline that lies within a clip. With dashes its
// ends are straight, without them round.
func (p *Painter) along(o outline, width, dash float64, clip image.Rectangle) *mask {
	if dash > 0 {
		var all outline
		for _, line := range o.polylines() {
			for _, d := range line.dashes(dash) {
				all = append(all, d.ribbon(width)...)
			}
		}
		return p.inside(all, clip)
	}
	m := &mask{Rectangle: o.extent().grown(width / 2).outer().Intersect(clip)}
	m.pix = make([]uint8, m.Dx()*m.Dy())
	for _, line := range o.polylines() {
		for i, to := range line.points[1:] {
			from := line.points[i]
			m.join(newCapsule(from.X, from.Y, to.X-from.X, to.Y-from.Y, width))
		}
	}
	return m
}

// join adds an area to a mask.
func (m *mask) join(s area) {
	var e row
	f := s.extent()
	for y := max(m.Min.Y, int(math.Floor(f.top))); y < min(m.Max.Y, int(math.Ceil(f.bottom))); y++ {
		if !e.cut(&s, f, y) {
			continue
		}
		line := m.pix[(y-m.Min.Y)*m.Dx():][:m.Dx()]
		for x := max(m.Min.X, e.leftFrom); x < min(m.Max.X, e.rightTo); x++ {
			line[x-m.Min.X] = max(line[x-m.Min.X], uint8(min(max(e.cover(x), 0), 1)*255+0.5))
		}
	}
}

// A pathKey says how a path, or a line along the edge of something, looks.
type pathKey struct {
	kind        scene.Kind
	d           string // of a path, or a text
	bold        bool
	x, y, w, h  float64 // the place within its first pixel, and the size, in pixels
	r           float64
	width, dash float64 // of a line
	clip        image.Rectangle
}
