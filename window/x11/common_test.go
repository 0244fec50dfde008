package x11_test

import (
	"image"
	"testing"
	"time"

	"attic/internal/xtest"
	"attic/paint"
	"attic/window/x11"
)

// open opens a window on a server, which closes with the test.
func open(t testing.TB, config x11.Config) *x11.Window {
	t.Helper()
	if config.W == 0 {
		config.W, config.H, config.Scale = 300, 200, 1
	}
	if config.Title == "" {
		config.Title = "tried"
	}
	w, err := x11.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// next returns the next event of a kind, doing what the others ask for.
func next[E x11.Event](t testing.TB, w *x11.Window) E {
	t.Helper()
	timeout := time.After(xtest.Patience)
	for {
		select {
		case event, ok := <-w.Events():
			if !ok {
				t.Fatalf("no %T: no more events", *new(E))
			}
			if e, ok := event.(E); ok {
				return e
			}
			if _, ok := event.(x11.Expose); ok {
				w.Show(nil)
			}
		case <-timeout:
			t.Fatalf("no %T within %v", *new(E), xtest.Patience)
		}
	}
}

// pattern paints something else in each place, with all colours in it.
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

// differs returns the largest difference of a channel between a picture and a part of a canvas.
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
