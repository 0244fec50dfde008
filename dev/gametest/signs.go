package gametest

import (
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"attic/draw/scene"
	"attic/game"
)

// piecesHaveSigns checks all balls on spots: balls of different colours must have different letters or signs.
func piecesHaveSigns(t *trial) error {
	return t.some(func(s game.State) error {
		for _, seen := range t.views(s) {
			picture := seen.view.Scene()
			colours := map[string]scene.Colour{} // the colour of each sign
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

// spotsDifferByForm compares the spots of a scene with each other: spots that look different must have different shapes, not just different colours.
func spotsDifferByForm(t *trial) error {
	type seenOn struct {
		spot string
		look uint64
	}
	return t.some(func(s game.State) error {
		for _, seen := range t.views(s) {
			picture := seen.view.Scene()
			areas := make([]scene.Rectangle, len(picture.Shapes))
			for i, sh := range picture.Shapes {
				areas[i] = bounds(sh)
			}
			forms := map[uint64]seenOn{}
			for _, spot := range picture.Spots {
				here := standing(picture.Shapes, areas, spot)
				if before, ok := forms[here.form]; ok && before.look != here.look {
					return fmt.Errorf("seat %d sees %q and %q differ by their colours alone", seen.seat, before.spot, spot.Name)
				}
				forms[here.form] = seenOn{spot.Name, here.look}
			}
		}
		return nil
	})
}

// standing returns the fingerprint of the shapes that belong to a spot, as if its middle were at 0, 0.
func standing(shapes []scene.Shape, areas []scene.Rectangle, spot scene.Spot) (all fingerprint) {
	round := func(v float64) float64 { return math.Round(v*1e6) / 1e6 }
	x, y := spot.Middle()
	for i, a := range areas {
		if !spot.Area.Contains(a.X+a.W/2, a.Y+a.H/2) || a.W > 1.3*spot.Area.W || a.H > 1.3*spot.Area.H {
			continue // the shape belongs to more than this spot
		}
		sh := shapes[i]
		sh.X, sh.Y = round(sh.X-x), round(sh.Y-y)
		all.look = all.look*31 + maphash.Comparable(seed, still(sh))
		all.form = all.form*31 + maphash.Comparable(seed, colourless(sh))
	}
	return all
}
