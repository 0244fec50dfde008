// Package picture draws a deal of Atommaster as one seat sees it, in characters and in shapes: the field with its ring of ports, the list of beams beside
// it, and the marks of hints and previews.
package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// Measures of the picture; 1 is the side of a square. Horizontally, the centres of the ports on the left are at 0 and the centres of the squares at
// 1, 2 and so on. Vertically, the same holds from top to bottom.
const (
	squareSide, squareRound = 0.94, 0.13
	portSide, portRound     = 0.68, 0.14
	border                  = 0.46 // the margin around the centres of the ports
	beamEdge                = 0.014
	atomReach               = 0.37 // the distance between the centre of an atom and the ends of beams

	missedFade = 0.4 // fading of an atom that was not set

	noteX, noteY, noteScale = 0.32, -0.33, 0.6 // the position and size of a note beside an atom
)

// Point is a position in the picture.
type Point struct{ X, Y float64 }

// Scene draws the field with its ring of ports.
func Scene(v deal.View) scene.Scene {
	side := float64(v.Field.W) + 1
	s := scene.Scene{View: scene.Rectangle{X: -border, Y: -border, W: side + 2*border, H: side + 2*border}}
	s.Add(scene.Base(s.View, 0.2))
	likely := v.Chances()
	for _, square := range Reading(v.Field) {
		addSquare(v, &s, square, likely)
	}
	for p := rules.Port(1); int(p) <= v.Field.Ports(); p++ {
		at := portPoint(v.Field, p)
		box := scene.Box(at.X-portSide/2, at.Y-portSide/2, portSide, portSide, portRound, scene.Panel)
		box.Stroke, box.Width, box.Lift = scene.Line, 0.02, 0.06
		s.Add(box)
		s.Spots = append(s.Spots, scene.Spot{Name: deal.PortSpot(p), Area: around(at, portSide), Label: portLabel(v.Evidence, p)})
	}
	s.Spots = append(s.Spots, scene.Spot{
		Name: Parked, Area: around(Point{}, portSide), Label: "corner, where the cursor waits when every port shows a result",
	})
	if v.Phase == deal.Learning {
		s.Add(beams(v)...)
	}
	for square := range v.Field.Squares() {
		if likely.Known && v.Bare(square) {
			s.Add(placed(v, SquarePoint(v.Field, square), square.String(), word(likely, square))...)
		}
		s.Add(standing(v, square)...)
	}
	s.Add(ring(v)...)
	s.Add(corners(v, likely)...)
	if v.Known() && v.Phase != deal.Learning {
		s.Layers = []scene.Layer{{Name: xray, Shapes: beams(v)}}
	}
	if ports := tellers(v); len(ports) > 0 {
		var list []scene.Shape
		for _, p := range ports {
			b := lightBeam{colour: scene.Accent, width: 0.05, key: fmt.Sprintf("telling %d", p), stepped: true}
			list = append(list, b.along(wayOf(v.Field, Path(v.Layout, p)))...)
		}
		s.Layers = append(s.Layers, scene.Layer{Name: Telling, Shapes: list})
	}
	return s
}

func around(at Point, side float64) scene.Rectangle {
	return scene.Rectangle{X: at.X - side/2, Y: at.Y - side/2, W: side, H: side}
}

// Reading returns the squares in reading order.
func Reading(f rules.Field) []rules.Square {
	var list []rules.Square
	for row := int(f.H) - 1; row >= 0; row-- {
		for column := range int(f.W) {
			list = append(list, rules.SquareAt(column, row))
		}
	}
	return list
}

// SquarePoint returns the centre of a square.
func SquarePoint(f rules.Field, s rules.Square) Point {
	return Point{float64(s.Column() + 1), float64(int(f.H) - s.Row())}
}

func portPoint(f rules.Field, p rules.Port) Point {
	side, _ := f.Place(p)
	at := SquarePoint(f, f.Door(p))
	columns, rows := side.Enters().Step()
	return Point{at.X - float64(columns), at.Y + float64(rows)}
}

// Place moves shapes drawn around 0, 0 to a square.
func Place(f rules.Field, s rules.Square, shapes ...scene.Shape) []scene.Shape {
	at := SquarePoint(f, s)
	return moved(shapes, at.X, at.Y, 1)
}

// addSquare draws an empty square. The squares on the left have the numbers of the rows, and those at the bottom the letters of the columns.
func addSquare(v deal.View, s *scene.Scene, square rules.Square, likely deal.Chances) {
	at := SquarePoint(v.Field, square)
	box := scene.Box(at.X-squareSide/2, at.Y-squareSide/2, squareSide, squareSide, squareRound, scene.Square)
	box.Lift = -0.1
	s.Add(box)
	s.Add(placed(v, at, square.String(), tint(likely, square)...)...)
	const edge, size = 0.37, 0.17
	if square.Column() == 0 {
		s.Add(scene.Word(at.X-edge-0.03, at.Y-edge+0.03, size, fmt.Sprint(square.Row()+1), scene.Left, scene.On(scene.Square)))
	}
	if square.Row() == 0 {
		s.Add(scene.Word(at.X+edge+0.03, at.Y+edge-0.03, size, square.String()[:1], scene.Right, scene.On(scene.Square)))
	}
	s.Spots = append(s.Spots, scene.Spot{Name: square.String(), Area: around(at, 1), Label: squareLabel(v, square)})
}

// resultStep returns the animation step in which the result of the last move appears. If the beam's path is shown, the result appears after it.
func resultStep(v deal.View) int {
	if last := len(v.Shots) - 1; v.Phase == deal.Learning && last >= 0 && len(v.Changed) > 0 {
		return min(len(Path(v.Layout, v.Shots[last].Port).Spots), 255)
	}
	return 1
}

// placed moves shapes drawn around 0, 0 to p. It prefixes their keys with the name of their spot. If the last move changed the spot, they appear in
// the step of the result.
func placed(v deal.View, p Point, spot string, shapes ...scene.Shape) []scene.Shape {
	for i, sh := range shapes {
		shapes[i] = sh.Moved(p.X, p.Y, 1, spot+" ")
		if slices.Contains(v.Changed, spot) {
			shapes[i].Step = resultStep(v)
		}
	}
	return shapes
}

// standing draws the content of a square: an atom that is set or known, how the evaluation judged it, and the note. Atoms that only the hider sees
// have a ring around them.
func standing(v deal.View, square rules.Square) []scene.Shape {
	var list []scene.Shape
	spot, on := square.String(), v.On(square)
	if slices.Contains(v.Changed, spot) {
		list = append(list, outline(squareSide, squareRound, 0.035, scene.Last, "last"))
	}
	if Contents[on].drawn != nil {
		list = append(list, Contents[on].drawn()...)
	}
	if word := Contents[on].word; word != "" {
		list = append(moved(list, 0, -0.08, 0.84), keyed("word", scene.Word(-0.03, 0.37, 0.165, word, scene.Centre, scene.Text)))
	}
	kind := v.Notes.At(square)
	switch {
	case kind >= 0 && on != deal.Nothing:
		list = append(list, moved(Sign(kind, scene.Text), noteX, noteY, noteScale)...)
	case kind >= 0:
		list = append(list, Sign(kind, scene.Text)...)
	}
	list = placed(v, SquarePoint(v.Field, square), spot, list...)
	if v.Phase == deal.Finished { // the evaluation shows the atoms set one by one, then the missed atoms
		step := 1
		for s := range v.Marks.Atoms() {
			if s < square || !v.Marks.Has(square) {
				step++
			}
		}
		for i := range list {
			list[i].Step = step
		}
	}
	return list
}

// ring draws the ports: the numbers of free ports, and the results of the others. A result that the atoms set contradict has a sign.
func ring(v deal.View) []scene.Shape {
	var list []scene.Shape
	passes := v.Passes()
	for p := rules.Port(1); int(p) <= v.Field.Ports(); p++ {
		shot, fired := v.Shot(p)
		shapes := []scene.Shape{keyed("text", scene.Word(0, 0, 0.22, fmt.Sprint(p), scene.Centre, scene.Muted))}
		if fired {
			shapes = resultShapes(v.Evidence, shot, passes)
			if slices.Contains(v.Changed, deal.PortSpot(p)) {
				shapes = append(shapes, outline(portSide, portRound, 0.045, scene.Last, "last"))
			}
			if v.Wrong(shot) {
				shapes = append(shapes, contradiction()...)
			}
		}
		list = append(list, placed(v, portPoint(v.Field, p), deal.PortSpot(p), shapes...)...)
	}
	return list
}

func resultShapes(e deal.Evidence, shot rules.Shot, passes map[rules.Port]deal.Pass) []scene.Shape {
	switch shot.Answer {
	case rules.Absorbed:
		return []scene.Shape{letter(shot.Answer, scene.Bad)}
	case rules.Reflected:
		return []scene.Shape{letter(shot.Answer, scene.Good)}
	}
	return marked(e, passes[shot.Port])
}

func letter(a rules.Answer, fill scene.Colour) scene.Shape {
	return keyed("text", strong(scene.Word(0, 0, 0.38, a.String(), scene.Centre, fill)))
}

// corners draws the texts at the corners: at the top right the number of atoms set or the sign of learning mode; at the bottom right whether shades
// are exact. At the bottom left is the kind of marbles, if it was changed and no beam has been fired.
func corners(v deal.View, likely deal.Chances) []scene.Shape {
	var list []scene.Shape
	end := float64(v.Field.W) + 1
	switch v.Phase {
	case deal.Learning:
		l := strong(scene.Word(-0.17, 0.02, 0.74, "L", scene.Centre, scene.On(scene.Frame)))
		list = append(list, keyed("learning", l.Moved(end, 0, 1, "")))
		for _, sh := range moved(moved(Atom(0), 0.17, -0.1, 0.56), end, 0, 1) {
			if sh.Key = "learning " + sh.Key; sh.Fill == scene.Text {
				sh.Fill = scene.On(scene.Frame)
			}
			if sh.Stroke == scene.Text {
				sh.Stroke = scene.On(scene.Frame)
			}
			list = append(list, sh)
		}
	case deal.Solving:
		say := func(y float64, key, text, below string) {
			list = append(list, keyed(key, strong(scene.Word(end, y-0.09, 0.32, text, scene.Centre, scene.On(scene.Frame)))),
				keyed(key+" word", scene.Word(end, y+0.21, 0.18, below, scene.Centre, scene.On(scene.Frame))))
		}
		say(0, "count", fmt.Sprintf("%d/%d", v.Marks.Count(), v.Atoms), "set")
		if len(v.Changed) > 0 && !strings.HasPrefix(v.Changed[0], "port") {
			list[0].Step = 1
		}
		if title := likely.Title(); title != "" {
			say(end, "percent", "%", strings.TrimPrefix(title, "% "))
		}
	}
	if v.Label {
		word := map[bool]string{false: "plain", true: "balls"}[v.Balls]
		list = append(list, moved(Unkeyed(marked(v.Evidence, example)), 0, end-0.1, 0.85)...)
		list = append(list, scene.Word(0, end+0.3, 0.18, word, scene.Centre, scene.On(scene.Frame)))
	}
	return list
}

func portLabel(e deal.Evidence, p rules.Port) string {
	shot, fired := e.Shot(p)
	switch {
	case !fired && e.Table:
		return fmt.Sprintf("port %d, no answer entered", p)
	case !fired:
		return fmt.Sprintf("port %d, not fired", p)
	case shot.Answer == rules.Absorbed:
		return fmt.Sprintf("port %d, absorbed", p)
	case shot.Answer == rules.Reflected:
		return fmt.Sprintf("port %d, reflected", p)
	case shot.Port == p:
		return fmt.Sprintf("port %d, its beam left at %d", p, shot.Answer.Port())
	}
	return fmt.Sprintf("port %d, exit of the beam fired at %d", p, shot.Port)
}

func squareLabel(v deal.View, s rules.Square) string {
	what := Contents[v.On(s)].label
	if kind := v.Notes.At(s); kind >= 0 {
		what += ", noted: " + deal.NoteKinds[kind].Says
	}
	if says := v.Chances().Says(s); v.Table && says != "" {
		what += ", " + says
	}
	return fmt.Sprintf("%v, %s", s, what)
}

// wayOf returns the points of a path, from the edge of its port to the edge of a port or of an atom. If the beam was turned back, the second half
// repeats the points of the first in reverse.
func wayOf(f rules.Field, p grid.Path) []Point {
	points := make([]Point, 0, len(p.Spots)+1)
	for _, spot := range p.Spots {
		number, isPort := strings.CutPrefix(spot, "port")
		if port, err := f.ParsePort(number); isPort && err == nil {
			points = append(points, portPoint(f, port))
		} else if s, err := f.ParseSquare(spot); err == nil {
			points = append(points, SquarePoint(f, s))
		}
	}
	if len(points) == 1 { // the beam was reflected at its port
		port, _ := f.ParsePort(strings.TrimPrefix(p.Spots[0], "port"))
		door := SquarePoint(f, f.Door(port))
		points = append(points, nearer(points[0], door, 0.62))
	}
	last := len(points) - 1
	end := atomReach
	switch {
	case len(p.Spots) == 1:
		end = 0
	case strings.HasPrefix(p.Spots[last], "port"):
		end = portSide / 2
	}
	first, final := nearer(points[0], points[1], portSide/2), nearer(points[last], points[last-1], end)
	points[0], points[last] = first, final
	return points
}

// nearer returns the point between a and b whose distance from a is the parameter far. Both must be in the same row or column.
func nearer(a, b Point, far float64) Point {
	return Point{a.X + far*float64(cmp.Compare(b.X, a.X)), a.Y + far*float64(cmp.Compare(b.Y, a.Y))}
}

// turns returns the ends of a path and the points where it turns.
func turns(way []Point) []Point {
	list := []Point{way[0]}
	for i := 1; i < len(way)-1; i++ {
		if (way[i-1].X == way[i].X) != (way[i].X == way[i+1].X) || way[i-1] == way[i+1] {
			list = append(list, way[i])
		}
	}
	return append(list, way[len(way)-1])
}

// beams draws the paths of all fired beams through the known layout, the latest on top. After the evaluation the paths grow square by square, and the
// paths of passes have the colours of their marbles. In learning mode only the path of the last move grows.
func beams(v deal.View) []scene.Shape {
	var list []scene.Shape
	passes := v.Passes()
	for i, shot := range v.Shots {
		b := lightBeam{colour: scene.Beam, width: 0.045, key: fmt.Sprintf("beam %d", shot.Port), stepped: v.Phase != deal.Learning}
		switch pass, passed := passes[shot.Port]; {
		case v.Phase == deal.Learning && i == len(v.Shots)-1:
			b.colour, b.width, b.stepped = scene.Last, 0.055, len(v.Changed) > 0
		case v.Phase == deal.Learning:
		case passed:
			b.wear(pass)
		default: // a colour that no marble has
			b.colour, b.width = scene.Muted, 0.035
		}
		list = append(list, b.along(wayOf(v.Field, Path(v.Layout, shot.Port)))...)
	}
	return list
}

type lightBeam struct {
	colour  scene.Colour
	edge    scene.Colour // the colour of both edges, with which the colour of a marble is visible on any background; None: no edges
	dash    float64      // the length of the dashes along the middle, which have the colour of the edge and distinguish marbles; 0: no dashes
	width   float64
	key     string
	stepped bool // the beam grows from point to point before it glows
}

// wear gives b the colours of the marbles of a pass.
func (b *lightBeam) wear(p deal.Pass) {
	b.colour, b.width = marbleColours[p.Colour], 1.5*b.width
	b.edge = scene.On(b.colour)
	if p.Colour > 0 {
		b.dash = 0.5 / float64(p.Colour) // so that a square has whole dashes and gaps
	}
}

// along draws a beam along a path, with one line from each point to the next. If the beam was turned back, its way back is thicker.
func (b lightBeam) along(way []Point) []scene.Shape {
	var list []scene.Shape
	forth := len(way)
	if way[0] == way[len(way)-1] {
		forth = (len(way) + 1) / 2
	}
	step := func(sh scene.Shape, n int) scene.Shape {
		if b.stepped {
			sh.Step = min(n, 255)
		}
		return sh
	}
	runs := turns(way[:forth])
	for _, light := range []struct{ wide, fade float64 }{{5 * b.width, 0.87}, {2.7 * b.width, 0.72}} {
		for i := 1; i < len(runs); i++ {
			list = append(list, step(run(runs[i-1], runs[i], light.wide, i > 1, i < len(runs)-1, light.fade, b.colour), len(way)))
		}
	}
	var edges, lines, dashes []scene.Shape
	for i := 1; i < len(way); i++ {
		width := b.width
		if i >= forth {
			width *= 1.6
		}
		if b.edge != scene.None { // edges are drawn below all lines, so that they join at corners
			edge := scene.Stroke(way[i-1].X, way[i-1].Y, way[i].X, way[i].Y, width+2*beamEdge, b.edge)
			edge.Key, edge.Grow = fmt.Sprintf("%s %d edge", b.key, i), b.stepped
			edges = append(edges, step(edge, i))
		}
		line := scene.Stroke(way[i-1].X, way[i-1].Y, way[i].X, way[i].Y, width, b.colour)
		line.Key, line.Grow = fmt.Sprintf("%s %d", b.key, i), b.stepped
		lines = append(lines, step(line, i))
		if b.dash > 0 {
			line.Stroke, line.Width, line.Dash, line.Key = b.edge, width/3, b.dash, line.Key+" dash"
			dashes = append(dashes, step(line, i))
		}
	}
	return slices.Concat(list, edges, lines, dashes)
}

// run draws the glow along a straight line. At corners two such glows meet without overlapping.
func run(a, b Point, wide float64, cornerBefore, cornerAfter bool, fade float64, colour scene.Colour) scene.Shape {
	if cornerBefore {
		a = nearer(a, b, wide/2)
	}
	if cornerAfter {
		b = nearer(b, a, -wide/2)
	}
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	w, h := max(a.X, b.X)-x, max(a.Y, b.Y)-y
	if w == 0 {
		x, w = x-wide/2, wide
	} else {
		y, h = y-wide/2, wide
	}
	light := scene.Box(x, y, w, h, 0, colour)
	light.Fade = fade
	return light
}

func draw(c deal.Chances, g grid.Grid, x, y int, s rules.Square) {
	text, role := c.Percent(s), grid.Muted
	if text == "!!" {
		role = grid.Accent
	}
	if len([]rune(text)) > 1 {
		x-- // two columns and a blank
	}
	g.Put(x, y, text, role, s.String())
}

func tint(c deal.Chances, s rules.Square) []scene.Shape {
	if !c.Known {
		return nil
	}
	tint := keyed("shade", scene.Box(-squareSide/2, -squareSide/2, squareSide, squareSide, squareRound, scene.Accent))
	tint.Fade = 1 - 0.45*c.ChanceOf(s)
	return []scene.Shape{tint}
}

func word(c deal.Chances, s rules.Square) scene.Shape {
	return keyed("chance", scene.Word(0, 0, 0.24, c.Percent(s), scene.Centre, scene.Text))
}
