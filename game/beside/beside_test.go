package beside

import (
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
)

var score = []Row{
	{Text: "2", Sign: 'x', Role: grid.Black, Shapes: []scene.Shape{scene.Disc(0, 0, 0.5, scene.Black)}},
	{Text: "13", Sign: 'o', Role: grid.White, Shapes: []scene.Shape{scene.Disc(0, 0, 0.5, scene.White)}},
	{Text: "black has 4 legal moves", Short: "4 moves", Muted: true},
	{Text: "nothing else can be said"},
}

func TestPanel(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want string
	}{
		{40, 9, "x 2\no 13\nblack has 4 legal moves\nnothing else can be said\n"},
		{12, 9, "x 2\no 13\n4 moves\n"},
		{40, 2, "x 2\no 13\n"},
		{40, 0, ""},
		{1, 9, ""},
	} {
		g := Panel(c.w, c.h, score...)
		if got := g.String(); got != c.want || g.W > c.w || g.H > c.h {
			t.Errorf("for %d by %d the panel is %d by %d:\n%s", c.w, c.h, g.W, g.H, got)
		}
	}
	if g := Panel(12, 3); g.W != 0 {
		t.Errorf("without rows the panel is %d wide", g.W)
	}
}

func TestAside(t *testing.T) {
	for _, c := range []struct {
		w, h float64
		want string
		high float64
	}{
		{300, 500, "2|13|black has 4 legal moves|nothing else can be said", 104},
		{300, 77, "2|13", 52},
		{100, 500, "2|13|black has 4 l…|nothing else…", 104},
		{300, 25, "", 0},
	} {
		s := Aside(c.w, c.h, score...)
		var said []string
		for _, sh := range s.Shapes {
			if sh.Kind == scene.Letters {
				said = append(said, sh.Text)
			}
		}
		if got := strings.Join(said, "|"); got != c.want || s.View.H != c.high || c.high > 0 && s.View.W != c.w {
			t.Errorf("for %v by %v: %q in %+v, want %q", c.w, c.h, got, s.View, c.want)
		}
	}
}
