package command

import (
	"strings"

	"attic/game"
)

// Board returns the board of a view as lines, with the layers that are shown and the marks and paths of a preview.
func (q *Requests) Board(v game.View, p game.Preview) string {
	g := v.Grid(0, 0).Trace(p.Paths...).Mark(p.Marks...)
	for _, l := range g.Layers {
		if q.Layers[l.Name] {
			g = g.With(l)
		}
	}
	text := strings.TrimSuffix(q.Paint(g), "\n")
	if bar := v.Status().Bar; bar != "" {
		text += "\n" + bar
	}
	return text
}
