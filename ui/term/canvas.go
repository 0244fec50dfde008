package term

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
)

// canvas is the screen while it is being drawn. Cells that can be clicked have a spot: a spot of the board or a spot that package desk
// defines.
type canvas struct {
	grid  grid.Grid
	caret *grid.Point // where the person types, or nil
	sight *sight      // the board, if it is shown as a picture, or nil
	cut   []string    // the full texts of sentences that had to be cut off
	typed bool        // the person is typing, so sentences do not name keys
}

func newCanvas(w, h int) *canvas { return &canvas{grid: grid.New(w, h)} }

// put writes text, cut off at the end of the row.
func (c *canvas) put(x, y int, text string, role grid.Role) { c.putSpot(x, y, text, role, "") }

func (c *canvas) putSpot(x, y int, text string, role grid.Role, spot string) {
	if y < 0 || y >= c.grid.H || x >= c.grid.W || x < 0 {
		return
	}
	c.grid.Put(x, y, clip(text, c.grid.W-x), role, spot)
}

// button writes a key and its label as a button of at most w columns; it is dim if it does nothing now.
func (c *canvas) button(x, y, w int, b button) {
	key, label := grid.Key, grid.Button
	if b.Off {
		key, label = grid.Line, grid.Line
	}
	spot := desk.ButtonSpot + b.Key
	shown := b.shown()
	if shown == "" { // a button without a key
		c.putSpot(x, y, clip("["+b.Label+"]", w), key, spot)
		return
	}
	c.putSpot(x, y, clip(shown, w), key, spot)
	if room := w - width(shown) - 1; room > 0 && b.Label != "" {
		c.putSpot(x+width(shown), y, " "+clip(b.Label, room), label, spot)
		if b.On { // the mark is in the gap, so that nothing moves
			c.putSpot(x+width(shown), y, "•", grid.Accent, spot)
		}
	}
}

// small writes that the terminal is too small, the size that it needs, and the text unsaved about data that could not be saved.
func (c *canvas) small(title string, w, h int, unsaved string) {
	leave := "; q quits and keeps the game."
	if unsaved != "" {
		leave = ". " + unsaved + " Press q twice to quit."
	}
	text := fmt.Sprintf("%s needs %d columns and %d rows; this terminal is %dx%d.\n", title, w, h, c.grid.W, c.grid.H) +
		"Enlarge the window to continue" + leave
	c.lines(0, 0, c.grid.W, text, grid.Plain)
}

// lines writes a text in rows of w columns, and returns the row below it.
func (c *canvas) lines(x, y, w int, text string, role grid.Role) (below int) {
	for _, line := range wrap(text, w) {
		c.put(x, y, line, role)
		y++
	}
	return y
}

// keys writes as many buttons into a row, from x on, as there is room for.
func (c *canvas) keys(x, y int, list []desk.Button) (end int) {
	for _, b := range list {
		w := button(b).width()
		if x+w > c.grid.W {
			break
		}
		c.button(x, y, w, button(b))
		x += w + 2
	}
	return x
}

type button desk.Button

func (b button) shown() string { return desk.KeyName(b.Key) }

func (b button) width() int {
	if b.shown() == "" {
		return width(b.Label) + 2
	}
	if b.Label == "" {
		return width(b.shown())
	}
	return width(b.shown()) + 1 + width(b.Label)
}

func width(text string) int { return prose.Width(text) }

// longWord is the length, in columns, from which a word may be cut.
const longWord = 16

// clip cuts text to at most w columns; a text that is cut ends with an ellipsis. It cuts after a word, unless the next word is very long.
func clip(text string, w int) string {
	if width(text) <= w {
		return text
	}
	if w < 1 {
		return ""
	}
	kept := prose.Start(text, w-1)
	if i := strings.LastIndex(kept, " "); text[len(kept)] != ' ' && i > 0 && width(kept[i:]) <= longWord {
		kept = kept[:i]
	}
	return strings.TrimRight(kept, " ") + "…"
}

// say writes a text into rows of w columns, and returns the number of rows that the text needs. If the parameter rows allows fewer, the
// last row ends with the key that shows the full text, unless the person is typing.
func (c *canvas) say(x, y, w, rows int, text string, role grid.Role) int {
	lines := wrap(text, w)
	needs := len(lines)
	if rows = max(rows, 0); needs > rows {
		c.cut = append(c.cut, text)
		switch rest := strings.Join(lines[max(rows-1, 0):], " "); {
		case rows == 0:
		case c.typed:
			lines[rows-1] = clip(rest, w)
		default:
			last := clip(rest, w-width(desk.ReadAll)-1)
			lines[rows-1] = last
			c.putSpot(x+width(last)+1, y+rows-1, desk.ReadAll, grid.Key, desk.ButtonSpot+desk.ReadKey)
		}
		lines = lines[:rows]
	}
	for i, line := range lines {
		c.put(x, y+i, line, role)
	}
	return needs
}

// wrap breaks text at blanks into lines of at most w columns. A continuation line is indented like the line that it continues, or like the
// second column of a line with columns.
func wrap(text string, w int) []string { return prose.Wrap(text, w) }
