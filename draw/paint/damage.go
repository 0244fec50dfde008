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
			kept[i] = i
			if old[i] != now[i] {
				kept[i] = -1
				different++
			}
		}
		if different*4 <= end-start {
			return kept
		}
	}
	at := map[scene.Shape][]int{}
	for i := oldEnd - 1; i >= start; i-- {
		at[old[i]] = append(at[old[i]], i)
	}
	for i := start; i < end; i++ {
		kept[i] = -1
		if places := at[now[i]]; len(places) > 0 {
			kept[i] = places[len(places)-1]
			at[now[i]] = places[:len(places)-1]
		}
	}
	rising(kept[start:end])
	return kept
}

// rising keeps a longest increasing subsequence of the numbers and sets all others to -1.
func rising(numbers []int) {
	before := make([]int, len(numbers)) // the index before in the best subsequence that ends here
	var ends []int                      // for each length, the index of the lowest last number of a subsequence
	for i, n := range numbers {
		if n < 0 {
			continue
		}
		length, _ := slices.BinarySearchFunc(ends, n, func(place, n int) int { return numbers[place] - n })
		before[i] = -1
		if length > 0 {
			before[i] = ends[length-1]
		}
		if length == len(ends) {
			ends = append(ends, i)
		} else {
			ends[length] = i
		}
	}
	selected := -1
	if len(ends) > 0 {
		selected = ends[len(ends)-1]
	}
	for i := len(numbers) - 1; i >= 0; i-- {
		if i == selected {
			selected = before[i]
		} else {
			numbers[i] = -1
		}
	}
}
