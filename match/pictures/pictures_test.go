package pictures

import (
	"bytes"
	"testing"

	"attic/draw/palette"
	"attic/draw/scene"
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

// Pictures show boards and pieces as the person sees them.
func TestPicturesAreSeenAsChosen(t *testing.T) {
	for _, kind := range []string{SVG, Embed, PNG, GIF} {
		for _, name := range []string{"ataxx", "atom4", "atommaster"} {
			if Plays(kind) && name != "ataxx" {
				continue // an animation has the same pictures
			}
			g, _ := games.Find(name)
			m := sample(t, g)
			m = m.At(min(m.Ply(), 4))
			theme, _ := palette.Find("light")
			seen := map[string]bool{}
			for _, taste := range []scene.Taste{{}, {Turn: 2}, {Bare: true}, {Set: "flat"}, {Set: scene.Distinct}} {
				theme.Taste = taste
				var b bytes.Buffer
				if err := Write(t.Context(), &b, kind, m, 200, theme); err != nil {
					t.Fatal(err)
				}
				if seen[b.String()] {
					t.Errorf("%s of %s: %+v shows nothing new", kind, name, taste)
				}
				seen[b.String()] = true
			}
		}
	}
}
