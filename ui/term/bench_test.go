package term

import (
	"fmt"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/dev/desktest"
)

// BenchmarkFrame draws a frame of a move of Atom-4, from the state of the page to the terminal's input.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			d := moving(b, desktest.Seat(b, "atom4", ""))
			d.do(fmt.Sprintf("size %d %d\n%s", size[0], size[1], twoSteps))
			if !d.play().Motion.Moving {
				b.Fatal("nothing moves")
			}
			o := &output{to: new(count)}
			o.sized(size[0], size[1])
			for i := range b.N {
				d.s.motion.step = 1 + i%2
				if err := o.draw(d.s.View()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPicture draws a page with a picture of the board again after the cursor has moved.
func BenchmarkPicture(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			d := sit(b, "ataxx", size[0], size[1])
			for _, e := range []uv.Event{uv.CellSizeEvent{Width: 10, Height: 20}, uv.PrimaryDeviceAttributesEvent{64}, uv.KittyGraphicsEvent{Payload: []byte("OK")}} {
				d.send(e)
			}
			o := &output{to: new(count)}
			o.sized(size[0], size[1])
			for i := range b.N {
				d.press([]string{"left", "right"}[i%2])
				v := d.s.View()
				if v.picture == nil {
					b.Fatal("no picture")
				}
				o.graphics.answered()
				if err := o.draw(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSamePicture draws the same picture again.
func BenchmarkSamePicture(b *testing.B) {
	d := sit(b, "ataxx", 200, 60)
	for _, e := range []uv.Event{uv.CellSizeEvent{Width: 10, Height: 20}, uv.PrimaryDeviceAttributesEvent{64}, uv.KittyGraphicsEvent{Payload: []byte("OK")}} {
		d.send(e)
	}
	var g graphics
	for range b.N {
		g.answered()
		g.show(d.s.View().picture, false)
	}
}
