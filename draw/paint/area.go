package paint

import "math"

// frame is a rectangle given by its sides; it is empty if left > right.
type frame struct{ left, top, right, bottom float64 }

// An area is a convex shape, so every row is a single stretch. Lengths are in pixels.
type area struct {
	kind areaKind
	x, y float64 // the middle; for a capsule, one end
	a, b float64 // half the width and height; for a capsule, the vector to the other end
	r    float64 // radius of the corners; for a capsule, half its width

	// For a capsule: the heights between which both edges are straight, and the distance of the edges to the left
	// and right of its middle line.
	high, low, half float64
}

type areaKind uint8

const (
	oval areaKind = iota
	box
	capsule
)

func newBox(x, y, a, b, r float64) area {
	return area{kind: box, x: x, y: y, a: a, b: b, r: min(max(r, 0), a, b)}
}

// newCapsule returns a line with round ends from x, y to x+dx, y+dy.
func newCapsule(x, y, dx, dy, width float64) area {
	c := area{kind: capsule, x: x, y: y, a: dx, b: dy, r: width / 2}
	c.high, c.low = math.Inf(1), math.Inf(-1)
	if dy != 0 {
		d := math.Hypot(dx, dy)
		c.half = c.r * d / math.Abs(dy)
		c.high = y + min(dy, 0) + c.r*math.Abs(dx)/d
		c.low = y + max(dy, 0) - c.r*math.Abs(dx)/d
	}
	return c
}

// grown returns an oval or box with its edge moved outward by the given distance, or inward if that is negative. Sharp
// corners stay sharp.
func (s area) grown(by float64) area {
	s.a, s.b = s.a+by, s.b+by
	if s.r > 0 {
		s.r = max(s.r+by, 0)
	}
	return s
}

func (s *area) extent() frame {
	if s.kind == capsule {
		return frame{s.x + min(0, s.a) - s.r, s.y + min(0, s.b) - s.r, s.x + max(0, s.a) + s.r, s.y + max(0, s.b) + s.r}
	}
	return frame{s.x - s.a, s.y - s.b, s.x + s.a, s.y + s.b}
}

// span returns the left and right ends of the area at height y, which must be within its extent.
func (s *area) span(y float64) (left, right float64) {
	switch s.kind {
	case oval:
		v := (y - s.y) / s.b
		half := s.a * math.Sqrt(max(0, 1-v*v))
		return s.x - half, s.x + half
	case box:
		half := s.a
		if v := math.Abs(y-s.y) - (s.b - s.r); v > 0 {
			half += math.Sqrt(max(0, s.r*s.r-v*v)) - s.r
		}
		return s.x - half, s.x + half
	}
	if y >= s.high && y <= s.low {
		x := s.x + (y-s.y)/s.b*s.a
		return x - s.half, x + s.half
	}
	return s.endSpan(y)
}

// endSpan is span for heights at which the edge of a capsule includes a part of a round end.
func (s *area) endSpan(y float64) (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for _, end := range [2][2]float64{{s.x, s.y}, {s.x + s.a, s.y + s.b}} {
		if v := y - end[1]; math.Abs(v) <= s.r {
			half := math.Sqrt(s.r*s.r - v*v)
			left, right = min(left, end[0]-half), max(right, end[0]+half)
		}
	}
	if s.b != 0 {
		// The straight edges are the middle line moved sideways.
		d := math.Hypot(s.a, s.b)
		nx, ny := -s.b/d*s.r, s.a/d*s.r
		for _, side := range [2]float64{1, -1} {
			if t := (y - s.y - side*ny) / s.b; t >= 0 && t <= 1 {
				x := s.x + side*nx + t*s.a
				left, right = min(left, x), max(right, x)
			}
		}
	}
	if left > right { // a rounding error at the very top or bottom
		left = s.x
		if y > s.y == (s.b > 0) {
			left += s.a
		}
		right = left
	}
	return left, right
}

// straight reports whether both edges are straight between two heights.
func (s *area) straight(from, to float64) bool {
	switch s.kind {
	case box:
		return from >= s.y-s.b+s.r && to <= s.y+s.b-s.r
	case capsule:
		return from >= s.high && to <= s.low
	}
	return false
}

// pieces is the maximum number of straight pieces of an edge within one row of pixels.
const pieces = 8

// A row is the part of an area within one row of pixels. One row value serves one area, from top to bottom.
type row struct {
	n, last     int             // number of pieces in this row and in the previous row
	high        [pieces]float64 // height of each piece
	height      float64         // the height of all pieces together
	left, right [pieces + 1]float64
	below       float64 // the end of the previous row
	// The height of a piece divided by the distance that it goes to the left; 0 if it is upright.
	leftSlope, rightSlope [pieces]float64
	// The first pixel that an edge touches, and the first pixel after the edge.
	leftFrom, leftTo, rightFrom, rightTo int
}

// cut sets e to row y of an area whose extent is f. It returns false if the area has no part in the row.
func (e *row) cut(s *area, f frame, y int) bool {
	from, to := max(f.top, float64(y)), min(f.bottom, float64(y+1))
	e.height = to - from
	if !(e.height > 0) {
		return false
	}
	// Where the edges are steep, three pieces are enough. At the very top and bottom, where the edges are flat, the
	// pieces get smaller towards the end.
	const flat = 3
	e.n = 3
	squared := 0
	switch {
	case s.straight(from, to):
		e.n = 1
	case from < f.top+flat || to > f.bottom-flat:
		e.n = pieces
		if from == f.top {
			squared++
		}
		if to == f.bottom {
			squared--
		}
	}
	at := from
	if from == e.below && e.last > 0 {
		e.left[0], e.right[0] = e.left[e.last], e.right[e.last]
	} else {
		e.left[0], e.right[0] = s.span(from)
	}
	minL, maxL, minR, maxR := e.left[0], e.left[0], e.right[0], e.right[0]
	for i := 1; i <= e.n; i++ {
		t := float64(i) / float64(e.n)
		switch squared {
		case 1:
			t *= t
		case -1:
			t = 1 - (1-t)*(1-t)
		}
		next := from + t*e.height
		if i == e.n {
			next = to
		}
		l, r := s.span(next)
		e.left[i], e.right[i], e.high[i-1] = l, r, next-at
		minL, maxL, minR, maxR = min(minL, l), max(maxL, l), min(minR, r), max(maxR, r)
		e.leftSlope[i-1], e.rightSlope[i-1] = slope(e.left[i-1]-l, next-at), slope(e.right[i-1]-r, next-at)
		at = next
	}
	e.below, e.last = to, e.n
	e.leftFrom, e.leftTo = int(math.Floor(minL)), int(math.Floor(maxL))+1
	e.rightFrom, e.rightTo = int(math.Floor(minR)), int(math.Floor(maxR))+1
	return true
}

func slope(left, high float64) float64 {
	if math.Abs(left) < 1e-6 {
		return 0
	}
	return high / left
}

// cover returns the share of the pixel at x that the area covers, from 0 to 1.
func (e *row) cover(x int) float64 {
	c := 0.0
	switch {
	case x < e.leftFrom || x >= e.rightTo:
		return 0
	case x >= e.leftTo:
		c = e.height
	default:
		c = e.rightOf(&e.left, &e.leftSlope, x)
	}
	if x >= e.rightFrom {
		c -= e.rightOf(&e.right, &e.rightSlope, x)
	}
	return c
}

// rightOf returns the share of the pixel at x that lies to the right of an edge, within the height of the row.
func (e *row) rightOf(edge *[pieces + 1]float64, slope *[pieces]float64, x int) float64 {
	sum, end := 0.0, float64(x+1)
	for i, k := range slope[:e.n] {
		if k == 0 {
			sum += e.high[i] * min(max(end-edge[i], 0), 1)
		} else {
			sum += k * (ramp(end-edge[i+1]) - ramp(end-edge[i]))
		}
	}
	return sum
}

// ramp returns the integral of min(max(u, 0), 1) for u up to t.
func ramp(t float64) float64 {
	switch {
	case t <= 0:
		return 0
	case t < 1:
		return t * t / 2
	}
	return t - 0.5
}
