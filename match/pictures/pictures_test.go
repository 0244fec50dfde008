package pictures

import (
	"testing"

	"attic/games"
)

func TestSmallPicturesShowWhatMatters(t *testing.T) {
	for _, c := range []struct {
		clause, game string
		start        bool // the start of the game, not its sample
		size         int
		close        bool // only the focus is shown
	}{
		{"the whole board if its squares are large enough", "atom4", false, 600, false},
		{"only the focus if squares would be too small", "atom4", false, 200, true},
		{"the start", "atom4", true, 200, true},
		{"a board without a focus", "ataxx", false, 64, false},
	} {
		t.Run(c.clause, func(t *testing.T) {
			g, _ := games.Find(c.game)
			m := sample(t, g)
			if c.start {
				m = m.At(0)
			}
			s := Of(m)
			f := NewFrame(c.size, s)
			if f.close != c.close {
				t.Errorf("only the focus is shown: %v, want %v", f.close, c.close)
			}
			if w, h := f.Pixels(); max(w, h) != c.size || min(w, h) < c.size/2 {
				t.Errorf("%d by %d pixels, want %d", w, h, c.size)
			}
			if whole := f.Crop(s).View == s.View; whole == c.close {
				t.Errorf("the whole board is shown: %v", whole)
			}
		})
	}
}
