package x11

import (
	"encoding/binary"
	"image"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xproto"

	"attic/draw/paint"
)

// surface is a canvas and its image in the server's format. If the formats are the same, canvas and image use the same memory.
type surface struct {
	canvas paint.Canvas
	image  []byte
	stride int
	plain  bool

	memory   []byte // shared with the server; nil: not shared
	segment  int    // the system's number of the segment
	gone     atomic.Bool
	id       shm.Seg // the server's number of the segment; this field and the next one belong to the outbox
	attached bool    // the server has attached the segment
}

func newSurface(f *format, w, h int, shared bool) *surface {
	s := &surface{stride: f.stride(w)}
	size := s.stride * h
	if shared {
		// With the last probeSize bytes, the server proves that it has the same segment.
		if id, memory, err := newSegment(size + probeSize); err == nil {
			s.segment, s.memory = id, memory
			s.image, s.plain = memory[:size], f.plain
		}
	}
	if s.image == nil {
		s.image = make([]byte, size)
	}
	s.canvas = paint.Canvas{W: w, H: h, Stride: w}
	if s.plain {
		s.canvas.Pix = unsafe.Slice((*uint32)(unsafe.Pointer(&s.image[0])), w*h)
	} else {
		s.canvas.Pix = make([]uint32, w*h)
	}
	return s
}

func (s *surface) bounds() image.Rectangle { return image.Rect(0, 0, s.canvas.W, s.canvas.H) }

func (s *surface) free() {
	if !s.gone.Swap(true) && s.memory != nil {
		detachSegment(s.memory)
	}
}

// waitForServer is the longest time that [Window.Canvas] waits for a server that is still reading.
const waitForServer = time.Second

// Canvas returns the canvas to paint on. The canvas keeps its picture until its size changes, which happens after a [Resize] and
// possibly just before it: always use the size of the canvas for the layout. Call Canvas before every painting, because it waits up to
// a second until the server has read the last image. Earlier canvases must not be used any more, and no canvas may be used after
// [Window.Close].
func (w *Window) Canvas() paint.Canvas {
	w.mu.Lock()
	width, height, sent := w.width, w.height, w.sent
	w.mu.Unlock()
	if w.closed {
		return paint.Canvas{}
	}
	old, refused := w.surface, w.images.shm.refused.Load()
	same := old != nil && old.canvas.W == width && old.canvas.H == height
	if same && !(refused && old.memory != nil) {
		if old.plain {
			w.await(sent)
		}
		return old.canvas
	}
	s := newSurface(&w.images.format, width, height, w.images.shm.present && !refused)
	if same {
		copy(s.canvas.Pix, old.canvas.Pix)
	}
	w.surface = s
	w.mu.Lock()
	w.missing = []image.Rectangle{s.bounds()}
	w.mu.Unlock()
	w.surfaces = slices.DeleteFunc(append(w.surfaces, s), func(s *surface) bool { return s.gone.Load() })
	w.send(func() {
		if old != nil {
			w.images.drop(old)
		}
		w.images.attach(s)
	})
	return s.canvas
}

// await waits, at most one second, until the server has read the last image. A server that hangs may show half a picture, but blocks
// nothing.
func (w *Window) await(sent <-chan struct{}) {
	if sent == nil {
		return
	}
	select {
	case <-sent:
		return
	default:
	}
	timer := time.NewTimer(waitForServer)
	defer timer.Stop()
	select {
	case <-sent:
	case <-timer.C:
	case <-w.quit:
	}
}

// Show shows parts of the canvas and everything else that is missing on the screen. If nothing can be sent yet, because the
// server is still reading or the window is not visible, the parts are remembered and an [Expose] asks for them later.
func (w *Window) Show(parts []image.Rectangle) {
	s := w.surface
	if s == nil || w.closed {
		return
	}
	w.mu.Lock()
	for _, r := range parts {
		w.missing = miss(w.missing, r)
	}
	if w.sent != nil || !w.exposed || len(w.missing) == 0 {
		w.mu.Unlock()
		return
	}
	parts = w.missing
	sent := make(chan struct{})
	w.missing, w.sent = nil, sent
	w.mu.Unlock()

	kept := make([]image.Rectangle, 0, len(parts))
	for _, r := range parts {
		if r = r.Intersect(s.bounds()); r.Empty() {
			continue
		}
		kept = append(kept, r)
		if !s.plain {
			w.images.format.write(s.image, s.stride, s.canvas, r)
		}
	}
	w.send(func() {
		for _, r := range kept {
			w.images.put(s, r)
		}
		w.x.Sync()
		w.mu.Lock()
		w.sent = nil
		more := len(w.missing) > 0
		w.mu.Unlock()
		close(sent)
		if more {
			w.put(Expose{})
		}
	})
}

// miss adds r to the rectangles missing on the screen. If there are too many, it merges all of them.
func miss(list []image.Rectangle, r image.Rectangle) []image.Rectangle {
	const most = 32
	if r.Empty() {
		return list
	}
	for _, o := range list {
		if r.In(o) {
			return list
		}
	}
	if len(list) < most {
		return append(list, r)
	}
	for _, o := range list {
		r = r.Union(o)
	}
	return []image.Rectangle{r}
}

type images struct {
	*link
	gc     xproto.Gcontext
	format format
	shm    sharing
}

func (m *images) put(s *surface, r image.Rectangle) {
	if s.attached {
		m.putShared(xproto.Drawable(m.id), s, r, 0)
		return
	}
	const header = 24
	room := int(m.setup.MaximumRequestLength)*4 - header
	widest := max(1, (room*8-m.format.pad)/m.format.bits)
	for left := r.Min.X; left < r.Max.X; left += widest {
		right := min(left+widest, r.Max.X)
		stride := m.format.stride(right - left)
		highest := max(1, room/stride)
		for top := r.Min.Y; top < r.Max.Y; top += highest {
			bottom := min(top+highest, r.Max.Y)
			data := make([]byte, stride*(bottom-top))
			size := m.format.bits / 8
			for y := top; y < bottom; y++ {
				copy(data[(y-top)*stride:], s.image[y*s.stride+left*size:y*s.stride+right*size])
			}
			xproto.PutImage(m.x, xproto.ImageFormatZPixmap, xproto.Drawable(m.id), m.gc, uint16(right-left), uint16(bottom-top),
				int16(left), int16(top), 0, byte(m.format.depth), data)
		}
	}
}

// probeSize is the length, in bytes, of the memory at the end of a segment with which the server proves that it has the same segment:
// in another container, the same number may mean another segment.
const probeSize = 64

// attach offers the server a segment. If the server cannot use it, images are sent over the connection from now on.
func (m *images) attach(s *surface) {
	if s.memory == nil {
		return
	}
	if s.attached = m.offer(s); !s.attached {
		m.shm.refused.Store(true)
	}
}

// offer offers a segment to the server and reports whether the server can use it.
func (m *images) offer(s *surface) bool {
	id, err := shm.NewSegId(m.x)
	if err != nil {
		return false
	}
	pixmap, err := xproto.NewPixmapId(m.x)
	if err != nil {
		return false
	}
	s.id = id
	probe := s.memory[len(s.image) : len(s.image)+probeSize]
	for i := range probe {
		probe[i] = byte(i*37 + int(id))
	}
	wide := probeSize * 8 / m.format.bits
	xproto.CreatePixmap(m.x, byte(m.format.depth), pixmap, xproto.Drawable(m.root), uint16(wide), 1)
	attached := shm.AttachChecked(m.x, id, uint32(s.segment), true) // the server only reads the segment
	row := surface{canvas: paint.Canvas{W: wide, H: 1}, id: id}
	m.putShared(xproto.Drawable(pixmap), &row, row.bounds(), len(s.image))
	back := xproto.GetImage(m.x, xproto.ImageFormatZPixmap, xproto.Drawable(pixmap), 0, 0, uint16(wide), 1, ^uint32(0))
	xproto.FreePixmap(m.x, pixmap)
	reply, err := back.Reply()
	return attached.Check() == nil && err == nil && m.format.alike(probe, reply.Data)
}

// alike reports whether two rows are the same apart from bits that no pixel uses.
func (f *format) alike(a, b []byte) bool {
	if len(b) < len(a) {
		return false
	}
	size := f.bits / 8
	for i := range a {
		at := i % size
		if f.msb {
			at = size - 1 - at
		}
		used := byte(1<<min(max(f.depth-8*at, 0), 8) - 1)
		if (a[i]^b[i])&used != 0 {
			return false
		}
	}
	return true
}

func (m *images) drop(s *surface) {
	if s.attached {
		shm.Detach(m.x, s.id)
	}
	s.free()
}

// sharing is the state of the extension MIT-SHM.
type sharing struct {
	present bool        // the server has the extension, and runs on this machine
	refused atomic.Bool // the segment offered last could not be used
}

// putShared copies a part of a surface, whose image starts offset bytes into its segment, to a drawable.
func (m *images) putShared(to xproto.Drawable, from *surface, r image.Rectangle, offset int) {
	x, y, width, height := r.Min.X, r.Min.Y, uint16(r.Dx()), uint16(r.Dy())
	shm.PutImage(m.x, to, m.gc, uint16(from.canvas.W), uint16(from.canvas.H), uint16(x), uint16(y), width, height, int16(x), int16(y),
		byte(m.format.depth), xproto.ImageFormatZPixmap, 0, from.id, uint32(offset))
}

// format is the format in which the server expects the pixels of an image.
type format struct {
	depth, bits, pad int  // depth; bits per pixel; the bits of a row are a multiple of pad
	msb              bool // the first byte of a pixel is the most significant one
	red, green, blue [256]uint32
	opaque           uint32 // bits that are set in every pixel
	few              *cells // replaces the channels if pixels are indexes of colours
	plain            bool   // images have the format of canvases
}

// newFormat returns the format of a visual and whether it is supported. It does not set few.
func newFormat(setup *xproto.SetupInfo, depth byte, visual xproto.VisualInfo) (format, bool) {
	f := format{depth: int(depth), msb: setup.ImageByteOrder == xproto.ImageOrderMSBFirst}
	for _, p := range setup.PixmapFormats {
		if p.Depth == depth {
			f.bits, f.pad = int(p.BitsPerPixel), int(p.ScanlinePad)
		}
	}
	if f.bits != 8 && f.bits != 16 && f.bits != 24 && f.bits != 32 || f.pad != 8 && f.pad != 16 && f.pad != 32 || f.depth > f.bits {
		return f, false
	}
	if direct(visual) {
		f.red, f.green, f.blue = channel(visual.RedMask), channel(visual.GreenMask), channel(visual.BlueMask)
		if depth == 32 {
			f.opaque = ^(visual.RedMask | visual.GreenMask | visual.BlueMask)
		}
		f.plain = f.bits == 32 && f.pad == 32 && !f.msb && f.opaque == 0 && binary.NativeEndian.Uint16([]byte{1, 0}) == 1 &&
			visual.RedMask == 0xff0000 && visual.GreenMask == 0xff00 && visual.BlueMask == 0xff
	}
	return f, true
}

// direct reports whether the pixels of a visual are made of red, green and blue.
func direct(v xproto.VisualInfo) bool {
	return v.Class == xproto.VisualClassTrueColor || v.Class == xproto.VisualClassDirectColor
}

// channel returns the bits in a pixel for each value of a channel.
func channel(mask uint32) (table [256]uint32) {
	if mask == 0 {
		return table
	}
	shift, most := bits.TrailingZeros32(mask), uint64(1)<<bits.OnesCount32(mask)-1
	for v := range table {
		table[v] = uint32((uint64(v)*most + 127) / 255 << shift)
	}
	return table
}

func (f *format) pixel(rgb uint32) uint32 {
	if f.few != nil {
		return f.few.pixel(rgb)
	}
	return f.red[rgb>>16&255] | f.green[rgb>>8&255] | f.blue[rgb&255] | f.opaque
}

// stride returns the length of a row of w pixels, in bytes.
func (f *format) stride(w int) int { return (w*f.bits + f.pad - 1) / f.pad * f.pad / 8 }

func (f *format) write(to []byte, stride int, c paint.Canvas, r image.Rectangle) {
	size := f.bits / 8
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row, from := to[y*stride+r.Min.X*size:y*stride+r.Max.X*size], c.Pix[y*c.Stride+r.Min.X:y*c.Stride+r.Max.X]
		if f.plain {
			copy(row, unsafe.Slice((*byte)(unsafe.Pointer(&from[0])), 4*len(from)))
		} else {
			f.row(row, from)
		}
	}
}

func (f *format) row(to []byte, from []uint32) {
	size, last := f.bits/8, 0
	if f.msb {
		last = size - 1
	}
	for i, rgb := range from {
		p := f.pixel(rgb)
		for at := range size {
			to[size*i+max(at, last)-min(at, last)] = byte(p >> (8 * at))
		}
	}
}

// cells are the colours of a screen with few colours.
type cells struct {
	list []uint32          // the colours that the screen has
	of   map[uint32]uint32 // the pixel values of these colours and of other colours asked for, at most mostCells
}

const mostCells = 1 << 14

// pixel returns the pixel value of a colour or, if the screen does not have the colour, of the nearest colour.
func (c *cells) pixel(rgb uint32) uint32 {
	pixel, known := c.of[rgb]
	if !known {
		pixel = c.of[slices.MinFunc(c.list, func(a, b uint32) int { return distance(rgb, a) - distance(rgb, b) })]
		if len(c.of) < mostCells {
			c.of[rgb] = pixel
		}
	}
	return pixel
}

// distance returns the difference of two colours: the weighted sum of squared differences, green weighted most.
func distance(a, b uint32) int {
	dr, dg, db := int(a>>16&255)-int(b>>16&255), int(a>>8&255)-int(b>>8&255), int(a&255)-int(b&255)
	return 3*dr*dr + 5*dg*dg + 2*db*db
}

// wanted returns the colours to request on a screen with few colours: the colours in named, greys, and a cube with six levels per
// channel. The order of the cube's colours spreads over the whole cube, in case the colours run out.
func wanted(named []uint32) []uint32 {
	const steps = 6
	list := append([]uint32{0, 0xffffff}, named...)
	for i := range 16 {
		list = append(list, uint32(i)*0x111111)
	}
	for i := range steps * steps * steps {
		i = i * 85 % (steps * steps * steps)
		list = append(list, uint32(i/steps/steps*51<<16|i/steps%steps*51<<8|i%steps*51))
	}
	kept := list[:0]
	for _, rgb := range list {
		if !slices.Contains(kept, rgb) {
			kept = append(kept, rgb)
		}
	}
	return kept
}

// allot allocates colours on a screen with few colours. If the colours are fixed, it uses all of them. If some of the wanted colours
// cannot be allocated, it also uses the colours that other programs have allocated.
func allot(x *xgb.Conn, colours xproto.Colormap, visual xproto.VisualInfo, named []uint32) (*cells, error) {
	fixed := visual.Class == xproto.VisualClassStaticGray || visual.Class == xproto.VisualClassStaticColor
	var ask []uint32
	if !fixed {
		ask = wanted(named)
	}
	cookies := make([]xproto.AllocColorCookie, len(ask))
	wide := func(rgb uint32, shift int) uint16 { return uint16(rgb>>shift&255) * 0x101 }
	for i, rgb := range ask {
		cookies[i] = xproto.AllocColor(x, colours, wide(rgb, 16), wide(rgb, 8), wide(rgb, 0))
	}
	c := &cells{of: map[uint32]uint32{}}
	add := func(pixel uint32, r, g, b uint16) {
		rgb := uint32(r>>8)<<16 | uint32(g>>8)<<8 | uint32(b>>8)
		if _, ok := c.of[rgb]; !ok {
			c.of[rgb] = pixel
			c.list = append(c.list, rgb)
		}
	}
	all := fixed
	for _, cookie := range cookies {
		reply, err := cookie.Reply()
		if err != nil {
			all = true
			continue
		}
		add(reply.Pixel, reply.Red, reply.Green, reply.Blue)
	}
	if all {
		pixels := make([]uint32, visual.ColormapEntries)
		for i := range pixels {
			pixels[i] = uint32(i)
		}
		reply, err := xproto.QueryColors(x, colours, pixels).Reply()
		if err != nil {
			return nil, err
		}
		for i, rgb := range reply.Colors {
			add(uint32(i), rgb.Red, rgb.Green, rgb.Blue)
		}
	}
	if len(c.list) == 0 {
		return nil, errOdd
	}
	return c, nil
}
