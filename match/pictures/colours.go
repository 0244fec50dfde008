package pictures

import (
	"math"
	"slices"

	"attic/draw/palette"
	"attic/draw/scene"
)

// census counts the colours of pictures in order to choose a small set that represents them best. Equal pictures give equal choices.
type census struct {
	flat  map[uint32]bool // the colours of a theme, and whether they were found
	cells []cell          // indexed by the upper bits of red, green and blue
	used  []uint32        // the indexes of those that are not empty
}

// fine is the number of bits of each part of a colour that make up the index of its cell.
const fine = 6

// cell counts the pixels of similar colours and adds up their parts.
type cell struct{ n, r, g, b uint64 }

// newCensus returns an empty census for pictures in a theme.
func newCensus(theme palette.Theme) *census {
	c := &census{flat: map[uint32]bool{}, cells: make([]cell, 1<<(3*fine))}
	for i := range scene.Colours {
		if scene.Colour(i) != scene.None {
			c.flat[uint32(theme.Colour(scene.Colour(i)))] = false
		}
	}
	return c
}

// reset empties the census.
func (c *census) reset() {
	for colour := range c.flat {
		c.flat[colour] = false
	}
	for _, i := range c.used {
		c.cells[i] = cell{}
	}
	c.used = c.used[:0]
}

// add counts pixels 0x00RRGGBB.
func (c *census) add(pixels []uint32) {
	for i := 0; i < len(pixels); {
		colour, from := pixels[i], i
		for i < len(pixels) && pixels[i] == colour {
			i++
		}
		if _, ok := c.flat[colour]; ok {
			c.flat[colour] = true
			continue
		}
		n, r, g, b := uint64(i-from), colour>>16&0xff, colour>>8&0xff, colour&0xff
		const coarse = 8 - fine
		at := r>>coarse<<(2*fine) | g>>coarse<<fine | b>>coarse
		cell := &c.cells[at]
		if cell.n == 0 {
			c.used = append(c.used, at)
		}
		cell.n += n
		cell.r += n * uint64(r)
		cell.g += n * uint64(g)
		cell.b += n * uint64(b)
	}
}

// choose returns up to most colours: those of the theme that were found, and the means of groups of the others.
// It divides the group with the largest spread until there are enough.
func (c *census) choose(most int) []uint32 {
	var list []uint32
	for colour, seen := range c.flat {
		if seen {
			list = append(list, colour)
		}
	}
	slices.Sort(list)
	var all []shade
	slices.Sort(c.used)
	for _, i := range c.used {
		cell := &c.cells[i]
		n := float64(cell.n)
		all = append(all, shade{math.Sqrt(n), [3]float64{float64(cell.r) / n, float64(cell.g) / n, float64(cell.b) / n}})
	}
	if len(all) == 0 {
		return list
	}
	groups := []group{newGroup(all)}
	for len(list)+len(groups) < most {
		worst := 0
		for i, g := range groups {
			if g.spread > groups[worst].spread {
				worst = i
			}
		}
		if groups[worst].spread == 0 {
			break
		}
		low, high := groups[worst].divide()
		groups[worst] = low
		groups = append(groups, high)
	}
	for _, g := range groups {
		list = append(list, g.colour())
	}
	return list
}

// shade is a colour and its weight: the square root of its number of pixels, so that small objects keep their colours.
type shade struct {
	weight float64
	rgb    [3]float64
}

// group is a set of shades that one colour represents.
type group struct {
	shades []shade
	mean   [3]float64
	axis   int     // the part of the colours (red, green or blue) in which they differ most
	spread float64 // the weighted sum of squared differences from the mean
}

func newGroup(shades []shade) group {
	g := group{shades: shades}
	total := 0.0
	for _, s := range shades {
		total += s.weight
		for i, v := range s.rgb {
			g.mean[i] += s.weight * v
		}
	}
	for i := range g.mean {
		g.mean[i] /= total
	}
	var differ [3]float64
	for _, s := range shades {
		for i, v := range s.rgb {
			differ[i] += s.weight * (v - g.mean[i]) * (v - g.mean[i]) * seen[i]
		}
	}
	for i, d := range differ {
		g.spread += d
		if d > differ[g.axis] {
			g.axis = i
		}
	}
	return g
}

// seen weighs differences in red, green and blue by how visible they are.
var seen = [3]float64{2, 4, 1}

// divide splits a group at its mean along its axis.
func (g group) divide() (low, high group) {
	first := 0 // index of the first high shade
	for i, s := range g.shades {
		if s.rgb[g.axis] < g.mean[g.axis] {
			g.shades[i], g.shades[first] = g.shades[first], s
			first++
		}
	}
	return newGroup(g.shades[:first]), newGroup(g.shades[first:])
}

func (g group) colour() uint32 {
	part := func(v float64) uint32 { return uint32(math.Round(v)) }
	return part(g.mean[0])<<16 | part(g.mean[1])<<8 | part(g.mean[2])
}

// Reducer finds few colours that represent pictures in a theme. It is not safe for concurrent use.
type Reducer struct {
	theme  palette.Theme
	census *census
	inks   inks
}

// Reduce returns at most most colours, up to 256, for the parts of a picture in a theme, with pixels 0x00RRGGBB: those of the theme as they
// are, and means of the others. nearest returns the index of the colour most similar to another, until the next call of Reduce.
func (r *Reducer) Reduce(theme palette.Theme, most int, parts ...[]uint32) (colours []uint32, nearest func(colour uint32) uint8) {
	if r.census == nil || r.theme != theme {
		r.theme, r.census = theme, newCensus(theme)
	}
	r.census.reset()
	for _, pixels := range parts {
		r.census.add(pixels)
	}
	colours = r.census.choose(most)
	if r.inks.found == nil {
		r.inks = *newInks(nil)
	}
	clear(r.inks.found)
	r.inks.colours = colours
	return colours, r.inks.nearest
}

// inks finds the nearest colour of a set.
type inks struct {
	colours []uint32
	found   []answer // recent answers, indexed by a hash of the colour asked for
}

type answer struct {
	colour uint32
	ink    uint8
	known  bool
}

const answers = 1 << 16

func newInks(colours []uint32) *inks { return &inks{colours, make([]answer, answers)} }

// nearest returns the index of the colour in the set most similar to colour: colour itself if it is in the set.
func (k *inks) nearest(colour uint32) uint8 {
	a := &k.found[colour*2654435761>>16%answers]
	if a.known && a.colour == colour {
		return a.ink
	}
	best, least := 0, math.MaxInt
	for i, c := range k.colours {
		distance := 0
		for part, weight := range seen {
			shift := 16 - 8*part
			d := int(c>>shift&0xff) - int(colour>>shift&0xff)
			distance += d * d * int(weight)
		}
		if distance < least {
			best, least = i, distance
		}
	}
	*a = answer{colour, uint8(best), true}
	return a.ink
}
