package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"attic/dev/desktest"
	"attic/dev/palettetest"
	"attic/draw/palette"
	"attic/draw/scene"
)

// over returns the colour of a translucent shape over the colour below it.
func over(c, below palette.Colour, fade float64) palette.Colour {
	mix := func(a, b uint8) palette.Colour {
		return palette.Colour(math.Round(float64(a) + (float64(b)-float64(a))*fade))
	}
	r, g, b := c.RGB()
	r2, g2, b2 := below.RGB()
	return mix(r, r2)<<16 | mix(g, g2)<<8 | mix(b, b2)
}

// The least contrasts of text and of marks.
const (
	leastText = 4.5
	leastMark = 3
)

// colourNames are the names of colours, for messages.
var colourNames = map[scene.Colour]string{
	scene.Background: "background", scene.Panel: "panel", scene.Square: "square", scene.Block: "block", scene.Raised: "raised", scene.Frame: "frame", scene.Plate: "plate", scene.Edge: "edge", scene.Text: "text", scene.Muted: "muted",
	scene.Accent: "accent", scene.Legal: "legal", scene.Last: "last", scene.Good: "good", scene.Bad: "bad", scene.Beam: "beam", scene.Rim: "rim",
	scene.Red: "red", scene.Yellow: "yellow", scene.Green: "green", scene.Cyan: "cyan", scene.Blue: "blue", scene.Purple: "purple",
	scene.Black: "black", scene.White: "white", scene.Query: "query", scene.Waiting: "waiting",
}

// The dot of a black or white seat is visible in every theme.
func TestContrastOfSeats(t *testing.T) {
	for name, theme := range palettetest.Looks() {
		for _, seat := range []scene.Colour{scene.Black, scene.White} {
			dot := seatDot(0, 0, seat)
			if r := max(palettetest.Contrast(theme.Colour(dot.Fill), theme.Colour(scene.Panel)), palettetest.Contrast(theme.Colour(dot.Stroke), theme.Colour(scene.Panel))); r < leastMark || dot.Width < 1 {
				t.Errorf("%s: neither the dot of a %s seat nor its rim is seen on the panel: %.2f", name, colourNames[seat], r)
			}
		}
	}
}

// In every theme and on every board, text, marks and the contents of the board are readable.
func TestContrastOfColours(t *testing.T) {
	for name, theme := range palettetest.Looks() {
		check := func(what scene.Colour, on scene.Colour, least float64) {
			t.Helper()
			ground, isOn := scene.Ground(what)
			label := colourNames[ground]
			if isOn {
				label = "letters on " + label
			}
			if r := palettetest.Contrast(theme.Colour(what), theme.Colour(on)); r < least {
				t.Errorf("%s: %s, %v, on %s, %v, has a contrast of %.2f, less than %g", name, label, theme.Colour(what), colourNames[on], theme.Colour(on), r, least)
			}
		}
		for _, ground := range []scene.Colour{scene.Background, scene.Panel, scene.Raised} {
			for _, ink := range []scene.Colour{scene.Text, scene.Muted, scene.Accent, scene.Good, scene.Bad} {
				check(ink, ground, leastText)
			}
			for _, mark := range []scene.Colour{scene.Legal, scene.Beam, scene.Rim} {
				check(mark, ground, leastMark)
			}
		}
		check(scene.On(scene.Frame), scene.Frame, leastText)
		for _, ground := range []scene.Colour{scene.Square, scene.Plate} {
			for _, ink := range []scene.Colour{scene.Text, scene.On(ground)} {
				check(ink, ground, leastText)
			}
			for _, mark := range []scene.Colour{scene.Accent, scene.Good, scene.Bad, scene.Legal, scene.Beam} {
				check(mark, ground, leastMark)
			}
			if theme.Colour(scene.Edge) == 0 {
				check(scene.Last, ground, leastMark)
			} else {
				check(scene.Edge, ground, leastMark)
				check(scene.Last, scene.Edge, leastMark)
			}
			for piece := scene.Red; piece <= scene.White; piece++ {
				on, ball := theme.Colour(ground), theme.Colour(piece)
				rim := over(ball, theme.Colour(scene.Rim), scene.RimShare)
				if r := max(palettetest.Contrast(ball, on), palettetest.Contrast(rim, on)); r < leastMark {
					t.Errorf("%s: neither %s, %v, nor its rim, %v, is seen on %s, %v: %.2f", name, colourNames[piece], ball, rim, colourNames[ground], on, r)
				}
			}
		}
		for _, ground := range []scene.Colour{scene.Text, scene.Accent, scene.Last, scene.Good, scene.Bad} {
			check(scene.On(ground), ground, leastText)
		}
		for piece := scene.Red; piece <= scene.White; piece++ {
			check(scene.On(piece), piece, leastText)
		}
		for _, cursor := range []scene.Colour{scene.Query, scene.Waiting} {
			check(scene.On(cursor), cursor, leastText)
		}
		if white := theme.Colour(scene.On(scene.Query)); white != 0xffffff {
			t.Errorf("%s: the query cursor's sign is %v, not white", name, white)
		}
	}
}

// The text on each page is readable on its background, in every theme. Disabled controls and shapes that appear or
// disappear may be paler.
func TestContrastOfPages(t *testing.T) {
	for _, page := range desktest.Visits {
		d := open(t, page.ID, page.Programs, page.Script, tiny)
		s := d.p.page.scene
		for name, theme := range palettetest.Looks() {
			said := map[string]bool{}
			for i, sh := range s.Shapes {
				a := area(sh)
				if sh.Kind != scene.Letters || sh.Fade > 0.3 || strings.TrimSpace(sh.Text) == "" {
					continue
				}
				ground := groundAt(theme, s.Shapes[:i], a.X+a.W/2, sh.Y)
				ink := over(theme.Colour(sh.Fill), ground, sh.Fade)
				problem := fmt.Sprintf("%v on %v", ink, ground)
				if r := palettetest.Contrast(ink, ground); r < leastText && !said[problem] {
					said[problem] = true
					t.Errorf("%s, %s: %q is %s, with a contrast of %.2f", page.Name, name, sh.Text, problem, r)
				}
			}
		}
	}
}

// groundAt returns the colour of the shapes at a point. Balls count as flat.
func groundAt(theme palette.Theme, shapes []scene.Shape, x, y float64) palette.Colour {
	ground := theme.Colour(scene.Background)
	for _, sh := range shapes {
		a := area(sh)
		inside := a.Contains(x, y)
		switch sh.Kind {
		case scene.Circle:
			inside = inside && math.Hypot((x-sh.X)/sh.W, (y-sh.Y)/sh.H) <= 0.5
		case scene.Rect:
		default: // shapes too thin for a background
			continue
		}
		if inside && sh.Fill != scene.None {
			ground = over(theme.Colour(sh.Fill), ground, sh.Fade)
		}
	}
	return ground
}

// state returns the label of a spot without its name: "empty", "red". Both ends of a beam have the same state.
func state(label string) string {
	where, what, _ := strings.Cut(label, ", ")
	port := strings.TrimPrefix(where, "port ")
	for _, way := range []string{"exit of the beam fired at ", "its beam left at "} {
		if other, ok := strings.CutPrefix(what, way); ok {
			return "a beam of ports " + min(port, other) + " and " + max(port, other)
		}
	}
	return what
}

// Even without colours and shades, any two states of a spot look different: they differ in a shape or
// a letter.
func TestStatesAreToldApartWithoutColour(t *testing.T) {
	for _, c := range []struct {
		what, id, script string
		states           int // the number of different states that must occur
	}{
		{"Atom-4", "atom4", "sample", 10},
		{"Atom-4, won", "atom4", ":i10;h10;h11;g11;g9;i8;g10;i11;h8", 5},
		{"Ataxx", "ataxx", "sample", 3},
		{"Ataxx, blocks", "ataxx", ":blocks 3gh;start", 4},
		{"Atommaster", "atommaster#17", "sample", 7},
		{"Atommaster, judged", "atommaster#17", judged, 4},
		{"Atommaster, learning", "atommaster#17", "l\n:hide b6,c3,f4,c8;fire 12;fire 2;sure a1;maybe a2", 4},
		{"Atommaster, balls", "atommaster#17", ":balls;fire 4;fire 5;fire 8;fire 14;fire 11;fire 19", 3},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := open(t, c.id, "", c.script, tiny)
			s := d.p.stage.sceneNow()
			looks := map[string]map[string]string{} // an example of a spot, by state and by look
			for _, spot := range s.Spots {
				is := state(spot.Label)
				if looks[is] == nil {
					looks[is] = map[string]string{}
				}
				looks[is][bare(s, spot)] = spot.Label
			}
			if len(looks) < c.states {
				t.Errorf("there are too few states, %d: %q", len(looks), looks)
			}
			for is, ways := range looks {
				for other, others := range looks {
					for look, spot := range ways {
						if label, same := others[look]; same && is < other {
							t.Errorf("%q looks like %q: %s", spot, label, look)
						}
					}
				}
			}
		})
	}
}

// bare describes the contents of a spot without colours: the shapes that belong to it and their sizes.
func bare(s scene.Scene, spot scene.Spot) string {
	x, y := spot.Middle()
	var list []string
	for _, sh := range s.Shapes {
		a := area(sh)
		if !spot.Area.Contains(a.X+a.W/2, a.Y+a.H/2) || a.W > 1.3*spot.Area.W || a.H > 1.3*spot.Area.H || sh.Kind == scene.Segment && sh.Stroke == scene.Line {
			continue
		}
		if sh.Edge || sh.Kind == scene.Letters && sh.H < 0.35*spot.Area.H && sh.Fill == scene.Muted { // coordinates and numbers
			continue
		}
		list = append(list, fmt.Sprintf("%d at %.3f %.3f, %.3f by %.3f, %.3f %q %q, dashes %.3f, filled %t",
			sh.Kind, sh.X-x, sh.Y-y, sh.W, sh.H, sh.R, sh.D, sh.Text, sh.Dash, sh.Fill != scene.None))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}
