//go:build !nox

package x11_test

import (
	"context"
	"image"
	"testing"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"
)

// BenchmarkOpen opens a window, waits until it is visible, and closes it.
func BenchmarkOpen(b *testing.B) {
	s := xtest.Start(b, "1280x1024x24")
	for b.Loop() {
		w, err := x11.Open(context.Background(), x11.Config{Display: s.Display, Title: "tried", W: 1200, H: 800})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		next[x11.Expose](b, w)
		w.Close()
		b.StartTimer()
	}
}

// BenchmarkOpenToExpose is like BenchmarkOpen, but measures the time until the window is on the
// screen.
func BenchmarkOpenToExpose(b *testing.B) {
	s := xtest.Start(b, "1280x1024x24")
	for b.Loop() {
		w, err := x11.Open(context.Background(), x11.Config{Display: s.Display, Title: "tried", W: 1200, H: 800})
		if err != nil {
			b.Fatal(err)
		}
		next[x11.Expose](b, w)
		b.StopTimer()
		w.Close()
		b.StartTimer()
	}
}

// BenchmarkShow shows a window and waits until the server has read the picture.
func BenchmarkShow(b *testing.B) {
	for _, way := range []struct {
		name, screen string
		args         []string
	}{
		{"24 bits, shared", "3840x2160x24", nil},
		{"24 bits, sent", "3840x2160x24", []string{"-extension", "MIT-SHM"}},
		{"30 bits, shared", "3840x2160x30", nil},
		{"16 bits, shared", "3840x2160x16", nil},
		{"8 bits, shared", "3840x2160x8", nil},
	} {
		for _, size := range []image.Point{{80, 80}, {1200, 800}, {3840, 2160}} {
			b.Run(way.name+", "+size.String(), func(b *testing.B) {
				s := xtest.Start(b, way.screen, way.args...)
				w := open(b, x11.Config{Display: s.Display, W: 3840, H: 2160, Scale: 1})
				c := w.Canvas()
				pattern(c)
				next[x11.Expose](b, w)
				part := []image.Rectangle{{Max: size}}
				w.Show(nil)
				w.Show(part) // remembered until the server has read the previous picture
				next[x11.Expose](b, w)
				for b.Loop() {
					w.Show(part)
					w.Show(part)
					next[x11.Expose](b, w)
				}
			})
		}
	}
}
