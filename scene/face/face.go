// Package face has drawn characters that stand for players. They are told apart by their shapes; a colour says
// whose they are.
package face

import "attic/scene"

// faces are all characters. Each is drawn in a box from -0.5 to 0.5, on a square that is there already.
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

// Count returns how many characters there are.
func Count() int { return len(faces) }

// Name returns what a character is. Any i means one: they go round.
func Name(i int) string { return faces[index(i)].name }

// Draw draws a character in a colour, on a square with round corners from -0.5 to 0.5 in both directions. Any
// i means one: they go round.
func Draw(i int, colour scene.Colour) []scene.Shape {
	ground := scene.Box(-0.5, -0.5, 1, 1, 0.14, colour)
	ground.Fade = 0.62
	return append([]scene.Shape{ground}, faces[index(i)].draw(colour)...)
}

func index(i int) int { return (i%len(faces) + len(faces)) % len(faces) }
