package picture

import (
	"fmt"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/games/atommaster/deal"
)

// Everything below is drawn around 0, 0 for a square with sides of length 1.

func keyed(key string, sh scene.Shape) scene.Shape {
	sh.Key = key
	return sh
}

func strong(word scene.Shape) scene.Shape {
	word.Bold = true
	return word
}

func moved(shapes []scene.Shape, x, y, scale float64) []scene.Shape {
	for i, sh := range shapes {
		shapes[i] = sh.Moved(x, y, scale, "")
	}
	return shapes
}

// The halves of an atom's orbit, an ellipse turned by 30 degrees: behind the atom and in front of it.
const (
	behind = "M-0.372 0.215 C-0.415 0.141 -0.283 -0.015 -0.078 -0.134 C0.128 -0.253 0.330 -0.289 0.372 -0.215"
	before = "M0.372 -0.215 C0.415 -0.141 0.283 0.015 0.078 0.134 C-0.128 0.253 -0.330 0.289 -0.372 0.215"
)

// Atom draws an atom. The parameter fade, from 0 to 1, makes the atom fainter.
func Atom(fade float64) []scene.Shape {
	ball := scene.Disc(0, 0, 0.33, scene.Muted)
	ball.Shade, ball.Fade, ball.Lift = scene.Ball, 0.4+0.6*fade, 0.05
	half := func(d string) scene.Shape {
		return scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d, Stroke: scene.Text, Width: 0.026, Fade: 0.25 + 0.3*fade}
	}
	nucleus, electron := scene.Disc(0, 0, 0.12, scene.Text), scene.Disc(0.376, -0.156, 0.045, scene.Text)
	nucleus.Fade, electron.Fade = 0.4*fade, 0.4*fade
	return []scene.Shape{
		keyed("behind", half(behind)), keyed("atom", ball), keyed("nucleus", nucleus),
		keyed("before", half(before)), keyed("electron", electron),
	}
}

// hidden draws the ring around an atom that only the hider sees.
func hidden() scene.Shape { return keyed("hidden", scene.Ring(0, 0, 0.43, 0.02, scene.Muted)) }

func tick() []scene.Shape {
	const x, y = 0.29, -0.29
	on := scene.On(scene.Good)
	return []scene.Shape{
		keyed("tick", scene.Disc(x, y, 0.18, scene.Good)),
		keyed("tick 1", scene.Stroke(x-0.085, y+0.005, x-0.02, y+0.07, 0.045, on)),
		keyed("tick 2", scene.Stroke(x-0.02, y+0.07, x+0.085, y-0.065, 0.045, on)),
	}
}

func cross() []scene.Shape {
	const reach = 0.16
	ring := scene.Ring(0, 0, 0.33, 0.035, scene.Bad)
	ring.Dash = 0.1
	return []scene.Shape{
		keyed("wrong", ring),
		keyed("wrong 1", scene.Stroke(-reach, -reach, reach, reach, 0.07, scene.Bad)),
		keyed("wrong 2", scene.Stroke(reach, -reach, -reach, reach, 0.07, scene.Bad)),
	}
}

// Sign draws a note: plus, wave or minus.
func Sign(kind int, colour scene.Colour) []scene.Shape {
	const reach, width = 0.16, 0.05
	across := keyed("note", scene.Stroke(-reach, 0, reach, 0, width, colour))
	switch deal.NoteKinds[kind].Sign {
	case '+':
		return []scene.Shape{across, keyed("note 2", scene.Stroke(0, -reach, 0, reach, width, colour))}
	case '~':
		return []scene.Shape{keyed("note", scene.Shape{
			Kind: scene.Path, W: 0.19, H: 0.19, D: "M-1 0.2 C-0.7 -0.6 -0.3 -0.4 0 0 C0.3 0.4 0.7 0.6 1 -0.2", Stroke: colour, Width: width,
		})}
	}
	return []scene.Shape{across}
}

func contradiction() []scene.Shape {
	const x, y = 0.27, -0.27
	return []scene.Shape{
		keyed("no", scene.Disc(x, y, 0.125, scene.Bad)),
		keyed("no 1", scene.Stroke(x, y-0.06, x, y+0.01, 0.04, scene.On(scene.Bad))),
		keyed("no 2", scene.Disc(x, y+0.07, 0.023, scene.On(scene.Bad))),
	}
}

func outline(side, round, width float64, colour scene.Colour, key string) scene.Shape {
	box := scene.Box(-side/2, -side/2, side, side, round, scene.None)
	box.Stroke, box.Width = colour, width
	return keyed(key, box)
}

var marbleColours = [len(marbleRoles)]scene.Colour{scene.Red, scene.Yellow, scene.Green, scene.Cyan, scene.Blue, scene.Purple, scene.Black, scene.White}

const marbleRadius = 0.27

func ball(colour scene.Colour) scene.Shape {
	b := scene.Disc(0, 0, marbleRadius, colour)
	b.Shade, b.Lift = scene.Ball, 0.05
	return keyed("ball", b)
}

func marked(e deal.Evidence, p deal.Pass) []scene.Shape {
	colour := marbleColours[p.Colour]
	if e.Balls {
		return billiard(p.Number, colour)
	}
	return []scene.Shape{ball(colour), keyed("text", strong(scene.Word(0, 0, 0.3, string(rune(p.Letter-'a'+'A')), scene.Centre, scene.On(colour))))}
}

// example is a pass for the key to the signs of ports.
var example = deal.Pass{Number: 1, Letter: 'y', Colour: deal.BallColours[0]}

// billiard draws a billiard ball with its number in a white disc. From the ninth on, balls are white with a stripe in their colour.
func billiard(number int, colour scene.Colour) []scene.Shape {
	list := []scene.Shape{ball(colour)}
	if number > len(marbleColours) {
		stripe := scene.Shape{
			Kind: scene.Path, W: marbleRadius, H: marbleRadius, Fill: colour, Key: "stripe",
			D: "M-0.835 -0.55 L0.835 -0.55 C1.055 -0.216 1.055 0.216 0.835 0.55 L-0.835 0.55 C-1.055 0.216 -1.055 -0.216 -0.835 -0.55 Z",
		}
		if colour == scene.White {
			stripe.Fill = scene.Rim
		}
		list = []scene.Shape{ball(scene.White), stripe}
	}
	size := 0.23
	if number > 9 {
		size = 0.19
	}
	return append(list, keyed("disc", scene.Disc(0, 0, 0.15, scene.White)), keyed("text", strong(scene.Word(0, 0, size, fmt.Sprint(number), scene.Centre, scene.On(scene.White)))))
}

// Contents holds the look of each Content, and its words.
var Contents = [...]struct {
	text  string
	role  grid.Role
	drawn func() []scene.Shape
	label string // follows the name of the square
	Known string // a clause on the known facts about an atom there
	word  string // written on the square, after the evaluation
	Look  string // the sentence about the square, whose name replaces %v
}{
	deal.Right: {
		"@✓", grid.Good, func() []scene.Shape { return append(Atom(0), tick()...) },
		"atom, found", "an atom is there and was set: found", "found", "Found: an atom is on %v, and one was set there.",
	},
	deal.Wrong: {
		"✗", grid.Bad, cross,
		"no atom, wrong here", "no atom is there, but one was set: wrong", "wrong", "Wrong here: no atom is on %v, but one was set there.",
	},
	deal.Missed: {
		"@", grid.Plain, func() []scene.Shape { return Atom(missedFade) },
		"atom, missed here", "an atom is there, but none was set: missed", "missed", "Missed here: an atom is on %v, and none was set there.",
	},
	deal.Shown: {"@", grid.Plain, func() []scene.Shape { return Atom(0) }, "atom", "an atom is there", "", "An atom is on %v."},
	deal.Hiding: {
		"o", grid.Plain, func() []scene.Shape { return append([]scene.Shape{hidden()}, Atom(missedFade)...) },
		"hidden atom", "an atom is there", "", "An atom is on %v.",
	},
	deal.Found: {
		"@=", grid.Plain, func() []scene.Shape { return append([]scene.Shape{hidden()}, Atom(0)...) },
		"hidden atom, set", "an atom is there", "", "An atom is on %v, and one was set there.",
	},
	deal.Marked:  {"@", grid.Plain, func() []scene.Shape { return Atom(0) }, "atom set", "", "", "No atom is on %v, but one was set there."},
	deal.Nothing: {"", grid.Plain, nil, "empty", "", "", "No atom is on %v."},
}

// The verdicts in full and in short, and their colours.
var (
	verdicts       = [...]string{"", "open", "explained", "contradicted"}
	verdictsShort  = [...]string{"", "open", "ok", "no"}
	verdictRoles   = [...]grid.Role{grid.Plain, grid.Muted, grid.Good, grid.Bad}
	verdictColours = [...]scene.Colour{scene.Muted, scene.Muted, scene.Good, scene.Bad}
)
