package paint

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"attic/draw/scene"
)

// The files of the fonts are the Go fonts, with an open zero and without the hints, and all other letters are unchanged.
func TestFonts(t *testing.T) {
	for bold, ttf := range map[bool][]byte{false: goregular.TTF, true: gobold.TTF} {
		parsed, err := sfnt.Parse(ttf)
		if err != nil {
			t.Fatal(err)
		}
		was := &face{font: parsed, outlines: map[sfnt.GlyphIndex]outline{}}
		want, name := plain(was, ttf, nil), map[bool]string{false: "go-regular", true: "go-bold"}[bold]
		same(t, "fonts/"+name+".ttf", want)
		same(t, "../../ui/web/static/"+name+"-latin.ttf", plain(was, ttf, latin))
		parsed, err = sfnt.Parse(want)
		if err != nil {
			t.Fatal(err)
		}
		now := &face{font: parsed, outlines: map[sfnt.GlyphIndex]outline{}}
		for i := range sfnt.GlyphIndex(parsed.NumGlyphs()) {
			if before, after := was.outline(i), now.outline(i); i != was.index('0') && !slices.Equal(before, after) || was.advance(i) != now.advance(i) {
				t.Errorf("%s: glyph %d is %v, want %v", name, i, after, before)
			}
		}
		open := open(was.outline(was.index('0')))
		got := slices.DeleteFunc(now.outline(now.index('0')), func(c scene.Command) bool { return c.Op == 'Z' })
		for i, c := range slices.DeleteFunc(open, func(c scene.Command) bool { return c.Op == 'Z' }) {
			for k, p := range c.Points() {
				if q := got[i].Points()[k]; math.Hypot(p.X-q.X, p.Y-q.Y) > 1 {
					t.Errorf("%s: the zero has %v, want %v", name, q, p)
				}
			}
		}
	}
}

// same fails if a file differs from what it should be.
func same(t *testing.T, name string, want []byte) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not made from the Go font; write it with -update: %v", name, err)
	}
}

// latin reports whether a page needs a letter at its start: the ranges in page.css.
func latin(r rune) bool { return r < 0x100 || r >= 0x2000 && r < 0x2500 || r >= 0x25a0 && r < 0x2c00 }

// plain returns a TrueType file without hints and names of glyphs, with an open zero. If only is not nil, other letters are empty.
func plain(f *face, ttf []byte, only func(rune) bool) []byte {
	tables, order := map[string][]byte{}, binary.BigEndian
	for entry := range slices.Chunk(ttf[12:12+16*int(ttf[5])], 16) {
		at := order.Uint32(entry[8:])
		tables[string(entry[:4])] = bytes.Clone(ttf[at : at+order.Uint32(entry[12:])])
	}
	for _, name := range []string{"cvt ", "fpgm", "prep", "gasp"} {
		delete(tables, name)
	}
	tables["post"] = append([]byte{0, 3, 0, 0}, tables["post"][4:32]...)
	old := func(i int) []byte {
		return tables["glyf"][2*int(order.Uint16(tables["loca"][2*i:])) : 2*int(order.Uint16(tables["loca"][2*i+2:]))]
	}
	kept := map[int]bool{0: true}
	for r := range rune(0x10000) {
		if i := int(f.index(r)); i != 0 && only != nil && only(r) {
			kept[i] = true
			if glyph := old(i); len(glyph) > 0 && glyph[0]&0x80 != 0 {
				_, parts := unhinted(glyph)
				for _, part := range parts {
					kept[part] = true
				}
			}
		}
	}
	var glyf, loca []byte
	zero := int(f.index('0'))
	for i := range len(tables["loca"])/2 - 1 {
		loca = order.AppendUint16(loca, uint16(len(glyf)/2))
		glyph := old(i)
		switch {
		case only != nil && !kept[i]:
			glyph = nil
			if at := 4 * i; at+4 <= len(tables["hmtx"]) {
				clear(tables["hmtx"][at : at+4])
			}
		case i == zero:
			glyph = open(f.outline(f.index('0'))).glyph()
		case len(glyph) > 0:
			glyph, _ = unhinted(glyph)
		}
		glyf = append(glyf, glyph...)
		glyf = append(glyf, make([]byte, len(glyf)%2)...)
	}
	tables["loca"], tables["glyf"] = order.AppendUint16(loca, uint16(len(glyf)/2)), glyf
	if only != nil {
		tables["name"] = named(tables["name"])
	}
	names := slices.Sorted(maps.Keys(tables))
	list, body := bytes.Clone(ttf[:12]), []byte{}
	list[5] = byte(len(names))
	for _, name := range names {
		table := tables[name]
		list = order.AppendUint32(append(list, name...), sum(table))
		list = order.AppendUint32(list, uint32(12+16*len(names)+len(body)))
		list = order.AppendUint32(list, uint32(len(table)))
		body = append(append(body, table...), make([]byte, -len(table)&3)...)
	}
	return append(list, body...)
}

// named returns a table of names and licences with each text once: those of platform 1, with one byte a letter.
func named(table []byte) []byte {
	order := binary.BigEndian
	n, texts := int(order.Uint16(table[2:])), table[order.Uint16(table[4:]):]
	var list, body []byte
	for record := range slices.Chunk(table[6:6+12*n], 12) {
		if order.Uint16(record) == 1 {
			size, at := order.Uint16(record[8:]), int(order.Uint16(record[10:]))
			list = order.AppendUint16(append(list, record[:10]...), uint16(len(body)))
			body = append(body, texts[at:at+int(size)]...)
		}
	}
	head := order.AppendUint16(order.AppendUint16([]byte{0, 0}, uint16(len(list)/12)), uint16(6+len(list)))
	return slices.Concat(head, list, body)
}

// sum returns the checksum of a table.
func sum(table []byte) (sum uint32) {
	for word := range slices.Chunk(append(bytes.Clone(table), make([]byte, -len(table)&3)...), 4) {
		sum += binary.BigEndian.Uint32(word)
	}
	return sum
}

// unhinted returns a glyph without its hints, and the numbers of the glyphs of which it is made.
func unhinted(glyph []byte) (_ []byte, parts []int) {
	const head = 10
	order := binary.BigEndian
	if contours := int(int16(order.Uint16(glyph))); contours >= 0 {
		at := head + 2*contours
		return slices.Concat(glyph[:at], []byte{0, 0}, glyph[at+2+int(order.Uint16(glyph[at:])):]), nil
	}
	const wide, scaled, more, scaled2, matrix, hinted = 1, 8, 0x20, 0x40, 0x80, 0x100
	glyph = bytes.Clone(glyph)
	for at := head; ; { // the parts of a glyph that is made of others
		flags := order.Uint16(glyph[at:])
		order.PutUint16(glyph[at:], flags&^hinted)
		parts = append(parts, int(order.Uint16(glyph[at+2:])))
		at += 6 + 2*int(flags&wide) + cmp.Or(int(flags&scaled)/scaled*2, int(flags&scaled2)/scaled2*4, int(flags&matrix)/matrix*8)
		if flags&more == 0 {
			return glyph[:at], parts
		}
	}
}

// glyph returns an outline of curves as a glyph of a TrueType file, without hints. The glyph's box is that of the first
// contour.
func (o outline) glyph() []byte {
	var ends, flags, xs, ys []byte
	var lastX, lastY int
	box := o.extent()
	add := func(c scene.Point, flag byte) {
		x, y := int(math.Round(c.X)), int(math.Round(-c.Y))
		flags = append(flags, flag)
		xs, ys = binary.BigEndian.AppendUint16(xs, uint16(x-lastX)), binary.BigEndian.AppendUint16(ys, uint16(y-lastY))
		lastX, lastY = x, y
	}
	for i, c := range o {
		switch {
		case c.Op == 'M':
			add(c.P[0], 1)
		case c.Op == 'Q':
			if add(c.P[0], 0); o[i+1].Op != 'Z' { // the last curve ends where the contour begins
				add(c.P[1], 1)
			}
		case c.Op == 'Z':
			ends = binary.BigEndian.AppendUint16(ends, uint16(len(flags)-1))
		}
	}
	var head []byte
	for _, n := range []float64{float64(len(ends) / 2), box.left, -box.bottom, box.right, -box.top} {
		head = binary.BigEndian.AppendUint16(head, uint16(int(math.Round(n))))
	}
	return slices.Concat(head, ends, []byte{0, 0}, flags, xs, ys)
}

// open returns a zero without its slash: the outer edge, and inside it a mirrored copy, as large as the two openings beside the
// slash together.
func open(zero outline) outline {
	edge := zero[:slices.IndexFunc(zero, func(c scene.Command) bool { return c.Op == 'Z' })+1]
	out, in := edge.extent(), zero[len(edge):].extent()
	sx, sy := (in.right-in.left)/(out.right-out.left), (in.bottom-in.top)/(out.bottom-out.top)
	return slices.Concat(edge, edge.placed(nil, -sx, sy, in.right+sx*out.left, in.top-sy*out.top)) // the mirrored edge runs the other way: a hole
}
