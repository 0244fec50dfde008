package paint

import (
	"image"
	"math"

	"attic/scene"
)

// A shadow is what a lifted shape casts on everything below it. Only the part around the shape is painted. The zero value is none.
type shadow struct {
	in     ink
	bounds image.Rectangle

	// For a circle: its form.
	round *shade
	at    image.Point

	// For a rectangle: the opacity of a pixel is the product of those of its column and its row, from 0 to 255.
	columns, rows []uint8
	hole          image.Rectangle // hidden by the rectangle
}

// lift adds to a mark what the Lift of its shape does.
func (p *Painter) lift(m *mark, sh scene.Shape) {
	seen := 1 - min(max(sh.Fade, 0), 1)
	switch {
	case sh.Lift == 0 || m.fill.strong <= 0:
		return
	case sh.Kind == scene.Rect && sh.Lift < 0:
		m.sunk, m.dark = min(-sh.Lift, sh.H), p.colour(scene.Shadow)
		return
	case sh.Lift < 0 || max(sh.W, sh.H) >= large && sh.Kind == scene.Circle:
		return
	case sh.Kind == scene.Circle:
		left, top := round4(sh.X-sh.W/2), round4(sh.Y-sh.H/2)
		k := shadeKey{w: max(round4(sh.W), 1), h: max(round4(sh.H), 1), lift: max(round4(sh.Lift), 1)}
		m.shadow.at.X, k.dx = split(left)
		m.shadow.at.Y, k.dy = split(top)
		m.shadow.round = p.shades.get(k, func() *shade { return newShade(k) })
		m.shadow.bounds = m.shadow.round.Add(m.shadow.at)
	case sh.Kind == scene.Rect:
		x, y := sh.X+scene.ShadowX*sh.Lift, sh.Y+scene.ShadowY*sh.Lift
		blur := scene.ShadowBlur * sh.Lift
		around := frame{x - sh.W/2, y - sh.H/2, x + sh.W/2, y + sh.H/2}.grown(blur).outer()
		if around.Dx() > 1<<14 || around.Dy() > 1<<14 {
			return
		}
		m.shadow.bounds, m.shadow.hole = around, m.hides
		m.shadow.columns = soft(around.Min.X, around.Dx(), x-sh.W/2, x+sh.W/2, blur)
		m.shadow.rows = soft(around.Min.Y, around.Dy(), y-sh.H/2, y+sh.H/2, blur)
	default:
		return
	}
	m.shadow.in = ink{p.colour(scene.Shadow), scene.ShadowShare * seen}
	m.bounds = m.bounds.Union(m.shadow.bounds)
}

// soft returns the opacity of n pixels, the first at from, for a shadow between two edges that are blurred by a distance.
func soft(from, n int, start, end, blur float64) []uint8 {
	list := make([]uint8, n)
	for i := range list {
		at := float64(from+i) + 0.5
		list[i] = uint8(255*smooth(0.5+min(at-start, end-at)/(2*blur)) + 0.5)
	}
	return list
}

// smooth goes from 0 to 1 without corners.
func smooth(t float64) float64 {
	t = min(max(t, 0), 1)
	return t * t * (3 - 2*t)
}

// A shadeKey identifies the shadow of a circle. Lengths are in quarters of a pixel.
type shadeKey struct {
	w, h, lift int
	dx, dy     int // from the corner of the circle's first pixel to its own upper left corner
}

// A shade is the form of the shadow of a circle.
type shade struct {
	mask
	holes [][2]int // of each row, the pixels that the circle hides: the first one and the first one after those
}

func (s *shade) size() int { return len(s.pix) + 16*len(s.holes) }

func newShade(k shadeKey) *shade {
	a, b, lift := float64(k.w)/quarters/2, float64(k.h)/quarters/2, float64(k.lift)/quarters
	x, y := float64(k.dx)/quarters+a, float64(k.dy)/quarters+b
	circle := area{kind: oval, x: x, y: y, a: max(a-1, 0), b: max(b-1, 0)} // without the pixels at its edge
	x, y = x+scene.ShadowX*lift, y+scene.ShadowY*lift
	blur := scene.ShadowBlur * lift
	s := &shade{mask: mask{Rectangle: frame{x - a, y - b, x + a, y + b}.grown(blur).outer()}}
	s.pix, s.holes = make([]uint8, s.Dx()*s.Dy()), make([][2]int, s.Dy())
	for row := range s.Dy() {
		at := float64(s.Min.Y+row) + 0.5
		if math.Abs(at-circle.y) < circle.b-1 {
			left, right := circle.span(at)
			s.holes[row] = [2]int{int(math.Ceil(left)) - s.Min.X, int(math.Floor(right)) - s.Min.X}
		}
		down := (at - y) / b
		pix := s.pix[row*s.Dx():][:s.Dx()]
		for i := range pix {
			if i >= s.holes[row][0] && i < s.holes[row][1] {
				continue
			}
			across := (float64(s.Min.X+i) + 0.5 - x) / a
			outside := (math.Hypot(across, down) - 1) * min(a, b)
			pix[i] = uint8(255*smooth(0.5-outside/(2*blur)) + 0.5)
		}
	}
	return s
}

// paint paints the part of the shadow that lies within the target.
func (s *shadow) paint(t target) {
	seen := s.bounds.Intersect(t.clip)
	if s.in.strong <= 0 || seen.Empty() || seen.In(s.hole) {
		return
	}
	whole := s.in.weight(1)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		pix := t.Pix[y*t.Stride+seen.Min.X:][:seen.Dx()]
		if s.round != nil {
			row := y - s.bounds.Min.Y
			first := seen.Min.X - s.bounds.Min.X
			cover := s.round.pix[row*s.bounds.Dx()+first:][:len(pix)]
			from := min(max(s.round.holes[row][0]-first, 0), len(pix))
			to := min(max(s.round.holes[row][1]-first, from), len(pix))
			s.in.through(pix[:from], cover[:from], whole)
			s.in.through(pix[to:], cover[to:], whole)
			continue
		}
		columns := s.columns[seen.Min.X-s.bounds.Min.X:][:len(pix)]
		strong := part(whole, s.rows[y-s.bounds.Min.Y])
		from, to := 0, 0
		if y >= s.hole.Min.Y && y < s.hole.Max.Y {
			from = min(max(s.hole.Min.X-seen.Min.X, 0), len(pix))
			to = min(max(s.hole.Max.X-seen.Min.X, from), len(pix))
		}
		s.in.through(pix[:from], columns[:from], strong)
		s.in.through(pix[to:], columns[to:], strong)
	}
}

// through paints pixels of which the shares cover, from 0 to 255, are covered.
func (i ink) through(pix []uint32, cover []uint8, weight uint32) {
	for k, c := range cover[:len(pix)] {
		if c > 0 {
			pix[k] = blend(pix[k], i.colour, part(weight, c))
		}
	}
}

// fillSunk fills an area whose upper part is in the shadow, down to a depth, and whose lower edge is in the light.
func (t target) fillSunk(in ink, s *area, depth float64, dark uint32) {
	extent, own := s.extent(), in.colour
	light := extent.bottom - max(1, depth/5)
	t.fillRows(in, s, func(y int) uint32 {
		switch at := float64(y) + 0.5; {
		case at >= light:
			return mix(own, 0xffffff, scene.LightShare)
		case at < extent.top+depth:
			return mix(own, dark, scene.Dim(max((at-extent.top)/depth, 0)))
		}
		return own
	})
}
