package reversi

import (
	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game/beside"
	"attic/game/example/reversi/rules"
	"attic/internal/phrase"
)

// discs holds how the sides are drawn: as a letter, and as a disc of a colour with a sign.
var discs = [...]struct {
	sign   rune
	role   grid.Role
	colour scene.Colour
}{
	rules.Empty: {'.', grid.Muted, scene.None},
	rules.Black: {'x', grid.Black, scene.Black},
	rules.White: {'o', grid.White, scene.White},
}

// picture draws the middle of a board, small enough for a menu.
func picture(p rules.Position) grid.Grid {
	g := grid.New(2*(rules.Size-2), rules.Size-2)
	for _, s := range rules.All.Squares() {
		if x, y := s.Column()-1, s.Row()-1; x >= 0 && x < g.H && y >= 0 && y < g.H {
			g.Put(2*x, y, string(discs[p.At(s)].sign), discs[p.At(s)].role, "")
		}
	}
	return g
}

// Grid draws the board in characters: a legal square is +, the last disc is in round brackets, and discs that it turned are followed by a mark.
func (v view) Grid(w, h int) grid.Grid {
	l := grid.Fit(rules.Size, rules.Size, w, h)
	g := l.Draw()
	step := 1
	for _, s := range rules.All.Squares() {
		d, x, y := discs[v.pos.At(s)], s.Column(), s.Row()
		if v.pos.Targets().Has(s) {
			d.sign, d.role = '+', grid.Legal
		}
		l.Square(g, x, y, grid.Cell{Rune: d.sign, Role: d.role, Spot: s.String()}, ' ')
		if v.turned().Has(s) {
			step++
			l.Mark(g, x, y, grid.Cell{Rune: '\'', Role: grid.Last, Spot: s.String()})
			g.Step(s.String(), step)
		}
	}
	if v.moved && v.last != rules.Pass {
		l.Ring(g, v.last.Column(), v.last.Row())
		g.Step(v.last.String(), 1)
	}
	return g
}

// Measures of the scene; neighbouring squares are 1 apart.
const (
	ball   = 0.37 // radius of a disc
	around = 0.42 // radius of the ring around the last disc
)

func place(s rules.Square) (x, y float64) { return float64(s.Column()), float64(s.Row()) }

// disc draws a disc with the sign of its side, which tells the sides apart without colours.
func disc(x, y, r float64, d rules.Disc) []scene.Shape {
	body := scene.Disc(x, y, r, discs[d].colour)
	body.Shade, body.Lift = scene.Ball, 0.2*r
	sign := scene.Disc(x, y, 0.25*r, scene.On(discs[d].colour))
	if d == rules.Black {
		sign = scene.Box(x-0.25*r, y-0.25*r, 0.5*r, 0.5*r, 0, scene.On(discs[d].colour))
	}
	return []scene.Shape{body, sign}
}

// Scene draws the board as shapes: a dot on a legal square, a ring around the last disc, and a small dot beside each
// disc that it turned. The keys of a disc and its sign name their square, so that they turn over in place.
func (v view) Scene() scene.Scene {
	s := scene.Lattice{Columns: rules.Size, Rows: rules.Size}.Scene()
	step := 1
	for _, at := range rules.All.Squares() {
		x, y := place(at)
		s.Add(scene.Tile(x, y))
		what := v.pos.At(at).String()
		if v.pos.Targets().Has(at) {
			what += ", legal"
			s.Add(scene.Disc(x, y, 0.1, scene.Legal))
		}
		if v.pos.At(at) != rules.Empty {
			shapes := disc(x, y, ball, v.pos.At(at))
			shapes[0].Key, shapes[1].Key = at.String(), at.String()+" sign"
			if v.moved && at == v.last {
				what += ", the last move"
				ring := scene.Ring(x, y, around, 0.045, scene.Last)
				ring.Key, ring.Step = at.String()+" last", 1
				shapes[0].Step, shapes[1].Step = 1, 1
				shapes = append(shapes, ring)
			}
			if v.turned().Has(at) {
				step++
				dot := scene.Disc(x+0.37, y+0.37, 0.055, scene.Last)
				dot.Key, dot.Step = at.String()+" turned", step
				for i := range shapes {
					shapes[i].Turn, shapes[i].Step = true, step
				}
				shapes = append(shapes, dot)
			}
			s.Add(shapes...)
		}
		s.Spots = append(s.Spots, scene.Place(x, y, at.String(), what))
	}
	return s
}

// rows returns the rows beside the board. They show on how many squares each side could place a disc now. The discs are counted beside the names.
func (v view) rows() (rows []beside.Row) {
	for _, d := range []rules.Disc{rules.Black, rules.White} {
		n := v.pos.Replies().Count()
		if d == v.pos.Turn() {
			n = v.pos.Targets().Count()
		}
		rows = append(rows, beside.Row{
			Text: phrase.Count(n, "legal move"), Short: phrase.Count(n, "move"), Sign: discs[d].sign, Role: discs[d].role, Shapes: disc(0, 0, 0.5, d),
		})
	}
	return rows
}

// Panel shows the rows beside the board in characters.
func (v view) Panel(w, h int) grid.Grid { return beside.Panel(w, h, v.rows()...) }

// Aside shows the rows beside the board in shapes.
func (v view) Aside(w, h float64) scene.Scene { return beside.Aside(w, h, v.rows()...) }
