package compose

import "attic/draw/scene"

// speaker draws a speaker around 0, 0 with side 1, with waves, or crossed out if silent.
func speaker(silent bool) []scene.Shape {
	list := []scene.Shape{
		{Kind: scene.Path, W: 1, H: 1, Fill: scene.Text, D: "M-0.3 -0.11 L-0.18 -0.11 L-0.02 -0.26 L-0.02 0.26 L-0.18 0.11 L-0.3 0.11 Z"},
	}
	if silent {
		const from, to, reach = 0.1, 0.3, 0.1
		return append(list, scene.Stroke(from, -reach, to, reach, 0.05, scene.Bad), scene.Stroke(from, reach, to, -reach, 0.05, scene.Bad))
	}
	for _, d := range []string{"M0.09 -0.1 Q0.17 0 0.09 0.1", "M0.18 -0.19 Q0.33 0 0.18 0.19"} {
		list = append(list, scene.Shape{Kind: scene.Path, W: 1, H: 1, D: d, Stroke: scene.Text, Width: 0.05})
	}
	return list
}

// drawSpeaker shows for a moment whether sound is on: in the lower right corner of the board if no spot is there (manual of
// Atommaster, "Sound effects"), otherwise at the end of the first sentence,
// above the buttons.
func (c gamePage) drawSpeaker(sc scene.Scene, x, y, scale float64, lines scene.Rectangle) {
	const half = 0.42
	corner := scene.Rectangle{X: sc.View.X + sc.View.W - 2*half, Y: sc.View.Y + sc.View.H - 2*half, W: 2 * half, H: 2 * half}
	cx, cy := x+(corner.X+half)*scale, y+(corner.Y+half)*scale
	for _, spot := range sc.Spots {
		if a := spot.Area; a.X < corner.X+corner.W && corner.X < a.X+a.W && a.Y < corner.Y+corner.H && corner.Y < a.Y+a.H {
			const size = 32
			cx, cy, scale = lines.X+lines.W-size/2, lines.Y+c.is.lines*firstLine, size
			break
		}
	}
	for _, sh := range speaker(c.desk.Settings.Silent) {
		c.add(sh.Moved(cx, cy, scale, ""))
	}
}
