package paint

import (
	"image"
	"slices"

	"attic/draw/scene"
)

// damage lists the areas of a picture to repaint: at most 8, none empty.
type damage []image.Rectangle

// add adds an area and merges areas that are better painted as one.
func (d *damage) add(r image.Rectangle) {
	const most = 8
	if r.Empty() {
		return
	}
	for len(*d) > 0 {
		best := slices.MinFunc(*d, func(a, b image.Rectangle) int { return waste(r, a) - waste(r, b) })
		if waste(r, best) > 0 && len(*d) < most {
			break
		}
		*d = slices.DeleteFunc(*d, func(o image.Rectangle) bool { return o == best })
		r = r.Union(best)
	}
	*d = append(*d, r)
}

// waste returns the extra cost, in pixels, of painting two areas as one. Each area has a fixed cost of 1024 pixels,
// so the result can be negative.
func waste(a, b image.Rectangle) int {
	const begin = 1024
	u := a.Union(b)
	return u.Dx()*u.Dy() - a.Dx()*a.Dy() - b.Dx()*b.Dy() - begin
}

// unchanged returns, for every shape of now, the index of the same shape in old, or -1 if it is
// new. The shapes found are in the same order in both lists, so that they cover each other as before.
func unchanged(old, now []scene.Shape) []int {
	kept := make([]int, len(now))
	if len(old) == len(now) {
		different := 0
		for i := range now {
			if kept[i] = i; old[i] != now[i] {
				kept[i] = -1
				different++
			}
		}
		if different*4 <= len(now) {
			return kept
		}
	}
	at := map[scene.Shape][]int{}
	for i, sh := range old {
		at[sh] = append(at[sh], i)
	}
	next := 0
	for i, sh := range now {
		kept[i] = -1
		if n := slices.IndexFunc(at[sh], func(place int) bool { return place >= next }); n >= 0 {
			kept[i] = at[sh][n]
			next = kept[i] + 1
		}
	}
	return kept
}
