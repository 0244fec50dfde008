package command

import (
	"strings"

	"attic/draw/grid"
	"attic/game"
)

// marked returns a board with the marks and paths of a preview.
func marked(g grid.Grid, p game.Preview) grid.Grid { return g.Trace(p.Paths...).Mark(p.Marks...) }

// boardText returns the board of a view as lines, with these layers.
func boardText(v game.View, g grid.Grid, layers map[string]bool, paint func(grid.Grid) string) string {
	for _, l := range g.Layers {
		if layers[l.Name] {
			g = g.With(l)
		}
	}
	text := strings.TrimSuffix(paint(g), "\n")
	if bar := v.Status().Bar; bar != "" {
		text += "\n" + bar
	}
	return text
}

// board prints the board to a terminal, with the marks of a preview.
func (s *Session) board(p game.Preview) {
	if s.Terminal && !s.Listens {
		s.draw(boardText(s.now.View, marked(s.now.View.Grid(0, 0), p), s.requests.Layers, s.Paint))
	}
}
