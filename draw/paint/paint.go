// Package paint paints scenes in pixels, anti-aliased, and repaints only the parts that changed. The pixels of a repainted
// part are the same, bit for bit, as if the whole picture had been painted.
//
// Coordinates are exact, with some exceptions that make pictures crisp and painting fast. Balls and letters are placed to a quarter
// of a pixel, lines of text are on whole pixels, and so are thin borders of rectangles and thin horizontal or vertical lines. A line
// thinner than a pixel is painted one pixel wide and paler instead.
package paint

import (
	"image"
	"image/color"
	"slices"
	"sync"

	"golang.org/x/image/vector"

	"attic/draw/palette"
	"attic/draw/scene"
)

// A Painter paints one scene after another on the same canvas. It is not safe for concurrent use.
type Painter struct {
	theme   palette.Theme
	scale   float64 // pixels per point
	colours [scene.Colours]uint32

	// The state of the last painting.
	painted bool
	w, h    int
	shapes  []scene.Shape
	marks   []mark // the mark of each shape
	spare   []mark // memory for the next marks

	faces    [2]*face // regular, bold; nil until needed
	raster   vector.Rasterizer
	room     outline       // memory for the outline of a letter
	points   []scene.Point // memory for polylines
	letters  cache[glyphKey, *mask]
	balls    cache[ballKey, *ball]
	shades   cache[shadeKey, *mask]
	tints    cache[uint32, *tints]
	paths    cache[pathKey, *mask]
	outlines cache[string, outline]
}

// New returns a painter with a theme; scale is the number of pixels per point.
func New(theme palette.Theme, scale float64) *Painter {
	const mega = 1 << 20
	p := &Painter{theme: theme, scale: scale}
	p.letters.limit, p.balls.limit, p.shades.limit, p.tints.limit, p.paths.limit, p.outlines.limit = 4*mega, 4*mega, 4*mega, mega/4, 4*mega, mega/2
	p.lookUp()
	return p
}

func (p *Painter) lookUp() {
	for c := range p.colours {
		p.colours[c] = uint32(p.theme.Colour(scene.Colour(c)))
	}
}

// SetTheme sets the theme for the next Paint.
func (p *Painter) SetTheme(theme palette.Theme) {
	if theme != p.theme {
		p.theme = theme
		p.lookUp()
		p.tints.clear()
		p.Forget()
	}
}

// SetScale sets the number of pixels per point for the next Paint.
func (p *Painter) SetScale(scale float64) {
	if scale != p.scale {
		p.scale = scale
		p.letters.clear()
		p.balls.clear()
		p.shades.clear()
		p.paths.clear()
		p.Forget()
	}
}

// Forget makes the next Paint repaint everything.
func (p *Painter) Forget() { p.painted, p.shapes, p.marks, p.spare = false, nil, nil, nil }

// Paint paints a scene without its layers, with the point 0, 0 in the upper left corner of the canvas. It paints only the parts that
// differ from the scene painted last, which the canvas must still show. It paints everything the first time, after Forget, and after
// a change of the theme, the scale or the size of the canvas. It returns the areas that it painted: at most 8, within the canvas;
// none if nothing differs or the canvas is empty.
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

// change replaces the shapes and their marks, and returns the areas that look different.
func (p *Painter) change(shapes []scene.Shape, canvas image.Rectangle) damage {
	var where damage
	kept := unchanged(p.shapes, shapes)
	marks := slices.Grow(p.spare[:0], len(shapes))[:len(shapes)]
	next := 0 // the first old mark not yet processed
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

// paint paints parts of a canvas one after another, because they may overlap. A high part is divided into bands, which are painted
// in parallel.
func (p *Painter) paint(c Canvas, where damage) {
	const band = 128 // rows
	for _, r := range where {
		if r.Dy() <= band {
			p.paintPart(target{c, r})
			continue
		}
		var group sync.WaitGroup
		for top := r.Min.Y; top < r.Max.Y; top += band {
			group.Go(func() { p.paintPart(target{c, image.Rect(r.Min.X, top, r.Max.X, min(top+band, r.Max.Y))}) })
		}
		group.Wait()
	}
}

// paintPart paints the marks within the clip of t, starting with the topmost one that hides everything below it.
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

// Image returns a picture of a scene without its layers, w by h pixels: the view, as large as fits, is centred on the background
// colour.
func Image(s scene.Scene, theme palette.Theme, w, h int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0)))
	c := NewCanvas(picture.Rect.Dx(), picture.Rect.Dy())
	New(theme, 1).Paint(c, s.Fitted(float64(w), float64(h)))
	for i, pixel := range c.Pix {
		picture.SetRGBA(i%c.W, i/c.W, color.RGBA{uint8(pixel >> 16), uint8(pixel >> 8), uint8(pixel), 255})
	}
	return picture
}

// damage lists the areas of a picture to repaint: at most 8, none empty.
type damage []image.Rectangle

// add adds an area and merges areas that are better painted as one.
func (d *damage) add(r image.Rectangle) {
	const most = 8
	if r.Empty() {
		return
	}
	for len(*d) > 0 {
		best := slices.MinFunc(*d, func(a, b image.Rectangle) int { return waste(r, a) - waste(r, b) })
		if waste(r, best) > 0 && len(*d) < most {
			break
		}
		*d = slices.DeleteFunc(*d, func(o image.Rectangle) bool { return o == best })
		r = r.Union(best)
	}
	*d = append(*d, r)
}

// waste returns the extra cost, in pixels, of painting two areas as one. The cost of an area is its number of pixels plus 1024.
func waste(a, b image.Rectangle) int {
	const begin = 1024
	u := a.Union(b)
	return u.Dx()*u.Dy() - a.Dx()*a.Dy() - b.Dx()*b.Dy() - begin
}

// unchanged returns, for every shape in the list now, the index of the same shape in the list old, or -1 if the shape is new. The
// shapes found are in the same order in both lists, so they cover each other as before.
func unchanged(old, now []scene.Shape) []int {
	kept := make([]int, len(now))
	start := 0
	for start < min(len(old), len(now)) && old[start] == now[start] {
		kept[start] = start
		start++
	}
	oldEnd, end := len(old), len(now)
	for oldEnd > start && end > start && old[oldEnd-1] == now[end-1] {
		oldEnd--
		end--
		kept[end] = oldEnd
	}
	if oldEnd == end {
		different := 0
		for i := start; i < end; i++ {
			kept[i] = i
			if old[i] != now[i] {
				kept[i] = -1
				different++
			}
		}
		if different*4 <= end-start {
			return kept
		}
	}
	at := map[scene.Shape][]int{}
	for i := oldEnd - 1; i >= start; i-- {
		at[old[i]] = append(at[old[i]], i)
	}
	for i := start; i < end; i++ {
		kept[i] = -1
		if places := at[now[i]]; len(places) > 0 {
			kept[i] = places[len(places)-1]
			at[now[i]] = places[:len(places)-1]
		}
	}
	rising(kept[start:end])
	return kept
}

// rising keeps a longest increasing subsequence of the numbers and sets all others to -1.
func rising(numbers []int) {
	before := make([]int, len(numbers)) // the previous index in the best subsequence that ends here
	var ends []int                      // for each length, the index of the lowest last number of a subsequence
	for i, n := range numbers {
		if n < 0 {
			continue
		}
		length, _ := slices.BinarySearchFunc(ends, n, func(place, n int) int { return numbers[place] - n })
		before[i] = -1
		if length > 0 {
			before[i] = ends[length-1]
		}
		if length == len(ends) {
			ends = append(ends, i)
		} else {
			ends[length] = i
		}
	}
	selected := -1
	if len(ends) > 0 {
		selected = ends[len(ends)-1]
	}
	for i := len(numbers) - 1; i >= 0; i-- {
		if i == selected {
			selected = before[i]
		} else {
			numbers[i] = -1
		}
	}
}
