package paint

import (
	"image"
	"math"

	"attic/draw/palette"
	"attic/draw/scene"
)

// A shadow is the shadow of a lifted shape on everything below. Only the part around the shape is painted. The zero value is no
// shadow.
type shadow struct {
	in     ink
	bounds image.Rectangle

	form *mask
	hole image.Rectangle // the part that a rectangle hides
}

// lift adds the effect of a shape's Lift to its mark.
func (p *Painter) lift(m *mark, sh scene.Shape) {
	switch {
	case sh.Lift == 0 || m.fill.strong <= 0:
		return
	case sh.Kind == scene.Rect && sh.Lift < 0:
		m.sunk, m.dark = min(-sh.Lift, sh.H), p.colour(scene.Shadow)
		return
	case sh.Lift < 0 || sh.Kind == scene.Circle && max(sh.W, sh.H) >= large || max(sh.W, sh.H) > 1<<14 || sh.Kind != scene.Circle && sh.Kind != scene.Rect:
		return
	}
	x, y := sh.X-sh.W/2, sh.Y-sh.H/2
	k := shadeKey{rect: sh.Kind == scene.Rect, w: max(round4(sh.W), 1), h: max(round4(sh.H), 1), lift: max(round4(sh.Lift), 1)}
	across, down := 0, 0
	if k.rect { // between the corners all columns are alike, and so are all rows: the mask has only one of each
		x, y, k.round = x+scene.ShadowX*sh.Lift, y+scene.ShadowY*sh.Lift, round4(sh.R)
		reach := 2*max(k.round, int(scene.ShadowBlur*float64(k.lift))+quarters) + 2*quarters
		across, down = max((k.w-reach)/quarters, 0), max((k.h-reach)/quarters, 0)
		k.w, k.h = k.w-across*quarters, k.h-down*quarters
	}
	var at image.Point
	at.X, k.dx = split(round4(x))
	at.Y, k.dy = split(round4(y))
	seen := 1 - min(max(sh.Fade, 0), 1)
	form := p.shades.get(k, func() *mask { return newShade(k) })
	m.shadow = shadow{in: ink{p.colour(scene.Shadow), scene.ShadowShare * seen}, bounds: form.Add(at), form: form, hole: m.hides}
	m.shadow.bounds.Max = m.shadow.bounds.Max.Add(image.Pt(across, down))
	m.bounds = m.bounds.Union(m.shadow.bounds)
}

// smooth rises smoothly from 0 to 1.
func smooth(t float64) float64 {
	t = min(max(t, 0), 1)
	return t * t * (3 - 2*t)
}

// A shadeKey identifies the form of a shadow. Lengths are in quarters of a pixel.
type shadeKey struct {
	rect       bool
	w, h, lift int
	round      int // the radius of the corners of a rectangle
	dx, dy     int // from the corner of the first pixel to the upper left corner: of the circle, or of the rectangle's shadow
}

// newShade returns the form of a shadow. The part that a circle hides is omitted.
func newShade(k shadeKey) *mask {
	a, b, lift := float64(k.w)/quarters/2, float64(k.h)/quarters/2, float64(k.lift)/quarters
	x, y := float64(k.dx)/quarters+a, float64(k.dy)/quarters+b
	circle := area{kind: oval, x: x, y: y, a: max(a-1, 0), b: max(b-1, 0)} // without the pixels at its edge
	if !k.rect {
		x, y = x+scene.ShadowX*lift, y+scene.ShadowY*lift
	}
	blur := scene.ShadowBlur * lift
	s := &mask{Rectangle: frame{x - a, y - b, x + a, y + b}.grown(blur).outer()}
	s.pix = make([]uint8, s.Dx()*s.Dy())
	round := min(max(float64(k.round)/quarters, blur/2), a, b) // a soft shadow has no sharp corners
	last, left, right := -1, 0.0, 0.0
	for i := range s.pix {
		atX, atY := float64(s.Min.X+i%s.Dx())+0.5, float64(s.Min.Y+i/s.Dx())+0.5
		outside := 0.0
		if k.rect {
			across, down := math.Abs(atX-x)-a+round, math.Abs(atY-y)-b+round
			outside = math.Hypot(max(across, 0), max(down, 0)) + min(max(across, down), 0) - round
		} else {
			if row := i / s.Dx(); row != last {
				last, left, right = row, 1, 0
				if math.Abs(atY-circle.y) < circle.b-1 {
					left, right = circle.span(atY)
					left, right = math.Ceil(left), math.Floor(right)
				}
			}
			if atX > left && atX < right {
				continue
			}
			outside = (math.Hypot((atX-x)/a, (atY-y)/b) - 1) * min(a, b)
		}
		s.pix[i] = uint8(255*smooth(0.5-outside/(2*blur)) + 0.5)
	}
	return s
}

func (s *shadow) paint(t target) {
	seen := s.bounds.Intersect(t.clip)
	if s.in.strong <= 0 || seen.Empty() || seen.In(s.hole) {
		return
	}
	whole := s.in.weight(1)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		pix := t.Pix[y*t.Stride+seen.Min.X:][:seen.Dx()]
		row := y - s.bounds.Min.Y
		if middle := s.form.Dy() / 2; row > middle {
			row = max(middle, row-(s.bounds.Dy()-s.form.Dy()))
		}
		cover := s.form.pix[row*s.form.Dx():][:s.form.Dx()]
		from, to := seen.Min.X, seen.Min.X
		if y >= s.hole.Min.Y && y < s.hole.Max.Y {
			from = min(max(s.hole.Min.X, seen.Min.X), seen.Max.X)
			to = min(max(s.hole.Max.X, from), seen.Max.X)
		}
		s.stretched(pix[:from-seen.Min.X], cover, seen.Min.X, whole)
		s.stretched(pix[to-seen.Min.X:], cover, to, whole)
	}
}

// stretched paints the pixels of a row from x on. The middle pixel of cover is repeated as often as the width of the shadow
// requires.
func (s *shadow) stretched(pix []uint32, cover []uint8, x int, weight uint32) {
	middle := len(cover) / 2
	from := min(max(s.bounds.Min.X+middle-x, 0), len(pix))
	to := min(max(s.bounds.Max.X-(len(cover)-middle-1)-x, from), len(pix))
	if from > 0 {
		s.in.through(pix[:from], cover[x-s.bounds.Min.X:], weight)
	}
	if strong := part(weight, cover[middle]); strong > 0 {
		for k := from; k < to; k++ {
			pix[k] = blend(pix[k], s.in.colour, strong)
		}
	}
	if to < len(pix) {
		s.in.through(pix[to:], cover[len(cover)-(s.bounds.Max.X-x-to):], weight)
	}
}

// through paints pixels; cover is the share of each pixel that is covered, from 0 to 255.
func (i ink) through(pix []uint32, cover []uint8, weight uint32) {
	for k, c := range cover[:len(pix)] {
		if c > 0 {
			pix[k] = blend(pix[k], i.colour, part(weight, c))
		}
	}
}

// fillSunk fills an area; its upper part, down to the given depth, is in the shadow, and its lower edge is in the light.
func (t target) fillSunk(in ink, s *area, depth float64, dark uint32) {
	extent, own := s.extent(), in.colour
	light := extent.bottom - max(1, depth/5)
	t.fill(in, s, nil, func(y int) uint32 {
		switch at := float64(y) + 0.5; {
		case at >= light:
			return mix(own, 0xffffff, scene.LightShare)
		case at < extent.top+depth:
			return mix(own, dark, scene.Dim(max((at-extent.top)/depth, 0)))
		}
		return own
	})
}

// tints are the colours of a ball, from the light spot to the end of the gradient, and the colour of its rim.
type tints struct {
	shades [256]uint32
	rim    uint32
}

func (t *tints) size() int { return 4*len(t.shades) + 4 }

func newTints(colour, rim uint32) *tints {
	t := tints{rim: mix(colour, rim, scene.RimShare)}
	white, black := scene.BallShares(palette.Colour(colour).RGB())
	light, shadow := mix(colour, 0xffffff, white), mix(colour, 0, black)
	for i := range t.shades {
		part := float64(i) / float64(len(t.shades)-1)
		if part < scene.BallPure {
			t.shades[i] = mix(light, colour, part/scene.BallPure)
		} else {
			t.shades[i] = mix(colour, shadow, (part-scene.BallPure)/(1-scene.BallPure))
		}
	}
	return &t
}

func (t *tints) at(far, rim uint8) uint32 {
	return blend(t.shades[far], t.rim, part(opaque, rim))
}

// quarters is the number of positions within a pixel, in each direction, for shapes painted from the cache.
const quarters = 4

// round4 rounds a length in pixels to quarters of a pixel.
func round4(v float64) int { return int(math.Round(v * quarters)) }

// split returns the pixel that contains the position q, given in quarters, and the quarters from its start.
func split(q int) (pixel, rest int) {
	rest = (q%quarters + quarters) % quarters
	return (q - rest) / quarters, rest
}

// A ballKey identifies the form of a ball. Lengths are in quarters of a pixel.
type ballKey struct {
	w, h   int
	dx, dy int // from the corner of its first pixel to the ball's upper left corner
}

type ball struct {
	w, h  int
	cover []uint8 // the share of each pixel that is covered
	far   []uint8 // the index of each pixel's tint
	rim   []uint8 // the share of the rim in each pixel
	solid [][2]int
}

func (b *ball) size() int { return 3 * len(b.cover) }

func newBall(k ballKey) *ball {
	w, h := float64(k.w)/quarters, float64(k.h)/quarters
	left, top := float64(k.dx)/quarters, float64(k.dy)/quarters
	b := &ball{w: int(math.Ceil(left + w)), h: int(math.Ceil(top + h))}
	b.cover, b.far, b.rim = make([]uint8, b.w*b.h), make([]uint8, b.w*b.h), make([]uint8, b.w*b.h)
	b.solid = make([][2]int, b.h)
	wide := max(scene.RimWidth*max(w, h), 0.75)
	shape := area{kind: oval, x: left + w/2, y: top + h/2, a: w / 2, b: h / 2}
	extent := shape.extent()
	var e row
	for y := range b.h {
		if !e.cut(&shape, extent, y) {
			continue
		}
		cover, far, rim := b.cover[y*b.w:][:b.w], b.far[y*b.w:][:b.w], b.rim[y*b.w:][:b.w]
		v := ((float64(y)+0.5-top)/h - scene.BallY) / scene.BallReach
		down := (float64(y)+0.5-top)*2/h - 1
		for x := max(e.leftFrom, 0); x < min(e.rightTo, b.w); x++ {
			cover[x] = uint8(min(max(e.cover(x), 0), 1)*255 + 0.5)
			u := ((float64(x)+0.5-left)/w - scene.BallX) / scene.BallReach
			far[x] = uint8(min(math.Sqrt(u*u+v*v), 1)*255 + 0.5)
			across := (float64(x)+0.5-left)*2/w - 1
			inside := (1 - math.Hypot(across, down)) * min(w, h) / 2 // distance from the edge
			rim[x] = uint8(min(max(wide-inside+0.5, 0), 1)*255 + 0.5)
		}
		solid := [2]int{max(e.leftFrom, 0), min(e.rightTo, b.w)}
		for solid[0] < solid[1] && (cover[solid[0]] < 255 || rim[solid[0]] > 0) {
			solid[0]++
		}
		for solid[0] < solid[1] && (cover[solid[1]-1] < 255 || rim[solid[1]-1] > 0) {
			solid[1]--
		}
		b.solid[y] = solid
	}
	return b
}

// put paints a ball with its upper left corner at a pixel; strong is its opacity, from 0 to 1.
func (t target) put(b *ball, colours *tints, at image.Point, strong float64) {
	where := image.Rect(at.X, at.Y, at.X+b.w, at.Y+b.h)
	seen := where.Intersect(t.clip)
	if seen.Empty() {
		return
	}
	whole := ink{strong: strong}.weight(1)
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		from := (y-where.Min.Y)*b.w + seen.Min.X - where.Min.X
		cover, far, rim := b.cover[from:][:seen.Dx()], b.far[from:], b.rim[from:]
		pix := t.Pix[y*t.Stride+seen.Min.X:]
		f, to := 0, 0
		first := seen.Min.X - where.Min.X
		if whole == opaque {
			f = min(max(b.solid[y-where.Min.Y][0]-first, 0), len(cover))
			to = min(max(b.solid[y-where.Min.Y][1]-first, f), len(cover))
		}
		solid := pix[f:to]
		for i, k := range far[f:to] {
			solid[i] = colours.shades[k]
		}
		for i, c := range cover[:f] {
			pix[i] = blend(pix[i], colours.at(far[i], rim[i]), part(whole, c))
		}
		for i := to; i < len(cover); i++ {
			pix[i] = blend(pix[i], colours.at(far[i], rim[i]), part(whole, cover[i]))
		}
	}
}
