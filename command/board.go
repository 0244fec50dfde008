package command

import (
	"strings"

	"attic/game"
	"attic/grid"
)

// board prints the board to a terminal.
func (s *Session) board() { s.boardWith(game.Preview{}) }

// boardWith prints the board to a terminal, with the marks of a preview.
func (s *Session) boardWith(p game.Preview) {
	if !s.Terminal || s.Screen || s.Listens {
		return
	}
	s.draw(s.boardText(marked(s.now.View.Grid(0, 0), p)))
}

func (s *Session) boardText(g grid.Grid) string {
	for _, l := range g.Layers {
		if s.layers[l.Name] {
			g = g.With(l)
		}
	}
	text := strings.TrimSuffix(s.Paint(g), "\n")
	if bar := s.now.View.Status().Bar; bar != "" {
		text += "\n" + bar
	}
	return text
}
