package x11

import (
	"encoding/binary"
	"image"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"attic/draw/paint"
)

// format is the format in which the server expects the pixels of an image.
type format struct {
	depth, bits, pad int  // depth; bits per pixel; the bits of a row are a multiple of pad
	msb              bool // the first byte of a pixel is the most significant one
	red, green, blue [256]uint32
	opaque           uint32 // bits of every pixel
	few              *cells // used instead of the channels if pixels are indexes of colours
	plain            bool   // images have the same format in memory as canvases
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

// channel returns, for each value of a channel, its bits in a pixel.
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

// write writes a part of a canvas to the same position in an image.
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
	of   map[uint32]uint32 // pixel values of these colours, and of those that were asked for
}

// pixel returns the pixel value of a colour or, if the screen does not have it, of the nearest one.
func (c *cells) pixel(rgb uint32) uint32 {
	pixel, known := c.of[rgb]
	if !known {
		pixel = c.of[slices.MinFunc(c.list, func(a, b uint32) int { return distance(rgb, a) - distance(rgb, b) })]
		c.of[rgb] = pixel
	}
	return pixel
}

// distance returns the difference of two colours: the weighted sum of squared differences, green weighted most.
func distance(a, b uint32) int {
	dr, dg, db := int(a>>16&255)-int(b>>16&255), int(a>>8&255)-int(b>>8&255), int(a&255)-int(b&255)
	return 3*dr*dr + 5*dg*dg + 2*db*db
}

// wanted returns the colours to request on a screen with few colours: named, greys, and a cube with six
// levels per channel. The cube is in an order that spreads over all of it, in case the colours run out.
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

// allot allocates colours on a screen with few colours. If the colours are fixed, it uses all of them; if some of the wanted
// ones cannot be allocated, it also uses those that other programs have allocated.
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
