package window

import (
	"image"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
)

func icons() []image.Image {
	theme, _ := palette.Find(palette.Themes()[0])
	var list []image.Image
	for _, size := range []int{16, 32, 64} {
		list = append(list, paint.Image(Icon(), theme, size, size))
	}
	return list
}

// Icon returns the program's icon, a square of 1 by 1: three balls that touch.
func Icon() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{W: 1, H: 1}}
	s.Add(scene.Box(0, 0, 1, 1, 0.2, scene.Background))
	for _, b := range []struct {
		x, y float64
		c    scene.Colour
	}{{0.3, 0.65, scene.Red}, {0.7, 0.65, scene.Cyan}, {0.5, 0.31, scene.White}} {
		ball := scene.Disc(b.x, b.y, 0.2, b.c)
		ball.Shade = scene.Ball
		s.Add(ball)
	}
	return s
}
