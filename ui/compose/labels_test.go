package compose

import (
	"math/rand/v2"
	"os"
	"testing"

	"attic/dev/desktest"
	"attic/games"
)

// labelSizes are the sizes at which labels are compared.
var labelSizes = [...]size{
	{320, 480}, {360, 640}, {400, 800}, {640, 480}, {800, 600}, {1000, 700}, usual, {1920, 1080}, {2560, 1440}, {3840, 2160},
}

// In 10,000 random positions, each at one of ten sizes, no two texts overlap. With LABELS=all in the environment, each position is
// tried at all ten sizes.
func TestLabelsDoNotOverlap(t *testing.T) {
	const positions = 10_000
	all := os.Getenv("LABELS") == "all"
	kinds := games.All()
	for i, g := range kinds {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, uint64(i)))
			for n := 0; n < positions/len(kinds)+1; {
				d := sit(t, desktest.RandomID(g, rng), size{320, 480})
				p := d.play()
				for range 60 {
					if len(p.Cursor.Moves) == 0 {
						break
					}
					d.p.Desk.Paste(p.Cursor.Moves[rng.IntN(len(p.Cursor.Moves))].Text)
					if spots := p.Now.View.Scene().Spots; rng.IntN(2) == 0 {
						d.p.Desk.Point(spots[rng.IntN(len(spots))].Name)
					}
					n++
					sizes := labelSizes[n%len(labelSizes):][:1]
					if all {
						sizes = labelSizes[:]
					}
					for _, at := range sizes {
						texts := textsOf(d.p.compose(at.w, at.h).scene)
						for i, text := range texts {
							for _, other := range texts[:i] {
								if overlap(text.area, other.area) {
									t.Fatalf("at %s %q and %q overlap after %s", at, other.text, text.text, d.played())
								}
							}
						}
					}
				}
			}
		})
	}
}
