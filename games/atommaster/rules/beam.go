package rules

// Path is the path of one beam.
type Path struct {
	Port   Port
	Answer Answer
	Steps  []Step // the steps of the beam, in order
}

// Step is one step of a beam on its path.
type Step struct {
	Act     Act
	Square  Square  // the square of the beam; NoSquare before it enters and after it has left
	Heading Heading // the heading after the step
	Atoms   Layout  // the atoms that cause the step: none, one, or one on each side
}

// Act is the kind of a step.
type Act uint8

// The acts. The last step of a path is one of Absorb, Reflect, TurnBack and Leave.
const (
	Enter    Act = iota // moves onto Square
	Turn                // turns on Square to a new heading, away from one atom
	Absorb              // is absorbed by the atom ahead
	Reflect             // is reflected at its port, before entering, by one atom or two
	TurnBack            // turns back on Square between two atoms and retraces its path
	Leave               // leaves the field at the port that is its answer
)

// Fire returns the answer of the beam that enters at p, a port of the layout's field.
func Fire(l Layout, p Port) Answer { return walk(l, p, nil) }

// Trace returns the path of the beam that enters at p, a port of the layout's field.
func Trace(l Layout, p Port) Path {
	path := Path{Port: p}
	path.Answer = walk(l, p, &path)
	return path
}

// Squares returns the squares that the beam enters, in order. A square crossed twice is listed twice. If the beam is
// turned back, the way back is not listed.
func (p Path) Squares() []Square {
	var squares []Square
	for _, s := range p.Steps {
		if s.Act == Enter {
			squares = append(squares, s.Square)
		}
	}
	return squares
}

// Turns returns the number of times that the beam is deflected by 90 degrees.
func (p Path) Turns() int {
	n := 0
	for _, s := range p.Steps {
		if s.Act == Turn {
			n++
		}
	}
	return n
}

// walk follows a beam square by square. It appends the steps to path unless path is nil. No beam flies in a circle:
// every step can be followed backwards, so the beam would have started in the circle.
func walk(l Layout, p Port, path *Path) Answer {
	side, _ := l.field.Place(p)
	b := beam{heading: side.Enters()}
	door := l.field.Door(p)
	dc, dr := b.heading.Step()
	b.column, b.row = door.Column()-dc, door.Row()-dr
	inside := false
	note := func(act Act, atoms ...Square) {
		if path == nil {
			return
		}
		step := Step{Act: act, Square: NoSquare, Heading: b.heading, Atoms: l.field.Empty()}
		if inside {
			step.Square = SquareAt(b.column, b.row)
		}
		for _, s := range atoms {
			if l.Has(s) {
				step.Atoms = step.Atoms.With(s)
			}
		}
		path.Steps = append(path.Steps, step)
	}
	for {
		ahead, left, right := b.look(l.field)
		atLeft, atRight := l.Has(left), l.Has(right)
		switch {
		case l.Has(ahead):
			note(Absorb, ahead)
			return Absorbed
		case !inside && (atLeft || atRight):
			b.heading = b.heading.Back()
			note(Reflect, left, right)
			return Reflected
		case atLeft && atRight:
			b.heading = b.heading.Back()
			note(TurnBack, left, right)
			return Reflected
		case atLeft:
			b.heading = b.heading.Right()
			note(Turn, left)
		case atRight:
			b.heading = b.heading.Left()
			note(Turn, right)
		case ahead == NoSquare:
			exit := l.field.PortAt(Side(b.heading.Back()), b.line())
			inside = false
			note(Leave)
			if exit == p {
				return Reflected
			}
			return Answer(exit)
		default:
			dc, dr := b.heading.Step()
			b.column += dc
			b.row += dr
			inside = true
			note(Enter)
		}
	}
}

// beam is the position and heading of a beam. At its port, the position is one square outside the field.
type beam struct {
	column, row int
	heading     Heading
}

// line returns the row or column along which the beam flies.
func (b beam) line() int {
	if b.heading&1 == 0 {
		return b.row
	}
	return b.column
}

// look returns the three squares that the beam looks at; NoSquare beyond the edge.
func (b beam) look(f Field) (ahead, left, right Square) {
	dc, dr := b.heading.Step()
	c, r := b.column+dc, b.row+dr
	return f.at(c, r), f.at(c-dr, r+dc), f.at(c+dr, r-dc)
}

func (f Field) at(column, row int) Square {
	if column < 0 || row < 0 || column >= int(f.W) || row >= int(f.H) {
		return NoSquare
	}
	return SquareAt(column, row)
}
