// Package face draws the characters that stand for players. Characters differ in their shapes; their colour is that of the
// player.
package face

import "attic/draw/scene"

// faces lists all characters. Each is drawn in a box from -0.5 to 0.5; Draw adds the square behind it.
var faces = []struct {
	name string
	draw func(scene.Colour) []scene.Shape
}{
	{"Robot", robot},
	{"Cat", cat},
	{"Owl", owl},
	{"Fox", fox},
	{"Ghost", ghost},
	{"Wizard", wizard},
	{"Octopus", octopus},
	{"Astronaut", astronaut},
	{"Frog", frog},
	{"Rabbit", rabbit},
	{"Bear", bear},
	{"Penguin", penguin},
}

// The default characters of a computer and of a second computer, and the first character for persons.
const (
	Robot     = 0
	Astronaut = 7
	Animal    = 1
)

// Count returns the number of characters.
func Count() int { return len(faces) }

// Name returns the name of character i, such as "Fox". Every i is valid: i is taken modulo Count.
func Name(i int) string { return faces[index(i)].name }

// Draw returns the shapes of character i in a colour, on a square with round corners from -0.5 to 0.5 in both directions.
// Every i is valid: i is taken modulo Count.
func Draw(i int, colour scene.Colour) []scene.Shape {
	ground := scene.Box(-0.5, -0.5, 1, 1, 0.14, colour)
	ground.Fade = 0.62
	return append([]scene.Shape{ground}, faces[index(i)].draw(colour)...)
}

func index(i int) int { return (i%len(faces) + len(faces)) % len(faces) }
