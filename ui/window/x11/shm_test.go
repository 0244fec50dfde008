//go:build !nox

package x11_test

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"
)

// segments returns the number of segments of shared memory that this program has made, and the number of those that
// another process has attached.
func segments(t *testing.T) (made, shared int) {
	t.Helper()
	data, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Fields(line)
		const maker, attached = 4, 6
		if i == 0 || fields[maker] != fmt.Sprint(os.Getpid()) {
			continue
		}
		made++
		if fields[attached] == "2" {
			shared++
		}
	}
	return made, shared
}

func TestALocalServerReadsTheCanvasItself(t *testing.T) {
	for _, c := range []struct {
		screen string
		args   []string
		want   int
	}{{"800x600x24", nil, 1}, {"800x600x16", nil, 1}, {"800x600x24", []string{"-extension", "MIT-SHM"}, 0}} {
		s := xtest.Start(t, c.screen, c.args...)
		w := open(t, x11.Config{Display: s.Display})
		next[x11.Expose](t, w)
		for _, size := range []image.Point{{300, 200}, {500, 400}, {200, 100}} {
			s.Resize(s.Window("tried"), size.X, size.Y)
			for width, _ := w.Size(); width != size.X; width, _ = w.Size() {
				next[x11.Resize](t, w)
			}
			w.Show(whole(w.Canvas()))
			s.Until("one segment", func() (any, bool) {
				made, shared := segments(t)
				return []int{made, shared}, made == c.want && shared == c.want
			})
		}
		w.Close()
		s.Until("none left", func() (any, bool) { made, _ := segments(t); return made, made == 0 })
	}
}
