package pictures

import (
	"bufio"
	"bytes"
	"compress/lzw"
	"context"
	"image"
	"io"
	"iter"
	"time"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/match"
)

// How long pictures of a film are shown, in hundredths of a second.
const (
	tick     = 4   // a picture of a motion
	rest     = 60  // a position
	lastRest = 300 // the last position
)

// writeGIF writes an animation of a match from its start to its current position; size is the length of the longer side in
// pixels. Equal matches give equal files. It returns ctx.Err() when ctx is done.
func writeGIF(ctx context.Context, out io.Writer, m match.Match, size int, theme palette.Theme) error {
	return newFilm(m, size, theme).write(ctx, out, m)
}

// film is an animation of a match from its start.
type film struct {
	theme palette.Theme
	last  int // the step that is shown last
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

// positions returns the picture of the start of a match and of the position after every step.
func (f film) positions(m match.Match) iter.Seq[scene.Scene] {
	return func(yield func(scene.Scene) bool) {
		for now := m.At(0); yield(Of(now)) && now.Ply() < f.last; {
			now = now.At(now.Ply() + 1)
		}
	}
}

// scenes returns all pictures of a film, each with the time to show it in hundredths of a second. Positions follow each other
// with the same motion as in the window, or without one if the view changes.
func (f film) scenes(m match.Match) iter.Seq2[scene.Scene, int] {
	return func(yield func(scene.Scene, int) bool) {
		var before scene.Scene
		left := f.last
		for s := range f.positions(m) {
			s = f.frame.Crop(s)
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

// gifWriter writes a GIF picture by picture.
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

// part is a picture not written yet: the area that changes, its pixels, and how long to show it in hundredths of a second.
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

// show adds a picture that differs from the previous one only in the areas where. delay is the time to show it, in
// hundredths of a second.
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
