package picture

import (
	"cmp"
	"fmt"
	"slices"

	"attic/draw/grid"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// Path returns the path of the beam that enters at a port, through all its squares, to the port where it leaves or to the atom that
// absorbs it. If the beam is reflected at its port, the path is that port alone.
func Path(l rules.Layout, p rules.Port) grid.Path {
	beam := rules.Trace(l, p)
	spots := []string{deal.PortSpot(p)}
	for _, s := range beam.Squares() {
		spots = append(spots, s.String())
	}
	switch last := beam.Steps[len(beam.Steps)-1]; last.Act {
	case rules.Absorb:
		for s := range last.Atoms.Atoms() {
			spots = append(spots, s.String())
		}
	case rules.TurnBack:
		for i := len(spots) - 2; i >= 0; i-- {
			spots = append(spots, spots[i])
		}
	case rules.Leave:
		exit := beam.Answer.Port()
		if exit == rules.NoPort {
			exit = p
		}
		spots = append(spots, deal.PortSpot(exit))
	}
	return grid.Path{Spots: spots, Role: grid.Beam}
}

// paths returns the paths of all fired beams through the known layout. After the evaluation the paths of passes have the colours of their
// marbles.
func paths(v deal.View) []grid.Path {
	var list []grid.Path
	passes := v.Passes()
	for _, s := range v.Shots {
		way := Path(v.Layout, s.Port)
		if pass, ok := passes[s.Port]; ok && v.Phase != deal.Learning {
			way.Role = marbleRoles[pass.Colour]
		}
		list = append(list, way)
	}
	return list
}

// The names of the layers: the paths of the fired beams, and the paths of unused beams that would have shown that the atoms set are wrong.
const xray, Telling = "xray", "telling"

// mostTold is the maximum number of beams in the layer Telling.
const mostTold = 3

// tellers returns unused ports whose beams give a different answer with the atoms set than with the hidden ones, those with the shortest
// paths first. It returns none before the evaluation, if too few atoms were set, or if no beam distinguishes the two layouts.
func tellers(v deal.View) (ports []rules.Port) {
	if v.Phase != deal.Finished || v.Marks.Count() < v.Atoms {
		return nil
	}
	for _, p := range v.Knowledge().Free() {
		answer := rules.Fire(v.Layout, p)
		if answer != rules.Fire(v.Marks, p) && !slices.Contains(ports, answer.Port()) { // not the same beam from its other end
			ports = append(ports, p)
		}
	}
	long := func(p rules.Port) int { return len(Path(v.Layout, p).Spots) }
	slices.SortStableFunc(ports, func(a, b rules.Port) int { return cmp.Compare(long(a), long(b)) })
	return ports[:min(len(ports), mostTold)]
}

// Told returns a sentence that names unused beams that would have shown that the atoms set are wrong, or "" if there are none.
func Told(v deal.View) string {
	ports := tellers(v)
	if len(ports) == 0 {
		return ""
	}
	list := make([]string, len(ports))
	for i, p := range ports {
		list[i] = fmt.Sprint(p)
	}
	if len(list) == 1 {
		return "A beam at " + list[0] + " would have shown that the atoms set are not the hidden ones."
	}
	return "Beams at " + phrase.List(list) + " would each have shown that the atoms set are not the hidden ones."
}

// withBeams returns g with the beams' paths if the seat may know them: in learning mode on the field, where the last path grows before its
// result appears; otherwise as a layer.
func withBeams(v deal.View, g grid.Grid) grid.Grid {
	switch {
	case v.Phase == deal.Learning:
		paths := paths(v)
		if last := len(paths) - 1; last >= 0 && len(v.Changed) > 0 {
			paths[last].Step = 1
		}
		g = g.Trace(paths...)
	case v.Phase == deal.Editing:
	case v.Known():
		g.Layers = []grid.Layer{{Name: xray, Label: "Beam paths", Key: "x", Grid: drawn(g, g.Trace(paths(v)...))}}
		if ports := tellers(v); len(ports) > 0 {
			var ways []grid.Path
			for _, p := range ports {
				way := Path(v.Layout, p)
				way.Role = grid.Accent
				ways = append(ways, way)
			}
			g.Layers = append(g.Layers, grid.Layer{Name: Telling, Label: "Telling beams", Key: "t", Grid: drawn(g, g.Trace(ways...))})
		}
	}
	for _, spot := range v.Changed {
		g.Step(spot, resultStep(v))
	}
	return g
}

// drawn returns a grid with only those cells of g that differ from the grid before.
func drawn(before, g grid.Grid) grid.Grid {
	ways := grid.Empty(g.W, g.H)
	for y := range g.H {
		for x := range g.W {
			if c := g.At(x, y); c != before.At(x, y) {
				ways.Set(x, y, c)
			}
		}
	}
	return ways
}
