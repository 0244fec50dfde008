package gametest

import (
	"fmt"
	"math"
	"slices"

	"attic/game"
	"attic/scene"
)

// piecesHaveSigns looks at all balls that stand on spots: those of two colours have different letters or signs.
func piecesHaveSigns(t *trial) error {
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			picture := seen.view.Scene()
			colours := map[string]scene.Colour{} // by the sign
			for _, spot := range picture.Spots {
				i := slices.IndexFunc(picture.Shapes, func(sh scene.Shape) bool {
					return sh.Kind == scene.Circle && sh.Shade == scene.Ball && spot.Area.Contains(sh.X, sh.Y)
				})
				if i < 0 {
					continue
				}
				sign, colour := signOn(picture, spot), picture.Shapes[i].Fill
				if before, ok := colours[sign]; ok && before != colour {
					return fmt.Errorf("seat %d sees pieces of the colours %d and %d with the same sign %q, one on %s", seen.seat, before, colour, sign, spot.Name)
				}
				colours[sign] = colour
			}
		}
		return nil
	})
}

// signOn returns the letter or sign in the middle of a spot.
func signOn(s scene.Scene, spot scene.Spot) (sign string) {
	x, y := spot.Middle()
	for _, sh := range s.Shapes {
		switch {
		case math.Hypot(sh.X-x, sh.Y-y) > 0.05 || sh.W > 0.5 || sh.H > 0.6:
		case sh.Kind == scene.Letters:
			sign = sh.Text
		case sh.Fill != scene.None:
			sign = fmt.Sprint(sh.Kind, sh.D)
		}
	}
	return sign
}
