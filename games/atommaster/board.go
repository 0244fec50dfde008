package atommaster

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"attic/games/atommaster/rules"
	"attic/grid"
)

func portSpot(p rules.Port) string { return fmt.Sprintf("port%d", p) }

// frame says where things stand on the grid. Fields up to 8 squares a side have lines between the
// squares, larger ones are drawn tight.
type frame struct {
	f      rules.Field
	wide   int // columns of a square
	tall   int // rows of a square
	x0, y0 int // of the first square's middle, that of the top left one
}

func (v view) frame() frame {
	if v.Field.W <= usual {
		return frame{f: v.Field, wide: 4, tall: 2, x0: 9, y0: 3}
	}
	return frame{f: v.Field, wide: 3, tall: 1, x0: 9, y0: 3}
}

// middle returns the cell in the middle of a square.
func (r frame) middle(s rules.Square) (x, y int) {
	return r.x0 + s.Column()*r.wide, r.y0 + (int(r.f.H)-1-s.Row())*r.tall
}

func (r frame) right() int  { return r.x0 + (int(r.f.W)-1)*r.wide + 2 }          // the column after the field
func (r frame) bottom() int { return r.y0 + (int(r.f.H)-1)*r.tall + r.tall - 1 } // the last row of the field or its line

// Grid draws the field with its ring of ports.
func (v view) Grid(int, int) grid.Grid {
	r := v.frame()
	g := grid.New(r.right()+6, r.bottom()+2)
	v.drawLines(g, r)
	for s := range v.Field.Squares() {
		v.drawSquare(g, r, s)
	}
	v.drawRing(g, r)
	switch {
	case v.Phase == Learning:
		g.Put(r.right()-5, 0, "(@) L", grid.Accent, "")
	case v.Phase == Solving:
		text := fmt.Sprintf("set %d of %d", v.Marks.Count(), v.Atoms)
		g.Put(r.right()-len(text), 0, text, grid.Plain, "")
	}
	if v.Label {
		g.Put(0, r.bottom()+1, map[bool]string{false: "plain", true: "balls"}[v.Balls], grid.Plain, "")
	}
	if beams := v.beams(g, r); v.Phase == Learning {
		g = g.With(beams)
	} else if v.known() {
		g.Layers = []grid.Layer{beams}
	}
	return g
}

// drawLines draws the lines between the squares, the letters of the columns and the numbers of the rows.
func (v view) drawLines(g grid.Grid, r frame) {
	for c := range int(v.Field.W) {
		x, _ := r.middle(rules.SquareAt(c, 0))
		letter := string(rune('a' + c))
		if r.tall == 1 {
			g.Put(x, r.y0-1, letter, grid.Muted, "")
			continue
		}
		for row := range int(v.Field.H) + 1 {
			text := "---+"
			if row == 0 {
				text = "-" + letter + "-+"
			}
			g.Put(x-1, r.y0-1+row*r.tall, text, grid.Muted, "")
			g.Put(r.x0-2, r.y0-1+row*r.tall, "+", grid.Muted, "")
		}
	}
	for row := range int(v.Field.H) {
		_, y := r.middle(rules.SquareAt(0, row))
		g.Put(0, y, fmt.Sprintf("%2d", row+1), grid.Muted, "")
		if r.tall > 1 {
			for c := range int(v.Field.W) + 1 {
				g.Put(r.x0-2+c*r.wide, y, "|", grid.Muted, "")
			}
		}
	}
}

// drawSquare draws what stands on a square: an atom that is set or known, and how it was judged.
func (v view) drawSquare(g grid.Grid, r frame, s rules.Square) {
	x, y := r.middle(s)
	set, there := v.Marks.Has(s), v.Layout.Has(s)
	text, role := "   ", grid.Plain
	if r.tall == 1 {
		text, role = " · ", grid.Muted
	}
	switch {
	case v.Phase == Finished && set && there:
		text, role = " @✓", grid.Good
	case v.Phase == Finished && set:
		text, role = " ✗ ", grid.Bad
	case there && set:
		text, role = " @=", grid.Plain // only the hider sees both
	case there && (v.Phase == Setting || v.Phase == Solving): // for the hider's eyes
		text, role = " o ", grid.Plain
	case set || there:
		text, role = " @ ", grid.Plain
	}
	g.Put(x-1, y, text, role, s.String())
}

// drawRing draws the ports: their numbers while they are free, otherwise their results.
func (v view) drawRing(g grid.Grid, r frame) {
	text := map[rules.Port]string{}
	role := map[rules.Port]grid.Role{}
	letters, colours := v.marbles()
	pair := 0
	for _, s := range v.Shots {
		switch s.Answer {
		case rules.Absorbed, rules.Reflected:
			text[s.Port], role[s.Port] = s.Answer.String(), grid.Accent
			continue
		}
		for _, p := range []rules.Port{s.Port, s.Answer.Port()} {
			text[p], role[p] = r.ball(pair+1), marbleRoles[colours[pair%len(colours)]]
			if !v.Balls {
				text[p] = string(marbleLetters[letters[pair]])
			}
		}
		pair++
	}
	for p := rules.Port(1); int(p) <= v.Field.Ports(); p++ {
		t, ro := text[p], role[p]
		if t == "" {
			t, ro = fmt.Sprint(p), grid.Muted
		}
		side, _ := v.Field.Place(p)
		x, y := r.middle(v.Field.Door(p))
		switch side {
		case rules.Left:
			x = r.x0 - 6
		case rules.Right:
			x = r.right() + 2
		case rules.Top:
			x, y = x-1, 1
		case rules.Bottom:
			x, y = x-1, r.bottom()+1
		}
		g.Put(x, y, centred(t), ro, portSpot(p))
	}
}

// ball writes the number of a billiard ball, in brackets so that it is not taken for a port. Where a square
// has three columns, a number of two digits has a # before it instead.
func (r frame) ball(n int) string {
	if n > 9 && r.wide < 4 {
		return fmt.Sprintf("#%d", n)
	}
	return fmt.Sprintf("(%d)", n)
}

func centred(t string) string {
	switch len(t) {
	case 1:
		return " " + t + " "
	case 2:
		return t + " "
	}
	return t
}

// Plain marbles have a colour and a letter, in random order. The letters A and R are results and stay
// free; there are enough letters for the 24 passes of the largest field.
const marbleLetters = "bcdefghijklmnopqstuvwxyz"

var marbleRoles = [...]grid.Role{grid.Red, grid.Yellow, grid.Green, grid.Cyan, grid.Blue, grid.Purple, grid.Black, grid.White}

// marbles returns the orders of letters and colours. They come from what everybody sees: the first pass.
func (v view) marbles() (letters, colours []int) {
	h := fnv.New64a()
	for _, s := range v.Shots {
		if s.Answer.Port() != rules.NoPort {
			fmt.Fprint(h, v.Field, v.Atoms, s)
			break
		}
	}
	rng := rand.New(rand.NewPCG(h.Sum64(), 0))
	return rng.Perm(len(marbleLetters)), rng.Perm(len(marbleRoles))
}

// The directions in which a beam passes through the middle of a square.
const (
	east = 1 << iota
	north
	west
	south
)

var lineRunes = [16]rune{
	0, '─', '│', '└', '─', '─', '┘', '┴', '│', '┌', '│', '├', '┐', '┬', '┤', '┼',
}

// beams draws the paths of all beams fired through the known layout.
func (v view) beams(g grid.Grid, r frame) grid.Layer {
	l := grid.Layer{Name: "xray", Label: "Beam paths", Key: "x", Grid: grid.Empty(g.W, g.H)}
	if !v.known() {
		return l
	}
	passes := map[rules.Square]int{}
	for _, s := range v.Shots {
		trace(rules.Trace(v.Layout, s.Port), passes)
	}
	for s := range v.Field.Squares() {
		mask := passes[s]
		if mask == 0 {
			continue
		}
		x, y := r.middle(s)
		spot := s.String()
		l.Grid.Put(x, y, string(lineRunes[mask]), grid.Beam, spot)
		if mask&west != 0 {
			l.Grid.Put(x-1, y, "─", grid.Beam, spot)
			if r.tall > 1 {
				l.Grid.Put(x-2, y, "─", grid.Beam, "")
			}
		}
		if mask&east != 0 {
			l.Grid.Put(x+1, y, "─", grid.Beam, spot)
			if r.tall > 1 {
				l.Grid.Put(x+2, y, "─", grid.Beam, "")
			}
		}
		if r.tall > 1 && mask&north != 0 {
			l.Grid.Put(x, y-1, "│", grid.Beam, "")
		}
		if r.tall > 1 && mask&south != 0 {
			l.Grid.Put(x, y+1, "│", grid.Beam, "")
		}
	}
	return l
}

// trace adds the ways of a beam through each square to passes.
func trace(path rules.Path, passes map[rules.Square]int) {
	bit := func(h rules.Heading) int { return 1 << h }
	at := rules.NoSquare
	var heading rules.Heading
	for _, step := range path.Steps {
		switch step.Act {
		case rules.Enter:
			if at != rules.NoSquare {
				passes[at] |= bit(heading)
			}
			at, heading = step.Square, step.Heading
			passes[at] |= bit(heading.Back())
		case rules.Turn:
			heading = step.Heading
		case rules.Leave, rules.Absorb:
			if at != rules.NoSquare {
				passes[at] |= bit(heading)
			}
		}
	}
}
