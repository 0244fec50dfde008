package paint_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
)

func theme(t testing.TB, name string) palette.Theme {
	t.Helper()
	found, ok := palette.Find(name)
	if !ok {
		t.Fatalf("no theme %s", name)
	}
	return found
}

// picture returns the picture that a new painter paints.
func picture(t testing.TB, w, h int, scale float64, shapes ...scene.Shape) paint.Canvas {
	t.Helper()
	c := paint.NewCanvas(w, h)
	paint.New(theme(t, "dark"), scale).Paint(c, scene.Scene{Shapes: shapes})
	return c
}

func rgb(pixel uint32) [3]int {
	return [3]int{int(pixel >> 16), int(pixel >> 8 & 0xff), int(pixel & 0xff)}
}

// share returns a function for pictures in the dark theme. It returns the share, from 0 to 1, of the colour c in a
// pixel, in contrast to the background, measured in the channel in which the two differ most.
func share(t testing.TB, c scene.Colour) func(pixel uint32) float64 {
	t.Helper()
	dark := theme(t, "dark")
	ground, ink := rgb(uint32(dark.Colour(scene.Background))), rgb(uint32(dark.Colour(c)))
	best := 0
	for k := range ink {
		if ink[k]-ground[k] > ink[best]-ground[best] {
			best = k
		}
	}
	return func(pixel uint32) float64 {
		return float64(rgb(pixel)[best]-ground[best]) / float64(ink[best]-ground[best])
	}
}

// shares adds up the share of all pixels: the painted area, if nothing overlaps.
func shares(t testing.TB, c paint.Canvas, colour scene.Colour) float64 {
	t.Helper()
	sum, of := 0.0, share(t, colour)
	for _, pixel := range c.Pix {
		sum += of(pixel)
	}
	return sum
}

const red, white = scene.Red, scene.White

func filled(kind scene.ShapeKind, w, h, r float64) scene.Shape {
	return scene.Shape{Kind: kind, X: 30.3, Y: 30.6, W: w, H: h, R: r, Fill: white}
}

func lined(kind scene.ShapeKind, w, h, r, width float64) scene.Shape {
	return scene.Shape{Kind: kind, X: 30.3, Y: 30.6, W: w, H: h, R: r, Stroke: white, Width: width}
}

func TestShapesCoverTheirArea(t *testing.T) {
	const pi = math.Pi
	for _, c := range []struct {
		name  string
		shape scene.Shape
		want  float64
	}{
		{"circle", filled(scene.Circle, 40, 40, 0), 400 * pi},
		{"small circle", filled(scene.Circle, 3, 3, 0), 2.25 * pi},
		{"circle within a pixel", filled(scene.Circle, 0.5, 0.5, 0), 0.0625 * pi},
		{"flat ellipse", filled(scene.Circle, 40, 2, 0), 20 * pi},
		{"narrow ellipse", filled(scene.Circle, 0.4, 40, 0), 4 * pi},
		{"rectangle", filled(scene.Rect, 40.5, 20.25, 0), 40.5 * 20.25},
		{"narrow rectangle", filled(scene.Rect, 0.3, 40, 0), 12},
		{"rounded rectangle", filled(scene.Rect, 40, 20, 8), 800 - (4-pi)*64},
		{"rectangle with more corner than side", filled(scene.Rect, 40, 20, 50), 800 - (4-pi)*100},
		{"ring", lined(scene.Circle, 40, 40, 0, 3), pi * 3 * 40},
		{"ring thinner than a pixel", lined(scene.Circle, 40, 40, 0, 0.5), pi * 0.5 * 40},
		{"ring wider than its circle", lined(scene.Circle, 10, 10, 0, 14), pi * 144},
		{"frame", lined(scene.Rect, 40, 20, 0, 4), 2 * 4 * 60},
		{"rounded frame", lined(scene.Rect, 40, 20, 6, 4), 2*4*60 - 4*4*12 + pi*4*12},
		{"thin frame on whole pixels", lined(scene.Rect, 40, 20, 0, 1), 2 * 60},
		{"slanted line", lined(scene.Segment, 20, 13, 0, 3), 3*math.Hypot(20, 13) + pi*2.25},
		{"shallow line", lined(scene.Segment, -28, 2, 0, 3), 3*math.Hypot(28, 2) + pi*2.25},
		{"level line", lined(scene.Segment, 20, 0, 0, 5), 100 + pi*6.25},
		{"upright line", lined(scene.Segment, 0, -20, 0, 5), 100 + pi*6.25},
		{"thin line", lined(scene.Segment, 20, 13, 0, 0.25), 0.25 * (math.Hypot(20, 13) + pi/4)},
		{"thin level line", lined(scene.Segment, 20, 0, 0, 1), 20 + pi/4},
		{"point", lined(scene.Segment, 0, 0, 0, 9), pi * 81 / 4},
		{"triangle", scene.Shape{Kind: scene.Path, X: 30.3, Y: 30.6, W: 10, H: 20, D: "M-1 1L1 1L0 -1Z", Fill: white}, 400},
		{"mirrored triangle", scene.Shape{Kind: scene.Path, X: 30.3, Y: 30.6, W: 10, H: -20, D: "M-1 1L1 1L0 -1Z", Fill: white}, 400},
		{"parabola", scene.Shape{Kind: scene.Path, X: 30.3, Y: 30.6, W: 10, H: 10, D: "M-1 0 Q0 2 1 0Z", Fill: white}, 100 * 4 / 3},
		{"cubic", scene.Shape{Kind: scene.Path, X: 30.3, Y: 30.6, W: 10, H: 10, D: "M-1,0C-1,2 1,2 1,0Z", Fill: white}, 100 * 9 / 5 * 4 / 3},
		{"line along a path", scene.Shape{Kind: scene.Path, X: 15.3, Y: 30.6, W: 30, H: 10, D: "M0 0L1 0", Stroke: white, Width: 4}, 120 + pi*4},
	} {
		if got := shares(t, picture(t, 60, 60, 1, c.shape), white); math.Abs(got-c.want) > 0.01*c.want+0.3 {
			t.Errorf("%s covers %.2f, want %.2f", c.name, got, c.want)
		}
		double := shares(t, picture(t, 122, 122, 2, c.shape), white)
		if c.shape.Stroke == scene.None && math.Abs(double-4*c.want) > 0.01*4*c.want+0.3 {
			t.Errorf("%s covers %.2f at scale 2, want %.2f", c.name, double, 4*c.want)
		}
	}
}

func TestDashesAreHalfOfTheLine(t *testing.T) {
	for _, c := range []struct {
		name  string
		shape scene.Shape
		whole float64
	}{
		{"circle", lined(scene.Circle, 40, 40, 0, 2), 2 * math.Pi * 40},
		{"rectangle", lined(scene.Rect, 40, 32, 6, 2), 2*2*72 - 2*4*12 + 2*math.Pi*12},
		{"line", lined(scene.Segment, 24, 0, 0, 2), 48},
		{"slanted line", lined(scene.Segment, 24, 24, 0, 2), 2 * math.Hypot(24, 24)},
		{"path", scene.Shape{Kind: scene.Path, X: 12.3, Y: 20.6, W: 36, H: 10, D: "M0 0L1 0", Stroke: white, Width: 2}, 72},
	} {
		c.shape.Dash = 3
		got := shares(t, picture(t, 60, 60, 1, c.shape), white)
		if math.Abs(got-c.whole/2) > 0.05*c.whole {
			t.Errorf("the dashes of a %s cover %.1f of %.1f", c.name, got, c.whole)
		}
	}
}

func TestWhatIsNotToBeSeenChangesNothing(t *testing.T) {
	nan := math.NaN()
	for name, shape := range map[string]scene.Shape{
		"no colour":         {Kind: scene.Circle, X: 5, Y: 5, W: 5, H: 5},
		"faded":             {Kind: scene.Rect, X: 5, Y: 5, W: 5, H: 5, Fill: red, Fade: 1},
		"no width":          {Kind: scene.Rect, X: 5, Y: 5, H: 5, Fill: red, Stroke: red, Width: 1},
		"negative size":     {Kind: scene.Circle, X: 5, Y: 5, W: -5, H: 5, Fill: red, Shade: scene.Ball},
		"not a number":      {Kind: scene.Circle, X: nan, Y: 5, W: 5, H: 5, Fill: red},
		"infinite":          {Kind: scene.Segment, X: math.Inf(1), Y: 5, W: 5, H: 5, Stroke: red, Width: 1},
		"far away":          {Kind: scene.Circle, X: 1e7, Y: -1e7, W: 5, H: 5, Fill: red, Shade: scene.Ball},
		"far away, a path":  {Kind: scene.Path, X: 1e7, Y: 5, W: 5, H: 5, D: "M0 0L1 0L1 1Z", Fill: red, Stroke: red, Width: 1},
		"far away, letters": {Kind: scene.Letters, X: 5, Y: -1e7, H: 5, Text: "a", Fill: red},
		"empty path":        {Kind: scene.Path, X: 5, Y: 5, W: 5, H: 5, Fill: red, Stroke: red, Width: 1},
		"path of a point":   {Kind: scene.Path, X: 5, Y: 5, W: 5, H: 5, D: "M0 0", Fill: red, Stroke: red, Width: 1, Dash: 1},
		"no text":           {Kind: scene.Letters, X: 5, Y: 5, H: 5, Fill: red, Stroke: red, Width: 1},
		"unknown letters":   {Kind: scene.Letters, X: 5, Y: 5, H: 5, Text: "✓\U0001f600\u200b", Fill: red},
		"unknown kind":      {Kind: 99, X: 5, Y: 5, W: 5, H: 5, Fill: red, Stroke: red, Width: 1},
		"zero-length dash":  {Kind: scene.Segment, X: 5, Y: 5, Stroke: red, Width: 1, Dash: 1},
	} {
		t.Run(name, func(t *testing.T) {
			empty, got := picture(t, 10, 10, 1), picture(t, 10, 10, 1, shape)
			for i := range got.Pix {
				if got.Pix[i] != empty.Pix[i] {
					t.Fatalf("pixel %d, %d is %06x", i%10, i/10, got.Pix[i])
				}
			}
		})
	}
}

// Shapes far larger than the canvas need no more memory than the canvas.
func TestHugeShapesFillTheCanvas(t *testing.T) {
	for name, shape := range map[string]scene.Shape{
		"circle":    {Kind: scene.Circle, W: 1e7, H: 1e7, Fill: red},
		"ball":      {Kind: scene.Circle, W: 1e7, H: 1e7, Fill: red, Shade: scene.Ball},
		"rectangle": {Kind: scene.Rect, W: 1e7, H: 1e7, Fill: red, R: 9},
		"line":      {Kind: scene.Segment, X: -1e6, W: 2e6, Width: 1e5, Stroke: red},
		"path":      {Kind: scene.Path, X: -5e5, Y: -5e5, W: 1e6, H: 1e6, D: "M0 0L1 0L1 1L0 1Z", Fill: red},
		"letters":   {Kind: scene.Letters, H: 1e5, Text: "█", Fill: red},
	} {
		c := picture(t, 16, 16, 1, shape)
		want := uint32(theme(t, "dark").Colour(red))
		for i := range c.Pix {
			if c.Pix[i] != want {
				t.Errorf("%s: pixel %d, %d is %06x, want %06x", name, i%16, i/16, c.Pix[i], want)
				break
			}
		}
	}
}

func TestColoursAreMixed(t *testing.T) {
	dark := theme(t, "dark")
	at := func(sh scene.Shape) uint32 {
		sh.Kind, sh.X, sh.Y, sh.W, sh.H = scene.Rect, 5, 5, 10, 10
		return picture(t, 10, 10, 1, sh).Pix[55]
	}
	half := func(a, b scene.Colour) [3]int {
		x, y := rgb(uint32(dark.Colour(a))), rgb(uint32(dark.Colour(b)))
		for i := range x {
			x[i] = (x[i] + y[i]) / 2
		}
		return x
	}
	for _, c := range []struct {
		name  string
		shape scene.Shape
		want  [3]int
	}{
		{"the fill", scene.Shape{Fill: red}, half(red, red)},
		{"not yet changed", scene.Shape{Fill: red, To: white}, half(red, red)},
		{"half changed", scene.Shape{Fill: red, To: white, Mix: 0.5}, half(red, white)},
		{"wholly changed", scene.Shape{Fill: red, To: white, Mix: 1}, half(white, white)},
		{"more than changed", scene.Shape{Fill: red, To: white, Mix: 7}, half(white, white)},
		{"half gone", scene.Shape{Fill: red, Mix: 0.5}, half(red, scene.Background)},
		{"half there", scene.Shape{To: red, Mix: 0.5}, half(red, scene.Background)},
		{"half faded", scene.Shape{Fill: red, Fade: 0.5}, half(red, scene.Background)},
		{"letters' colour", scene.Shape{Fill: scene.On(red)}, half(scene.On(red), scene.On(red))},
	} {
		got := rgb(at(c.shape))
		for i := range got {
			if d := got[i] - c.want[i]; d < -1 || d > 1 {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
}

func TestBallsAreLitFromTheUpperLeft(t *testing.T) {
	brightness := func(pixel uint32) int { c := rgb(pixel); return c[0] + c[1] + c[2] }
	for colour := scene.Red; colour <= scene.White; colour++ {
		shape := scene.Disc(20, 20, 18, colour)
		shape.Shade = scene.Ball
		c := picture(t, 40, 40, 1, shape)
		at := func(x, y int) int { return brightness(c.Pix[y*c.Stride+x]) }
		light, middle, shadow := at(15, 13), at(20, 20), at(30, 31)
		if !(light >= middle && middle > shadow && light > shadow) {
			t.Errorf("colour %d: %d in the light, %d in the middle, %d in the shadow", colour, light, middle, shadow)
		}
	}
}

func TestTextStandsWhereItShould(t *testing.T) {
	for _, align := range []scene.Align{scene.Left, scene.Centre, scene.Right} {
		c := picture(t, 100, 60, 1, scene.Shape{Kind: scene.Letters, X: 50, Y: 30, H: 30, Text: "HH", Align: align, Fill: white})
		box := bounds(t, c)
		middle, want := float64(box.Min.X+box.Max.X)/2, 50.0
		half := scene.TextWidth("HH", 30, false) / 2
		switch align {
		case scene.Left:
			want += half
		case scene.Right:
			want -= half
		}
		if math.Abs(middle-want) > 1 {
			t.Errorf("alignment %d: the middle is at %v, want %v", align, middle, want)
		}
		if top, bottom := 30-box.Min.Y, box.Max.Y-30; top-bottom > 1 || bottom-top > 1 {
			t.Errorf("alignment %d: %d pixels above the middle, %d below", align, top, bottom)
		}
	}
}

// bounds returns the smallest area that contains all pixels of other colours than the background.
func bounds(t *testing.T, c paint.Canvas) image.Rectangle {
	t.Helper()
	var box image.Rectangle
	of := share(t, white)
	for i, pixel := range c.Pix {
		if math.Abs(of(pixel)) > 0.05 {
			x, y := i%c.Stride, i/c.Stride
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

func TestPictureIsAsLargeAsFitsInTheMiddle(t *testing.T) {
	dark := theme(t, "dark")
	s := scene.Scene{View: scene.Rectangle{X: -1, Y: 2, W: 4, H: 2}}
	s.Add(scene.Box(-1, 2, 4, 2, 0, red))
	got := paint.Image(s, dark, 100, 100)
	for _, c := range []struct {
		x, y int
		want scene.Colour
	}{
		{0, 24, scene.Background}, {0, 25, red}, {99, 25, red}, {0, 74, red}, {99, 75, scene.Background},
	} {
		r, g, b := dark.RGB(c.want)
		if got.RGBAAt(c.x, c.y) != (color.RGBA{r, g, b, 255}) {
			t.Errorf("%d, %d is %v", c.x, c.y, got.RGBAAt(c.x, c.y))
		}
	}
	if empty := paint.Image(scene.Scene{}, dark, 0, -3); !empty.Rect.Empty() {
		t.Errorf("the empty picture is %v", empty.Rect)
	}
}

// random returns a scene of shapes of all kinds, some of them partly outside a canvas of 200 by 150.
func random(rng *rand.Rand, n int) []scene.Shape {
	shapes := make([]scene.Shape, n)
	for i := range shapes {
		shapes[i] = randomShape(rng)
	}
	return shapes
}

func randomShape(rng *rand.Rand) scene.Shape {
	colour := func() scene.Colour { return scene.Colour(rng.IntN(scene.Colours)) }
	sh := scene.Shape{
		Kind: scene.ShapeKind(rng.IntN(5)), X: rng.Float64()*240 - 20, Y: rng.Float64()*190 - 20,
		W: rng.ExpFloat64() * 30, H: rng.ExpFloat64() * 30, R: rng.Float64() * 10,
		Fill: colour(), Bold: rng.IntN(2) == 0, Align: scene.Align(rng.IntN(3)), Shade: scene.Shade(rng.IntN(2)),
	}
	if rng.IntN(2) == 0 {
		sh.Stroke, sh.Width = colour(), rng.ExpFloat64()*3
	}
	if rng.IntN(4) == 0 {
		sh.Dash = rng.Float64() * 10
	}
	if rng.IntN(4) == 0 {
		sh.Fade, sh.To, sh.Mix = rng.Float64(), colour(), rng.Float64()
	}
	switch sh.Kind {
	case scene.Segment:
		sh.W, sh.H = (sh.W-30)*float64(rng.IntN(3)), (sh.H-30)*float64(rng.IntN(3))
	case scene.Path:
		sh.D = []string{"M-1 1L1 1L0 -1Z", "M-1 0Q0 2 1 0L0 0.5", "M-1 0C-1 2 1 2 1 0Z M0 0L0 -1"}[rng.IntN(3)]
	case scene.Letters:
		sh.Text = []string{"a", "K", "Player 1 · level 4", "→ Çé", "✓"}[rng.IntN(5)]
	}
	return sh
}

// For any change from one scene to the next, painting the differences gives the same picture as painting
// everything, nothing changes outside the areas returned, and those areas are within the canvas.
func TestPaintingWhatDiffersIsPaintingEverything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dark := theme(t, "dark")
	for round := range 24 {
		const w, h = 200, 150
		scale := []float64{1, 1.25, 0.7}[round%3]
		stride := w + rng.IntN(5)
		c := paint.Canvas{Pix: make([]uint32, h*stride), W: w, H: h, Stride: stride}
		p := paint.New(dark, scale)
		shapes := random(rng, rng.IntN(40))
		for step := range 12 {
			name := fmt.Sprintf("round %d, step %d", round, step)
			before := append([]uint32(nil), c.Pix...)
			changed := p.Paint(c, scene.Scene{Shapes: shapes})
			if len(changed) > 8 {
				t.Errorf("%s: %d areas", name, len(changed))
			}
			want := paint.NewCanvas(w, h)
			paint.New(dark, scale).Paint(want, scene.Scene{Shapes: shapes})
			for y := range h {
				for x := range stride {
					at := y*stride + x
					within := false
					for _, r := range changed {
						within = within || image.Pt(x, y).In(r)
					}
					if !within && c.Pix[at] != before[at] {
						t.Fatalf("%s: %d, %d changed outside %v", name, x, y, changed)
					}
					if x < w && c.Pix[at] != want.Pix[y*w+x] {
						t.Fatalf("%s: %d, %d is %06x, want %06x", name, x, y, c.Pix[at], want.Pix[y*w+x])
					}
				}
			}
			for _, r := range changed {
				if r.Empty() || !r.In(image.Rect(0, 0, w, h)) {
					t.Errorf("%s: the area %v", name, r)
				}
			}
			shapes = altered(rng, shapes)
		}
	}
}

// altered returns the shapes with a few changes, possibly in the same slice.
func altered(rng *rand.Rand, shapes []scene.Shape) []scene.Shape {
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(shapes) + 1)
		switch rng.IntN(7) {
		case 0:
			shapes = append(shapes[:at:at], append([]scene.Shape{randomShape(rng)}, shapes[at:]...)...)
		case 1, 2:
			if at < len(shapes) {
				shapes[at] = randomShape(rng)
			}
		case 3:
			if at < len(shapes) {
				shapes = append(shapes[:at:at], shapes[at+1:]...)
			}
		case 4:
			if at < len(shapes) {
				other := rng.IntN(len(shapes))
				shapes[at], shapes[other] = shapes[other], shapes[at]
			}
		case 5:
			if at < len(shapes) {
				shapes[at].X += rng.Float64()
			}
		case 6:
			rng.Shuffle(len(shapes), func(i, k int) { shapes[i], shapes[k] = shapes[k], shapes[i] })
		}
	}
	return shapes
}

func TestPaintsOnlyWhatDiffers(t *testing.T) {
	const w, h = 400, 300
	board := func() []scene.Shape {
		var shapes []scene.Shape
		for i := range 12 {
			shapes = append(shapes, scene.Disc(float64(20+30*i), 50, 12, red), scene.Disc(float64(20+30*i), 250, 12, white))
		}
		return shapes
	}
	near := func(x, y int) image.Rectangle { return image.Rect(x-14, y-14, x+14, y+14) }
	for _, c := range []struct {
		name   string
		change func([]scene.Shape) []scene.Shape
		want   []image.Rectangle // each contains painted pixels, and together they contain all of them
	}{
		{"nothing", func(s []scene.Shape) []scene.Shape { return s }, nil},
		{"one changes colour", func(s []scene.Shape) []scene.Shape { s[4].Fill = white; return s }, []image.Rectangle{near(80, 50)}},
		{"one moves far", func(s []scene.Shape) []scene.Shape { s[0].X = 350; return s }, []image.Rectangle{near(20, 50), near(350, 50)}},
		{"one appears", func(s []scene.Shape) []scene.Shape {
			return append([]scene.Shape{scene.Disc(200, 150, 12, red)}, s...)
		}, []image.Rectangle{near(200, 150)}},
		{"one disappears", func(s []scene.Shape) []scene.Shape { return s[1:] }, []image.Rectangle{near(20, 50)}},
		{"one appears and another disappears", func(s []scene.Shape) []scene.Shape {
			return append(s[1:], scene.Disc(200, 150, 12, red))
		}, []image.Rectangle{near(20, 50), near(200, 150)}},
		{"the first moves to the front", func(s []scene.Shape) []scene.Shape { return append(s[1:], s[0]) }, []image.Rectangle{near(20, 50)}},
		{"the last moves to the back", func(s []scene.Shape) []scene.Shape { return append(s[23:], s[:23]...) }, []image.Rectangle{near(350, 250)}},
	} {
		p, canvas := paint.New(theme(t, "dark"), 1), paint.NewCanvas(w, h)
		p.Paint(canvas, scene.Scene{Shapes: board()})
		got := p.Paint(canvas, scene.Scene{Shapes: c.change(board())})
		if len(got) != len(c.want) {
			t.Errorf("%s: %v", c.name, got)
			continue
		}
		for _, want := range c.want {
			found := false
			for _, r := range got {
				found = found || r.In(want)
			}
			if !found {
				t.Errorf("%s: %v is missing in %v", c.name, want, got)
			}
		}
	}
}

func TestPaintsEverythingAnew(t *testing.T) {
	s := scene.Scene{Shapes: []scene.Shape{scene.Disc(20, 20, 12, red)}}
	for name, change := range map[string]func(*paint.Painter, *paint.Canvas){
		"after Forget":              func(p *paint.Painter, _ *paint.Canvas) { p.Forget() },
		"with another theme":        func(p *paint.Painter, _ *paint.Canvas) { p.SetTheme(theme(t, "light")) },
		"at another scale":          func(p *paint.Painter, _ *paint.Canvas) { p.SetScale(2) },
		"on a canvas of other size": func(_ *paint.Painter, c *paint.Canvas) { *c = paint.NewCanvas(50, 41) },
	} {
		p, c := paint.New(theme(t, "dark"), 1), paint.NewCanvas(40, 40)
		p.Paint(c, s)
		p.SetTheme(theme(t, "dark"))
		p.SetScale(1)
		if again := p.Paint(c, s); len(again) != 0 {
			t.Errorf("painted %v though nothing changed", again)
		}
		change(p, &c)
		if got := p.Paint(c, s); len(got) != 1 || got[0] != image.Rect(0, 0, c.W, c.H) {
			t.Errorf("%s: painted %v", name, got)
		}
	}
	if got := paint.New(theme(t, "dark"), 1).Paint(paint.Canvas{}, s); got != nil {
		t.Errorf("painted %v of an empty canvas", got)
	}
}
