package palette_test

import (
	"math"
	"testing"

	"attic/dev/palettetest"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/draw/scene"
)

// cones are the matrices with which Machado, Oliveira and Fernandes (2009) simulate the lack of one kind of cones, for linear red, green and blue.
var cones = map[string][3][3]float64{
	"everybody":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in CIELAB as people with the given cones see it.
func lab(c palette.Colour, seen [3][3]float64) (l [3]float64) {
	var rgb, out [3]float64
	r, g, b := c.RGB()
	for i, v := range [3]uint8{r, g, b} {
		if rgb[i] = float64(v) / 255; rgb[i] <= 0.04045 {
			rgb[i] /= 12.92
		} else {
			rgb[i] = math.Pow((rgb[i]+0.055)/1.055, 2.4)
		}
	}
	for i, row := range seen {
		out[i] = min(max(row[0]*rgb[0]+row[1]*rgb[1]+row[2]*rgb[2], 0), 1)
	}
	var f [3]float64
	for i, row := range [3][3]float64{{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1094, 0.8729}} { // XYZ relative to D65
		if t := row[0]*out[0] + row[1]*out[1] + row[2]*out[2]; t > 0.008856 {
			f[i] = math.Cbrt(t)
		} else {
			f[i] = 7.787*t + 16./116
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

func apart(a, b palette.Colour, seen [3][3]float64) float64 {
	x, y := lab(a, seen), lab(b, seen)
	return math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

func TestLab(t *testing.T) {
	if l := lab(0xff0000, cones["everybody"]); math.Abs(l[0]-53.2) > 0.2 || math.Abs(l[1]-80.1) > 0.5 || math.Abs(l[2]-67.2) > 0.5 {
		t.Errorf("red is %.1f", l)
	}
	if d := apart(0x3fae5a, 0xe5484d, cones["deuteranopia"]); d > 12 { // the reason for the distinct pieces
		t.Errorf("green and red balls are %.1f apart in deuteranopia", d)
	}
}

// In the set of distinct pieces, any two colours differ by at least 25 for everybody, with each lack of cones. A just noticeable difference is 2.3.
func TestDistinctPiecesAreDistinct(t *testing.T) {
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		theme = theme.Wear(scene.Distinct, map[string]string{"red": "light", "blue": "deep"}) // the shades do not count
		for who, seen := range cones {
			for a := scene.Red; a <= scene.White; a++ {
				for b := scene.Red; b < a; b++ {
					if d := apart(theme.Colour(a), theme.Colour(b), seen); d < 25 {
						t.Errorf("%s, %s: %v and %v are only %.1f apart", name, who, theme.Colour(a), theme.Colour(b), d)
					}
				}
			}
		}
	}
}

// Whatever shades are chosen, two colours differ, letters on pieces are readable, and each piece or its rim is visible on every board.
func TestShadesAreApartAndSeen(t *testing.T) {
	for name, plain := range palettetest.Looks() {
		worn := map[string]palette.Theme{"balls": plain, scene.Distinct: plain.Wear(scene.Distinct, nil)}
		for _, shade := range palette.Shades[1:] {
			shades := map[string]string{"pink": shade, "": "none"}
			for _, piece := range palette.Pieces() {
				shades[piece] = shade
			}
			worn[shade] = plain.Wear("", shades)
		}
		for shade, theme := range worn {
			for a := scene.Red; a <= scene.White; a++ {
				if r := palettetest.Contrast(theme.Colour(a), theme.Colour(scene.On(a))); r < 4.5 {
					t.Errorf("%s, %s: letters on %v have a contrast of %.2f", name, shade, theme.Colour(a), r)
				}
				for _, board := range []scene.Colour{scene.Square, scene.Plate, scene.Panel} {
					rim := palettetest.Contrast(theme.Colour(scene.Rim), theme.Colour(board))
					if r := palettetest.Contrast(theme.Colour(a), theme.Colour(board)); max(r, rim) < 3 {
						t.Errorf("%s, %s: neither %v nor its rim is seen on %v: %.2f", name, shade, theme.Colour(a), theme.Colour(board), r)
					}
				}
				for other, than := range worn {
					for b := scene.Red; b < a && shade != scene.Distinct && other != scene.Distinct; b++ {
						if d := apart(theme.Colour(a), than.Colour(b), cones["everybody"]); d < 20 {
							t.Errorf("%s: %v (%s) and %v (%s) are only %.1f apart", name, theme.Colour(a), shade, than.Colour(b), other, d)
						}
					}
				}
			}
		}
		if theme := plain.Wear("none", nil); theme != plain {
			t.Errorf("%s: an unknown set changes colours", name)
		}
		if light := plain.Wear("", map[string]string{"red": "light"}); light.Style(grid.Red).Ground == plain.Style(grid.Red).Ground || light.Style(grid.Blue) != plain.Style(grid.Blue) {
			t.Errorf("%s: red alone is not lighter", name)
		}
	}
}
