package atommaster

import (
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster/rules"
)

// What previews show on the Scene.

// aim draws an arrow from a port into the field.
func aim(f rules.Field, port rules.Port) []scene.Shape {
	from, to := portPoint(f, port), squarePoint(f, f.Door(port))
	dx, dy := to.x-from.x, to.y-from.y
	const begin, tip, wide, long, width = 0.42, 1.0, 0.12, 0.16, 0.045
	line := func(a, b, c, d float64) scene.Shape { // from a, b to c, d, measured along and across the arrow
		return scene.Stroke(from.x+a*dx-b*dy, from.y+a*dy+b*dx, from.x+c*dx-d*dy, from.y+c*dy+d*dx, width, scene.Accent)
	}
	shaft := line(begin, 0, tip, 0)
	shaft.Dash = 0.09
	return []scene.Shape{shaft, line(tip, 0, tip-long, wide), line(tip, 0, tip-long, -wide)}
}

// toSet draws an atom that would be set on a square, or removed from it.
func (w work) toSet(s rules.Square) []scene.Shape {
	ring := scene.Ring(0, 0, 0.44, 0.035, scene.Accent)
	ring.Dash = 0.1
	list := []scene.Shape{ring}
	if w.Marks.Has(s) {
		fog := scene.Disc(0, 0, 0.44, scene.Square)
		fog.Fade = 0.3
		list = []scene.Shape{fog, ring, scene.Stroke(-0.16, 0, 0.16, 0, 0.05, scene.Accent)}
	} else {
		list = append(append(list, unkeyed(atom(0.5))...), asked('?')...)
	}
	return place(w.Field, s, list...)
}

// toHide draws an atom that would be hidden on a square, with an exclamation mark (manual, "Manual hiding").
func toHide(f rules.Field, s rules.Square) []scene.Shape {
	return place(f, s, append(unkeyed(atom(0.5)), asked('!')...)...)
}

// asked draws the sign of an atom that only the cursor shows.
func asked(sign rune) []scene.Shape {
	const x, y = 0.27, -0.27
	w := scene.Word(x, y, 0.3, string(sign), scene.Centre, scene.On(scene.Query))
	w.Bold = true
	return []scene.Shape{scene.Disc(x, y, 0.19, scene.Query), w}
}

// supposedAt marks a square with an atom that only the cursor shows, and its sign.
func supposedAt(s rules.Square, sign rune) []grid.Mark {
	return []grid.Mark{
		{Spot: s.String(), Rune: '@', Role: grid.Accent, Place: true},
		{Spot: s.String(), Rune: sign, Role: grid.Accent},
	}
}

func unkeyed(shapes []scene.Shape) []scene.Shape {
	for i := range shapes {
		shapes[i].Key = ""
	}
	return shapes
}

// picked draws an atom that is about to be hidden, around 0, 0.
func picked() []scene.Shape {
	return append([]scene.Shape{scene.Ring(0, 0, 0.44, 0.035, scene.Accent)}, unkeyed(atom(0))...)
}

// toNote draws a note that would be written on a square, in its place.
func (v seen) toNote(kind int, s rules.Square) []scene.Shape {
	cover := scene.Disc(0, 0, 0.27, scene.Square) // covers the present note
	cover.Stroke, cover.Width, cover.Dash = scene.Accent, 0.03, 0.08
	list := append([]scene.Shape{cover}, unkeyed(sign(kind, scene.Accent))...)
	if v.Marks.Has(s) || v.Layout.Has(s) {
		list = moved(list, noteX, noteY, noteScale)
	}
	return place(v.Field, s, list...)
}

// ends draws a frame around the ports of a beam.
func (w work) ends(shot rules.Shot) []scene.Shape {
	var list []scene.Shape
	for _, port := range []rules.Port{shot.Port, shot.Answer.Port()} {
		if port == rules.NoPort {
			continue
		}
		list = append(list, framed(w.Field, port, scene.Accent))
		if at := portPoint(w.Field, port); w.wrong(shot) { // drawn over the frame
			list = append(list, moved(unkeyed(contradiction()), at.x, at.y, 1)...)
		}
	}
	return list
}

func framed(f rules.Field, port rules.Port, colour scene.Colour) scene.Shape {
	at := portPoint(f, port)
	return outline(portSide, portRound, 0.06, colour, "").Moved(at.x, at.y, 1, "")
}

// flown draws the path of a beam that has not been fired.
func flown(f rules.Field, way grid.Path) game.Preview {
	way.Dashed, way.Role = true, grid.Bad
	port, _ := f.ParsePort(strings.TrimPrefix(way.Spots[0], "port"))
	return game.Preview{
		Marks: []grid.Mark{{Spot: way.Spots[0], Rune: '<', Role: grid.Bad}}, Paths: []grid.Path{way},
		Shapes: append(supposed(f, way, scene.Bad), framed(f, port, scene.Bad)),
	}
}

// overlooked draws a layout that a claim about a square overlooks.
func (w work) overlooked(s rules.Square, l rules.Layout) game.Preview {
	at := squarePoint(w.Field, s)
	ring := scene.Ring(at.x, at.y, 0.44, 0.05, scene.Bad)
	ring.Dash = 0.1
	p := w.assumed(l, 'o')
	p.Shapes = append(p.Shapes, ring)
	if !l.Has(s) {
		p.Marks = append(p.Marks, grid.Mark{Spot: s.String(), Rune: '?', Role: grid.Bad, Place: true})
	}
	return p
}

// either draws two layouts over each other: a 1 on the atoms of the first one alone, a 2 on those of the second one alone.
func (w work) either(a, b rules.Layout) game.Preview {
	one, two, both := a, b, w.Field.Empty()
	for s := range a.Atoms() {
		if b.Has(s) {
			one, two, both = one.Without(s), two.Without(s), both.With(s)
		}
	}
	return w.assumed(both, 'o').With(w.assumed(one, '1')).With(w.assumed(two, '2'))
}

// assumed draws the atoms of a layout where none is set, with a sign.
func (w work) assumed(l rules.Layout, sign rune) (p game.Preview) {
	for s := range l.Atoms() {
		if w.Marks.Has(s) {
			continue
		}
		p.Marks = append(p.Marks, grid.Mark{Spot: s.String(), Rune: sign, Role: grid.Muted, Place: true})
		p.Shapes = append(p.Shapes, place(w.Field, s, unkeyed(atom(0.7))...)...)
		if sign != 'o' {
			p.Shapes = append(p.Shapes, place(w.Field, s, asked(sign)...)...)
		}
	}
	return p
}

// supposed draws the path that a beam would take through the atoms set, dashed, with a dashed frame around the
// port where it would leave.
func supposed(f rules.Field, p grid.Path, colour scene.Colour) []scene.Shape {
	var list []scene.Shape
	way, dash := wayOf(f, p), 0.14
	if colour == scene.Bad {
		dash = 0.07
	}
	if way[0] == way[len(way)-1] {
		way = way[:(len(way)+1)/2]
	}
	runs := turns(way)
	for i := 1; i < len(runs); i++ {
		line := scene.Stroke(runs[i-1].x, runs[i-1].y, runs[i].x, runs[i].y, 0.06, colour)
		line.Dash = dash
		list = append(list, line)
	}
	last := p.Spots[len(p.Spots)-1]
	if exit, err := f.ParsePort(strings.TrimPrefix(last, "port")); err == nil && last != p.Spots[0] && colour == scene.Bad {
		frame := framed(f, exit, colour)
		frame.Dash = 0.1
		list = append(list, frame)
	}
	return list
}
