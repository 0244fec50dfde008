//go:build !nox

package x11_test

import (
	"context"
	"fmt"
	"image"
	"testing"

	"github.com/jezek/xgb/xproto"

	"attic/dev/check/xtest"
	"attic/dev/wait"
	"attic/draw/paint"
	"attic/ui/window/x11"
)

// open opens a window. It is closed at the end of the test.
func open(t testing.TB, config x11.Config) *x11.Window {
	t.Helper()
	if config.W == 0 {
		config.W, config.H, config.Scale = 300, 200, 1
	}
	if config.Title == "" {
		config.Title = "tried"
	}
	w, err := x11.Open(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// next returns the next event of type E, and calls Show if an earlier event asks for it.
func next[E x11.Event](t testing.TB, w *x11.Window) E {
	t.Helper()
	ctx, done := wait.Context()
	defer done()
	var last x11.Event
	for {
		select {
		case event, ok := <-w.Events():
			if !ok {
				t.Fatalf("no %T: no more events after %T%v", *new(E), last, last)
			}
			last = event
			if e, ok := event.(E); ok {
				return e
			}
			if _, ok := event.(x11.Expose); ok {
				w.Show(nil)
			}
		case <-ctx.Done():
			t.Fatalf("no %T: %v; the last event was %T%v", *new(E), context.Cause(ctx), last, last)
		}
	}
}

// pattern paints a pattern that differs everywhere and contains all colours.
func pattern(c paint.Canvas) {
	for y := range c.H {
		for x := range c.W {
			c.Pix[y*c.Stride+x] = uint32(x*255/c.W<<16 | y*255/c.H<<8 | (x+y)&255)
		}
	}
}

func whole(c paint.Canvas) []image.Rectangle {
	return []image.Rectangle{image.Rect(0, 0, c.W, c.H)}
}

// shown returns a function that checks whether a window shows a part of a canvas. most is the largest error allowed in a channel of a
// pixel.
func shown(s *xtest.Server, id xproto.Window, c paint.Canvas, part image.Rectangle, most int) func() (any, bool) {
	return func() (any, bool) {
		off := differs(s.Screenshot(id), c, part)
		return fmt.Sprintf("colours off by %d", off), off <= most
	}
}

// shownAtLast returns a function that checks whether a window shows a whole canvas exactly. The function also answers the window's
// requests to show parts that could not be sent earlier.
func shownAtLast(s *xtest.Server, w *x11.Window, id xproto.Window, c paint.Canvas) func() (any, bool) {
	look := shown(s, id, c, image.Rect(0, 0, c.W, c.H), 0)
	return func() (any, bool) {
		for {
			select {
			case event := <-w.Events():
				if event == (x11.Expose{}) {
					w.Show(nil)
				}
				continue
			default:
			}
			return look()
		}
	}
}

// differs returns the largest difference in any channel between a picture and a part of a canvas.
func differs(img *image.RGBA, c paint.Canvas, part image.Rectangle) int {
	most := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			rgb := c.Pix[y*c.Stride+x]
			at := img.PixOffset(x, y)
			for i := range 3 {
				d := int(img.Pix[at+i]) - int(rgb>>(16-8*i)&255)
				most = max(most, d, -d)
			}
		}
	}
	return most
}
