package paint

import (
	"image"
	"math"

	"attic/draw/scene"
)

// A mark is a shape prepared for painting, in pixels.
type mark struct {
	bounds image.Rectangle // contains all pixels that the mark changes
	hides  image.Rectangle // all pixels inside get the mark's opaque colour

	fill, line ink // not painted if strong is 0
	area       area
	width      float64 // the width of the line around the area

	// At most one of these is painted instead of the area.
	ball   *ball
	tints  *tints
	mask   *mask
	glyphs []glyph
	at     image.Point // the position of the ball or mask

	edge   *mask // painted instead of the line around the area
	edgeAt image.Point

	shadow shadow  // below everything else
	sunk   float64 // the depth to which a rectangle is sunk
	dark   uint32  // the colour of shadows
	under  *mark   // the edges of a line
}

// thin is the width in pixels below which horizontal and vertical lines are aligned with whole pixels.
const thin = 5

// large is the size in pixels from which letters and balls are not cached: they are too rare and too large.
const large = 1024

// mark prepares a shape for painting. It returns the zero value if the shape is invisible.
func (p *Painter) mark(sh scene.Shape) mark {
	sh = sh.Moved(0, 0, p.scale, "") // in pixels
	if !sh.Finite() {
		return mark{}
	}
	m := p.markOf(sh)
	if !m.bounds.Empty() {
		if line, ok := sh.Cased(1); ok && p.colour(line.Stroke) != 0 {
			under := p.markOf(line)
			m.under, m.bounds = &under, m.bounds.Union(under.bounds)
		}
	}
	return m
}

// markOf prepares a shape whose lengths are in pixels.
func (p *Painter) markOf(sh scene.Shape) mark {
	m := mark{fill: p.fillOf(sh), width: sh.Width}
	seen := 1 - min(max(sh.Fade, 0), 1)
	m.fill.strong *= seen
	if sh.Stroke != scene.None && sh.Width > 0 {
		m.line = ink{p.colour(sh.Stroke), seen * min(sh.Width, 1)}
		m.width = max(sh.Width, 1)
	}
	switch flat := sh.W <= 0 || sh.H <= 0; {
	case sh.Kind == scene.Circle && !flat:
		p.circle(&m, sh)
	case sh.Kind == scene.Rect && !flat:
		p.rectangle(&m, sh)
	case sh.Kind == scene.Segment:
		p.segment(&m, sh)
	case sh.Kind == scene.Path:
		p.path(&m, sh)
	case sh.Kind == scene.Letters && sh.H > 0:
		p.words(&m, sh)
	}
	if m.fill.strong <= 0 && m.line.strong <= 0 {
		return mark{}
	}
	p.lift(&m, sh)
	return m
}

func (p *Painter) colour(c scene.Colour) uint32 { return p.colours[int(c)%len(p.colours)] }

// fillOf returns the fill of a shape, with Mix applied.
func (p *Painter) fillOf(sh scene.Shape) ink {
	from, to, part, seen := sh.Coat()
	return ink{mix(p.colour(from), p.colour(to), part), seen}
}

func (p *Painter) circle(m *mark, sh scene.Shape) {
	m.area = area{kind: oval, x: sh.X, y: sh.Y, a: sh.W / 2, b: sh.H / 2}
	if sh.Shade == scene.Ball && m.fill.strong > 0 && max(sh.W, sh.H) < large {
		left, top := round4(sh.X-sh.W/2), round4(sh.Y-sh.H/2)
		k := ballKey{w: max(round4(sh.W), 1), h: max(round4(sh.H), 1)}
		m.area.x, m.area.a = (float64(left)+float64(k.w)/2)/quarters, float64(k.w)/2/quarters
		m.area.y, m.area.b = (float64(top)+float64(k.h)/2)/quarters, float64(k.h)/2/quarters
		m.at.X, k.dx = split(left)
		m.at.Y, k.dy = split(top)
		m.ball = p.balls.get(k, func() *ball { return newBall(k) })
		m.tints = p.tints.get(m.fill.colour, func() *tints { return newTints(m.fill.colour, p.colour(scene.Rim)) })
	}
	m.bounds = m.area.extent().outer()
	p.around(m, sh, func() outline { return ellipse(0, 0, m.area.a, m.area.b) })
}

func (p *Painter) rectangle(m *mark, sh scene.Shape) {
	left, top, right, bottom := sh.X-sh.W/2, sh.Y-sh.H/2, sh.X+sh.W/2, sh.Y+sh.H/2
	if m.line.strong > 0 && sh.Dash <= 0 && m.width < thin {
		m.width = math.Round(m.width)
		half := m.width / 2
		left, top = math.Round(left-half)+half, math.Round(top-half)+half
		right, bottom = max(math.Round(right+half)-half, left), max(math.Round(bottom+half)-half, top)
	}
	m.area = newBox((left+right)/2, (top+bottom)/2, (right-left)/2, (bottom-top)/2, sh.R)
	m.bounds = m.area.extent().outer()
	if m.fill.strong >= 1 {
		corner := 0.3 * m.area.r
		m.hides = image.Rect(int(math.Ceil(left+corner)), int(math.Ceil(top+corner)), int(math.Floor(right-corner)), int(math.Floor(bottom-corner)))
		if right-left < 2*corner+1 || bottom-top < 2*corner+1 {
			m.hides = image.Rectangle{}
		}
	}
	p.around(m, sh, func() outline { return rounded(0, 0, m.area.a, m.area.b, m.area.r) })
}

// around adds the line around a circle or rectangle; edge returns the outline of the area as if its middle were at 0, 0.
func (p *Painter) around(m *mark, sh scene.Shape, edge func() outline) {
	if m.line.strong <= 0 {
		return
	}
	if sh.Dash > 0 {
		k := pathKey{kind: sh.Kind, w: m.area.a, h: m.area.b, r: m.area.r, width: m.width, dash: sh.Dash}
		m.edge, m.edgeAt = p.cached(k, m.area.x, m.area.y, m.area.extent().grown(m.width), func(k pathKey) *mask {
			return p.along(edge().placed(nil, 1, 1, k.x, k.y), k.width, k.dash, k.clip)
		})
		m.bounds = m.bounds.Union(m.edge.Add(m.edgeAt))
		return
	}
	m.bounds = m.bounds.Union(m.area.extent().grown(m.width / 2).outer())
}

func (p *Painter) segment(m *mark, sh scene.Shape) {
	m.fill, m.line = m.line, ink{}
	if m.fill.strong <= 0 {
		return
	}
	if sh.Dash > 0 {
		f := frame{sh.X + min(sh.W, 0), sh.Y + min(sh.H, 0), sh.X + max(sh.W, 0), sh.Y + max(sh.H, 0)}.grown(m.width)
		k := pathKey{kind: sh.Kind, w: sh.W, h: sh.H, width: m.width, dash: sh.Dash}
		m.mask, m.at = p.cached(k, sh.X, sh.Y, f, func(k pathKey) *mask {
			var o outline
			o.add('M', scene.Point{X: k.x, Y: k.y})
			o.add('L', scene.Point{X: k.x + k.w, Y: k.y + k.h})
			return p.along(o, k.width, k.dash, k.clip)
		})
		m.bounds = m.mask.Add(m.at)
		return
	}
	if m.width < thin && (sh.W == 0 || sh.H == 0) {
		m.width = math.Round(m.width)
		if sh.W == 0 {
			sh.X = onPixel(sh.X, m.width)
		}
		if sh.H == 0 {
			sh.Y = onPixel(sh.Y, m.width)
		}
	}
	m.area = newCapsule(sh.X, sh.Y, sh.W, sh.H, m.width)
	m.bounds = m.area.extent().outer()
}

// onPixel moves the middle of a line so that the line covers whole pixels.
func onPixel(middle, width float64) float64 { return math.Round(middle-width/2) + width/2 }

func (p *Painter) path(m *mark, sh scene.Shape) {
	o := p.outlines.get(sh.D, func() outline {
		var o outline
		for c := range (scene.Shape{Kind: scene.Path, D: sh.D, W: 1, H: 1}).Outline() {
			o = append(o, c)
		}
		return o
	})
	k := pathKey{kind: sh.Kind, d: sh.D, x: sh.X, y: sh.Y, w: sh.W, h: sh.H}
	p.filledAndLined(m, sh, k, func(k pathKey) outline { return o.placed(nil, k.w, k.h, k.x, k.y) })
}

func (p *Painter) words(m *mark, sh scene.Shape) {
	x, y := baseline(sh)
	k := pathKey{kind: sh.Kind, d: sh.Text, bold: sh.Bold, x: float64(round4(x)) / quarters, y: float64(round4(y)) / quarters, h: sh.H}
	text := func(k pathKey) outline { return p.text(k.d, k.bold, k.h, k.x, k.y) }
	if sh.H >= large {
		p.filledAndLined(m, sh, k, text)
		return
	}
	fill := m.fill
	if m.line.strong > 0 {
		m.fill = ink{}
		p.filledAndLined(m, sh, k, text)
		m.fill = fill
	}
	if m.fill.strong > 0 {
		m.glyphs = p.glyphs(sh, x, y)
		for _, g := range m.glyphs {
			m.bounds = m.bounds.Union(g.Add(g.at))
		}
	}
}

// filledAndLined adds masks of the inside and the edge of an outline; placed returns the outline for a key.
func (p *Painter) filledAndLined(m *mark, sh scene.Shape, k pathKey, placed func(pathKey) outline) {
	extent, x, y := placed(k).extent(), k.x, k.y
	if m.fill.strong > 0 {
		m.mask, m.at = p.cached(k, x, y, extent, func(k pathKey) *mask { return p.inside(placed(k), k.clip) })
		m.bounds = m.mask.Add(m.at)
	}
	if m.line.strong > 0 {
		k.width, k.dash = m.width, max(sh.Dash, 0)
		m.edge, m.edgeAt = p.cached(k, x, y, extent.grown(3*m.width), func(k pathKey) *mask {
			return p.along(placed(k), k.width, k.dash, k.clip)
		})
		m.bounds = m.bounds.Union(m.edge.Add(m.edgeAt))
	}
}

// cached returns the mask of a path at x, y and the pixel at which to put it. If the path lies within the canvas, the mask
// is complete and can be reused elsewhere; otherwise it covers only the part on the canvas.
func (p *Painter) cached(k pathKey, x, y float64, extent frame, make func(pathKey) *mask) (*mask, image.Point) {
	at := image.Pt(int(math.Floor(x)), int(math.Floor(y)))
	k.x, k.y = x-float64(at.X), y-float64(at.Y)
	k.clip = everywhere
	if canvas := image.Rect(0, 0, p.w, p.h); !extent.outer().In(canvas) {
		k.clip = canvas.Sub(at)
	}
	return p.paths.get(k, func() *mask { return make(k) }), at
}

func (m *mark) paint(t target) {
	m.shadow.paint(t)
	if m.under != nil {
		m.under.paint(t)
	}
	if m.line.strong > 0 && m.glyphs != nil { // letters cover the line around them
		t.stamp(m.line, m.edge, m.edgeAt)
	}
	switch {
	case m.fill.strong <= 0:
	case m.ball != nil:
		t.put(m.ball, m.tints, m.at, m.fill.strong)
	case m.mask != nil:
		t.stamp(m.fill, m.mask, m.at)
	case m.glyphs != nil:
		for _, g := range m.glyphs {
			t.stamp(m.fill, g.mask, g.at)
		}
	case m.sunk > 0:
		t.fillSunk(m.fill, &m.area, m.sunk, m.dark)
	default:
		t.fill(m.fill, &m.area, nil, nil)
	}
	switch {
	case m.line.strong <= 0 || m.glyphs != nil:
	case m.edge != nil:
		t.stamp(m.line, m.edge, m.edgeAt)
	default:
		outer, hole := m.area.grown(m.width/2), m.area.grown(-m.width/2)
		if hole.a > 0 && hole.b > 0 {
			t.fill(m.line, &outer, &hole, nil)
		} else {
			t.fill(m.line, &outer, nil, nil)
		}
	}
}
