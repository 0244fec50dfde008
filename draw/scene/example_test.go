package scene_test

import (
	"fmt"
	"time"

	"attic/draw/scene"
)

// board returns two squares with a disc on one of them.
func board(disc float64) scene.Scene {
	s := scene.Scene{View: scene.Rectangle{X: -0.5, Y: -0.5, W: 2, H: 1}}
	for x, name := range []string{"a1", "b1"} {
		s.Add(scene.Tile(float64(x), 0))
		s.Spots = append(s.Spots, scene.Place(float64(x), 0, name, "a square"))
	}
	d := scene.Disc(disc, 0, 0.4, scene.Red)
	d.Key = "the disc" // the same object in both pictures
	s.Add(d)
	return s
}

// A single description of a position is enough for the picture, for finding the spot under the mouse, and for
// animating the move.
func Example() {
	before, after := board(0), board(1)
	fmt.Printf("the mouse is on %q and off %q\n", before.At(1.2, 0.3), before.At(5, 5))

	move := scene.Between(before, after)
	for _, t := range []time.Duration{0, move.Duration() / 2, move.Duration()} {
		shapes := move.At(t).Shapes
		fmt.Printf("after %v the disc is at %.2f\n", t, shapes[len(shapes)-1].X)
	}

	grey := func(scene.Colour) (r, g, b uint8) { return 128, 128, 128 } // a theme of package palette has better colours
	fmt.Println(after.SVG(200, grey)[:4])
	// Output:
	// the mouse is on "b1" and off ""
	// after 0s the disc is at 0.00
	// after 80ms the disc is at 0.75
	// after 160ms the disc is at 1.00
	// <svg
}
