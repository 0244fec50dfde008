package paint

import (
	_ "embed"
	"image"
	"image/draw"
	"math"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"attic/draw/scene"
)

type glyphKey struct {
	letter rune
	bold   bool
	size   float64 // pixels per em
	dx, dy int     // quarters of a pixel from the mask's origin to the letter's origin
}

// A glyph is the mask of a letter and the pixel at which to put its origin.
type glyph struct {
	*mask
	at image.Point
}

// baseline returns the start x and the baseline y of text, in pixels. The baseline is rounded to whole pixels, which makes text
// crisp. Only one or two centred letters stay exactly in the middle.
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

// glyphs returns the letters of a text that starts at x on the baseline y. Letters that the fonts do not have leave a gap.
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

// dotDrop is the distance, in ems, by which the middle dot is lowered: the fonts have the dot at the top of lower-case letters,
// but between words it belongs in the middle.
const dotDrop = 0.17

// letter appends the outline of a letter with its origin at x, y to room, unless the fonts do not have the letter.
func (p *Painter) letter(room outline, r rune, bold bool, size, x, y float64) outline {
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
		return room
	}
	if r == '·' {
		y += size * dotDrop
	}
	em := size / float64(f.units())
	return f.outline(i).placed(room, em, em, x, y)
}

func (p *Painter) newGlyph(k glyphKey) *mask {
	p.room = p.letter(p.room[:0], k.letter, k.bold, k.size, float64(k.dx)/quarters, float64(k.dy)/quarters)
	return p.inside(p.room, everywhere)
}

// text returns the outline of all letters of a text that starts at x on the baseline y.
func (p *Painter) text(text string, bold bool, size, x, y float64) outline {
	var o outline
	for _, r := range text {
		o = p.letter(o, r, bold, size, x, y)
		x += scene.Advance(r, bold) * size
	}
	return o
}

// everywhere is a clip larger than any canvas.
var everywhere = image.Rect(-1<<15, -1<<15, 1<<15, 1<<15)

// outer returns the rectangle of all pixels that a frame touches.
func (f frame) outer() image.Rectangle {
	const far = 1 << 30
	at := func(v float64) int { return int(min(max(v, -far), far)) }
	if !(f.left <= f.right && f.top <= f.bottom) {
		return image.Rectangle{}
	}
	return image.Rect(at(math.Floor(f.left)), at(math.Floor(f.top)), at(math.Ceil(f.right)), at(math.Ceil(f.bottom)))
}

// grown returns a frame with all sides moved outward by the given distance.
func (f frame) grown(by float64) frame {
	return frame{f.left - by, f.top - by, f.right + by, f.bottom + by}
}

// inside returns a mask of the inside of an outline, limited to a clip.
func (p *Painter) inside(o outline, clip image.Rectangle) *mask {
	m := &mask{Rectangle: o.extent().outer().Intersect(clip)}
	if m.Empty() {
		return m
	}
	p.raster.Reset(m.Dx(), m.Dy())
	o.rasterize(&p.raster, &p.points, m.Min.X, m.Min.Y)
	m.pix = make([]uint8, m.Dx()*m.Dy())
	dst := &image.Alpha{Pix: m.pix, Stride: m.Dx(), Rect: image.Rect(0, 0, m.Dx(), m.Dy())}
	p.raster.DrawOp = draw.Src
	p.raster.Draw(dst, dst.Rect, image.Opaque, image.Point{})
	return m
}

// along returns a mask of a line along the edge of an outline, width wide, limited to a clip. If dash is above 0, the line
// is dashed and its ends are straight; otherwise its ends are round.
func (p *Painter) along(o outline, width, dash float64, clip image.Rectangle) *mask {
	if dash > 0 {
		var all outline
		for line := range o.polylines(&p.points) {
			for _, d := range line.dashes(dash) {
				all = append(all, d.ribbon(width)...)
			}
		}
		return p.inside(all, clip)
	}
	m := &mask{Rectangle: o.extent().grown(width / 2).outer().Intersect(clip)}
	m.pix = make([]uint8, m.Dx()*m.Dy())
	for line := range o.polylines(&p.points) {
		for i, to := range line.points[1:] {
			from := line.points[i]
			m.join(newCapsule(from.X, from.Y, to.X-from.X, to.Y-from.Y, width))
		}
	}
	return m
}

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

// A pathKey identifies the picture of a path, of a line along the edge of a shape, or of a text.
type pathKey struct {
	kind        scene.ShapeKind
	d           string // the D of a path, or a text
	bold        bool
	x, y, w, h  float64 // the position within its first pixel, and the size, in pixels
	r           float64
	width, dash float64 // the width and the dash of a line
	clip        image.Rectangle
}

// capitals is the height of capitals in the Go fonts, in ems.
const capitals = 1480.0 / 2048

// Two of the Go fonts, with an open zero and without the hints, which nothing here uses: TestFonts makes the files.
var (
	//go:embed fonts/go-regular.ttf
	regularFont []byte
	//go:embed fonts/go-bold.ttf
	boldFont []byte
)

// Font returns a Go font, regular or bold, as a TrueType file. It must not be changed.
func Font(bold bool) []byte {
	if bold {
		return boldFont
	}
	return regularFont
}

// A face draws letters of a font. The fonts are compiled into the program, so errors in them are panics.
type face struct {
	font     *sfnt.Font
	buf      sfnt.Buffer
	outlines map[sfnt.GlyphIndex]outline // the glyphs drawn so far, for reuse in other sizes
}

func newFace(bold bool) *face {
	font, err := sfnt.Parse(Font(bold))
	if err != nil {
		panic(err)
	}
	return &face{font: font, outlines: map[sfnt.GlyphIndex]outline{}}
}

// units returns the number of font units in an em.
func (f *face) units() int { return int(f.font.UnitsPerEm()) }

// size returns the font size at which 1/64 of a pixel, the unit of the sfnt package, is one unit of the font.
func (f *face) size() fixed.Int26_6 { return fixed.Int26_6(f.font.UnitsPerEm()) }

// index returns the number of a character's glyph, or 0 if the font has none.
func (f *face) index(r rune) sfnt.GlyphIndex {
	i, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil {
		panic(err)
	}
	return i
}

// outline returns the shape of a glyph in the font's units, y downward from the baseline.
func (f *face) outline(glyph sfnt.GlyphIndex) outline {
	if o, ok := f.outlines[glyph]; ok {
		return o
	}
	segments, err := f.font.LoadGlyph(&f.buf, glyph, f.size(), nil)
	if err != nil {
		panic(err)
	}
	const ends = 8 // room for the ends of a letter's contours
	o := make(outline, 0, len(segments)+ends)
	for _, s := range segments {
		var points [3]scene.Point
		for i, p := range s.Args {
			points[i] = scene.Point{X: float64(p.X), Y: float64(p.Y)}
		}
		op := [...]byte{sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L', sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C'}[s.Op]
		if op == 'M' && len(o) > 0 {
			o.add('Z')
		}
		o.add(op, points[:]...)
	}
	if len(o) > 0 {
		o.add('Z')
	}
	f.outlines[glyph] = o
	return o
}
