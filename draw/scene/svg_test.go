package scene_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/draw/scene"
)

var update = flag.Bool("update", false, "rewrite testdata")

// rgb gives every colour a different value: red is red, white is blue.
func rgb(c scene.Colour) (r, g, b uint8) {
	switch c {
	case scene.Red:
		return 200, 0, 0
	case scene.White:
		return 0, 0, 200
	}
	return 30, 60 + uint8(c)*4, 30
}

// every returns a scene with all kinds of shapes.
func every() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{X: -1, Y: -1, W: 8, H: 4}}
	ball := scene.Disc(0, 0, 0.42, scene.Red)
	ball.Shade = scene.Ball
	changing := ball
	changing.X, changing.To, changing.Mix = 1, scene.Yellow, 0.5
	black := ball
	black.X, black.Fill, black.Stroke, black.Width = 2, scene.Black, scene.Rim, 0.04
	egg := scene.Disc(3, 0, 0.4, scene.Green)
	egg.W, egg.Fade = 0.3, 0.25
	dashed := scene.Ring(4, 0, 0.4, 0.05, scene.Accent)
	dashed.Dash = 0.1
	bold := scene.Word(0, 0, 0.4, "R", scene.Centre, scene.On(scene.Red))
	bold.Bold = true
	rim := scene.Word(6, 2, 0.4, "8", scene.Right, scene.Text)
	rim.Stroke, rim.Width = scene.Background, 0.1
	coming := scene.Disc(5, 0, 0.4, scene.None)
	coming.To, coming.Mix, coming.Stroke, coming.Width = scene.Blue, 0.25, scene.Line, 0.05
	s.Add(
		ball, bold, changing, black, egg, dashed, coming,
		scene.Box(-0.5, 0.7, 2, 0.6, 0.2, scene.Square),
		scene.Stroke(2, 1, 3, 1.5, 0.1, scene.Beam),
		scene.Shape{Kind: scene.Path, X: 4, Y: 1.2, W: 0.4, H: 0.4, D: "M-1 0L-.2.8 1-.8Q0 0-1 0Z", Fill: scene.Good, Stroke: scene.Text, Width: 0.02},
		scene.Word(-0.5, 2, 0.4, `<"12" & more>`, scene.Left, scene.Text), rim,
	)
	s.Spots = []scene.Spot{
		{Name: "a1", Area: scene.Rectangle{X: -0.5, Y: -0.5, W: 1, H: 1}, Round: true, Label: "a1, red"},
		{Name: "b1", Area: scene.Rectangle{X: 0.5, Y: -0.5, W: 1, H: 1}, Label: "b1 <new>"},
	}
	s.Layers = []scene.Layer{{Name: "more", Shapes: []scene.Shape{scene.Word(0, 0, 1, "layer", scene.Left, scene.Text)}}}
	return s
}

func TestSVGGolden(t *testing.T) {
	got := every().SVG(640, rgb)
	file := filepath.Join("testdata", "every.svg")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the drawing differs from %s; got\n%s", file, got)
	}
	if got != every().SVG(640, rgb) {
		t.Error("the same scene gives two different files")
	}
	wellFormed(t, got)
}

func wellFormed(t *testing.T, file string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(file)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, file)
		}
	}
}

// Each shape appears in the file as expected.
func TestSVG(t *testing.T) {
	with := func(sh scene.Shape, change func(*scene.Shape)) scene.Shape { change(&sh); return sh }
	disc := scene.Disc(1, 1, 0.5, scene.Red)
	for _, c := range []struct {
		name  string
		shape scene.Shape
		want  string // a part of the file; "": the shape is not in the file
	}{
		{"a disc", disc, `<circle cx="10" cy="10" r="5" fill="#c80000"/>`},
		{"a turning disc", with(disc, func(s *scene.Shape) { s.W = 0.2 }), `<ellipse cx="10" cy="10" rx="1" ry="5" fill="#c80000"/>`},
		{"a half transparent disc", with(disc, func(s *scene.Shape) { s.Fade = 0.5 }), `fill="#c80000" opacity="0.5"/>`},
		{"a rectangle", scene.Box(1, 1, 0.5, 0.5, 0, scene.Red), `<rect x="10" y="10" width="5" height="5" fill="#c80000"/>`},
		{"corners as round as possible", scene.Box(1, 1, 0.5, 0.5, 9, scene.Red), ` rx="2.5"`},
		{"halfway to another fill", with(disc, func(s *scene.Shape) { s.To, s.Mix = scene.White, 0.5 }), `fill="#640064"`},
		{"wholly another fill", with(disc, func(s *scene.Shape) { s.To, s.Mix = scene.White, 1 }), `fill="#0000c8"`},
		{"to no fill", with(disc, func(s *scene.Shape) { s.Mix = 0.25 }), `fill="#c80000" opacity="0.75"/>`},
		{"a fill that comes within its edge", with(disc, func(s *scene.Shape) {
			s.Fill, s.To, s.Mix, s.Stroke, s.Width = scene.None, scene.Red, 0.25, scene.Red, 0.1
		}), `fill="#c80000" fill-opacity="0.25" stroke="#c80000" stroke-width="1"/>`},
		{"a dashed segment", with(scene.Stroke(0, 0, 1, 2, 0.1, scene.Red), func(s *scene.Shape) { s.Dash = 0.3 }), `<path d="M0 0L10 20" stroke="#c80000" stroke-width="1" stroke-dasharray="3" stroke-linecap="butt"/>`},
		{"a path", scene.Shape{Kind: scene.Path, X: 1, Y: 1, W: 1, H: 0.5, D: "M0 0L1 1Q0 1 0 0Z", Fill: scene.Red}, `<path d="M10 10L20 15Q10 15 10 10Z" fill="#c80000"/>`},
		{"letters stand around their middle", scene.Word(1, 1, 1, "E", scene.Centre, scene.Red), `<text x="10" y="13.6" font-size="10" text-anchor="middle" fill="#c80000">E</text>`},
		{"letters end at their place", scene.Word(1, 1, 1, "E", scene.Right, scene.Red), ` text-anchor="end"`},
		{"text is escaped", scene.Word(1, 1, 1, "<&>\x00\xff", scene.Left, scene.Red), ">&lt;&amp;&gt;\ufffd</text>"},
		{"a ball has a rim", with(disc, func(s *scene.Shape) { s.Shade = scene.Ball }), ` r="4.83" fill="url(#ballc80000)" stroke="#`},
		{"a raised disc has a shadow", with(disc, func(s *scene.Shape) { s.Lift = 0.1 }), `<ellipse cx="10.25" cy="10.7" rx="6" ry="6" fill="url(#shade`},
		{"a raised rectangle has a shadow", with(scene.Box(1, 1, 2, 1, 0, scene.Red), func(s *scene.Shape) { s.Lift = 0.1 }), `opacity="0.45" filter="url(#soft1)"/>`},
		{"a sunken rectangle is dark above", with(scene.Box(1, 1, 2, 1, 0, scene.Red), func(s *scene.Shape) { s.Lift = -0.1 }), `fill="url(#sunkc80000-100)"/>`},
		{"a golden line has edges", scene.Stroke(0, 0, 1, 2, 0.1, scene.Last), `" stroke-width="3"/>`},
		{"no fill and no edge", scene.Disc(1, 1, 1, scene.None), ""},
		{"an edge without width", scene.Ring(1, 1, 1, 0, scene.Red), ""},
		{"faded away", with(disc, func(s *scene.Shape) { s.Fade = 1 }), ""},
		{"no width", with(disc, func(s *scene.Shape) { s.W = 0 }), ""},
		{"a position that is not a number", with(disc, func(s *scene.Shape) { s.X = math.NaN() }), ""},
		{"infinite width", with(disc, func(s *scene.Shape) { s.W = math.Inf(1) }), ""},
		{"a path without commands", scene.Shape{Kind: scene.Path, W: 1, H: 1, D: "hello", Fill: scene.Red}, ""},
		{"letters of no size", scene.Word(1, 1, 0, "E", scene.Left, scene.Red), ""},
	} {
		s := scene.Scene{View: scene.Rectangle{W: 10, H: 10}}
		empty := s.SVG(100, rgb)
		s.Add(c.shape)
		got := s.SVG(100, rgb)
		wellFormed(t, got)
		if c.want == "" && got != empty || !strings.Contains(got, c.want) {
			t.Errorf("%s: drawn\n%s\nwant %q", c.name, got, c.want)
		}
	}
}

func TestSVGSizes(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  scene.Rectangle
		width float64
		want  string
	}{
		{"as wide as asked", scene.Rectangle{W: 2, H: 3}, 100, `viewBox="0 0 100 150" width="100" height="150"`},
		{"in its own units", scene.Rectangle{W: 2, H: 3}, 0, `viewBox="0 0 2 3"`},
		{"nothing at all", scene.Rectangle{}, 100, `viewBox="0 0 0 0"`},
	} {
		got := scene.Scene{View: c.view}.SVG(c.width, rgb)
		wellFormed(t, got)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: drawn\n%s\nwant %s", c.name, got, c.want)
		}
	}
}

// With light and shadow, a black ball still looks black and a white ball white.
func TestSVGBalls(t *testing.T) {
	ball := scene.Disc(0, 0, 1, scene.Red)
	ball.Shade = scene.Ball
	s := scene.Scene{View: scene.Rectangle{W: 1, H: 1}, Shapes: []scene.Shape{ball}}
	for _, c := range []struct {
		name                string
		r, g, b             uint8
		light, pure, shadow string
	}{
		{"a colour", 0x80, 0x60, 0x70, "#c6b7bf", "#806070", "#46353e"},
		{"nearly dark", 0x66, 0, 0, "#ba8c8c", "#600", "#380000"},
		{"half dark", 0x33, 0, 0, "#8e7171", "#300", "#1c0000"},
		{"black", 0, 0, 0, "#575757", "#000", "#000"},
		{"nearly pale", 0x99, 0xff, 0xff, "#d1ffff", "#9ff", "#548c8c"},
		{"white", 255, 255, 255, "#fff", "#fff", "#c2c2c2"},
	} {
		got := s.SVG(1, func(scene.Colour) (r, g, b uint8) { return c.r, c.g, c.b })
		want := fmt.Sprintf(`<stop stop-color="%s"/><stop offset="0.45" stop-color="%s"/><stop offset="1" stop-color="%s"/>`, c.light, c.pure, c.shadow)
		if !strings.Contains(got, want) {
			t.Errorf("%s: drawn\n%s\nwant %s", c.name, got, want)
		}
	}
}

// Pictures of different scenes may be on one web page, so gradients with the same name must be equal.
func TestSVGNamesOfBallsFollowTheirColour(t *testing.T) {
	ball := scene.Disc(0, 0, 1, scene.Red)
	ball.Shade = scene.Ball
	s := scene.Scene{View: scene.Rectangle{W: 1, H: 1}, Shapes: []scene.Shape{ball, ball}}
	other := s
	other.Shapes = []scene.Shape{ball}
	other.Shapes[0].Fill = scene.Blue
	a, b := s.SVG(1, rgb), other.SVG(1, rgb)
	if strings.Count(a, "<radialGradient") != 1 || strings.Count(a, "url(#ballc80000)") != 2 || strings.Contains(b, "ballc80000") {
		t.Errorf("drawn\n%s\nand\n%s", a, b)
	}
}

// In a measured scene words have the width of the program's letters; single characters need none.
func TestMeasuredWords(t *testing.T) {
	s := scene.Scene{View: scene.Rectangle{W: 90, H: 20}, Measured: true}
	s.Add(scene.Word(4, 10, 15, "Your move", scene.Left, scene.Text), scene.Word(80, 10, 15, "W", scene.Centre, scene.Text))
	want := fmt.Sprintf(`textLength="%.0f`, math.Floor(scene.TextWidth("Your move", 15, false)))
	if got := s.SVG(0, rgb); strings.Count(got, "textLength") != 1 || !strings.Contains(got, want) {
		t.Errorf("want %s once:\n%s", want, got)
	}
	if s.Measured = false; strings.Contains(s.SVG(0, rgb), "textLength") {
		t.Error("words have a length in any scene")
	}
}
