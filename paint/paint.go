// Package paint paints scenes in pixels, anti-aliased, and again only where they changed. What it paints in
// a part of a picture is what it paints there when it paints all of it, to the last bit.
//
// Coordinates are exact, with these exceptions, which make pictures crisp and fast: balls and letters are
// placed to a quarter of a pixel, lines of text stand on whole pixels, and thin borders of rectangles and thin
// level or upright lines lie on whole pixels. A line thinner than a pixel is one pixel wide and paler instead.
package paint

import (
	"image"
	"image/color"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/image/vector"

	"attic/palette"
	"attic/scene"
)

// A Painter paints one scene after the other on the same canvas. It is for one goroutine at a time.
type Painter struct {
	theme   palette.Theme
	scale   float64 // pixels a point
	colours [scene.Colours]uint32

	// What was painted last.
	painted bool
	w, h    int
	shapes  []scene.Shape
	marks   []mark // of each shape
	spare   []mark // room for the next ones

	faces    [2]*face // regular, bold; nil until needed
	raster   vector.Rasterizer
	letters  cache[glyphKey, *mask]
	balls    cache[ballKey, *ball]
	tints    cache[uint32, *tints]
	paths    cache[pathKey, *mask]
	outlines cache[string, outline]
}

// New returns a painter of a theme; scale is how many pixels make a point.
func New(theme palette.Theme, scale float64) *Painter {
	const mega = 1 << 20
	p := &Painter{theme: theme, scale: scale}
	p.letters.limit, p.balls.limit, p.tints.limit, p.paths.limit, p.outlines.limit = 4*mega, 4*mega, mega/4, 4*mega, mega/2
	p.lookUp()
	return p
}

// lookUp finds the colours of the theme.
func (p *Painter) lookUp() {
	for c := range p.colours {
		p.colours[c] = rgb(p.theme.Colour(scene.Colour(c)))
	}
}

// SetTheme makes the next picture one in another theme.
func (p *Painter) SetTheme(theme palette.Theme) {
	if theme != p.theme {
		p.theme = theme
		p.lookUp()
		p.Forget()
	}
}

// SetScale makes the next picture one of another number of pixels a point.
func (p *Painter) SetScale(scale float64) {
	if scale != p.scale {
		p.scale = scale
		p.letters.clear()
		p.balls.clear()
		p.paths.clear()
		p.Forget()
	}
}

// Forget makes the next Paint paint everything.
func (p *Painter) Forget() { p.painted, p.shapes, p.marks, p.spare = false, nil, nil, nil }

// Paint paints a scene, the point 0, 0 in the upper left corner of the canvas, without its layers. It
// paints only what differs from the scene painted last, which the canvas has to hold still, and everything
// when there is none, after Forget, and when the theme, the scale or the size of the canvas changed. It
// returns the areas that it painted: few, within the canvas, none if nothing differs.
func (p *Painter) Paint(c Canvas, s scene.Scene) []image.Rectangle {
	if c.W <= 0 || c.H <= 0 {
		return nil
	}
	if c.W != p.w || c.H != p.h {
		p.Forget()
	}
	var where damage
	switch {
	case p.painted && slices.Equal(p.shapes, s.Shapes):
		return nil
	case p.painted:
		where = p.change(s.Shapes, c.area())
	default:
		p.w, p.h, p.painted = c.W, c.H, true
		p.shapes = slices.Clone(s.Shapes)
		p.marks = make([]mark, len(p.shapes))
		for i, sh := range p.shapes {
			p.marks[i] = p.mark(sh)
		}
		where.add(c.area())
	}
	p.paint(c, where)
	return where
}

// change makes marks of other shapes and returns where they look different.
func (p *Painter) change(shapes []scene.Shape, canvas image.Rectangle) damage {
	var where damage
	kept := unchanged(p.shapes, shapes)
	marks := slices.Grow(p.spare[:0], len(shapes))[:len(shapes)]
	next := 0 // of the old ones
	gone := func(before int) {
		for ; next < before; next++ {
			where.add(p.marks[next].bounds.Intersect(canvas))
		}
	}
	for i, old := range kept {
		if old >= 0 {
			gone(old)
			marks[i] = p.marks[old]
			next++
			continue
		}
		marks[i] = p.mark(shapes[i])
		where.add(marks[i].bounds.Intersect(canvas))
	}
	gone(len(p.marks))
	p.shapes = append(p.shapes[:0], shapes...)
	p.marks, p.spare = marks, p.marks
	return where
}

// paint paints parts of a canvas, large ones in bands on several goroutines.
func (p *Painter) paint(c Canvas, where damage) {
	const (
		band = 128 // rows
		much = 1 << 17
		most = 4
	)
	workers, pixels := min(runtime.GOMAXPROCS(0), most), 0
	for _, r := range where {
		pixels += r.Dx() * r.Dy()
	}
	if workers == 1 || pixels < much {
		for _, r := range where {
			p.paintPart(target{c, r})
		}
		return
	}
	// Parts that overlap must not be painted at the same time.
	for _, r := range where {
		var next atomic.Int64
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for {
					top := r.Min.Y + int(next.Add(1)-1)*band
					if top >= r.Max.Y {
						return
					}
					p.paintPart(target{c, image.Rect(r.Min.X, top, r.Max.X, min(top+band, r.Max.Y))})
				}
			})
		}
		group.Wait()
	}
}

// paintPart paints all that lies within a clip, from what hides everything below on.
func (p *Painter) paintPart(t target) {
	first := len(p.marks) - 1
	for first >= 0 && !t.clip.In(p.marks[first].hides) {
		first--
	}
	if first < 0 {
		t.clear(p.colours[scene.Background])
		first = 0
	}
	for i := first; i < len(p.marks); i++ {
		if p.marks[i].bounds.Overlaps(t.clip) {
			p.marks[i].paint(t)
		}
	}
}

// Image returns a picture of a scene, w by h pixels: its view as large as fits, in the middle, on the colour
// of the background, without its layers.
func Image(s scene.Scene, theme palette.Theme, w, h int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0)))
	scale := 1.0
	if s.View.W > 0 && s.View.H > 0 {
		scale = min(float64(w)/s.View.W, float64(h)/s.View.H)
	}
	var moved scene.Scene
	moved.Draw(scene.Scene{Shapes: s.Shapes},
		(float64(w)-s.View.W*scale)/2-s.View.X*scale, (float64(h)-s.View.H*scale)/2-s.View.Y*scale, scale, "")
	c := NewCanvas(picture.Rect.Dx(), picture.Rect.Dy())
	New(theme, 1).Paint(c, moved)
	for i, pixel := range c.Pix {
		picture.SetRGBA(i%c.W, i/c.W, color.RGBA{uint8(pixel >> 16), uint8(pixel >> 8), uint8(pixel), 255})
	}
	return picture
}
