package scene_test

import (
	"math"
	"reflect"
	"testing"

	"attic/draw/scene"
)

func TestOnAndGround(t *testing.T) {
	for c := scene.None; int(c) < scene.Colours/2/scene.Boards; c++ {
		if ground, on := scene.Ground(c); ground != c || on {
			t.Errorf("Ground(%d) is %d, %t", c, ground, on)
		}
		if ground, on := scene.Ground(scene.On(c)); ground != c || !on || int(scene.On(c)) >= scene.Colours {
			t.Errorf("On(%d) is %d, Ground of that is %d, %t", c, scene.On(c), ground, on)
		}
	}
}

func TestRectangles(t *testing.T) {
	box := scene.Rectangle{X: 1, Y: 2, W: 3, H: 4}
	for _, c := range []struct {
		name string
		got  any
		want any
	}{
		{"the upper left corner is inside", box.Contains(1, 2), true},
		{"the right edge is outside", box.Contains(4, 3), false},
		{"the lower edge is outside", box.Contains(2, 6), false},
		{"it lies within itself", box.Within(box), true},
		{"rounding does not count", scene.Rectangle{X: 1 - 1e-9, Y: 2, W: 3, H: 4 + 1e-9}.Within(box), true},
		{"too far left", scene.Rectangle{X: 0.9, Y: 2, W: 1, H: 1}.Within(box), false},
		{"too far down", scene.Rectangle{X: 1, Y: 2, W: 1, H: 4.1}.Within(box), false},
		{"both", box.Union(scene.Rectangle{X: 0, Y: 3, W: 1, H: 9}), scene.Rectangle{X: 0, Y: 2, W: 4, H: 10}},
		{"with nothing", box.Union(scene.Rectangle{X: 99, Y: 99}), box},
		{"nothing with it", scene.Rectangle{X: 99, Y: 99}.Union(box), box},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestSpots(t *testing.T) {
	s := scene.Scene{Spots: []scene.Spot{
		{Name: "square", Area: scene.Rectangle{X: 0, Y: 0, W: 2, H: 2}},
		{Name: "round", Area: scene.Rectangle{X: 1, Y: 0, W: 2, H: 2}, Round: true},
	}}
	for _, c := range []struct {
		name string
		x, y float64
		want string
	}{
		{"in the one", 0.5, 1, "square"},
		{"where both are the later one counts", 1.5, 1, "round"},
		{"in the corner of the round one", 1.05, 0.05, "square"},
		{"in the other corner of the round one", 2.95, 0.05, ""},
		{"beside", 5, 5, ""},
	} {
		if got := s.At(c.x, c.y); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	spot, ok := s.Spot("round")
	if x, y := spot.Middle(); !ok || x != 2 || y != 1 {
		t.Errorf("round is %+v (%t)", spot, ok)
	}
	if _, ok := s.Spot("none"); ok {
		t.Error("Spot finds a spot that does not exist")
	}
}

func TestDrawMovesEverything(t *testing.T) {
	small := scene.Scene{
		Shapes: []scene.Shape{{Kind: scene.Rect, X: 1, Y: 2, W: 3, H: 4, R: 5, Width: 6, Dash: 7, Fade: 0.5, Key: "a", From: "b"}, {}},
		Spots:  []scene.Spot{{Name: "a", Area: scene.Rectangle{X: 1, Y: 2, W: 3, H: 4}}},
		Layers: []scene.Layer{{Name: "l", Shapes: []scene.Shape{{X: 1, Key: "b"}}}},
	}
	var s scene.Scene
	s.Draw(small, 10, 20, 2, "p ")
	want := scene.Scene{
		Shapes: []scene.Shape{{Kind: scene.Rect, X: 12, Y: 24, W: 6, H: 8, R: 10, Width: 12, Dash: 14, Fade: 0.5, Key: "p a", From: "p b"}, {X: 10, Y: 20}},
		Spots:  []scene.Spot{{Name: "a", Area: scene.Rectangle{X: 12, Y: 24, W: 6, H: 8}}},
		Layers: []scene.Layer{{Name: "l", Shapes: []scene.Shape{{X: 12, Y: 20, Key: "p b"}}}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("drawn\n%+v\nwant\n%+v", s, want)
	}
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want scene.Shape
	}{
		{"a disc", scene.Disc(1, 2, 3, scene.Red), scene.Shape{Kind: scene.Circle, X: 1, Y: 2, W: 6, H: 6, Fill: scene.Red}},
		{"a ring", scene.Ring(1, 2, 3, 0.1, scene.Red), scene.Shape{Kind: scene.Circle, X: 1, Y: 2, W: 6, H: 6, Stroke: scene.Red, Width: 0.1}},
		{"a box", scene.Box(1, 2, 4, 6, 0.5, scene.Red), scene.Shape{Kind: scene.Rect, X: 3, Y: 5, W: 4, H: 6, R: 0.5, Fill: scene.Red}},
		{"a stroke", scene.Stroke(1, 2, 4, 1, 0.1, scene.Red), scene.Shape{Kind: scene.Segment, X: 1, Y: 2, W: 3, H: -1, Stroke: scene.Red, Width: 0.1}},
		{"a word", scene.Word(1, 2, 3, "x", scene.Left, scene.Red), scene.Shape{Kind: scene.Letters, X: 1, Y: 2, H: 3, Text: "x", Align: scene.Left, Fill: scene.Red}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
}

func TestOutline(t *testing.T) {
	p := func(x, y float64) scene.Point { return scene.Point{X: x, Y: y} }
	m := scene.Command{Op: 'M', P: [3]scene.Point{p(10, 20)}}
	for _, c := range []struct {
		name, d string
		want    []scene.Command
	}{
		{"nothing", "", nil},
		{"one of each command", "M0 0L1 0C1 2 3 4 5 6Q1 1 2 2Z", []scene.Command{
			m,
			{Op: 'L', P: [3]scene.Point{p(12, 20)}},
			{Op: 'C', P: [3]scene.Point{p(12, 26), p(16, 32), p(20, 38)}},
			{Op: 'Q', P: [3]scene.Point{p(12, 23), p(14, 26)}},
			{Op: 'Z'},
		}},
		{"without blanks", "M-0-0L.5.5-1e1,-1", []scene.Command{
			m, {Op: 'L', P: [3]scene.Point{p(11, 21.5)}}, {Op: 'L', P: [3]scene.Point{p(-10, 17)}},
		}},
		{"more points after the first are lines", " M 0,0 1,1\n", []scene.Command{m, {Op: 'L', P: [3]scene.Point{p(12, 23)}}}},
		{"a part after another", "M0 0ZM0 0", []scene.Command{m, {Op: 'Z'}, m}},
		{"a path that does not start with M", "L1 1M0 0", nil},
		{"a path that starts with Z", "ZM0 0", nil},
		{"numbers after Z", "M0 0Z1 1", []scene.Command{m, {Op: 'Z'}}},
		{"an arc", "M0 0A1 1 0 0 0 2 2L1 1", []scene.Command{m}},
		{"small letters", "M0 0l1 1", []scene.Command{m}},
		{"half a point", "M0 0L1", []scene.Command{m}},
		{"half a curve", "M0 0C1 1 2 2", []scene.Command{m}},
		{"not a number", "M0 0L- 1", []scene.Command{m}},
		{"a number that is too large", "M0 0L1e999 1", []scene.Command{m}},
	} {
		var got []scene.Command
		sh := scene.Shape{Kind: scene.Path, X: 10, Y: 20, W: 2, H: 3, D: c.d}
		for command := range sh.Outline() {
			got = append(got, command)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q is read as %v, want %v", c.name, c.d, got, c.want)
		}
	}
	if got := (scene.Command{Op: 'C'}).Points(); len(got) != 3 {
		t.Errorf("a curve has the points %v", got)
	}
	for range (scene.Shape{Kind: scene.Circle, D: "M0 0"}).Outline() {
		t.Error("a circle has an outline")
	}
}

func FuzzOutlinesAreFinite(f *testing.F) {
	for _, d := range []string{"M0 0L1 0C1 2 3 4 5 6Q1 1 2 2Z", "M1e308 1e308", "M+-1 .e5 0x10 NaN Inf 1_0", "M0 0ZL1 1", "MMM"} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, d string) {
		sh := scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d}
		n := 0
		for c := range sh.Outline() {
			if n++; n > len(d) {
				t.Fatal("there are more commands than characters")
			}
			for _, p := range c.Points() {
				if math.IsNaN(p.X) || math.IsNaN(p.Y) || math.IsInf(p.X, 0) || math.IsInf(p.Y, 0) {
					t.Fatalf("%q leads to %v", d, p)
				}
			}
		}
	})
}
