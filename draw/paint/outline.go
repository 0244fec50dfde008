package paint

import (
	"iter"
	"math"
	"slices"

	"golang.org/x/image/vector"

	"attic/draw/scene"
)

type outline []scene.Command

func (o outline) size() int { return len(o) * 64 }

func (o *outline) add(op byte, points ...scene.Point) {
	c := scene.Command{Op: op}
	copy(c.P[:], points)
	*o = append(*o, c)
}

// placed appends an outline to room, with its coordinates multiplied by sx and sy and then moved by x, y.
func (o outline) placed(room outline, sx, sy, x, y float64) outline {
	room = slices.Grow(room, len(o))
	for _, c := range o {
		for k, p := range c.P {
			c.P[k] = scene.Point{X: p.X*sx + x, Y: p.Y*sy + y}
		}
		room = append(room, c)
	}
	return room
}

// extent returns the smallest frame that contains all points, including control points; it is empty if there are none.
func (o outline) extent() frame {
	f := frame{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, c := range o {
		for _, p := range c.Points() {
			f = frame{min(f.left, p.X), min(f.top, p.Y), max(f.right, p.X), max(f.bottom, p.Y)}
		}
	}
	return f
}

// rasterize adds the inside of an outline to a rasterizer whose upper left corner is at x, y. See polylines for room.
func (o outline) rasterize(z *vector.Rasterizer, room *[]scene.Point, x, y int) {
	for line := range o.polylines(room) {
		for i, p := range line.points {
			px, py := float32(p.X-float64(x)), float32(p.Y-float64(y))
			if i == 0 {
				z.MoveTo(px, py)
			} else {
				z.LineTo(px, py)
			}
		}
		z.ClosePath()
	}
}

// A polyline is a curve made of straight lines.
type polyline struct {
	points []scene.Point
	closed bool // the last point equals the first point
}

// polylines returns the edge of an outline as straight lines, which are off by at most 1/32 of a pixel, unless a curve would
// need more than 64 lines. The points of a polyline are stored in room, so they are valid until the next polyline.
func (o outline) polylines(room *[]scene.Point) iter.Seq[polyline] {
	return func(yield func(polyline) bool) {
		points := (*room)[:0]
		defer func() { *room = points }()
		for _, c := range o {
			switch {
			case c.Op == 'M':
				if len(points) > 1 && !yield(polyline{points, false}) {
					return
				}
				points = append(points[:0], c.P[0])
			case c.Op == 'Z' && len(points) > 0:
				start := points[0]
				if points[len(points)-1] != start {
					points = append(points, start)
				}
				if len(points) > 1 && !yield(polyline{points, true}) {
					return
				}
				points = append(points[:0], start)
			case c.Op != 'Z':
				points = flat(points, c)
			}
		}
		if len(points) > 1 {
			yield(polyline{points, false})
		}
	}
}

// flat appends points along a command that starts at the last point.
func flat(points []scene.Point, c scene.Command) []scene.Point {
	const most = 64
	from, p := points[len(points)-1], c.P
	// A curve with second difference d, cut into n pieces, is off by d/(4n²) (Q) or 3d/(4n²) (C).
	pieces := 1.0
	switch c.Op {
	case 'Q':
		pieces = math.Sqrt(8 * bend(from, p[0], p[1]))
	case 'C':
		pieces = math.Sqrt(24 * max(bend(from, p[0], p[1]), bend(p[0], p[1], p[2])))
	}
	n := int(min(max(math.Ceil(pieces), 1), most))
	for i := range n {
		t := float64(i+1) / float64(n)
		switch c.Op {
		case 'Q':
			points = append(points, between(between(from, p[0], t), between(p[0], p[1], t), t))
		case 'C':
			middle := between(p[0], p[1], t)
			points = append(points, between(between(between(from, p[0], t), middle, t), between(middle, between(p[1], p[2], t), t), t))
		default:
			points = append(points, p[0])
		}
	}
	return points
}

func bend(a, b, c scene.Point) float64 { return math.Hypot(a.X-2*b.X+c.X, a.Y-2*b.Y+c.Y) }

// between returns the point at the fraction t of the way from a to b.
func between(a, b scene.Point, t float64) scene.Point {
	return scene.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
}

// dashes cuts a polyline into dashes of the given length, with gaps of the same length between them. On a closed polyline, the
// length is adjusted so that a whole number of dashes fits.
func (l polyline) dashes(length float64) []polyline {
	whole := 0.0
	for i, p := range l.points[1:] {
		whole += distance(l.points[i], p)
	}
	if l.closed {
		length = whole / (2 * max(1, math.Round(whole/(2*length))))
	}
	const most = 10000 // the greatest number of dashes and gaps, more than anyone can see
	length = max(length, whole/most)
	if length <= 0 {
		return nil
	}
	var lines []polyline
	now, left, drawn := polyline{points: l.points[:1:1]}, length, true
	for i, to := range l.points[1:] {
		from := l.points[i]
		for d := distance(from, to); d > left; d = distance(from, to) {
			from = between(from, to, left/d)
			if drawn {
				now.points = append(now.points, from)
				lines = append(lines, now)
			}
			now, left, drawn = polyline{points: []scene.Point{from}}, length, !drawn
		}
		left -= distance(from, to)
		now.points = append(now.points, to)
	}
	if drawn && left < length*0.999 {
		lines = append(lines, now)
	}
	return lines
}

func distance(a, b scene.Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// ribbon returns the outline of a line along a polyline, width wide, with straight ends.
func (l polyline) ribbon(width float64) outline {
	const longest = 2 // the greatest length of a corner, in half widths
	n := len(l.points)
	sides := make([]scene.Point, 2*n)
	for i, p := range l.points {
		x, y := 0.0, 0.0 // the sum of the normals on both sides of the point
		for k := max(i, 1); k <= min(i+1, n-1); k++ {
			if d := distance(l.points[k-1], l.points[k]); d > 0 {
				x -= (l.points[k].Y - l.points[k-1].Y) / d
				y += (l.points[k].X - l.points[k-1].X) / d
			}
		}
		if d := math.Hypot(x, y); d > 0 {
			corner := width / 2 / d
			if i > 0 && i < n-1 {
				corner *= min(2/d, longest)
			}
			x, y = x*corner, y*corner
		}
		sides[i] = scene.Point{X: p.X + x, Y: p.Y + y}
		sides[2*n-1-i] = scene.Point{X: p.X - x, Y: p.Y - y}
	}
	var o outline
	o.add('M', sides[0])
	for _, p := range sides[1:] {
		o.add('L', p)
	}
	o.add('Z')
	return o
}

// ellipse returns the edge of an ellipse around x, y with half axes a and b, clockwise from its rightmost point.
func ellipse(x, y, a, b float64) outline {
	const k = 0.5522847498 // the distance of the control points of a cubic curve that is a quarter of a unit circle
	var o outline
	at := func(u, v float64) scene.Point { return scene.Point{X: x + u*a, Y: y + v*b} }
	o.add('M', at(1, 0))
	o.add('C', at(1, k), at(k, 1), at(0, 1))
	o.add('C', at(-k, 1), at(-1, k), at(-1, 0))
	o.add('C', at(-1, -k), at(-k, -1), at(0, -1))
	o.add('C', at(k, -1), at(1, -k), at(1, 0))
	o.add('Z')
	return o
}

// rounded returns the edge of a rectangle around x, y, 2a by 2b, with corners of radius r, clockwise from the middle of its top.
func rounded(x, y, a, b, r float64) outline {
	const k = 1 - 0.5522847498
	var o outline
	// at returns the point at a distance dx, dy from the corner that the signs u and v select.
	at := func(u, v, dx, dy float64) scene.Point { return scene.Point{X: x + u*(a-dx), Y: y + v*(b-dy)} }
	o.add('M', at(1, -1, a, 0))
	o.add('L', at(1, -1, r, 0))
	o.add('C', at(1, -1, k*r, 0), at(1, -1, 0, k*r), at(1, -1, 0, r))
	o.add('L', at(1, 1, 0, r))
	o.add('C', at(1, 1, 0, k*r), at(1, 1, k*r, 0), at(1, 1, r, 0))
	o.add('L', at(-1, 1, r, 0))
	o.add('C', at(-1, 1, k*r, 0), at(-1, 1, 0, k*r), at(-1, 1, 0, r))
	o.add('L', at(-1, -1, 0, r))
	o.add('C', at(-1, -1, 0, k*r), at(-1, -1, k*r, 0), at(-1, -1, r, 0))
	o.add('Z')
	return o
}
