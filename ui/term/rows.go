package term

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"attic/draw/prose"
)

// rows are the rows of a terminal. They collect, in piece, the codes that change the rows, in as few bytes as possible.
type rows struct {
	w, h  int
	whole bool     // the state of the terminal is unknown, so everything is written
	lines []string // the rows shown, as palette.Painter wrote them
	cells [][]cell // these rows as cells, without trailing blanks
	x, y  int      // the terminal's cursor; x < 0: its column in row y is unknown
	pen   *look    // the terminal's current look
	looks map[string]*look
	piece strings.Builder
	torn  []int // rows with holes that were fully rewritten since the last picture
}

// hole is the text of a cell that a picture covers: nothing is written there, and the row is never moved.
const hole = '\ue000'

const holeText = string(hole)

// cell is a cell of the terminal: a character with its accents, and its look. The second cell of a wide character has no text.
type cell struct {
	text string
	look *look
}

// look is the look of characters, as parameters of escape codes. All codes with the same meaning share one look.
type look struct{ attributes, ink, ground string }

var plain = &look{}

// seen reports whether blanks are visible in a look.
func (l *look) seen() bool { return l.ground != "" || l.attributes != "" && l.attributes != "1" }

// hidden reports whether a picture covers a cell.
func (c cell) hidden() bool { return c.text == holeText }

func (c cell) blank() bool { return c.text == " " && !c.look.seen() }

// sized sets the size of the terminal. Everything is written again, since resizing moves the text on a terminal.
func (r *rows) sized(w, h int) { r.w, r.h, r.whole = w, h, true }

// change adds the codes that turn the rows into lines, which palette.Painter wrote.
func (r *rows) change(lines []string) {
	for len(lines) < r.h {
		lines = append(lines, "")
	}
	if r.whole {
		r.whole, r.pen, r.x, r.y = false, plain, 0, 0
		r.lines, r.cells = make([]string, r.h), make([][]cell, r.h)
		r.piece.WriteString("\x1b[m" + ansi.CursorHomePosition + ansi.EraseEntireScreen)
	} else {
		r.scroll(lines)
	}
	for y := range r.h {
		if lines[y] != r.lines[y] {
			r.row(y, r.cellsOf(lines[y]))
		}
	}
	r.lines = lines[:r.h]
	r.use(plain)
}

func (r *rows) row(y int, now []cell) {
	was := r.cells[y]
	r.cells[y] = now
	if odd(now) || odd(was) { // the terminal may count the columns differently
		if slices.ContainsFunc(now, cell.hidden) {
			r.torn = append(r.torn, y)
		}
		r.move(0, y)
		r.clear(len(was))
		r.piece.WriteString(ansi.ResetModeAutoWrap)
		for x, c := range now {
			if c.text == "" {
				r.x = -1
				continue
			}
			r.move(x, y)
			if r.put(c); c.unsure() {
				r.x = -1
			}
		}
		r.piece.WriteString(ansi.SetModeAutoWrap)
		r.x = -1
		return
	}
	for x, c := range now {
		if x < len(was) && (c == was[x] || c.blank() && was[x].blank()) || x >= len(was) && c.blank() {
			continue
		}
		if c.hidden() {
			if x >= len(was) || was[x].blank() || was[x].hidden() {
				continue
			}
			c = cell{" ", plain}
		}
		if gap := x - r.x; r.y == y && r.x >= 0 && 0 < gap && gap <= 4 && !slices.ContainsFunc(now[r.x:x], r.costs) {
			for r.x < x {
				r.put(now[r.x])
			}
		}
		r.move(x, y)
		r.put(c)
	}
	if len(was) > len(now) {
		r.move(len(now), y)
		r.clear(len(was) - len(now))
	}
}

// clear clears the rest of the row unless cells is 0; cells is the number of cells there that may not be blank.
func (r *rows) clear(cells int) {
	if cells > 0 {
		r.use(plain)
		r.piece.WriteString(ansi.EraseLineRight)
	}
}

// odd reports whether a row has characters after which a terminal's cursor may be in an unexpected column. Such a row is always written as a whole,
// and the cursor is set after the characters.
func odd(row []cell) bool { return slices.ContainsFunc(row, cell.unsure) }

// unsure reports whether terminals may disagree about the width of a character: it is wide, consists of several runes, or belongs to a script whose
// letters join.
func (c cell) unsure() bool {
	if len(c.text) == 1 {
		return false
	}
	r, size := utf8.DecodeRuneInString(c.text)
	return size < len(c.text) || size == 0 || r >= '\u0590' && r < '\u2000' || r >= '\u2e80' && !c.hidden()
}

// costs reports whether writing a cell takes more than a byte.
func (r *rows) costs(c cell) bool {
	return len(c.text) > 1 || c.look != r.pen && !(c.blank() && !r.pen.seen())
}

func (r *rows) put(c cell) {
	if c.text == "" {
		r.x++
		return
	}
	if c.hidden() {
		c.text = " "
	}
	if !c.blank() || r.pen.seen() {
		r.use(c.look)
	}
	if r.x++; r.x < r.w {
		r.piece.WriteString(c.text)
		return
	}
	r.x = -1
	if r.y < r.h-1 {
		r.piece.WriteString(c.text)
	} else { // otherwise the terminal may scroll
		r.piece.WriteString(ansi.ResetModeAutoWrap + c.text + ansi.SetModeAutoWrap)
	}
}

func (r *rows) use(to *look) {
	from := r.pen
	if from == to {
		return
	}
	r.pen = to
	var list []string
	switch {
	case to == plain:
	case from == plain:
		list = []string{to.attributes, to.ink, to.ground}
	case from.attributes != to.attributes:
		list = []string{"0", to.attributes, to.ink, to.ground}
	default:
		if from.ink != to.ink {
			list = append(list, cmp.Or(to.ink, "39"))
		}
		if from.ground != to.ground {
			list = append(list, cmp.Or(to.ground, "49"))
		}
	}
	list = slices.DeleteFunc(list, func(text string) bool { return text == "" })
	r.piece.WriteString("\x1b[" + strings.Join(list, ";") + "m")
}

func (r *rows) move(x, y int) {
	if x == r.x && y == r.y {
		return
	}
	best := ansi.CursorPosition(x+1, y+1)
	try := func(code string) {
		if len(code) < len(best) {
			best = code
		}
	}
	right := func(n int) string {
		if n == 0 {
			return ""
		}
		return ansi.CursorForward(n)
	}
	if y == r.y && r.x >= 0 && x > r.x {
		try(right(x - r.x))
	}
	if y >= r.y {
		try("\r" + strings.Repeat("\n", y-r.y) + right(x))
	}
	r.piece.WriteString(best)
	r.x, r.y = x, y
}

// leastScrolled is the number of bytes from which text is moved rather than written again.
const leastScrolled = 60

// scroll moves rows up or down on the terminal if lines has them there.
func (r *rows) scroll(lines []string) {
	if slices.ContainsFunc(r.lines, func(line string) bool { return strings.Contains(line, holeText) }) {
		return
	}
	var changed []int
	for y := range r.h {
		if lines[y] != r.lines[y] && lines[y] != "" {
			changed = append(changed, y)
		}
	}
	var from, to, by, most int
	for d := 1 - r.h; d < r.h; d++ {
		if !slices.ContainsFunc(changed, func(y int) bool { return y+d >= 0 && y+d < r.h && lines[y] == r.lines[y+d] }) {
			continue
		}
		saved, begin := 0, 0
		for y := range r.h {
			if y+d < 0 || y+d >= r.h || lines[y] != r.lines[y+d] {
				saved, begin = 0, y+1
				continue
			}
			if lines[y] != r.lines[y] {
				saved += len(lines[y])
			}
			if saved > most {
				from, to, by, most = begin, y+1, d, saved
			}
		}
	}
	if most < leastScrolled {
		return
	}
	n, out, in := by, from, to // delete n rows at row out, then insert n rows at row in
	if by < 0 {
		n, out, in = -by, to+by, from+by
	}
	r.use(plain)
	r.move(0, out)
	r.piece.WriteString(ansi.DeleteLine(n))
	r.lines, r.cells = slices.Delete(r.lines, out, out+n), slices.Delete(r.cells, out, out+n)
	r.move(0, in)
	r.piece.WriteString(ansi.InsertLine(n))
	r.lines, r.cells = slices.Insert(r.lines, in, make([]string, n)...), slices.Insert(r.cells, in, make([][]cell, n)...)
}

// cellsOf returns the cells of a line, up to the last cell that is not blank.
func (r *rows) cellsOf(line string) []cell {
	var cells []cell
	pen, end := plain, 0
	for line != "" {
		if line[0] == '\x1b' {
			code, rest, _ := strings.Cut(line, "m")
			pen, line = r.look(code), rest
			continue
		}
		var text string
		var columns int
		text, columns, line = prose.First(line)
		if len(cells)+columns > r.w {
			break
		}
		for n := range columns {
			cells = append(cells, cell{text, pen})
			if n > 0 {
				cells[len(cells)-1].text = ""
			}
		}
		if columns > 0 && !cells[len(cells)-1].blank() {
			end = len(cells)
		}
	}
	return cells[:end]
}

func (r *rows) look(code string) *look {
	if l, ok := r.looks[code]; ok {
		return l
	}
	l := *plain
	var attributes []string
	params := strings.Split(strings.TrimPrefix(code, "\x1b["), ";")
	for len(params) > 0 {
		n := 1
		switch p := params[0]; {
		case p == "38" || p == "48":
			if n = 3; len(params) > 1 && params[1] == "2" {
				n = 5
			}
			n = min(n, len(params))
			if text := strings.Join(params[:n], ";"); p == "38" {
				l.ink = text
			} else {
				l.ground = text
			}
		case len(p) == 2 && p[0] == '3' || len(p) == 2 && p[0] == '9':
			l.ink = p
		case len(p) == 2 && p[0] == '4' || len(p) == 3:
			l.ground = p
		case p != "0" && p != "":
			attributes = append(attributes, p)
		}
		params = params[n:]
	}
	l.attributes = strings.Join(attributes, ";")
	made := &l
	if r.looks == nil {
		r.looks = map[string]*look{"": plain}
	}
	for _, other := range r.looks { // all codes with the same meaning share one look
		if l == *other {
			made = other
		}
	}
	r.looks[code] = made
	return made
}
