package scene

import (
	"fmt"
	"math"
	"strings"
)

// Taste is how a person wants to see the boards of a game. The zero value changes nothing.
type Taste struct {
	Turn int    // quarter turns of the board to the right; only the last two bits count
	Bare bool   // without coordinates
	Set  string // one of the Sets; "" or an unknown name is the first
}

// The sets of pieces. In the set Distinct, each colour has a form of its own.
const Distinct = "distinct"

// Sets lists the names of the sets of pieces, the default first.
var Sets = [...]string{"balls", "flat", Distinct}

// Of returns a scene as the person sees it. The text on the board stays upright, and so does every shape that lies within 0.6 of the middle of a spot: it
// moves with its spot. All other shapes turn with the board, and so do those with Aims.
func (v Taste) Of(s Scene) Scene {
	if v == (Taste{}) {
		return s
	}
	s.View, s.Focus = v.area(s.View), v.area(s.Focus)
	spots := make([]Spot, len(s.Spots))
	for i, spot := range s.Spots {
		spot.Area = v.area(spot.Area)
		spots[i] = spot
	}
	layers := make([]Layer, len(s.Layers))
	for i, l := range s.Layers {
		layers[i] = Layer{l.Name, v.Shapes(l.Shapes, spots)}
	}
	s.Shapes, s.Spots, s.Layers = v.Shapes(s.Shapes, spots), spots, layers
	return s
}

// Shapes returns shapes that are drawn over a scene, such as a preview, as the person sees them. The spots are those that Of has returned.
func (v Taste) Shapes(list []Shape, spots []Spot) []Shape {
	seen := make([]Shape, 0, len(list))
	for _, sh := range list {
		if v.Bare && sh.Kind == Letters && (sh.Edge || sh.Fill == On(Square)) {
			continue
		}
		if v.Turn&3 != 0 {
			sh = v.turned(sh, spots)
		}
		if sh.Shade == Ball && sh.Fill >= Red && sh.Fill <= White {
			sh = v.piece(sh)
		}
		seen = append(seen, sh)
	}
	return seen
}

// point turns a point around 0, 0.
func (v Taste) point(x, y float64) (float64, float64) {
	for range v.Turn & 3 {
		x, y = 0-y, x
	}
	return x, y
}

func (v Taste) area(r Rectangle) Rectangle {
	x, y := v.point(r.X+r.W/2, r.Y+r.H/2)
	if v.Turn&1 != 0 {
		r.W, r.H = r.H, r.W
	}
	return Rectangle{X: x - r.W/2, Y: y - r.H/2, W: r.W, H: r.H}
}

// reach is the greatest distance, along both axes, between the middle of a spot and the edge of a shape that stays upright.
const reach = 0.6

func (v Taste) turned(sh Shape, spots []Spot) Shape {
	mx, my, w, h := sh.X, sh.Y, sh.W/2, sh.H/2
	switch sh.Kind {
	case Segment:
		mx, my = mx+w, my+h
	case Path:
		w, h = 0, 0
		for c := range sh.Outline() {
			for _, p := range c.Points() {
				w, h = max(w, math.Abs(p.X-mx)), max(h, math.Abs(p.Y-my))
			}
		}
	case Letters:
		w, h = 0, 0
	}
	x, y := v.point(mx, my)
	if at, ok := anchor(spots, x, y); ok && !sh.Edge && !sh.Aims {
		dx, dy := Taste{Turn: -v.Turn}.point(x-at.X, y-at.Y)
		if math.Abs(dx)+math.Abs(w) <= reach && math.Abs(dy)+math.Abs(h) <= reach {
			sh.X, sh.Y = sh.X+at.X+dx-mx, sh.Y+at.Y+dy-my
			return sh
		}
	}
	switch sh.Kind {
	case Segment:
		sh.X, sh.Y = v.point(sh.X, sh.Y)
		sh.W, sh.H = v.point(sh.W, sh.H)
		return sh
	case Path:
		sh.D = v.path(sh)
		sh.W, sh.H = 1, 1
	case Rect, Circle:
		if v.Turn&1 != 0 {
			sh.W, sh.H = sh.H, sh.W
		}
	}
	sh.X, sh.Y = x, y
	return sh
}

// path returns the D of a Path that is turned, for a W and an H of 1.
func (v Taste) path(sh Shape) string {
	sh.X, sh.Y = 0, 0
	var d strings.Builder
	for c := range sh.Outline() {
		d.WriteByte(c.Op)
		for _, p := range c.Points() {
			x, y := v.point(p.X, p.Y)
			fmt.Fprintf(&d, "%.4f %.4f ", x, y)
		}
	}
	return d.String()
}

// anchor returns the middle of the spot at a point or, where there is none, the point in the column of one spot and in the row of another.
func anchor(spots []Spot, x, y float64) (at Point, ok bool) {
	const near, line = 0.71, 0.5
	best, dx, dy := near, line, line
	var cross Point
	for _, spot := range spots {
		mx, my := spot.Middle()
		if d := math.Hypot(mx-x, my-y); d < best {
			best, at, ok = d, Point{mx, my}, true
		}
		if d := math.Abs(mx - x); d < dx {
			dx, cross.X = d, mx
		}
		if d := math.Abs(my - y); d < dy {
			dy, cross.Y = d, my
		}
	}
	if !ok && dx < line && dy < line {
		return cross, true
	}
	return at, ok
}

// forms are the outlines of the pieces in the set Distinct, from Red to White, in units of a ball's radius; a piece without one is a disc.
var forms = [...]string{
	"M0 -1.15L1.05 0.72L-1.05 0.72Z",
	"M0 -1.12L1.12 0L0 1.12L-1.12 0Z",
	"M-1 -0.42L0 -1.06L1 -0.42L1 0.42L0 1.06L-1 0.42Z",
	"M0 -1.06L1.02 -0.3L0.64 0.9L-0.64 0.9L-1.02 -0.3Z",
	"M-0.86 -0.86L0.86 -0.86L0.86 0.86L-0.86 0.86Z",
	"M0 1.15L1.05 -0.72L-1.05 -0.72Z",
	"M-0.42 -1L0.42 -1L1 -0.42L1 0.42L0.42 1L-0.42 1L-1 0.42L-1 -0.42Z",
	"",
}

// piece gives a ball the form that it has in the set.
func (v Taste) piece(sh Shape) Shape {
	if v.Set != Sets[1] && v.Set != Distinct {
		return sh
	}
	sh.Shade, sh.Stroke, sh.Width = Flat, Rim, RimWidth*sh.W
	if d := forms[sh.Fill-Red]; d != "" && v.Set == Distinct {
		sh.Kind, sh.D, sh.Lift, sh.W, sh.H = Path, d, 0, sh.W/2, sh.H/2
	}
	return sh
}
