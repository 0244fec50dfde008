package palette

import (
	"fmt"
)

// Colour is red, green and blue in one number, 0xRRGGBB.
type Colour uint32

// RGB returns the red, green and blue parts of a colour.
func (c Colour) RGB() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// String returns a colour in CSS notation, such as "#e5484d".
func (c Colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// The 256 colours of terminals: from 16 on a cube with 6 levels of each part, then 24 greys. The user can set the
// first 16, so their colours are not known.
const (
	cubeFirst = 16
	greyFirst = 232
	indexes   = 256
	greyDark  = 8  // each part of the darkest grey
	greyStep  = 10 // from one grey to the next
)

var cubeLevels = [6]uint8{0, 95, 135, 175, 215, 255}

// Indexed returns the number, from 16 to 255, of the nearest of the 256 colours of terminals, and that colour.
func (c Colour) Indexed() (index uint8, nearest Colour) {
	best := -1
	for i := cubeFirst; i < indexes; i++ {
		there := indexed(i)
		if d := c.distance(there); best < 0 || d < best {
			best, index, nearest = d, uint8(i), there
		}
	}
	return index, nearest
}

// indexed returns the terminal colour with number i, from 16 to 255.
func indexed(i int) Colour {
	if i >= greyFirst {
		return Colour(greyDark+greyStep*(i-greyFirst)) * 0x010101
	}
	i -= cubeFirst
	r, g, b := cubeLevels[i/36], cubeLevels[i/6%6], cubeLevels[i%6]
	return Colour(r)<<16 | Colour(g)<<8 | Colour(b)
}

func (c Colour) distance(d Colour) int {
	r, g, b := c.RGB()
	r2, g2, b2 := d.RGB()
	dr, dg, db := int(r)-int(r2), int(g)-int(g2), int(b)-int(b2)
	return dr*dr + dg*dg + db*db
}
