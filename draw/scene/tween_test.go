package scene_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"attic/draw/scene"
)

// lone returns a scene that consists only of shapes.
func lone(shapes ...scene.Shape) scene.Scene {
	return scene.Scene{View: scene.Rectangle{W: 9, H: 9}, Shapes: shapes}
}

// keyed returns a shape with the given key, which changes in the given step.
func keyed(key string, step int, sh scene.Shape) scene.Shape {
	sh.Key, sh.Step = key, step
	return sh
}

// find returns the shape of a picture that has this key.
func find(s scene.Scene, key string) (scene.Shape, bool) {
	for _, sh := range s.Shapes {
		if sh.Key == key {
			return sh, true
		}
	}
	return scene.Shape{}, false
}

const ms = time.Millisecond

func TestMotionTimes(t *testing.T) {
	steps := func(list ...int) (before, after scene.Scene) {
		for i, step := range list {
			after.Add(keyed(fmt.Sprint(i), step, scene.Disc(float64(i), 0, 1, scene.Red)))
		}
		return before, after
	}
	for _, c := range []struct {
		name  string
		steps []int
		want  time.Duration
	}{
		{"nothing", nil, 0},
		{"without a step", []int{0, 0}, 160 * ms},
		{"one step", []int{1, 1, 1}, 160 * ms},
		{"two steps", []int{1, 2}, 300 * ms},
		{"a step in which nothing changes takes no time", []int{1, 4}, 300 * ms},
		{"four steps", []int{4, 3, 2, 1}, 300 * ms},
		{"six steps", []int{1, 2, 3, 4, 5, 6}, 300 * ms},
	} {
		before, after := steps(c.steps...)
		if got := scene.Between(before, after).Duration(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	for n := 1; n <= 300; n++ {
		var list []int
		for i := range n {
			list = append(list, i+1)
		}
		m := scene.Between(steps(list...))
		if d := m.Duration(); d < 120*ms || d > 300*ms {
			t.Errorf("%d steps take %v", n, d)
		}
	}
}

func TestNothingMovesBetweenScenesThatLookAlike(t *testing.T) {
	a := every()
	b := every()
	for i := range b.Shapes {
		b.Shapes[i].Step, b.Shapes[i].Turn, b.Shapes[i].Edge, b.Shapes[i].Grow, b.Shapes[i].From = 3, true, true, true, "a"
	}
	b.Shapes[0].Key = "a"
	a.Shapes[0].Key = "a"
	if d := scene.Between(a, b).Duration(); d != 0 {
		t.Errorf("the motion takes %v, want 0", d)
	}
	if got := scene.Between(a, b).At(0); !reflect.DeepEqual(got, b) {
		t.Errorf("the picture is not the scene after")
	}
}

// The look of a disc, a circle, a word and so on in the middle of its step, at 80 of 160 ms. It has then gone three
// quarters of the way, because it slows down.
func TestMotions(t *testing.T) {
	with := func(sh scene.Shape, change func(*scene.Shape)) scene.Shape { change(&sh); return sh }
	red := keyed("k", 0, scene.Disc(1, 1, 0.5, scene.Red))
	line := keyed("k", 0, scene.Stroke(1, 1, 3, 1, 0.1, scene.Red))
	word := keyed("k", 0, scene.Word(1, 1, 1, "a", scene.Centre, scene.Red))
	box := keyed("k", 0, scene.Box(0, 0, 1, 1, 0, scene.Red))
	bare := scene.Disc(1, 1, 0.5, scene.Red)
	unkey := func(sh *scene.Shape) { sh.Key = "" }
	for _, c := range []struct {
		name          string
		before, after []scene.Shape
		want          []scene.Shape
	}{
		{
			"an unchanged shape stays",
			[]scene.Shape{bare, keyed("m", 0, bare)},
			[]scene.Shape{bare, keyed("m", 0, scene.Disc(2, 1, 0.5, scene.Red))},
			[]scene.Shape{bare, keyed("m", 0, scene.Disc(1.75, 1, 0.5, scene.Red))},
		},
		{
			"position, size, edge and transparency change gradually",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width, s.Dash = scene.Rim, 0.1, 0.1 })},
			[]scene.Shape{with(red, func(s *scene.Shape) {
				s.X, s.Y, s.W, s.H, s.Stroke, s.Width, s.Dash, s.Fade = 5, 9, 2, 3, scene.Rim, 0.5, 0.5, 0.4
			})},
			[]scene.Shape{with(red, func(s *scene.Shape) {
				s.X, s.Y, s.W, s.H, s.Stroke, s.Width, s.Dash, s.Fade = 4, 7, 1.75, 2.5, scene.Rim, 0.4, 0.4, 0.3
			})},
		},
		{
			"a fill is cross-faded",
			[]scene.Shape{red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Fill = scene.Blue })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.To, s.Mix = scene.Blue, 0.75 })},
		},
		{
			"an edge appears by growing in width",
			[]scene.Shape{red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width = scene.Rim, 0.4 })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width = scene.Rim, 0.3 })},
		},
		{
			"an edge disappears by shrinking in width",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width = scene.Rim, 0.4 })},
			[]scene.Shape{red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width = scene.Rim, 0.1 })},
		},
		{
			"a new colour of the edge fades in over the old one",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width = scene.Rim, 0.4 })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width, s.Fill = scene.Last, 0.4, scene.Blue })},
			[]scene.Shape{
				with(red, func(s *scene.Shape) { s.Key, s.Stroke, s.Width = "", scene.Rim, 0.4 }),
				with(red, func(s *scene.Shape) { s.Stroke, s.Width, s.Fill, s.Fade = scene.Last, 0.4, scene.Blue, 0.25 }),
			},
		},
		{
			"a disc becomes a ball",
			[]scene.Shape{red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Shade = scene.Ball })},
			[]scene.Shape{with(red, unkey), with(red, func(s *scene.Shape) { s.Shade, s.Fade = scene.Ball, 0.25 })},
		},
		{
			"a new colour comes from the side of another object",
			[]scene.Shape{red, with(red, func(s *scene.Shape) { s.Key, s.X, s.Fade = "source", red.X+4, 1 })},
			[]scene.Shape{
				with(red, func(s *scene.Shape) { s.Fill, s.From = scene.Blue, "source" }),
				with(red, func(s *scene.Shape) { s.Key, s.X, s.Fade = "source", red.X+4, 1 }),
			},
			[]scene.Shape{
				with(red, unkey),
				with(red, func(s *scene.Shape) {
					s.Fill, s.From, s.X, s.W, s.H = scene.Blue, "source", red.X+0.25*red.W/2, 0.75*red.W, 0.75*red.H
				}),
				with(red, func(s *scene.Shape) { s.Key, s.X, s.Fade = "source", red.X+4, 1 }),
			},
		},
		{
			"a new text fades in while the old one fades out",
			[]scene.Shape{word},
			[]scene.Shape{with(word, func(s *scene.Shape) { s.Text, s.X = "b", 2 })},
			[]scene.Shape{
				with(word, func(s *scene.Shape) { s.Key, s.X, s.Fade = "", 1.75, 0.75 }),
				with(word, func(s *scene.Shape) { s.Text, s.X, s.Fade = "b", 1.75, 0.25 }),
			},
		},
		{
			"another kind stands where it stands",
			[]scene.Shape{word},
			[]scene.Shape{red},
			[]scene.Shape{with(word, func(s *scene.Shape) { s.Key, s.Fade = "", 0.75 }), with(red, func(s *scene.Shape) { s.Fade = 0.25 })},
		},
		{
			"a ring of another colour does not stay under a hollow one",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width = scene.Rim, 0.4 })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Stroke, s.Width, s.Fill = scene.Last, 0.4, scene.None })},
			[]scene.Shape{
				with(red, func(s *scene.Shape) { s.Key, s.Stroke, s.Width, s.Fade = "", scene.Rim, 0.4, 0.75 }),
				with(red, func(s *scene.Shape) { s.Stroke, s.Width, s.Fill, s.Fade = scene.Last, 0.4, scene.None, 0.25 }),
			},
		},
		{
			"a new disc settles", nil,
			[]scene.Shape{red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.W, s.H, s.Fade = 0.9, 0.9, 0.25 })},
		},
		{
			"new letters settle", nil,
			[]scene.Shape{word},
			[]scene.Shape{with(word, func(s *scene.Shape) { s.H, s.Fade = 0.9, 0.25 })},
		},
		{
			"a settling shape is never more opaque than in the end", nil,
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Fade = 0.6 })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.W, s.H, s.Fade = 0.9, 0.9, 0.7 })},
		},
		{
			"a new box fades in", nil,
			[]scene.Shape{box},
			[]scene.Shape{with(box, func(s *scene.Shape) { s.Fade = 0.25 })},
		},
		{
			"a new line fades in", nil,
			[]scene.Shape{line},
			[]scene.Shape{with(line, func(s *scene.Shape) { s.Fade = 0.25 })},
		},
		{
			"a beam grows evenly", nil,
			[]scene.Shape{with(line, func(s *scene.Shape) { s.Grow = true })},
			[]scene.Shape{with(line, func(s *scene.Shape) { s.Grow, s.W = true, 1 })},
		},
		{
			"only segments grow", nil,
			[]scene.Shape{with(box, func(s *scene.Shape) { s.Grow = true })},
			[]scene.Shape{with(box, func(s *scene.Shape) { s.Grow, s.Fade = true, 0.25 })},
		},
		{
			"something new without a key fades in", nil,
			[]scene.Shape{bare},
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.Fade = 0.25 })},
		},
		{
			"a removed shape fades out",
			[]scene.Shape{red, bare},
			nil,
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Fade = 0.75 }), with(bare, func(s *scene.Shape) { s.Fade = 0.75 })},
		},
		{
			"without a key, at the same place, only the colour changes",
			[]scene.Shape{bare},
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.Fill = scene.Blue })},
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.To, s.Mix = scene.Blue, 0.75 })},
		},
		{
			"without a key, at another place, one fades out and the other fades in",
			[]scene.Shape{bare},
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.X = 2 })},
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.Fade = 0.75 }), with(bare, func(s *scene.Shape) { s.X, s.Fade = 2, 0.25 })},
		},
		{
			"turning over, the new side is half as wide",
			[]scene.Shape{red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Fill, s.Turn = scene.Blue, true })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Fill, s.Turn, s.W = scene.Blue, true, 0.5 })},
		},
		{
			"letters that turn over are half as large",
			[]scene.Shape{word},
			[]scene.Shape{with(word, func(s *scene.Shape) { s.Text, s.Turn = "b", true })},
			[]scene.Shape{with(word, func(s *scene.Shape) { s.Text, s.Turn, s.H = "b", true, 0.5 })},
		},
		{
			"a shape only on the new side appears with the turn", nil,
			[]scene.Shape{with(box, func(s *scene.Shape) { s.Turn = true })},
			[]scene.Shape{with(box, func(s *scene.Shape) { s.Turn, s.W = true, 0.5 })},
		},
		{
			"a line does not turn over",
			[]scene.Shape{line},
			[]scene.Shape{with(line, func(s *scene.Shape) { s.W, s.Turn = 6, true })},
			[]scene.Shape{with(line, func(s *scene.Shape) { s.W, s.Turn = 5, true })},
		},
		{
			"a shape from an object that is gone moves from its position",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Key = "old" })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.From, s.X = "old", 5 })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.From, s.X = "old", 4 })},
		},
		{
			"a shape from an object that stays moves from its position too",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Key = "old" })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Key = "old" }), with(red, func(s *scene.Shape) { s.From, s.X = "old", 5 })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Key = "old" }), with(red, func(s *scene.Shape) { s.From, s.X = "old", 4 })},
		},
		{
			"two shapes from one object that moves itself",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Key = "old" })},
			[]scene.Shape{
				with(red, func(s *scene.Shape) { s.Key, s.From, s.X = "a", "old", 5 }), with(red, func(s *scene.Shape) { s.Key, s.Y = "old", 9 }),
				with(red, func(s *scene.Shape) { s.Key, s.From, s.X = "b", "old", 9 }),
			},
			[]scene.Shape{
				with(red, func(s *scene.Shape) { s.Key, s.From, s.X = "a", "old", 4 }), with(red, func(s *scene.Shape) { s.Key, s.Y = "old", 7 }),
				with(red, func(s *scene.Shape) { s.Key, s.From, s.X = "b", "old", 7 }),
			},
		},
		{
			"a shape whose own key was there before does not start from another object",
			[]scene.Shape{with(red, func(s *scene.Shape) { s.Key = "old" }), red},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.From, s.Y = "old", 5 })},
			[]scene.Shape{
				with(red, func(s *scene.Shape) { s.Key, s.Fade = "old", 0.75 }), with(red, func(s *scene.Shape) { s.From, s.Y = "old", 4 }),
			},
		},
		{
			"a shape from an object that was not there settles", nil,
			[]scene.Shape{with(red, func(s *scene.Shape) { s.From = "old" })},
			[]scene.Shape{with(red, func(s *scene.Shape) { s.From, s.W, s.H, s.Fade = "old", 0.9, 0.9, 0.25 })},
		},
		{
			"a removed shape keeps its layer",
			[]scene.Shape{keyed("a", 0, bare), keyed("x", 0, bare), keyed("b", 0, bare)},
			[]scene.Shape{keyed("a", 0, bare), keyed("y", 0, bare), keyed("b", 0, bare)},
			[]scene.Shape{
				keyed("a", 0, bare), keyed("x", 0, with(bare, func(s *scene.Shape) { s.Fade = 0.75 })),
				keyed("y", 0, with(bare, func(s *scene.Shape) { s.W, s.H, s.Fade = 0.9, 0.9, 0.25 })), keyed("b", 0, bare),
			},
		},
		{
			"a removed shape below everything is drawn first",
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.X = 7 }), keyed("a", 0, bare)},
			[]scene.Shape{keyed("a", 0, bare)},
			[]scene.Shape{with(bare, func(s *scene.Shape) { s.X, s.Fade = 7, 0.75 }), keyed("a", 0, bare)},
		},
	} {
		m := scene.Between(lone(c.before...), lone(c.after...))
		if m.Duration() != 160*ms {
			t.Errorf("%s: the motion takes %v", c.name, m.Duration())
		}
		got := m.At(80 * ms).Shapes
		if same := len(got) == len(c.want); !same {
			t.Errorf("%s: got\n%+v\nwant\n%+v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if !near(got[i], c.want[i]) {
				t.Errorf("%s: got\n%+v\nwant\n%+v", c.name, got[i], c.want[i])
			}
		}
	}
}

// near reports whether two shapes are equal apart from rounding.
func near(a, b scene.Shape) bool {
	x, y := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	for i := range x.NumField() {
		if f := x.Field(i); f.Kind() == reflect.Float64 && math.Abs(f.Float()-y.Field(i).Float()) < 1e-9 {
			f.SetFloat(y.Field(i).Float())
		}
	}
	return a == b
}

// random returns a scene of all kinds of shapes with and without keys.
func random(rng *rand.Rand, n int) scene.Scene {
	s := scene.Scene{View: scene.Rectangle{W: 10, H: 10}}
	f := func() float64 { return math.Round(rng.Float64()*40) / 4 }
	for i := range n {
		sh := scene.Shape{
			Kind: scene.ShapeKind(rng.IntN(5)), X: f(), Y: f(), W: f(), H: f(), R: f() / 10, Text: string(rune('a' + rng.IntN(3))), D: "M0 0L1 1",
			Fill: scene.Colour(rng.IntN(5)), Stroke: scene.Colour(rng.IntN(3)), Width: float64(rng.IntN(2)), Shade: scene.Shade(rng.IntN(2)),
			Dash: float64(rng.IntN(2)), Fade: float64(rng.IntN(3)) / 4,
			Step: rng.IntN(9) - 1, Turn: rng.IntN(4) == 0, Grow: rng.IntN(2) == 0,
		}
		if rng.IntN(3) > 0 {
			sh.Key = fmt.Sprint("k", i)
			if rng.IntN(4) == 0 {
				sh.From = fmt.Sprint("k", rng.IntN(n))
			}
		}
		if rng.IntN(4) > 0 {
			s.Add(sh)
		}
	}
	rng.Shuffle(len(s.Shapes)/2, func(i, j int) { s.Shapes[i], s.Shapes[j] = s.Shapes[j], s.Shapes[i] })
	return s
}

func TestMotionsOfAnyScenesAreSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		n := rng.IntN(30)
		before, after := random(rng, n), random(rng, n)
		after.Spots = []scene.Spot{{Name: "a"}}
		m := scene.Between(before, after)
		if m.Duration() > 300*ms || m.Duration() < 0 {
			t.Fatalf("the motion takes %v", m.Duration())
		}
		if got := m.At(m.Duration()); !reflect.DeepEqual(got, after) || !reflect.DeepEqual(m.At(time.Hour), after) {
			t.Fatalf("the motion ends with\n%+v\nwant\n%+v", got, after)
		}
		if m.Duration() == 0 {
			continue
		}
		if got := m.At(0); !reflect.DeepEqual(got.Shapes, before.Shapes) || !reflect.DeepEqual(got.Spots, after.Spots) {
			t.Fatalf("the motion starts with\n%+v\nwant\n%+v", got, before)
		}
		seen := map[string]scene.Shape{}
		for at := -ms; at < m.Duration(); at += 13 * ms {
			s := m.At(at)
			if !reflect.DeepEqual(s, m.At(at)) {
				t.Fatal("the same time gives two different pictures")
			}
			keys := map[string]bool{}
			for _, sh := range s.Shapes {
				for _, v := range []float64{sh.X, sh.Y, sh.W, sh.H, sh.R, sh.Width, sh.Dash} {
					if math.IsNaN(v) || v < -1e-9 || v > 10+1e-9 {
						t.Fatalf("after %v there is %+v", at, sh)
					}
				}
				if sh.Fade < 0 || sh.Fade > 1 || sh.Mix < 0 || sh.Mix > 1 {
					t.Fatalf("after %v there is %+v", at, sh)
				}
				if sh.Key == "" {
					continue
				}
				if keys[sh.Key] {
					t.Fatalf("after %v there are two %q", at, sh.Key)
				}
				keys[sh.Key] = true
				from, was := find(before, sh.Key)
				to, is := find(after, sh.Key)
				last, ok := seen[sh.Key]
				if ok && was && is && to.From == "" && last.Kind == sh.Kind && from.Kind == to.Kind && (last.X-sh.X)*(to.X-from.X) > 1e-9 {
					t.Fatalf("%q moves back from %v to %v on its way from %v to %v", sh.Key, last.X, sh.X, from.X, to.X)
				}
				_, glides := find(before, to.From)
				if ok && !was && !glides && sh.Fade > last.Fade+1e-9 || ok && !is && sh.Fade < last.Fade-1e-9 {
					t.Fatalf("%q appears or disappears, and its transparency goes back from %v to %v", sh.Key, last.Fade, sh.Fade)
				}
				seen[sh.Key] = sh
			}
		}
	}
}

// Nothing jumps: just after the start of a step, everything is close to its old place, and just before the end, close to
// its new place.
func TestMotionsBeginAndEndWithoutAJump(t *testing.T) {
	before := lone(keyed("a", 0, scene.Disc(0, 0, 1, scene.Red)), keyed("b", 0, scene.Box(0, 0, 1, 1, 0, scene.Red)))
	moved := keyed("b", 1, scene.Box(3, 0, 2, 1, 0, scene.Red))
	after := lone(keyed("a", 1, scene.Disc(4, 0, 2, scene.Red)), moved, keyed("c", 1, scene.Disc(1, 1, 1, scene.Red)))
	m := scene.Between(before, after)
	for _, c := range []struct {
		at   time.Duration
		like scene.Scene
	}{{1, before}, {m.Duration() - 1, after}} {
		for _, sh := range m.At(c.at).Shapes {
			want, ok := find(c.like, sh.Key)
			if !ok && sh.Fade < 0.999 || ok && (math.Abs(sh.X-want.X) > 1e-3 || math.Abs(sh.W-want.W) > 1e-3 || sh.Fade > 1e-3) {
				t.Errorf("after %v there is %+v", c.at, sh)
			}
		}
	}
}

func BenchmarkMotion(b *testing.B) {
	before := scene.Scene{}
	for i := range 2000 {
		sh := scene.Disc(float64(i%50), float64(i/50), 0.4, scene.Red)
		if i%2 == 0 {
			sh.Key = fmt.Sprint("piece ", i)
		}
		before.Add(sh)
	}
	after := before
	after.Shapes = append([]scene.Shape(nil), before.Shapes...)
	for i := range 10 {
		sh := &after.Shapes[i*100]
		sh.Fill, sh.Step = scene.Blue, i+1
	}
	b.Run("Between", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			scene.Between(before, after)
		}
	})
	b.Run("At", func(b *testing.B) {
		b.ReportAllocs()
		m := scene.Between(before, after)
		for b.Loop() {
			m.At(150 * ms)
		}
	})
}
