package picture

import (
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// The drawings of previews in the Scene.

// Aim draws an arrow from a port into the field.
func Aim(f rules.Field, port rules.Port) []scene.Shape {
	from, to := portPoint(f, port), SquarePoint(f, f.Door(port))
	dx, dy := to.X-from.X, to.Y-from.Y
	const begin, tip, wide, long, width = 0.42, 1.0, 0.12, 0.16, 0.045
	line := func(a, b, c, d float64) scene.Shape { // from a, b to c, d, measured along and across the arrow
		sh := scene.Stroke(from.X+a*dx-b*dy, from.Y+a*dy+b*dx, from.X+c*dx-d*dy, from.Y+c*dy+d*dx, width, scene.Accent)
		sh.Aims = true
		return sh
	}
	shaft := line(begin, 0, tip, 0)
	shaft.Dash = 0.09
	return []scene.Shape{shaft, line(tip, 0, tip-long, wide), line(tip, 0, tip-long, -wide)}
}

// ToSet draws an atom that would be set on a square or removed from it.
func ToSet(w deal.Work, s rules.Square) []scene.Shape {
	ring := scene.Ring(0, 0, 0.44, 0.035, scene.Accent)
	ring.Dash = 0.1
	list := []scene.Shape{ring}
	if w.Marks.Has(s) {
		fog := scene.Disc(0, 0, 0.44, scene.Square)
		fog.Fade = 0.3
		list = []scene.Shape{fog, ring, scene.Stroke(-0.16, 0, 0.16, 0, 0.05, scene.Accent)}
	} else {
		list = append(append(list, Unkeyed(Atom(0.5))...), Asked('?')...)
	}
	return Place(w.Field, s, list...)
}

// ToHide draws an atom that would be hidden on a square, with an exclamation mark (manual, "Manual hiding").
func ToHide(f rules.Field, s rules.Square) []scene.Shape {
	return Place(f, s, append(Unkeyed(Atom(0.5)), Asked('!')...)...)
}

// Asked draws the sign of an atom that only the cursor shows.
func Asked(sign rune) []scene.Shape {
	const x, y = 0.27, -0.27
	return []scene.Shape{scene.Disc(x, y, 0.19, scene.Query), strong(scene.Word(x, y, 0.3, string(sign), scene.Centre, scene.On(scene.Query)))}
}

// SupposedAt marks a square with an atom that only the cursor shows, and its sign.
func SupposedAt(s rules.Square, sign rune) []grid.Mark {
	return []grid.Mark{
		{Spot: s.String(), Rune: '@', Role: grid.Accent, Place: true},
		{Spot: s.String(), Rune: sign, Role: grid.Accent},
	}
}

// Unkeyed returns the shapes without their keys, because they are not part of the position.
func Unkeyed(shapes []scene.Shape) []scene.Shape {
	for i := range shapes {
		shapes[i].Key = ""
	}
	return shapes
}

// Picked draws an atom that is about to be hidden, around 0, 0.
func Picked() []scene.Shape {
	return append([]scene.Shape{scene.Ring(0, 0, 0.44, 0.035, scene.Accent)}, Unkeyed(Atom(0))...)
}

// ToNote draws a note that would be written on a square, at its position there.
func ToNote(v deal.View, kind int, s rules.Square) []scene.Shape {
	cover := scene.Disc(0, 0, 0.27, scene.Square) // covers the present note
	cover.Stroke, cover.Width, cover.Dash = scene.Accent, 0.03, 0.08
	list := append([]scene.Shape{cover}, Unkeyed(Sign(kind, scene.Accent))...)
	if v.Marks.Has(s) || v.Layout.Has(s) {
		list = moved(list, noteX, noteY, noteScale)
	}
	return Place(v.Field, s, list...)
}

// Ends draws a frame around the ports of a beam.
func Ends(w deal.Work, shot rules.Shot) []scene.Shape {
	var list []scene.Shape
	for _, port := range []rules.Port{shot.Port, shot.Answer.Port()} {
		if port == rules.NoPort {
			continue
		}
		list = append(list, Framed(w.Field, port, scene.Accent))
		if at := portPoint(w.Field, port); w.Wrong(shot) { // drawn on top of the frame
			list = append(list, moved(Unkeyed(contradiction()), at.X, at.Y, 1)...)
		}
	}
	return list
}

// Framed draws a frame around a port.
func Framed(f rules.Field, port rules.Port, colour scene.Colour) scene.Shape {
	at := portPoint(f, port)
	return outline(portSide, portRound, 0.06, colour, "").Moved(at.X, at.Y, 1, "")
}

// Flown previews the path of a beam that has not been fired.
func Flown(f rules.Field, way grid.Path) game.Preview {
	way.Dashed, way.Role = true, grid.Bad
	port, _ := f.ParsePort(strings.TrimPrefix(way.Spots[0], "port"))
	return game.Preview{
		Marks: []grid.Mark{{Spot: way.Spots[0], Rune: '<', Role: grid.Bad}}, Paths: []grid.Path{way},
		Shapes: append(Supposed(f, way, scene.Bad), Framed(f, port, scene.Bad)),
	}
}

// Overlooked draws a layout that contradicts a claim about a square.
func Overlooked(w deal.Work, s rules.Square, l rules.Layout) game.Preview {
	at := SquarePoint(w.Field, s)
	ring := scene.Ring(at.X, at.Y, 0.44, 0.05, scene.Bad)
	ring.Dash = 0.1
	p := Assumed(w, l, 'o')
	p.Shapes = append(p.Shapes, ring)
	if !l.Has(s) {
		p.Marks = append(p.Marks, grid.Mark{Spot: s.String(), Rune: '?', Role: grid.Bad, Place: true})
	}
	return p
}

// Either draws two layouts on top of each other. Atoms that only the first has are marked 1, and those that only the second has are marked 2.
func Either(w deal.Work, a, b rules.Layout) game.Preview {
	one, two, both := a, b, w.Field.Empty()
	for s := range a.Atoms() {
		if b.Has(s) {
			one, two, both = one.Without(s), two.Without(s), both.With(s)
		}
	}
	return Assumed(w, both, 'o').With(Assumed(w, one, '1')).With(Assumed(w, two, '2'))
}

// Assumed draws those atoms of a layout that are not set, with a sign.
func Assumed(w deal.Work, l rules.Layout, sign rune) (p game.Preview) {
	for s := range l.Atoms() {
		if w.Marks.Has(s) {
			continue
		}
		p.Marks = append(p.Marks, grid.Mark{Spot: s.String(), Rune: sign, Role: grid.Muted, Place: true})
		p.Shapes = append(p.Shapes, Place(w.Field, s, Unkeyed(Atom(0.7))...)...)
		if sign != 'o' {
			p.Shapes = append(p.Shapes, Place(w.Field, s, Asked(sign)...)...)
		}
	}
	return p
}

// Supposed draws a path that a beam would take, dashed. If colour is scene.Bad, it draws a dashed frame around the port where the beam would
// leave.
func Supposed(f rules.Field, p grid.Path, colour scene.Colour) []scene.Shape {
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
		line := scene.Stroke(runs[i-1].X, runs[i-1].Y, runs[i].X, runs[i].Y, 0.06, colour)
		line.Dash = dash
		list = append(list, line)
	}
	last := p.Spots[len(p.Spots)-1]
	if exit, err := f.ParsePort(strings.TrimPrefix(last, "port")); err == nil && last != p.Spots[0] && colour == scene.Bad {
		frame := Framed(f, exit, colour)
		frame.Dash = 0.1
		list = append(list, frame)
	}
	return list
}

// Came previews a fired beam: it compares the beam with the atoms set, and shows its path through them and, once known, its true path.
func Came(v deal.View, shot rules.Shot) game.Preview {
	if v.Phase == deal.Learning {
		way := Path(v.Layout, shot.Port)
		way.Role = grid.Accent
		shapes := append(Ends(v.Work, shot), Unkeyed(lightBeam{colour: scene.Accent, width: 0.065}.along(wayOf(v.Field, way)))...)
		return game.Preview{Sentence: deal.Sentence(shot), Paths: []grid.Path{way}, Shapes: shapes}
	}
	verdict := v.Judge(shot)
	own, colour := Path(v.Marks, shot.Port), verdictColours[verdict]
	own.Dashed, own.Role = true, verdictRoles[verdict]
	p := game.Preview{Sentence: deal.Sentence(shot), Shapes: Ends(v.Work, shot)}
	switch {
	case v.Phase == deal.Finished:
		way, b := Path(v.Layout, shot.Port), lightBeam{colour: scene.Beam, width: 0.065}
		if pass, ok := v.Passes()[shot.Port]; ok {
			way.Role = marbleRoles[pass.Colour]
			b.wear(pass)
		}
		p.Paths = []grid.Path{way}
		p.Shapes = append(p.Shapes, Unkeyed(b.along(wayOf(v.Field, way)))...)
		if answer := rules.Fire(v.Marks, shot.Port); answer != shot.Answer && v.Marks.Count() > 0 {
			own.Role = grid.Bad
			p.Paths = append(p.Paths, own)
			p.Shapes = append(p.Shapes, Supposed(v.Field, own, scene.Bad)...)
			p.Sentence += " Solid: its true path. Dashed: with the atoms set it would " + deal.Fate(v.Marks, shot.Port) + "."
		}
	case v.Marks.Count() == 0: // only the ports are known, not the path
		p.Sentence += " " + v.ComparedWith(shot)
		p.Paths = []grid.Path{{Spots: []string{deal.PortSpot(shot.Port)}}}
	default:
		p.Sentence += " " + v.ComparedWith(shot)
		p.Paths = []grid.Path{own}
		p.Shapes = append(p.Shapes, Supposed(v.Field, own, colour)...)
	}
	return p
}
