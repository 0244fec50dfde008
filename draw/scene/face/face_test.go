package face_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"attic/draw/scene"
	"attic/draw/scene/face"
)

func TestEachCharacterHasANameOfItsOwn(t *testing.T) {
	if face.Count() < 8 {
		t.Errorf("there are %d characters, want at least 8", face.Count())
	}
	seen := map[string]bool{}
	for i := range face.Count() {
		if name := face.Name(i); name == "" || seen[name] {
			t.Errorf("character %d has the name %q", i, name)
		} else {
			seen[name] = true
		}
	}
}

func TestAnyNumberMeansACharacter(t *testing.T) {
	n := face.Count()
	for _, c := range []struct{ name, same int }{{n, 0}, {n + 3, 3}, {-1, n - 1}, {-n, 0}, {-2*n - 2, n - 2}} {
		if face.Name(c.name) != face.Name(c.same) || !slices.Equal(face.Draw(c.name, scene.Red), face.Draw(c.same, scene.Red)) {
			t.Errorf("%d is %s and %d is %s, want the same character", c.name, face.Name(c.name), c.same, face.Name(c.same))
		}
	}
}

// Characters are distinguishable in black and white.
func TestCharactersDifferWithoutColour(t *testing.T) {
	for i := range face.Count() {
		for j := range i {
			if slices.Equal(plain(i), plain(j)) {
				t.Errorf("%s and %s look alike", face.Name(i), face.Name(j))
			}
		}
	}
}

// plain returns a character in a single colour and without its background.
func plain(i int) []scene.Shape {
	shapes := face.Draw(i, scene.Red)[1:]
	for i, sh := range shapes {
		if sh.Fill != scene.None {
			shapes[i].Fill = scene.Text
		}
		if sh.Stroke != scene.None {
			shapes[i].Stroke = scene.Text
		}
	}
	return shapes
}

func TestCharactersAreInTheirColour(t *testing.T) {
	for i := range face.Count() {
		shapes := face.Draw(i, scene.Blue)
		ground := scene.Shape{Kind: scene.Rect, W: 1, H: 1, R: shapes[0].R, Fill: scene.Blue, Fade: shapes[0].Fade}
		if shapes[0] != ground || ground.R <= 0 || ground.Fade <= 0 {
			t.Errorf("the background of %s is %+v, want a faint square with round corners", face.Name(i), shapes[0])
		}
		own := 0
		for _, sh := range shapes[1:] {
			for _, colour := range []scene.Colour{sh.Fill, sh.Stroke} {
				switch colour {
				case scene.Blue:
					own++
				case scene.None, scene.On(scene.Blue), scene.White, scene.Black, scene.Yellow:
				default:
					t.Errorf("%s has the colour %d: %+v", face.Name(i), colour, sh)
				}
			}
		}
		if own == 0 {
			t.Errorf("%s has nothing in its colour", face.Name(i))
		}
	}
}

func TestCharactersStayInTheirBox(t *testing.T) {
	for i := range face.Count() {
		for _, sh := range face.Draw(i, scene.Red) {
			for _, p := range edge(t, sh) {
				if out := max(math.Abs(p.X), math.Abs(p.Y)) + sh.Width/2; out > 0.5 {
					t.Errorf("%s reaches %.3f at %.3v: %+v", face.Name(i), out, p, sh)
				}
			}
			if sh.Key != "" || sh.Step != 0 || sh.Fade < 0 || sh.Fade >= 1 || sh.Kind != scene.Segment && (sh.W <= 0 || sh.H <= 0) {
				t.Errorf("%s has %+v", face.Name(i), sh)
			}
		}
	}
}

// edge returns points on the edge of a shape, among them points close to the outermost ones.
func edge(t *testing.T, sh scene.Shape) []scene.Point {
	t.Helper()
	switch sh.Kind {
	case scene.Segment:
		return []scene.Point{{X: sh.X, Y: sh.Y}, {X: sh.X + sh.W, Y: sh.Y + sh.H}}
	case scene.Path:
		var points []scene.Point
		commands := 0
		at := scene.Point{}
		for c := range sh.Outline() {
			if commands++; len(c.Points()) == 0 {
				continue
			}
			curve := append([]scene.Point{at}, c.Points()...)
			at = curve[len(curve)-1]
			if c.Op == 'M' {
				curve = []scene.Point{at}
			}
			for part := range 33 {
				points = append(points, along(curve, float64(part)/32))
			}
		}
		if want := len(sh.D) - len(strings.Map(letterless, sh.D)); commands != want {
			t.Errorf("%d commands of %d are read: %s", commands, want, sh.D)
		}
		return points
	}
	return []scene.Point{{X: sh.X - sh.W/2, Y: sh.Y - sh.H/2}, {X: sh.X + sh.W/2, Y: sh.Y + sh.H/2}}
}

func letterless(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return -1
	}
	return r
}

// along returns the point of a Bézier curve at the fraction part of its length.
func along(curve []scene.Point, part float64) scene.Point {
	curve = slices.Clone(curve)
	for n := len(curve) - 1; n > 0; n-- {
		for i := range n {
			curve[i].X += part * (curve[i+1].X - curve[i].X)
			curve[i].Y += part * (curve[i+1].Y - curve[i].Y)
		}
	}
	return curve[0]
}
