package term

import (
	"fmt"
	"testing"

	"attic/desk/desktest"
)

// BenchmarkFrame draws a frame of a move of Atom-4, from the state of the page to what the terminal gets.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			d := moving(b, desktest.Seat(b, "atom4", ""))
			d.do(fmt.Sprintf("size %d %d\n%s", size[0], size[1], twoSteps))
			if !d.play().Moving {
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
