package scene

import (
	"math"
	"testing"
)

func TestTurnedScenes(t *testing.T) {
	s := Lattice{Columns: 3, Rows: 2}.Scene()
	for x := range 3 {
		for y := range 2 {
			s.Spots = append(s.Spots, Place(float64(x), float64(y), string(rune('a'+x))+string(rune('1'+y)), "empty"))
		}
	}
	tick := Stroke(0.1, 1.2, 0.3, 1.4, 0.1, Good) // inside a2
	way := Stroke(0, 0, 2, 1, 0.1, Last)          // from a1 to c2
	arrow := Stroke(1, 0, 1.4, 0, 0.1, Accent)    // in b1, to the right
	long := Shape{Kind: Path, X: 1, Y: 0, W: 1, H: 1, D: "M-1 0 L1 0.5Z", Fill: Good}
	arrow.Aims = true
	s.Add(tick, way, arrow, long, Word(0.2, 0.3, 0.2, "x", Left, Text), Box(-0.4, -0.4, 2.8, 0.8, 0, Beam))
	s.Layers = []Layer{{"ways", []Shape{way}}}
	n := len(s.Shapes)
	for turn := range 4 {
		v := Taste{Turn: turn}
		got := v.Of(s)
		if back := (Taste{Turn: 4 - turn}).Of(got); turn == 0 && len(got.Spots) != 6 || !near(back.View, s.View) || len(back.Spots) != 6 || !near(back.Spots[5].Area, s.Spots[5].Area) {
			t.Errorf("%d: turned back, the view is %v, not %v", turn, back.View, s.View)
		}
		for _, spot := range s.Spots { // each spot is where its middle has turned to
			x, y := v.point(spot.Middle())
			if name := got.At(x, y); name != spot.Name || !got.View.Contains(x, y) {
				t.Errorf("%d: %s is at %s", turn, spot.Name, name)
			}
		}
		a2, _ := got.Spot("a2")
		x, y := a2.Middle()
		if sh := got.Shapes[n-6]; math.Hypot(sh.X-x-0.1, sh.Y-y-0.2) > 1e-9 || sh.W != tick.W || sh.H != tick.H {
			t.Errorf("%d: the tick is not upright in its square: %+v", turn, sh)
		}
		c2, _ := got.Spot("c2")
		cx, cy := c2.Middle()
		for _, sh := range []Shape{got.Shapes[n-5], got.Layers[0].Shapes[0]} {
			if math.Hypot(sh.X+sh.W-cx, sh.Y+sh.H-cy) > 1e-9 {
				t.Errorf("%d: the way does not end on c2: %+v", turn, sh)
			}
		}
		if sh, dx, dy := got.Shapes[n-4], [4]float64{0.4, 0, -0.4, 0}, [4]float64{0, 0.4, 0, -0.4}; math.Hypot(sh.W-dx[turn], sh.H-dy[turn]) > 1e-9 {
			t.Errorf("%d: the arrow points to %g, %g", turn, sh.W, sh.H)
		}
		b1, _ := got.Spot("b1")
		bx, by := b1.Middle()
		want, _ := Taste{Turn: turn}.point(1, 0.5)
		for c := range got.Shapes[n-3].Outline() {
			if c.Op == 'L' && math.Abs(c.P[0].X-bx-want) > 1e-3 || c.Op == 'M' && math.Hypot(c.P[0].X-bx, c.P[0].Y-by) < 0.99 {
				t.Errorf("%d: the path goes to %v", turn, c.P[0])
			}
		}
		if sh := got.Shapes[n-1]; turn%2 == 1 && (math.Abs(sh.W-0.8) > 1e-9 || math.Abs(sh.H-2.8) > 1e-9) {
			t.Errorf("%d: the box is %g by %g", turn, sh.W, sh.H)
		}
	}
}

func near(a, b Rectangle) bool { return a.Within(b) && b.Within(a) }

func TestBareScenes(t *testing.T) {
	s := Lattice{Columns: 3, Rows: 2}.Scene()
	s.Add(Word(0, 0, 0.2, "x", Left, On(Square)), Word(0, 0, 0.2, "text", Left, Text))
	var words string
	for _, sh := range (Taste{Bare: true}).Of(s).Shapes {
		words += sh.Text
	}
	if words != "text" {
		t.Errorf("%q is left", words)
	}
}

// In the set of distinct pieces, any two colours have different forms; other sets change no form, and no set changes anything but balls.
func TestSetsOfPieces(t *testing.T) {
	forms := map[string]Colour{}
	for c := Red; c <= White; c++ {
		ball := Disc(1, 2, 0.4, c)
		ball.Shade, ball.Key = Ball, "piece"
		disc := Disc(1, 2, 0.4, c)
		for _, set := range Sets {
			list := Taste{Set: set}.Shapes([]Shape{ball, disc}, nil)
			is := list[0]
			if list[1] != disc || is.Key != "piece" || is.Fill != c || (set == Sets[0]) != (is == ball) || set == Sets[1] && (is.Kind != Circle || is.Shade != Flat) {
				t.Errorf("%s: %+v", set, is)
			}
			if set != Distinct {
				continue
			}
			if other, ok := forms[is.D]; ok {
				t.Errorf("colours %d and %d have the same form", other, c)
			}
			forms[is.D] = c
			for d := range is.Outline() {
				for _, p := range d.Points() {
					if r := math.Hypot(p.X-1, p.Y-2); r < 0.4*0.9 || r > 0.4*1.28 {
						t.Errorf("colour %d: a corner is %.2f from the middle of a ball of radius 0.4", c, r)
					}
				}
			}
		}
	}
}
