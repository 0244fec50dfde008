package compose

import (
	"math"

	"attic/draw/scene"
)

// carried draws the piece being dragged at x, y of a scene, where the mouse is.
func (c gamePage) carried(s scene.Scene, x, y float64) []scene.Shape {
	held := c.desk.Play.Pointer.Dragged()
	if held == "" || held == c.over {
		return nil
	}
	spot, ok := s.Spot(held)
	if !ok {
		return nil
	}
	mx, my := spot.Middle()
	var list []scene.Shape
	for _, sh := range s.Shapes {
		if sh.Key != "" && sh.Stroke == scene.None && math.Hypot(sh.X-mx, sh.Y-my) < 0.1 {
			sh.Fade = max(sh.Fade, 0.25)
			list = append(list, sh.Moved(x-mx, y-my, 1, "dragged "))
		}
	}
	return list
}
