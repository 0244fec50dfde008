package x11_test

import (
	"fmt"
	"image"
	"strconv"
	"testing"

	"attic/internal/xtest"
	"attic/window/x11"
)

func TestPicturesArriveOnScreensOfEveryDepth(t *testing.T) {
	// How far a channel may be off, on the screens of one server.
	depths := []struct{ depth, most int }{{24, 0}, {30, 1}, {16, 8}, {15, 8}, {8, 40}}
	for _, shared := range []bool{true, false} {
		var args []string
		for i, d := range depths[1:] {
			args = append(args, "-screen", strconv.Itoa(i+1), fmt.Sprintf("800x600x%d", d.depth))
		}
		if !shared {
			args = append(args, "-extension", "MIT-SHM")
		}
		s := xtest.Start(t, "800x600x24", args...)
		for i, d := range depths {
			t.Run(fmt.Sprintf("%d bits, shared memory %v", d.depth, shared), func(t *testing.T) {
				arrives(t, s, i, 0xffffff, d.most)
			})
		}
	}
}

func TestPicturesArriveOnScreensOfFewColours(t *testing.T) {
	for _, class := range []struct {
		name, number string
		colours      uint32 // what of the pattern is painted
		most         int    // how far a channel may be off
	}{
		{"static grey", "0", 0xff, 0},
		{"grey", "1", 0xff, 8},
		{"static colour", "2", 0xffffff, 51},
		{"pseudo colour", "3", 0xffffff, 51},
		{"true colour", "4", 0xffffff, 43},
		{"direct colour", "5", 0xffffff, 43},
	} {
		t.Run(class.name, func(t *testing.T) {
			s := xtest.Start(t, "800x600x8", "-cc", class.number)
			arrives(t, s, 0, class.colours, class.most)
		})
	}
}

// arrives checks that what is painted is seen, in a window on a screen of a server.
func arrives(t *testing.T, s *xtest.Server, screen int, colours uint32, most int) {
	t.Helper()
	title := fmt.Sprint("on screen ", screen)
	w := open(t, x11.Config{Display: fmt.Sprint(s.Display, ".", screen), Title: title, W: 401, H: 300, Scale: 1})
	c := w.Canvas()
	pattern(c)
	if colours == 0xff { // greys only
		for i := range c.Pix {
			c.Pix[i] = c.Pix[i] & 0xff * 0x010101
		}
	}
	w.Show(whole(c))
	next[x11.Expose](t, w)
	w.Show(nil)
	id := s.Window(title)
	s.Until(fmt.Sprint("a picture with colours off by at most ", most), func() bool {
		return differs(s.Screenshot(id), c, image.Rect(0, 0, c.W, c.H)) <= most
	})
}
