package pictures

import (
	"slices"
	"testing"

	"attic/draw/palette"
)

func TestChosenColours(t *testing.T) {
	theme, _ := palette.Find("dark")
	ground, red := uint32(theme.Background), uint32(0xe5484d)
	ramp := make([]uint32, 200)
	for i := range ramp {
		ramp[i] = uint32(i) << 16
	}
	for _, c := range []struct {
		clause string
		pixels []uint32
		most   int
		want   []uint32
	}{
		{"nothing", nil, 9, nil},
		{"colours of the theme", []uint32{red, red, ground}, 9, []uint32{ground, red}},
		{"other colours after them", []uint32{0x010203, red, 0x010203}, 9, []uint32{red, 0x010203}},
		{"all, if they are few", []uint32{0x00ff00, 0xff0001, 0x0000fe}, 3, []uint32{0x0000fe, 0x00ff00, 0xff0001}},
		{"very similar colours as one", []uint32{0x101010, 0x131110}, 9, []uint32{0x121110}},
		{"the means of groups", []uint32{0x400000, 0x480000, 0xc00000, 0xc80000}, 2, []uint32{0x440000, 0xc40000}},
		{"a colour of the theme and a group", []uint32{ground, 0x400000, 0x480000}, 2, []uint32{ground, 0x440000}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			census := newCensus(theme)
			census.add(c.pixels)
			got := census.choose(c.most)
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("%06x, want %06x", got, c.want)
			}
		})
	}
	census := newCensus(theme)
	census.add(ramp)
	if got := census.choose(20); len(got) != 20 {
		t.Errorf("%d colours of a long row, want 20", len(got))
	}
}

func TestRareColoursAreNotLost(t *testing.T) {
	theme, _ := palette.Find("dark")
	census := newCensus(theme)
	for i := range 4 {
		census.add(slices.Repeat([]uint32{0x404040 + uint32(i)*0x080808}, 10_000))
	}
	census.add([]uint32{0xff00ff})
	if got := census.choose(4); !slices.Contains(got, 0xff00ff) {
		t.Errorf("%06x, want ff00ff among them", got)
	}
}

func TestNearestColour(t *testing.T) {
	k := newInks([]uint32{0x000000, 0xff0000, 0x00ff00, 0x0000ff, 0xffffff})
	for _, c := range []struct {
		colour uint32
		want   uint8
	}{
		{0x000000, 0},
		{0xff0000, 1},
		{0x0000ff, 3},
		{0xffffff, 4},
		{0xe01010, 1},
		{0x20e020, 2},
		{0xf0f0e0, 4},
		{0x202040, 0},
		{0xe01010, 1}, // asks for the same colour again
	} {
		if got := k.nearest(c.colour); got != c.want {
			t.Errorf("%06x is nearest to %d, want %d", c.colour, got, c.want)
		}
	}
}
