package paint_test

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"attic/dev/race"
	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
)

// figures returns every kind of shape: filled and with a line around it, dashed, faded and changing.
func figures() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{W: 260, H: 231}}
	s.Add(scene.Box(4, 4, 252, 223, 12, scene.Panel))
	looks := []func(*scene.Shape){
		func(sh *scene.Shape) { sh.Fill = scene.Blue },
		func(sh *scene.Shape) { sh.Stroke, sh.Width = scene.Text, 1 },
		func(sh *scene.Shape) { sh.Fill, sh.Stroke, sh.Width = scene.Green, scene.Rim, 3 },
		func(sh *scene.Shape) { sh.Stroke, sh.Width, sh.Dash = scene.Accent, 2, 3 },
		func(sh *scene.Shape) { sh.Fill, sh.Fade, sh.Stroke, sh.Width = scene.Red, 0.6, scene.Red, 0.5 },
		func(sh *scene.Shape) { sh.Fill, sh.To, sh.Mix, sh.Lift = scene.Red, scene.Yellow, 0.5, 3 },
		func(sh *scene.Shape) { sh.Fill, sh.Lift, sh.Stroke, sh.Width = scene.Square, -4, scene.Last, 1.5 },
	}
	kinds := []scene.Shape{
		{Kind: scene.Circle, W: 26, H: 26},
		{Kind: scene.Circle, W: 12.5, H: 26},
		{Kind: scene.Rect, W: 28, H: 20, R: 6},
		{Kind: scene.Path, W: 13, H: 13, D: "M-1 0.8L0 -1L1 0.8Z"},
		{Kind: scene.Path, W: 13, H: 13, D: "M0 0.9C-2 -0.4 -0.6 -1.6 0 -0.5C0.6 -1.6 2 -0.4 0 0.9Z"},
		{Kind: scene.Letters, H: 26, Text: "Rg", Bold: true},
	}
	for i, kind := range kinds {
		for k, look := range looks {
			sh := kind
			look(&sh)
			sh.X, sh.Y = 46+float64(i)*38, 22+float64(k)*31
			s.Add(sh)
		}
	}
	for i, to := range [][2]float64{{14, 0}, {14, 4}, {14, 14}, {4, 14}, {0, 14}} {
		line := scene.Stroke(12, 16+float64(i)*32, 12+to[0], 16+float64(i)*32+to[1], []float64{1, 0.4, 2.5, 6, 3}[i], scene.Last)
		line.Dash = []float64{0, 0, 0, 0, 2}[i]
		s.Add(line)
	}
	return s
}

// pieces returns balls of all colours with letters, among them small balls and balls that turn over, and
// text in common sizes.
func pieces() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{W: 240, H: 200}}
	for i, letter := range "RYGCBPKW" {
		colour := scene.Red + scene.Colour(i)
		x := 16.2 + float64(i)*29.7
		ball := scene.Disc(x, 18, 13, colour)
		ball.Shade, ball.Lift = scene.Ball, 2
		if colour == scene.Black {
			ball.Stroke, ball.Width = scene.Rim, 1
		}
		word := scene.Word(x, 18, 13, string(letter), scene.Centre, scene.On(colour))
		word.Bold = true
		small, turning := ball, ball
		small.Y, small.W, small.H = 40, 9, 9
		turning.Y, turning.W, turning.Fade = 60, 24-float64(i)*3, float64(i)*0.1
		s.Add(ball, word, small, turning)
	}
	for i, line := range []string{"Red on j11 turns k10 yellow – “five”", "Player 2 · level 4 → Clichés, Größe", "0123456789 − × ÷ ½ ← ↑ → ↓ ♪ ‹ › …"} {
		y := 82 + float64(i)*33
		s.Add(
			scene.Word(8, y, 13, line, scene.Left, scene.Text),
			scene.Word(232, y+17, 10, line, scene.Right, scene.Muted),
		)
	}
	bold := scene.Word(120, 186, 15, "Twenty to play", scene.Centre, scene.On(scene.Accent))
	bold.Bold = true
	s.Add(scene.Box(40, 176, 160, 20, 8, scene.Accent), bold)
	return s
}

func TestPicturesLookAsBefore(t *testing.T) {
	race.Plain(t)
	for _, name := range palette.Themes() {
		for scale := 1; scale <= 2; scale++ {
			for what, s := range map[string]scene.Scene{"figures": figures(), "pieces": pieces()} {
				file := filepath.Join("testdata", fmt.Sprintf("%s-%s-%d.png", what, name, scale))
				got := paint.Image(s, theme(t, name), int(s.View.W)*scale, int(s.View.H)*scale)
				if *paint.Update {
					save(t, file, got)
				}
				alike(t, file, got)
			}
		}
	}
}

func save(t *testing.T, file string, picture image.Image) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}

// alike compares a picture with a file. Another processor may round differently, so small differences are
// allowed.
func alike(t *testing.T, file string, got *image.RGBA) {
	t.Helper()
	const tolerance = 3
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != got.Rect {
		t.Errorf("%s: the picture is %v, the file %v", file, got.Rect, want.Bounds())
		return
	}
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			a, b := got.RGBAAt(x, y), color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			for _, d := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
				if d < -tolerance || d > tolerance {
					t.Errorf("%s: %d, %d is %v, was %v; if that is intended, run the test with -update", file, x, y, a, b)
					return
				}
			}
		}
	}
}
