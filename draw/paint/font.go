package paint

import (
	"slices"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"attic/draw/scene"
)

// capitals is the height of capitals in the Go fonts, in ems.
const capitals = 1480.0 / 2048

// A face draws letters of a font. The fonts are compiled into the program, so errors in them are panics.
type face struct {
	font     *sfnt.Font
	buf      sfnt.Buffer
	outlines map[sfnt.GlyphIndex]outline // the glyphs drawn so far, for reuse in other sizes
}

func newFace(bold bool) *face {
	ttf := goregular.TTF
	if bold {
		ttf = gobold.TTF
	}
	font, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err)
	}
	return &face{font: font, outlines: map[sfnt.GlyphIndex]outline{}}
}

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
	const ends = 8 // what letters of a few parts have
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
	if glyph == f.index('0') {
		o = open(o)
	}
	f.outlines[glyph] = o
	return o
}

// open returns a zero without its slash: the outer edge, and inside it one mirrored copy, as large as what the slash leaves free.
func open(zero outline) outline {
	edge := zero[:slices.IndexFunc(zero, func(c scene.Command) bool { return c.Op == 'Z' })+1]
	out, in := edge.extent(), zero[len(edge):].extent()
	sx, sy := (in.right-in.left)/(out.right-out.left), (in.bottom-in.top)/(out.bottom-out.top)
	return slices.Concat(edge, edge.placed(nil, -sx, sy, in.right+sx*out.left, in.top-sy*out.top)) // the mirrored edge runs the other way: a hole
}
