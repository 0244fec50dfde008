// Package grid provides a screen of characters. Each cell has a role, which is the meaning of its contents, and names the spot of the board to which it
// belongs. Games draw positions on a Grid; front-ends print it, colour it by role, and look up the spot under a cursor.
package grid

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"attic/draw/prose"
)

// Role is the meaning of a cell's contents. A palette turns roles into colours. A role never carries information that the cell's character does not carry
// too.
type Role uint8

// The roles. The roles of pieces are named after their colours.
const (
	Plain   Role = iota // text
	Muted               // coordinates, lines, empty squares
	Legal               // a legal move
	Last                // the last move and its changes
	Good                // right, agreeing
	Bad                 // wrong, contradicting
	Beam                // the path of a beam
	Accent              // the piece being placed, the preview
	Title               // a heading
	Key                 // a key, written on a button
	Button              // the label of a button
	Cursor              // the cell under the cursor
	Line                // a line of the board, which carries no information
	Query               // the cursor on the ports around the board
	Waiting             // the cursor on the ports while another cursor moves on the board
	Red
	Yellow
	Green
	Cyan
	Blue
	Purple
	Black
	White
	RedEdge // a solid in the colour of a piece, on the default background: its runes are blocks, or a letter for a whole cell; see Role.Edge
	_       // and so on for the other colours
	_
	_
	_
	_
	BlackEdge // the rim of black and white pieces
	_
	BlackRim // the same rim, on the piece
	_
	Roles // the number of roles
)

// Edge returns the role of the edge of pieces of role r; r must be the role of a piece.
func (r Role) Edge() Role { return r - Red + RedEdge }

// Solid reports whether cells of role r are parts of a solid. They carry no information. Without colours or blocks they are blank, except that a letter
// stands for a whole cell.
func (r Role) Solid() bool { return r >= RedEdge && r < Roles }

// Cell is one character of a Grid.
type Cell struct {
	Rune  rune // only [Char] can read it after [Grid.Put] of a wide character or one of several runes
	Role  Role
	Step  uint8  // the step of the last move's animation in which this cell changes, from 1; 0: it does not change
	Under uint16 // the rune of the line that a round piece covers here, for screens that cannot show the piece; 0: none
	Spot  string // the spot that the cell belongs to ("a7", "port17"), or "" for none
}

// Layer is a set of cells that can be laid over a Grid, such as the paths of beams.
type Layer struct {
	Name  string // the name in the line mode: one lower-case word
	Label string // the text of its button
	Key   string // the key that switches it on and off
	Grid  Grid   // cells with Rune 0 let the grid below show through
}

// Grid is a rectangle of cells, W columns by H rows, with (0,0) at the top left. The zero Grid is empty. A Grid must not be changed once a front-end has
// drawn it. Copies share the cells.
type Grid struct {
	W, H   int
	Layers []Layer
	cells  []Cell
}

// New returns a Grid of blanks.
func New(w, h int) Grid {
	g := Empty(w, h)
	g.Clear()
	return g
}

// Empty returns a Grid whose cells all have Rune 0, for use as a Layer.
func Empty(w, h int) Grid {
	return Grid{W: w, H: h, cells: make([]Cell, w*h)}
}

// At returns the cell in column x of row y. It panics if the cell is outside the grid.
func (g Grid) At(x, y int) Cell { return g.cells[g.index(x, y)] }

// Put writes text from column x of row y to the right, into [prose.Width] cells with the given role and spot. The text must fit into the row.
func (g Grid) Put(x, y int, text string, role Role, spot string) {
	for char, columns, rest := prose.First(text); columns > 0; char, columns, rest = prose.First(rest) {
		g.cells[g.index(x, y)] = Cell{Rune: runeOf(char, columns), Role: role, Spot: spot}
		if columns > 1 {
			g.cells[g.index(x+1, y)] = Cell{Rune: second, Role: role, Spot: spot}
		}
		x += columns
	}
}

// Row returns the cells of row y, which must not be changed. It panics if the row is outside the grid.
func (g Grid) Row(y int) []Cell { return g.cells[y*g.W : (y+1)*g.W : (y+1)*g.W] }

func (g Grid) index(x, y int) int {
	if x < 0 || x >= g.W || y < 0 || y >= g.H {
		panic(fmt.Sprintf("grid: cell %d,%d outside of %dx%d", x, y, g.W, g.H))
	}
	return y*g.W + x
}

// Layer returns the layer called name and whether there is one.
func (g Grid) Layer(name string) (Layer, bool) {
	for _, l := range g.Layers {
		if l.Name == name {
			return l, true
		}
	}
	return Layer{}, false
}

// With returns a copy of g with l, which must have the same size, drawn over g.
func (g Grid) With(l Layer) Grid {
	over := g.copy()
	for i, c := range l.Grid.cells {
		if c.Rune != 0 {
			over.cells[i] = c
		}
	}
	return over
}

// Mark returns a copy of g with marks drawn on it. A mark is drawn in the last cell of the middle row of its spot, which
// games leave free, or, with Place, over the contents of the spot. Marks on spots that g does not have are ignored.
func (g Grid) Mark(marks ...Mark) Grid {
	marked := g.copy()
	for _, m := range marks {
		cells := marked.Cells(m.Spot)
		if len(cells) == 0 {
			continue
		}
		_, y, _ := marked.Middle(m.Spot)
		i := cells[len(cells)-1]
		for _, cell := range cells { // find the last cell in the middle row
			if cell/marked.W == y {
				i = cell
			}
		}
		if m.Place {
			i = marked.shown(cells, m.Spot)
			for _, cell := range cells { // clear all cells of a piece that would disappear
				if m.Role < Red && marked.cells[cell].Role >= Red {
					marked.cells[cell].Rune, marked.cells[cell].Role = ' ', m.Role
				}
			}
			for _, beside := range []int{i - 1, i + 1} { // make a piece wider where there is room
				if m.Role >= Red && slices.Contains(cells, beside) && marked.cells[beside].Rune == ' ' {
					marked.cells[beside].Role = m.Role
				}
			}
		}
		marked.cells[i].Rune, marked.cells[i].Role = m.Rune, m.Role
	}
	return marked
}

// Beside returns a copy with those marks that replace the contents of a spot but are covered by something else. Each is drawn in a blank cell beside the
// middle of its spot.
func (g Grid) Beside(marks ...Mark) Grid {
	marked := g.copy()
	for _, m := range marks {
		x, y, ok := marked.Middle(m.Spot)
		if !ok || !m.Place || marked.At(x, y).Rune == m.Rune {
			continue
		}
		for _, beside := range []int{x + 1, x - 1} {
			if c := marked.At(beside, y); c.Spot == m.Spot && c.Rune == ' ' {
				c.Rune, c.Role = m.Rune, m.Role
				marked.Set(beside, y, c)
				break
			}
		}
	}
	return marked
}

// shown returns the index of the cell with the contents of a spot: the middle cell or, if it is blank, the first cell that is not.
func (g Grid) shown(cells []int, spot string) int {
	x, y, _ := g.Middle(spot)
	middle := g.index(x, y)
	if g.cells[middle].Rune == ' ' {
		for _, i := range cells {
			if g.cells[i].Rune != ' ' {
				return i
			}
		}
	}
	return middle
}

// Mark is a character to show on a spot: beside the contents, such as the colour that a piece would turn into, or in place of the contents.
type Mark struct {
	Spot  string
	Rune  rune
	Role  Role
	Place bool // in place of the contents of the spot, not beside them
}

// Cells returns the indexes, y*W+x, of the cells of a spot in reading order.
func (g Grid) Cells(spot string) []int {
	var list []int
	for i, c := range g.cells {
		if spot != "" && c.Spot == spot {
			list = append(list, i)
		}
	}
	return list
}

// Set replaces the cell in column x of row y. It panics if the cell is outside the grid.
func (g Grid) Set(x, y int, c Cell) { g.cells[g.index(x, y)] = c }

// Draw draws another grid on g with its top left corner at x, y. Cells outside g are cut off, and cells
// with Rune 0 let g show through.
func (g Grid) Draw(x, y int, on Grid) { g.DrawBefore(x, y, on, math.MaxUint8, on) }

// DrawBefore is like Draw, but shows the last move's animation only up to the given step: cells that change in later steps are taken from the grid before,
// which must have the size of on.
func (g Grid) DrawBefore(x, y int, on Grid, step uint8, before Grid) {
	first, last := max(0, -x), min(on.W, g.W-x)
	for dy := max(0, -y); dy < min(on.H, g.H-y) && first < last; dy++ {
		to, was := g.Row(y + dy)[x+first:x+last], before.Row(dy)[first:last]
		for i, from := range on.Row(dy)[first:last] {
			if from.Step > step {
				from = was[i]
			}
			if from.Rune != 0 {
				to[i] = from
			}
		}
	}
}

// Clear resets all cells of g to blanks. Nothing else may still use these cells.
func (g Grid) Clear() {
	clear(g.cells)
	for i := range g.cells {
		g.cells[i].Rune = ' '
	}
}

// Step records that the cells of a spot change in a step of the last move's animation. Steps count from 1 and are limited to
// 255.
func (g Grid) Step(spot string, step int) {
	for _, i := range g.Cells(spot) {
		g.cells[i].Step = uint8(min(max(step, 0), 255))
	}
}

func (g Grid) copy() Grid {
	g.cells = append([]Cell(nil), g.cells...)
	return g
}

// String returns the grid as lines of text without trailing blanks. Every line ends with a line feed.
func (g Grid) String() string {
	var b strings.Builder
	for y := range g.H {
		var line strings.Builder
		for x, c := range g.Row(y) {
			if text, ok := Char(g.Row(y), x); ok {
				line.WriteString(text)
			} else {
				line.WriteRune(c.Rune)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Cell.Rune has the bit wide for a character that takes two cells; the Rune of the right cell is second. It has the bit several for a character of several
// runes; the other bits are then the index of the character in made.
const (
	wide    rune = 1 << (iota + 24)
	several      // like wide and second, larger than all runes
	second
	flags = wide | several | second
)

// made numbers the characters of several runes. When it is full, a further character is shown as its letter without marks.
var made struct {
	sync.RWMutex
	numbers map[string]rune
	list    []string
}

const mostMade = 1 << 15

// runeOf returns the Rune of the first cell of a character that takes the given number of columns.
func runeOf(char string, columns int) rune {
	r, size := utf8.DecodeRuneInString(char)
	if size < len(char) {
		made.Lock()
		n, ok := made.numbers[char]
		if !ok && len(made.list) < mostMade {
			if made.numbers == nil {
				made.numbers = map[string]rune{}
			}
			n, ok = rune(len(made.list)), true
			made.numbers[char], made.list = n, append(made.list, char)
		}
		made.Unlock()
		if ok {
			r = n | several
		}
	}
	if columns > 1 {
		r |= wide
	}
	return r
}

// Char returns the text of the cell at index i of a row if it is more than a rune: a letter with its marks, or a character that takes two cells, whose second
// cell has the text "". If the other half of such a character has been overwritten, the text is a blank. In all other cases ok is false, and the cell shows
// its Rune.
func Char(row []Cell, i int) (text string, ok bool) {
	r := row[i].Rune
	switch {
	case r < wide:
		return "", false
	case r == second && i > 0 && row[i-1].Rune&wide != 0:
		return "", true
	case r == second || r&wide != 0 && (i+1 == len(row) || row[i+1].Rune != second):
		return " ", true
	case r&several == 0:
		return string(r &^ flags), true
	}
	made.RLock()
	defer made.RUnlock()
	return made.list[r&^flags], true
}
