package picture

import (
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/draw/prose"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
)

// frame holds the positions in the grid: from left to right the row's number, a port, the field and a port; from top to bottom a
// line of text, a port, the field and a port.
type frame struct {
	f      rules.Field
	wide   int // columns of a square together with the line beside it
	tall   int // rows of a square together with the line below it; 1: there are no lines
	top    int // the row of the field's first line or of the letters of its columns; 0: the letters are on the squares of the first row
	gap    int // rows between the field and the ports above and below it; if it is not 0, the letters have their own row
	x0, y0 int // the middle of the top left square
	text   bool
}

// squareSizes holds the sizes of squares, in columns and rows, the rows above the field, and the rows between the field and the
// ports.
var squareSizes = [...]struct{ wide, tall, top, gap int }{
	{12, 6, 4, 1}, {10, 5, 4, 1}, {8, 4, 4, 1}, {6, 3, 4, 1}, {4, 2, 2, 0}, {3, 1, 2, 0}, {3, 1, 0, 0},
}

// The indexes in squareSizes of the sizes for lines of text: fields up to the default size have grid lines, larger fields have
// none.
const textLined, textBare = 4, 5

// fit returns the largest frame of a field that fits into w columns and h rows, or the smallest frame if none fits. If both are 0,
// it returns the frame for lines of text.
func fit(f rules.Field, w, h int) frame {
	var r frame
	for i, size := range squareSizes {
		r = frame{f: f, wide: size.wide, tall: size.tall, top: size.top, gap: size.gap, text: w|h == 0}
		r.x0, r.y0 = fieldLeft+r.half()+1, r.top+1+r.above()
		width, height := r.size()
		if w|h == 0 && (i == textLined && f.W <= deal.Usual || i == textBare) || width <= w && height <= h {
			break
		}
	}
	return r
}

const (
	portLeft  = 3        // the first of the three columns of a port on the left
	fieldLeft = 7        // the column of the field's first line
	Parked    = "corner" // the spot where the cursor waits when all ports show a result
)

func (r frame) ring() int { return max(0, r.top-1-r.gap) }

func (r frame) below() int { return r.bottom() + 1 + r.gap }

// letters returns the row with the letters of the columns. The parameter free says whether the first row is free.
func (r frame) letters(free bool) int {
	switch {
	case r.gap > 0:
		return r.ring() - 1
	case free && r.tall > 1 && !r.text:
		return 0
	}
	return r.top
}

// half returns the number of columns of a square on each side of its middle; above returns the number of rows above the middle.
func (r frame) half() int { return (r.wide - 1) / 2 }

func (r frame) above() int { return max(0, (r.tall-2)/2) }

// size returns the columns and rows of the whole grid.
func (r frame) size() (w, h int) { return r.right() + 6, r.below() + 1 }

func (r frame) middle(s rules.Square) (x, y int) {
	return r.x0 + s.Column()*r.wide, r.y0 + (int(r.f.H)-1-s.Row())*r.tall
}

func (r frame) right() int { return r.x0 + (int(r.f.W)-1)*r.wide + r.half() + 1 } // the column after the field

func (r frame) bottom() int { return r.top + int(r.f.H)*r.tall } // the last row of the field or its line

// Grid draws the field with its ring of ports.
func Grid(v deal.View, w, h int) grid.Grid {
	r := fit(v.Field, w, h)
	g := grid.New(r.size())
	likely := v.Chances()
	note := likely.Title()
	if v.Phase == deal.Finished {
		note = legend(r.right() - fieldLeft + 1)
	}
	r.drawLines(g, r.letters(note == ""))
	for s := range v.Field.Squares() {
		drawSquare(v, g, r, s)
		if likely.Known && v.Bare(s) {
			x, y := r.middle(s)
			draw(likely, g, x, y, s)
		}
	}
	g.Put(portLeft, r.ring(), "   ", grid.Plain, Parked)
	r.drawRing(g, results(v.Evidence))
	said, role, end := "", grid.Plain, g.W // the text at the top right (see the manual, "Setting the atoms", "The learning mode")
	free := r.top > 0 && r.letters(true) > 0
	if free {
		end = r.right()
	}
	switch {
	case v.Phase == deal.Learning:
		said, role = "(@) L", grid.Accent
	case v.Phase == deal.Solving && free:
		said = fmt.Sprintf("set %d of %d", v.Marks.Count(), v.Atoms)
	case v.Phase == deal.Solving:
		said = fmt.Sprintf("%d/%d", v.Marks.Count(), v.Atoms)
	}
	g.Put(end-len(said), 0, said, role, "")
	if v.Label {
		g.Put(0, r.below(), map[bool]string{false: "plain", true: "balls"}[v.Balls], grid.Plain, "")
	}
	if r.top > 0 {
		g.Put(fieldLeft, 0, note, grid.Muted, "")
	}
	return withBeams(v, g)
}

// legend explains the signs of the evaluation, in at most w columns.
func legend(w int) string {
	for _, form := range []string{"@✓ found   ✗ wrong here   @ missed here", "@✓ found   ✗ wrong   @ missed", "✗ wrong   @ missed", "✗ wrong  @ missed"} {
		if prose.Width(form) <= w {
			return form
		}
	}
	return ""
}

func (r frame) drawLines(g grid.Grid, letters int) {
	side := int(r.f.W)
	lines := []string{"┌─┬┐", "│ ││", "├─┼┤", "└─┴┘"} // for each kind of row: left, inside, between and right
	if r.text {
		lines = []string{"+-++", "| ||", "+-++", "+-++"}
	}
	for y := r.top; y <= r.bottom() && r.tall > 1; y++ {
		kind := 1
		switch {
		case y == r.top:
			kind = 0
		case y == r.bottom():
			kind = 3
		case (y-r.top)%r.tall == 0:
			kind = 2
		}
		line := []rune(lines[kind])
		inner := strings.Repeat(string(line[1]), r.wide-1)
		g.Put(fieldLeft, y, string(line[0])+strings.Repeat(inner+string(line[2]), side-1)+inner+string(line[3]), grid.Line, "")
	}
	for n := range side {
		x, y := r.middle(rules.SquareAt(n, n))
		if r.top > 0 {
			g.Put(x, letters, string(rune('a'+n)), grid.Muted, "")
		}
		g.Put(0, y, fmt.Sprintf("%2d", n+1), grid.Muted, "")
	}
}

func drawSquare(v deal.View, g grid.Grid, r frame, s rules.Square) {
	x, y := r.middle(s)
	for row := range max(1, r.tall-1) {
		g.Put(x-r.half(), y-r.above()+row, strings.Repeat(" ", 2*r.half()+1), grid.Plain, s.String())
	}
	text, role := Contents[v.On(s)].text, Contents[v.On(s)].role
	kind := v.Notes.At(s)
	switch {
	case text == "" && kind >= 0:
		text = string(deal.NoteKinds[kind].Sign)
	case kind >= 0:
		g.Put(x-1, y, string(deal.NoteKinds[kind].Sign), grid.Plain, s.String())
	case text == "" && r.top == 0 && y == r.y0: // the letter of its column
		text, role = string(rune('a'+s.Column())), grid.Muted
	case text == "" && r.tall == 1:
		text, role = "·", grid.Muted
	}
	g.Put(x, y, text, role, s.String())
	if word := Contents[v.On(s)].word; 2*r.half()+1 >= len(Contents[deal.Missed].word) {
		g.Put(x-len(word)/2, y+1, word, role, s.String())
	}
}

type result struct {
	text string
	role grid.Role
}

// results returns the text and role of each port with a result. The number of a billiard ball is in brackets, so that nobody
// mistakes it for a port.
func results(e deal.Evidence) map[rules.Port]result {
	shown := map[rules.Port]result{}
	passes := e.Passes()
	for _, s := range e.Shots {
		p, passed := passes[s.Port]
		if !passed {
			shown[s.Port] = result{s.Answer.String(), answerRoles[s.Answer.String()]}
			continue
		}
		marble := result{fmt.Sprintf("(%d)", p.Number), marbleRoles[p.Colour]}
		if !e.Balls {
			marble.text = string(rune(p.Letter))
		}
		shown[s.Port], shown[s.Answer.Port()] = marble, marble
	}
	return shown
}

// answerRoles maps the answers of beams that were absorbed or reflected to their roles.
var answerRoles = map[string]grid.Role{"A": grid.Last, "R": grid.Beam}

func (r frame) drawRing(g grid.Grid, results map[rules.Port]result) {
	for p := rules.Port(1); int(p) <= r.f.Ports(); p++ {
		shown, fired := results[p]
		if !fired {
			shown = result{fmt.Sprint(p), grid.Muted}
		}
		if len(shown.text) > 3 && r.wide < 4 { // a ball with two digits, where there are only three columns
			shown.text = "#" + strings.Trim(shown.text, "()")
		}
		side, _ := r.f.Place(p)
		x, y := r.middle(r.f.Door(p))
		switch side {
		case rules.Left:
			x = portLeft
		case rules.Right:
			x = r.right() + 2
		case rules.Top:
			x, y = x-1, r.ring()
		case rules.Bottom:
			x, y = x-1, r.below()
		}
		g.Put(x, y, centred(shown.text), shown.role, deal.PortSpot(p))
	}
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

var marbleRoles = [...]grid.Role{grid.Red, grid.Yellow, grid.Green, grid.Cyan, grid.Blue, grid.Purple, grid.Black, grid.White}
