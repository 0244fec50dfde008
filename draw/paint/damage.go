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
	for {
		i := slices.IndexFunc(*d, func(o image.Rectangle) bool { return waste(r, o) <= 0 })
		if i < 0 && len(*d) < most {
			*d = append(*d, r)
			return
		}
		if i < 0 {
			i = 0
			for k := range *d {
				if waste(r, (*d)[k]) < waste(r, (*d)[i]) {
					i = k
				}
			}
		}
		r = r.Union((*d)[i])
		*d = slices.Delete(*d, i, i+1)
	}
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
	start := 0
	for start < min(len(old), len(now)) && old[start] == now[start] {
		kept[start] = start
		start++
	}
	oldEnd, end := len(old), len(now)
	for oldEnd > start && end > start && old[oldEnd-1] == now[end-1] {
		oldEnd--
		end--
		kept[end] = oldEnd
	}
	if oldEnd == end {
		different := 0
		for i := start; i < end; i++ {
			if kept[i] = i; old[i] != now[i] {
				kept[i] = -1
				different++
			}
		}
		if different*4 <= end-start {
			return kept
		}
	}
	at := map[scene.Shape][]int{}
	for i := start; i < oldEnd; i++ {
		at[old[i]] = append(at[old[i]], i)
	}
	next := start
	for i := start; i < end; i++ {
		kept[i] = -1
		if n := slices.IndexFunc(at[now[i]], func(place int) bool { return place >= next }); n >= 0 {
			kept[i] = at[now[i]][n]
			next = kept[i] + 1
		}
	}
	return kept
}
