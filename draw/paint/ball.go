package paint

import (
	"image"
	"math"

	"attic/draw/palette"
	"attic/draw/scene"
)

// tints are the colours of a ball from the light spot to the end, and that of its rim.
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

type ballKey struct {
	w, h   int
	dx, dy int // from the corner of its first pixel to its own upper left corner
}

type ball struct {
	w, h  int
	cover []uint8 // of each pixel
	far   []uint8 // index of each pixel's tint
	rim   []uint8 // the share of the rim in each pixel
}

func (b *ball) size() int { return 3 * len(b.cover) }

func newBall(k ballKey) *ball {
	w, h := float64(k.w)/quarters, float64(k.h)/quarters
	left, top := float64(k.dx)/quarters, float64(k.dy)/quarters
	b := &ball{w: int(math.Ceil(left + w)), h: int(math.Ceil(top + h))}
	b.cover, b.far, b.rim = make([]uint8, b.w*b.h), make([]uint8, b.w*b.h), make([]uint8, b.w*b.h)
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
		for i, c := range cover {
			pix[i] = blend(pix[i], colours.at(far[i], rim[i]), part(whole, c))
		}
	}
}
