package face

import (
	"slices"

	"attic/draw/scene"
)

func oval(x, y, w, h float64, fill scene.Colour) scene.Shape {
	return scene.Shape{Kind: scene.Circle, X: x, Y: y, W: w, H: h, Fill: fill}
}

func form(d string, fill scene.Colour) scene.Shape {
	return scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d, Fill: fill}
}

func line(d string, width float64, stroke scene.Colour) scene.Shape {
	return scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d, Stroke: stroke, Width: width}
}

// pale returns a translucent shape; fade is its transparency, from 0 to 1.
func pale(fade float64, sh scene.Shape) scene.Shape {
	sh.Fade = fade
	return sh
}

// pair returns a shape, which must not be a path, and its mirror image on the other side of the middle.
func pair(sh scene.Shape) []scene.Shape {
	other := sh
	other.X = -sh.X
	if sh.Kind == scene.Segment {
		other.W = -sh.W
	}
	return []scene.Shape{sh, other}
}

func one(sh scene.Shape) []scene.Shape { return []scene.Shape{sh} }

// eyes returns two round eyes of radius r at -x, y and x, y that look slightly down and towards the middle.
func eyes(x, y, r float64) []scene.Shape {
	var shapes []scene.Shape
	for _, side := range []float64{-x, x} {
		shapes = append(shapes,
			scene.Disc(side, y, r, scene.White),
			scene.Disc(side-side/x*0.15*r, y+0.1*r, 0.6*r, scene.Black),
			scene.Disc(side-side/x*0.15*r+0.2*r, y-0.12*r, 0.2*r, scene.White),
		)
	}
	return shapes
}

func robot(c scene.Colour) []scene.Shape {
	on := scene.On(c)
	return slices.Concat(
		one(scene.Stroke(0, -0.25, 0, -0.37, 0.04, c)),
		one(scene.Disc(0, -0.39, 0.055, scene.White)),
		pair(scene.Box(0.29, -0.13, 0.1, 0.2, 0.035, c)),
		one(form("M-0.3 0.5L-0.3 0.42Q-0.3 0.32 -0.2 0.32L0.2 0.32Q0.3 0.32 0.3 0.42L0.3 0.5Z", c)),
		one(scene.Box(-0.08, 0.2, 0.16, 0.14, 0, c)),
		one(pale(0.55, scene.Box(-0.08, 0.255, 0.16, 0.04, 0, scene.Black))),
		one(scene.Box(-0.31, -0.28, 0.62, 0.52, 0.11, c)),
		one(scene.Box(-0.24, -0.2, 0.48, 0.2, 0.09, scene.Black)),
		pair(scene.Box(0.065, -0.16, 0.1, 0.12, 0.045, scene.White)),
		one(scene.Box(-0.15, 0.075, 0.3, 0.085, 0.03, on)),
		one(scene.Stroke(-0.075, 0.085, -0.075, 0.15, 0.02, c)),
		one(scene.Stroke(0, 0.085, 0, 0.15, 0.02, c)),
		one(scene.Stroke(0.075, 0.085, 0.075, 0.15, 0.02, c)),
	)
}

func cat(c scene.Colour) []scene.Shape {
	on := scene.On(c)
	return slices.Concat(
		one(form("M-0.35 0.05L-0.36 -0.33Q-0.35 -0.41 -0.28 -0.37L-0.05 -0.2ZM0.35 0.05L0.36 -0.33Q0.35 -0.41 0.28 -0.37L0.05 -0.2Z", c)),
		one(pale(0.6, form("M-0.3 -0.12L-0.31 -0.3L-0.17 -0.2ZM0.3 -0.12L0.31 -0.3L0.17 -0.2Z", scene.White))),
		one(oval(0, 0.07, 0.76, 0.62, c)),
		pair(oval(0.145, -0.015, 0.165, 0.175, scene.White)),
		pair(oval(0.145, -0.015, 0.055, 0.14, scene.Black)),
		one(form("M-0.05 0.125Q0 0.1 0.05 0.125Q0.04 0.17 0 0.185Q-0.04 0.17 -0.05 0.125Z", on)),
		one(line("M-0.11 0.22Q-0.06 0.28 0 0.22Q0.06 0.28 0.11 0.22", 0.025, on)),
		one(scene.Stroke(0, 0.18, 0, 0.22, 0.025, on)),
		pair(scene.Stroke(0.19, 0.15, 0.44, 0.1, 0.016, scene.White)),
		pair(scene.Stroke(0.19, 0.19, 0.44, 0.21, 0.016, scene.White)),
	)
}

func owl(c scene.Colour) []scene.Shape {
	return slices.Concat(
		one(form("M-0.33 -0.4Q-0.2 -0.35 0 -0.33Q0.2 -0.35 0.33 -0.4Q0.38 -0.2 0.35 0L0.35 0.18Q0.33 0.44 0 0.46Q-0.33 0.44 -0.35 0.18L-0.35 0Q-0.38 -0.2 -0.33 -0.4Z", c)),
		one(pale(0.55, oval(0, 0.29, 0.4, 0.32, scene.White))),
		one(line("M-0.12 0.24Q-0.08 0.29 -0.04 0.24", 0.022, c)),
		one(line("M0.04 0.24Q0.08 0.29 0.12 0.24", 0.022, c)),
		one(line("M-0.04 0.33Q0 0.38 0.04 0.33", 0.022, c)),
		pair(pale(0.4, scene.Disc(0.16, -0.07, 0.2, scene.White))),
		eyes(0.155, -0.07, 0.15),
		one(form("M-0.06 0.02Q0 -0.02 0.06 0.02L0 0.15Z", scene.Yellow)),
	)
}

func fox(c scene.Colour) []scene.Shape {
	return slices.Concat(
		one(form("M-0.38 0.05L-0.4 -0.38Q-0.38 -0.44 -0.32 -0.4L-0.06 -0.17ZM0.38 0.05L0.4 -0.38Q0.38 -0.44 0.32 -0.4L0.06 -0.17Z", c)),
		one(pale(0.25, form("M-0.34 -0.16L-0.35 -0.34L-0.19 -0.21ZM0.34 -0.16L0.35 -0.34L0.19 -0.21Z", scene.Black))),
		one(form("M0 -0.22Q0.3 -0.22 0.38 -0.02L0.44 0.12Q0.22 0.26 0 0.44Q-0.22 0.26 -0.44 0.12L-0.38 -0.02Q-0.3 -0.22 0 -0.22Z", c)),
		one(form("M-0.44 0.12Q-0.22 0.26 0 0.44Q-0.02 0.28 -0.08 0.16Q-0.18 0.06 -0.3 0.08ZM0.44 0.12Q0.22 0.26 0 0.44Q0.02 0.28 0.08 0.16Q0.18 0.06 0.3 0.08Z", scene.White)),
		pair(oval(0.15, -0.01, 0.085, 0.11, scene.Black)),
		pair(scene.Disc(0.165, -0.035, 0.02, scene.White)),
		one(oval(0, 0.4, 0.13, 0.1, scene.Black)),
	)
}

func ghost(c scene.Colour) []scene.Shape {
	on := scene.On(c)
	return slices.Concat(
		one(form("M-0.31 0.38L-0.31 -0.08C-0.31 -0.52 0.31 -0.52 0.31 -0.08L0.31 0.38Q0.31 0.47 0.24 0.43L0.155 0.36L0.07 0.43Q0 0.48 -0.07 0.43L-0.155 0.36L-0.24 0.43Q-0.31 0.47 -0.31 0.38Z", c)),
		one(line("M-0.3 0.1Q-0.42 0.08 -0.43 -0.04M0.3 0.1Q0.42 0.08 0.43 -0.04", 0.1, c)),
		pair(oval(0.12, -0.1, 0.13, 0.19, scene.White)),
		pair(oval(0.11, -0.075, 0.075, 0.11, scene.Black)),
		one(oval(0, 0.12, 0.13, 0.15, on)),
		pair(pale(0.7, oval(0.21, 0.06, 0.1, 0.06, scene.White))),
	)
}

func wizard(c scene.Colour) []scene.Shape {
	return slices.Concat(
		one(form("M-0.36 0.5Q-0.34 0.2 0 0.18Q0.34 0.2 0.36 0.5Z", c)),
		one(oval(0, 0.05, 0.42, 0.42, scene.Yellow)),
		one(pale(0.35, oval(0, 0.05, 0.42, 0.42, scene.White))),
		one(form("M-0.23 0.06Q-0.12 0.14 0 0.12Q0.12 0.14 0.23 0.06Q0.25 0.3 0.12 0.4Q0.05 0.46 0 0.49Q-0.05 0.46 -0.12 0.4Q-0.25 0.3 -0.23 0.06Z", scene.White)),
		one(line("M-0.06 0.22Q0 0.27 0.06 0.22", 0.025, scene.Black)),
		pair(scene.Disc(0.085, 0.025, 0.032, scene.Black)),
		one(form("M-0.26 -0.1Q-0.13 -0.32 0.06 -0.44Q0.14 -0.48 0.16 -0.42Q0.15 -0.36 0.12 -0.34Q0.2 -0.24 0.26 -0.1Z", c)),
		one(oval(0, -0.09, 0.8, 0.13, c)),
		one(pale(0.65, line("M-0.25 -0.125Q0 -0.07 0.25 -0.125", 0.04, scene.Black))),
		one(form("M0.02 -0.345L0.045 -0.27L0.125 -0.27L0.06 -0.225L0.085 -0.15L0.02 -0.195L-0.045 -0.15L-0.02 -0.225L-0.085 -0.27L-0.005 -0.27Z", scene.Yellow)),
	)
}

func octopus(c scene.Colour) []scene.Shape {
	on := scene.On(c)
	return slices.Concat(
		one(line("M-0.2 0.12C-0.26 0.34 -0.4 0.34 -0.42 0.2M0.2 0.12C0.26 0.34 0.4 0.34 0.42 0.2", 0.1, c)),
		one(line("M-0.14 0.15C-0.14 0.4 -0.26 0.46 -0.33 0.42M0.14 0.15C0.14 0.4 0.26 0.46 0.33 0.42", 0.1, c)),
		one(line("M-0.05 0.15C-0.03 0.36 -0.09 0.44 -0.14 0.44M0.05 0.15C0.03 0.36 0.09 0.44 0.14 0.44", 0.1, c)),
		one(form("M-0.34 -0.08C-0.34 -0.54 0.34 -0.54 0.34 -0.08Q0.33 0.1 0.24 0.2Q0 0.28 -0.24 0.2Q-0.33 0.1 -0.34 -0.08Z", c)),
		eyes(0.13, -0.08, 0.11),
		one(line("M-0.07 0.1Q0 0.17 0.07 0.1", 0.028, on)),
		pair(pale(0.5, scene.Disc(0.2, -0.28, 0.035, scene.White))),
		one(pale(0.5, scene.Disc(0.06, -0.33, 0.045, scene.White))),
	)
}

func astronaut(c scene.Colour) []scene.Shape {
	return slices.Concat(
		one(form("M-0.35 0.5Q-0.36 0.3 -0.2 0.27L0.2 0.27Q0.36 0.3 0.35 0.5Z", scene.White)),
		one(scene.Box(-0.11, 0.37, 0.22, 0.1, 0.025, c)),
		pair(scene.Box(0.31, -0.13, 0.09, 0.2, 0.04, c)),
		one(scene.Disc(0, -0.04, 0.36, scene.White)),
		one(scene.Box(-0.27, -0.22, 0.54, 0.38, 0.18, scene.Black)),
		one(oval(0, 0.0, 0.34, 0.3, c)),
		pair(oval(0.075, -0.03, 0.055, 0.08, scene.On(c))),
		one(line("M-0.055 0.06Q0 0.11 0.055 0.06", 0.025, scene.On(c))),
		one(pale(0.25, line("M-0.215 -0.05Q-0.2 -0.15 -0.12 -0.175", 0.032, scene.White))),
		one(scene.Box(-0.16, 0.275, 0.32, 0.05, 0.025, c)),
	)
}

func frog(c scene.Colour) []scene.Shape {
	on := scene.On(c)
	return slices.Concat(
		pair(scene.Disc(0.2, -0.21, 0.155, c)),
		one(oval(0, 0.1, 0.86, 0.56, c)),
		one(pale(0.6, oval(0, 0.25, 0.52, 0.2, scene.White))),
		eyes(0.2, -0.22, 0.115),
		one(line("M-0.28 0.1Q0 0.28 0.28 0.1", 0.035, on)),
		pair(oval(0.045, 0.045, 0.03, 0.025, on)),
		pair(pale(0.65, oval(0.33, 0.05, 0.1, 0.07, scene.White))),
	)
}

func rabbit(c scene.Colour) []scene.Shape {
	on := scene.On(c)
	return slices.Concat(
		one(form("M-0.22 -0.02C-0.34 -0.3 -0.3 -0.48 -0.2 -0.48C-0.08 -0.48 -0.04 -0.3 -0.06 -0.1Z", c)),
		one(pale(0.55, form("M-0.18 -0.12C-0.25 -0.3 -0.23 -0.42 -0.19 -0.42C-0.13 -0.42 -0.1 -0.3 -0.12 -0.12Z", scene.White))),
		one(form("M0.06 -0.1C0.04 -0.3 0.06 -0.46 0.18 -0.44C0.3 -0.42 0.44 -0.28 0.4 -0.2C0.36 -0.13 0.28 -0.24 0.2 -0.3C0.22 -0.2 0.24 -0.1 0.22 -0.02Z", c)),
		one(oval(0, 0.14, 0.64, 0.6, c)),
		eyes(0.14, 0.05, 0.085),
		pair(pale(0.3, oval(0.075, 0.24, 0.17, 0.14, scene.White))),
		one(scene.Box(-0.055, 0.27, 0.11, 0.11, 0.02, scene.White)),
		one(pale(0.4, scene.Stroke(0, 0.29, 0, 0.37, 0.014, scene.Black))),
		one(form("M-0.05 0.16Q0 0.135 0.05 0.16Q0.03 0.205 0 0.22Q-0.03 0.205 -0.05 0.16Z", on)),
	)
}

func bear(c scene.Colour) []scene.Shape {
	return slices.Concat(
		pair(scene.Disc(0.26, -0.25, 0.135, c)),
		pair(pale(0.55, scene.Disc(0.26, -0.25, 0.07, scene.White))),
		one(oval(0, 0.05, 0.76, 0.7, c)),
		one(pale(0.15, oval(0, 0.19, 0.38, 0.3, scene.White))),
		one(oval(0, 0.1, 0.15, 0.1, scene.Black)),
		one(scene.Stroke(0, 0.12, 0, 0.21, 0.025, scene.Black)),
		one(line("M-0.08 0.22Q-0.04 0.27 0 0.21Q0.04 0.27 0.08 0.22", 0.025, scene.Black)),
		pair(scene.Disc(0.155, -0.06, 0.05, scene.Black)),
		pair(scene.Disc(0.17, -0.08, 0.016, scene.White)),
	)
}

func penguin(c scene.Colour) []scene.Shape {
	return slices.Concat(
		one(form("M-0.3 0.02Q-0.46 0.2 -0.42 0.36Q-0.36 0.32 -0.28 0.3ZM0.3 0.02Q0.46 0.2 0.42 0.36Q0.36 0.32 0.28 0.3Z", c)),
		one(form("M0 -0.44C0.3 -0.44 0.34 -0.1 0.34 0.1C0.34 0.36 0.2 0.46 0 0.46C-0.2 0.46 -0.34 0.36 -0.34 0.1C-0.34 -0.1 -0.3 -0.44 0 -0.44Z", c)),
		one(form("M0 -0.2C0.04 -0.3 0.24 -0.3 0.23 -0.08C0.23 0 0.27 0.06 0.27 0.16C0.27 0.34 0.16 0.42 0 0.42C-0.16 0.42 -0.27 0.34 -0.27 0.16C-0.27 0.06 -0.23 0 -0.23 -0.08C-0.24 -0.3 -0.04 -0.3 0 -0.2Z", scene.White)),
		pair(oval(0.12, -0.1, 0.07, 0.09, scene.Black)),
		pair(scene.Disc(0.13, -0.12, 0.018, scene.White)),
		one(form("M-0.1 -0.02Q0 -0.08 0.1 -0.02Q0.06 0.08 0 0.09Q-0.06 0.08 -0.1 -0.02Z", scene.Yellow)),
		one(pale(0.4, line("M-0.08 0Q0 0.03 0.08 0", 0.016, scene.Black))),
		one(oval(-0.12, 0.45, 0.16, 0.07, scene.Yellow)),
		one(oval(0.12, 0.45, 0.16, 0.07, scene.Yellow)),
	)
}
