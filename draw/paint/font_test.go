package paint

import (
	"testing"

	"golang.org/x/image/font/sfnt"
)

// In the fonts of the page, a zero looks as in pictures, to 1/2048 of an em, and all other letters are unchanged.
func TestFont(t *testing.T) {
	for _, bold := range []bool{false, true} {
		f, err := sfnt.Parse(Font(bold))
		if err != nil {
			t.Fatal(err)
		}
		was, now := newFace(bold), &face{font: f, outlines: map[sfnt.GlyphIndex]outline{}}
		for r := '!'; r <= '~'; r++ {
			want := was.outline(was.index(r))
			i, err := f.GlyphIndex(nil, r)
			if err != nil {
				t.Fatal(err)
			}
			segments, err := f.LoadGlyph(&now.buf, i, now.size(), nil)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, c := range want {
				if c.Op == 'Z' {
					continue
				}
				s := segments[n]
				n++
				for k, p := range c.Points() {
					if dx, dy := p.X-float64(s.Args[k].X), p.Y-float64(s.Args[k].Y); dx*dx+dy*dy > 1 {
						t.Errorf("bold %v, %c, segment %d: %v is %v", bold, r, n, p, s.Args[k])
					}
				}
			}
			if n != len(segments) {
				t.Errorf("bold %v: %c has %d segments, not %d", bold, r, len(segments), n)
			}
		}
	}
}
