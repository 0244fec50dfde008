package term

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/match/pictures"
)

// protocol is a terminal's protocol for pictures.
type protocol uint8

const (
	noPictures protocol = iota
	kitty               // kitty's: pictures lie over the text
	sixel               // DEC's: text written over a picture replaces it
)

// picture is a picture shown by a view, over cells that show nothing else.
type picture struct {
	area          // its area in cells
	by   protocol // the protocol, never noPictures
	cell image.Point
	in   palette.Theme
	paint.Canvas

	changed []image.Rectangle // the areas in which its pixels differ from the previous picture

	spot   scene.Rectangle // the area of the first spot: if it moves, everything moves
	moving bool            // another picture follows soon
	few    bool            // the terminal keeps few pictures: each is sent as a whole
}

// alike reports whether two pictures differ only in their pixels, so that sending the changed pixels turns one picture into the other.
func (p *picture) alike(o *picture) bool {
	return p != nil && o != nil && p.area == o.area && p.by == o.by && p.cell == o.cell && p.in == o.in
}

// graphics keeps track of the pixels that a terminal shows, at most one picture, and returns the codes that turn it into the next picture.
//
// Each piece sent ends with a question to the terminal, and the next piece is sent only after the answer. On a slow line, pictures are
// therefore skipped, and keys do not have to wait for them.
type graphics struct {
	shown   *picture          // the picture shown, without pixels; nil: none
	pix     []uint32          // the pixels shown
	stale   []image.Rectangle // the areas in which the latest picture may differ from pix
	waits   bool              // the terminal has not yet answered after the last piece
	spent   int               // the bytes sent so far in a motion
	rate    int               // the bytes per cell in the last piece
	spot    scene.Rectangle   // the spot of the last picture that was not moving
	images  []int             // kitty: the images that make up the picture, from bottom to top
	tops    []int             // the image visible in each cell
	last    int               // the number of the image sent last, from 1
	reducer pictures.Reducer
	encoder encoder
}

// encoder writes PNG files, and reuses its buffer.
type encoder struct{ kept *png.EncoderBuffer }

// Get implements png.EncoderBufferPool.
func (e *encoder) Get() *png.EncoderBuffer { return e.kept }

// Put implements png.EncoderBufferPool.
func (e *encoder) Put(b *png.EncoderBuffer) { e.kept = b }

// firstImage is the number of the first of attic's images in a terminal.
const firstImage = 0x41740000

// mostColours is the greatest number of colours of a piece; leastColours is the number that even a large piece has.
var mostColours = [...]int{kitty: 160, sixel: 40}

const leastColours = 12

// The greatest number of bytes of a picture sent as a whole, of all pictures of a move, and of all of them except the last.
const (
	wholeBytes  = 200_000
	moveBytes   = 28_000
	motionBytes = 12_000
)

// answered records that the terminal has processed the last piece.
func (g *graphics) answered() { g.waits = false }

// lost records that row y of the terminal was written over, which damages a sixel picture there.
func (g *graphics) lost(y int) {
	if p := g.shown; p != nil && p.by == sixel && y >= p.y && y < p.y+p.h {
		n := p.cell.Y * p.W
		copy(g.pix[(y-p.y)*n:][:n], slices.Repeat([]uint32{unknown}, n))
		g.stale = append(g.stale, pixelsOf(image.Rect(0, y-p.y, p.w, y-p.y+1), p.cell))
	}
}

// unknown stands for a pixel whose colour is unknown.
const unknown = 1 << 31

// mostStale is the greatest number of stale areas that are stored separately.
const mostStale = 64

// show returns the codes that replace the picture on the terminal with p, or remove it if p is nil. whole means that the terminal was
// cleared.
func (g *graphics) show(p *picture, whole bool) string {
	var b strings.Builder
	if g.shown != nil && (whole || !g.shown.alike(p)) {
		g.remove(&b)
	}
	if whole {
		g.waits = false
	}
	if p == nil {
		return b.String()
	}
	if g.stale = append(g.stale, p.changed...); len(g.stale) > mostStale {
		g.stale = []image.Rectangle{image.Rect(0, 0, p.W, p.H)}
	}
	if g.waits {
		return b.String()
	}
	before := b.Len()
	if g.shown == nil {
		place := *p
		place.Pix = nil
		g.shown, g.pix, g.tops = &place, slices.Repeat([]uint32{unknown}, p.W*p.H), make([]int, p.w*p.h)
		g.stale = []image.Rectangle{image.Rect(0, 0, p.W, p.H)}
	}
	where := g.differing(p)
	cells := 0
	for _, r := range where {
		cells += r.Dx() * r.Dy()
	}
	if p.moving && g.spent+cells*g.rate > motionBytes {
		return b.String()
	}
	g.stale = g.stale[:0]
	if cells > 0 {
		g.change(&b, p, where)
		g.spent += b.Len() - before
		g.rate = (b.Len() - before) / cells
		b.WriteString(ansi.RequestPrimaryDeviceAttributes)
		g.waits = true
	}
	if !p.moving {
		g.spent, g.spot = 0, p.spot
	}
	return b.String()
}

// remove removes the picture. A sixel picture needs no code: text written over it replaces it.
func (g *graphics) remove(b *strings.Builder) {
	for _, number := range g.images {
		drop(b, number)
	}
	g.shown, g.pix, g.stale, g.images = nil, nil, nil, nil
}

func drop(b *strings.Builder, number int) { fmt.Fprintf(b, "\x1b_Ga=d,d=I,q=2,i=%d\x1b\\", number) }

// change writes parts of a picture, given in cells. It reduces the number of colours if there would be too many bytes.
func (g *graphics) change(b *strings.Builder, p *picture, where []image.Rectangle) {
	var rows [][]uint32
	for _, r := range where {
		in := pixelsOf(r, p.cell)
		for y := in.Min.Y; y < in.Max.Y; y++ {
			row := p.Pix[y*p.Stride+in.Min.X : y*p.Stride+in.Max.X]
			rows = append(rows, row)
			copy(g.pix[y*p.W+in.Min.X:], row)
		}
	}
	most := moveBytes - g.spent
	if len(where) == 1 && where[0].Dx()*where[0].Dy()*4 > p.w*p.h || !p.moving && p.spot != g.spot {
		most = wholeBytes
	}
	var files []string
	for n := mostColours[p.by]; ; n = n * 2 / 3 {
		files = files[:0]
		size := 0
		colours, nearest := g.reducer.Reduce(p.in, n, rows...)
		for _, r := range where {
			files = append(files, g.file(p, pixelsOf(r, p.cell), colours, nearest))
			size += len(files[len(files)-1])
		}
		if size <= most || n <= leastColours {
			break
		}
	}
	for i, r := range where {
		b.WriteString(ansi.CursorPosition(p.x+r.Min.X+1, p.y+r.Min.Y+1))
		if p.by == kitty {
			g.place(b, files[i], r)
		} else {
			b.WriteString(files[i])
		}
	}
}

// file returns a part of a picture, reduced to the given colours, encoded for the picture's protocol.
func (g *graphics) file(p *picture, part image.Rectangle, colours []uint32, nearest func(uint32) uint8) string {
	img := image.NewPaletted(image.Rect(0, 0, part.Dx(), part.Dy()), nil)
	var of [256]int // the index, from 1, of each colour among the colours of this part
	for y := range part.Dy() {
		row := p.Pix[(part.Min.Y+y)*p.Stride+part.Min.X:]
		for x := range part.Dx() {
			i := nearest(row[x])
			if of[i] == 0 {
				img.Palette = append(img.Palette, color.RGBA{uint8(colours[i] >> 16), uint8(colours[i] >> 8), uint8(colours[i]), 255})
				of[i] = len(img.Palette)
			}
			img.Pix[y*img.Stride+x] = uint8(of[i] - 1)
		}
	}
	if p.by == sixel {
		return sixels(img)
	}
	var file bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: png.BestCompression, BufferPool: &g.encoder}).Encode(&file, img) // cannot fail: the image is not empty, and a buffer accepts everything
	return base64.StdEncoding.EncodeToString(file.Bytes())
}

// pixelsOf converts a rectangle of cells into pixels.
func pixelsOf(r image.Rectangle, cell image.Point) image.Rectangle {
	return image.Rect(r.Min.X*cell.X, r.Min.Y*cell.Y, r.Max.X*cell.X, r.Max.Y*cell.Y)
}

// differing returns rectangles around the groups of cells that differ.
func (g *graphics) differing(p *picture) []image.Rectangle {
	for y := 0; y < p.h && (p.few || g.pix[0] == unknown); y++ {
		if len(g.runs(p, y)) > 0 {
			return []image.Rectangle{image.Rect(0, 0, p.w, p.h)}
		}
	}
	const waste = 6                  // the greatest number of unchanged cells that joining a rectangle with a run below may add
	var done, open []image.Rectangle // open rectangles reach down to the row above
	for y := range p.h {
		next := g.runs(p, y)
		for _, r := range open {
			i := slices.IndexFunc(next, func(run image.Rectangle) bool {
				u := r.Union(run)
				return run.Min.Y == y && u.Dx()*u.Dy()-r.Dx()*r.Dy()-run.Dx() <= waste
			})
			if i < 0 {
				done = append(done, r)
			} else {
				next[i] = next[i].Union(r)
			}
		}
		open = next
	}
	done = append(done, open...)
	var all image.Rectangle
	cells := 0
	for _, r := range done {
		all, cells = all.Union(r), cells+r.Dx()*r.Dy()
	}
	if cells*2 > all.Dx()*all.Dy() {
		return []image.Rectangle{all}
	}
	return done
}

// runs returns the runs of cells in row y of the picture that differ from the terminal.
func (g *graphics) runs(p *picture, y int) []image.Rectangle {
	const near = 2 // runs with fewer unchanged cells between them are joined
	var list []image.Rectangle
	from, to := p.w, 0 // columns outside these have not changed
	for _, r := range g.stale {
		if r.Min.Y < (y+1)*p.cell.Y && r.Max.Y > y*p.cell.Y {
			from, to = min(from, r.Min.X/p.cell.X), max(to, min((r.Max.X+p.cell.X-1)/p.cell.X, p.w))
		}
	}
	for x := from; x < to; x++ {
		if !g.differs(p, x, y) {
			continue
		}
		if n := len(list); n > 0 && x-list[n-1].Max.X < near {
			list[n-1].Max.X = x + 1
		} else {
			list = append(list, image.Rect(x, y, x+1, y+1))
		}
	}
	return list
}

// differs reports whether a cell of a picture differs from the terminal.
func (g *graphics) differs(p *picture, x, y int) bool {
	for dy := y * p.cell.Y; dy < (y+1)*p.cell.Y; dy++ {
		from := x * p.cell.X
		if !slices.Equal(p.Pix[dy*p.Stride+from:dy*p.Stride+from+p.cell.X], g.pix[dy*p.W+from:dy*p.W+from+p.cell.X]) {
			return true
		}
	}
	return false
}

// place sends an image in kitty's protocol, on top of the earlier images, and removes the images that it hides.
func (g *graphics) place(b *strings.Builder, text string, where image.Rectangle) {
	g.last++
	fmt.Fprintf(b, "\x1b_Ga=T,f=100,q=2,C=1,i=%d,z=%d,c=%d,r=%d", firstImage+g.last, g.last, where.Dx(), where.Dy())
	const most = 4096 // bytes of a chunk
	for ; len(text) > most; text = text[most:] {
		b.WriteString(",m=1;" + text[:most] + "\x1b\\\x1b_Gq=2")
	}
	b.WriteString(",m=0;" + text + "\x1b\\")
	for y := where.Min.Y; y < where.Max.Y; y++ {
		for x := where.Min.X; x < where.Max.X; x++ {
			g.tops[y*g.shown.w+x] = firstImage + g.last
		}
	}
	g.images = slices.DeleteFunc(append(g.images, firstImage+g.last), func(number int) bool {
		hidden := !slices.Contains(g.tops, number)
		if hidden {
			drop(b, number)
		}
		return hidden
	})
}

// sixels returns an image as sixels. Each sixel is a column of six pixels in one colour. The colours of a band are written from the most
// to the least frequent; to get longer runs, each may cover pixels of later ones.
func sixels(img *image.Paletted) string {
	const high = 6
	b := &strings.Builder{}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	fmt.Fprintf(b, "\x1bP0;1q\"1;1;%d;%d", w, h)
	for i, c := range img.Palette {
		red, green, blue, _ := c.RGBA()
		percent := func(v uint32) uint32 { return (v*100 + 0x7fff) / 0xffff }
		fmt.Fprintf(b, "#%d;2;%d;%d;%d", i, percent(red), percent(green), percent(blue))
	}
	bands := make([][]uint8, len(img.Palette)) // the sixels of each colour in the band
	counts := make([]int, len(bands))          // the number of pixels of each colour
	free := make([]uint8, w)                   // the pixels of colours that are written later
	var order []int
	for top := 0; top < h; top += high {
		clear(bands)
		clear(counts)
		clear(free)
		order = order[:0]
		for y := top; y < min(top+high, h); y++ {
			for x, i := range img.Pix[y*img.Stride : y*img.Stride+w] {
				if bands[i] == nil {
					bands[i], order = make([]uint8, w), append(order, int(i))
				}
				bands[i][x] |= 1 << (y - top)
				free[x] |= 1 << (y - top)
				counts[i]++
			}
		}
		slices.SortStableFunc(order, func(i, j int) int { return counts[j] - counts[i] })
		for n, i := range order {
			if n > 0 {
				b.WriteByte('$')
			}
			fmt.Fprintf(b, "#%d", i)
			writeRuns(b, bands[i], free)
			for x, bits := range bands[i] {
				free[x] &^= bits
			}
		}
		b.WriteByte('-')
	}
	b.WriteString("\x1b\\")
	return b.String()
}

// writeRuns writes the sixels of a colour, which may also cover the pixels marked in free.
func writeRuns(b *strings.Builder, line, free []uint8) {
	end := len(line)
	for line[end-1] == 0 {
		end--
	}
	for x := 0; x < end; {
		from, bits, most := x, line[x], free[x]
		for x++; x < end && (bits|line[x])&^(most&free[x]) == 0; x++ {
			bits, most = bits|line[x], most&free[x]
		}
		if sign := string('?' + rune(bits)); x-from > 3 {
			fmt.Fprintf(b, "!%d%s", x-from, sign)
		} else {
			b.WriteString(strings.Repeat(sign, x-from))
		}
	}
}
