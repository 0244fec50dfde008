//go:build !nox

package x11_test

import (
	"fmt"
	"image"
	"strconv"
	"testing"

	"attic/dev/check/xtest"
	"attic/dev/race"
	"attic/ui/window/x11"
)

func TestPicturesArriveOnScreensOfEveryDepth(t *testing.T) {
	race.Plain(t)
	// The maximum error of a channel, on the screens of one server.
	depths := []struct{ depth, most int }{{24, 0}, {30, 1}, {16, 8}, {15, 8}, {8, 56}}
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
				arrives(t, s.In(t), i, 0xffffff, d.most)
			})
		}
	}
}

func TestPicturesArriveOnScreensOfFewColours(t *testing.T) {
	race.Plain(t)
	for _, class := range []struct {
		name, number string
		colours      uint32 // mask of the colours of the pattern that are painted
		most         int    // maximum error of a channel
	}{
		{"static grey", "0", 0xff, 0},
		{"grey", "1", 0xff, 8},
		{"static colour", "2", 0xffffff, 56},
		{"pseudo colour", "3", 0xffffff, 56},
		{"true colour", "4", 0xffffff, 43},
		{"direct colour", "5", 0xffffff, 43},
	} {
		t.Run(class.name, func(t *testing.T) {
			s := xtest.Start(t, "800x600x8", "-cc", class.number)
			arrives(t, s, 0, class.colours, class.most)
		})
	}
}

// arrives checks that a window on a screen of a server shows the painted picture.
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
	s.Until(fmt.Sprint("a picture with colours off by at most ", most), shown(s, id, c, image.Rect(0, 0, c.W, c.H), most))
}

func TestOnlyTheShownPartsAreSent(t *testing.T) {
	s := xtest.Start(t, "800x600x24")
	w := open(t, x11.Config{Display: s.Display})
	c := w.Canvas()
	next[x11.Expose](t, w)
	w.Show(whole(c))
	id := s.Window("tried")
	s.Until("black", shown(s, id, c, image.Rect(0, 0, c.W, c.H), 0))
	c = w.Canvas()
	pattern(c)
	part := image.Rect(20, 30, 60, 50)
	w.Show([]image.Rectangle{part, image.Rect(-5, -5, 0, 0), image.Rect(c.W, 0, c.W+9, 9)})
	s.Until("the part", shown(s, id, c, part, 0))
	if img := s.Screenshot(id); img.RGBAAt(100, 100).R != 0 || img.RGBAAt(100, 100).B != 0 {
		t.Error("more was sent than the parts to show")
	}
}

func TestAWindowOfAnotherSizeHasAnotherCanvas(t *testing.T) {
	for _, args := range [][]string{nil, {"-extension", "MIT-SHM"}} {
		s := xtest.Start(t, "800x600x24", args...)
		w := open(t, x11.Config{Display: s.Display})
		w.Canvas()
		id := s.Window("tried")
		for _, size := range []image.Point{{310, 220}, {500, 400}, {1, 1}, {123, 457}} {
			s.Resize(id, size.X, size.Y)
			for e := (x11.Resize{}); e != (x11.Resize{W: size.X, H: size.Y}); {
				e = next[x11.Resize](t, w)
			}
			c := w.Canvas()
			if c.W != size.X || c.H != size.Y {
				t.Fatalf("the canvas is %d by %d, want %v", c.W, c.H, size)
			}
			pattern(c)
			w.Show(whole(c))
			s.Until("the picture in the new size", shownAtLast(s, w, id, c))
		}
	}
}

func TestManyResizesAreToldOnce(t *testing.T) {
	s := xtest.Start(t, "800x600x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	next[x11.Expose](t, w)
	for i := range 100 {
		s.Resize(id, 200+i, 200)
	}
	s.Ping(id) // after the answer, the window has received all changes, and the test has read none
	told := 0
	for e := (x11.Resize{}); e.W != 299; told++ {
		e = next[x11.Resize](t, w)
	}
	if told > 2 { // the first change may have been delivered before the others arrived
		t.Errorf("%d changes of size were reported, want at most 2", told)
	}
	if w, h := w.Size(); w != 299 || h != 200 {
		t.Errorf("the size is %d by %d", w, h)
	}
}
