package pictures

import (
	"bufio"
	"bytes"
	"compress/lzw"
	"context"
	"image"
	"io"
	"iter"
	"math"
	"slices"
	"time"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/match"
)

// The times for which pictures of a film are shown, in hundredths of a second.
const (
	tick     = 4   // a picture within a motion
	rest     = 60  // a position
	lastRest = 300 // the last position
)

// writeGIF writes an animation of a match from its start to its current position; size is the length of the longer side in
// pixels. Equal matches give equal files. It returns ctx.Err() when ctx is done.
func writeGIF(ctx context.Context, out io.Writer, m match.Match, size int, theme palette.Theme) error {
	return newFilm(m, size, theme).captioned(m).write(ctx, out, m)
}

type film struct {
	theme palette.Theme
	last  int // the last step shown
	frame Frame
}

// newFilm returns the film of a match up to its current position; size is the length of the longer side in pixels.
func newFilm(m match.Match, size int, theme palette.Theme) film {
	f := film{theme: theme, last: m.Ply(), frame: Frame{size: size}}
	for s := range f.positions(m) {
		f.frame.add(s)
	}
	return f
}

// captioned returns the film with room for what was said of the moves of an analysis.
func (f film) captioned(m match.Match) film {
	for s, now := range f.positions(m) {
		f.frame.say(noted(now), f.frame.Crop(s).View.W)
	}
	return f
}

// positions returns the picture of the start of a match and of the position after every step.
func (f film) positions(m match.Match) iter.Seq2[scene.Scene, match.Match] {
	return func(yield func(scene.Scene, match.Match) bool) {
		for now := m.At(0); yield(shown(now, f.theme), now) && now.Ply() < f.last; {
			now = now.At(now.Ply() + 1)
		}
	}
}

// scenes returns all pictures of a film, each with the time to show it in hundredths of a second. Positions follow each other with the same
// motion as in the window, or without motion if the view changes.
func (f film) scenes(m match.Match) iter.Seq2[scene.Scene, int] {
	return func(yield func(scene.Scene, int) bool) {
		var before scene.Scene
		left := f.last
		for s, now := range f.positions(m) {
			s = f.frame.captioned(f.frame.Crop(s), noted(now))
			if before.View == s.View {
				motion := scene.Between(before, s)
				const each = tick * time.Second / 100
				for t := each; t < motion.Duration(); t += each {
					if !yield(motion.At(t), tick) {
						return
					}
				}
			}
			pause := rest
			if left == 0 {
				pause = lastRest
			}
			if !yield(s, pause) {
				return
			}
			before = s
			left--
		}
	}
}

// screen is the canvas on which a film is painted.
type screen struct {
	painter *paint.Painter
	canvas  paint.Canvas
}

func (f film) newScreen() screen {
	return screen{paint.New(f.theme, 1), paint.NewCanvas(f.frame.Pixels())}
}

// show paints a scene as large as fits, centred, and returns the areas that it repainted.
func (s screen) show(sc scene.Scene) []image.Rectangle {
	return s.painter.Paint(s.canvas, sc.Fitted(float64(s.canvas.W), float64(s.canvas.H)))
}

// write writes the film as a GIF. It plays the film twice, first to choose the colours and then to write the pictures, so that
// at most one picture is in memory.
func (f film) write(ctx context.Context, out io.Writer, m match.Match) error {
	colours := newCensus(f.theme)
	screen := f.newScreen()
	for s := range f.scenes(m) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, r := range screen.show(s) {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				colours.add(screen.canvas.Pix[y*screen.canvas.Stride:][r.Min.X:r.Max.X])
			}
		}
	}
	g := newGIF(out, screen.canvas.W, screen.canvas.H, colours.choose(same))
	screen = f.newScreen()
	for s, delay := range f.scenes(m) {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.show(screen.canvas, screen.show(s), delay)
	}
	return g.close()
}

// same is the index of the colour of pixels that do not change.
const same = 255

type gifWriter struct {
	out     *bufio.Writer
	w, h    int
	colours *inks
	shown   []uint8 // the colours of the previous picture, row by row
	now     []uint8 // the colours of the current picture
	waiting part
	lzw     *lzw.Writer
	packed  bytes.Buffer
}

// part is a picture not written yet: the area that changes, its pixels, and the time to show it in hundredths of a second.
type part struct {
	area   image.Rectangle
	pixels []uint8
	delay  int
}

// newGIF starts a GIF of w by h pixels that repeats for ever.
func newGIF(out io.Writer, w, h int, colours []uint32) *gifWriter {
	g := &gifWriter{out: bufio.NewWriter(out), w: w, h: h, colours: newInks(colours), shown: make([]uint8, w*h), now: make([]uint8, w*h)}
	for i := range g.shown {
		g.shown[i] = same
	}
	const (
		global   = 0x80 // there is one table of colours for all pictures
		eightBit = 0x70 // each part of a colour has eight bits
		entries  = 7    // the table has 2 to the power of 7+1 entries
	)
	g.text("GIF89a")
	g.numbers(w, h)
	g.bytes(global|eightBit|entries, 0, 0)
	for i := range 256 {
		var c uint32
		if i < len(colours) {
			c = colours[i]
		}
		g.bytes(uint8(c>>16), uint8(c>>8), uint8(c))
	}
	g.bytes(0x21, 0xff, 11)
	g.text("NETSCAPE2.0")
	g.bytes(3, 1, 0, 0, 0) // 0 means to repeat for ever
	return g
}

// The next three methods write to a buffer. Method close returns their errors.
func (g *gifWriter) text(s string)    { _, _ = g.out.WriteString(s) }
func (g *gifWriter) bytes(b ...uint8) { _, _ = g.out.Write(b) }
func (g *gifWriter) numbers(list ...int) {
	for _, n := range list {
		g.bytes(uint8(n), uint8(n>>8))
	}
}

// show adds a picture that differs from the previous one only in the areas where; delay is in hundredths of a second.
func (g *gifWriter) show(c paint.Canvas, where []image.Rectangle, delay int) {
	var changed image.Rectangle
	for _, r := range where {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			now, shown := g.now[y*g.w:][:g.w], g.shown[y*g.w:][:g.w]
			left, right := r.Max.X, r.Min.X
			for x := r.Min.X; x < r.Max.X; x++ {
				now[x] = g.colours.nearest(c.Pix[y*c.Stride+x])
				if now[x] != shown[x] {
					left, right = min(left, x), x+1
				}
			}
			changed = changed.Union(image.Rect(left, y, max(left, right), y+1))
		}
	}
	if changed.Empty() {
		g.waiting.delay += delay
		return
	}
	g.flush()
	g.waiting.area, g.waiting.delay = changed, delay
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		for x := changed.Min.X; x < changed.Max.X; x++ {
			i := y*g.w + x
			ink := g.now[i]
			if ink == g.shown[i] {
				ink = same
			}
			g.waiting.pixels = append(g.waiting.pixels, ink)
			g.shown[i] = g.now[i]
		}
	}
}

// flush writes the waiting picture, if there is one.
func (g *gifWriter) flush() {
	p := &g.waiting
	if p.area.Empty() {
		return
	}
	const (
		stays       = 1 << 2 // the picture stays when the next one is drawn
		transparent = 1
		longest     = 1<<16 - 1
		bits        = 8
	)
	g.bytes(0x21, 0xf9, 4, stays|transparent)
	g.numbers(min(p.delay, longest))
	g.bytes(same, 0)
	g.bytes(0x2c)
	g.numbers(p.area.Min.X, p.area.Min.Y, p.area.Dx(), p.area.Dy())
	g.bytes(0, bits)
	g.packed.Reset()
	if g.lzw == nil {
		g.lzw = lzw.NewWriter(&g.packed, lzw.LSB, bits).(*lzw.Writer)
	} else {
		g.lzw.Reset(&g.packed, lzw.LSB, bits)
	}
	_, _ = g.lzw.Write(p.pixels) // writing to a bytes.Buffer cannot fail
	_ = g.lzw.Close()
	for g.packed.Len() > 0 {
		block := g.packed.Next(255)
		g.bytes(uint8(len(block)))
		g.bytes(block...)
	}
	g.bytes(0)
	p.pixels = p.pixels[:0]
}

// close completes the GIF and returns the first error of writing it.
func (g *gifWriter) close() error {
	g.flush()
	g.bytes(0x3b)
	return g.out.Flush()
}

// census counts the colours of pictures in order to choose a small set that represents them best. Equal pictures give equal choices.
type census struct {
	flat  map[uint32]bool // the colours of a theme, and for each whether it was found
	cells []cell          // indexed by the upper bits of red, green and blue
	used  []uint32        // the indexes of the cells that are not empty
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

// choose returns colours, at most the given number: the theme's colours that were found, and the means of groups of the others. It divides
// the group with the largest spread until there are enough.
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

// Reduce returns colours for the parts of a picture in a theme, with pixels 0x00RRGGBB. The parameter most, up to 256, limits their number.
// Colours of the theme stay as they are; the others are replaced by means. nearest returns the index of the most similar colour; it is
// valid until the next call of Reduce.
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
	found   []answer // recent answers, indexed by a hash of the requested colour
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
