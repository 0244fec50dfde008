package term

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/grid"
	"attic/internal/phrase"
)

// pager shows a text that is longer than a line, such as help.
type pager struct {
	on    bool
	title string
	text  string
	top   int // the first line shown
	lines int // as they were wrapped last
}

func (g *pager) open(title, text string) { *g = pager{on: true, title: title, text: text} }

// key scrolls or closes, and reports whether the key was for the pager.
func (g *pager) key(key string, h int) bool {
	page := h - 4
	switch key {
	case "up", "8":
		g.scroll(-1, h)
	case "down", "2", "enter":
		if key == "enter" && g.top+page >= g.lines {
			g.on = false
			break
		}
		g.scroll(1, h)
	case "space", "pgdown", "3":
		if key == "space" && g.top+page >= g.lines {
			g.on = false
			break
		}
		g.scroll(page, h)
	case "pgup", "9":
		g.scroll(-page, h)
	case "home", "7":
		g.top = 0
	case "end", "1":
		g.scroll(g.lines, h)
	case "q":
		return false // it quits, as everywhere
	default:
		g.on = false
		return key == "esc" || key == "?" || key == "f1"
	}
	return true
}

func (g *pager) scroll(by, h int) { g.top = max(0, min(g.top+by, g.lines-(h-4))) }

// unmarked takes the marks out of a text that a README has for emphasis.
var unmarked = strings.NewReplacer("**", "", "`", "")

func (g *pager) draw(c *canvas) {
	lines := wrap(unmarked.Replace(g.text), min(c.grid.W-4, 100))
	g.lines = len(lines)
	room := c.grid.H - 4
	g.top = max(0, min(g.top, g.lines-room))
	c.put(2, 0, g.title, grid.Title)
	for i, line := range lines[g.top:min(g.top+room, len(lines))] {
		role := grid.Plain
		if heading := strings.TrimLeft(line, "#"); heading != line {
			line, role = strings.TrimSpace(heading), grid.Title
		}
		c.put(2, 2+i, line, role)
	}
	x := 2
	for _, b := range []button{{"esc", "closes"}, {"up", "and"}, {"down", "scroll"}} {
		if g.lines <= room && b.key != "esc" {
			continue
		}
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
		if b.key == "up" {
			x--
		}
	}
	if g.lines > room {
		text := fmt.Sprintf("lines %d to %d of %d", g.top+1, min(g.top+room, g.lines), g.lines)
		c.put(c.grid.W-2-width(text), c.grid.H-1, text, grid.Muted)
	}
}

// help shows every key and the rules.
func (p *play) help() {
	var b strings.Builder
	line := func(keys, what string) {
		var shown []string
		for _, key := range strings.Fields(keys) {
			shown = append(shown, button{key: key}.shown())
		}
		fmt.Fprintf(&b, "  %-16s %s.\n", strings.Join(shown, " "), phrase.Capital(strings.TrimSuffix(what, ".")))
	}
	b.WriteString("# Keys\n")
	line("Arrows", "move the cursor; the keypad too, with its corners diagonally")
	line("enter space", "act on the place under the cursor, as a click does")
	line("esc", "let go of what was chosen")
	seen := map[string]bool{}
	once := func(keys, what string) {
		if keys != "" && what != "" && !seen[mainKey(keys)] {
			if len(seen) == 0 {
				b.WriteString("\n# Keys of this game\n")
			}
			line(keys, what)
			seen[mainKey(keys)] = true
		}
	}
	for _, w := range p.words() {
		once(w.Key, w.Help)
	}
	for _, t := range p.tracks {
		once(t.Key, t.Label)
	}
	for _, m := range p.moves {
		once(m.Key, m.Label)
	}
	for _, l := range p.now.View.Grid(0, 0).Layers {
		once(l.Key, l.Label)
	}
	b.WriteString("\n# Keys of every game\n")
	for _, a := range actions {
		own := true
		for _, key := range strings.Fields(a.keys) {
			own = own && seen[key]
		}
		if !own {
			line(a.keys, a.help)
		}
	}
	line("ctrl+l ctrl+z", "draw the screen anew; stop the program until fg")
	b.WriteString("\n# Words, typed after :\n" + strings.Join(p.session.Words(), "\n") + "\n\n" + strings.TrimSpace(p.info.Rules) + "\n")
	p.pager.open(p.info.Title+": help", b.String())
}

// chooser offers the ready-made lines of a word, with pictures.
type chooser struct {
	on   bool
	word game.Word
	at   int
}

func (ch *chooser) open(w game.Word) { *ch = chooser{on: true, word: w} }

func (ch *chooser) move(by int) { ch.at = max(0, min(ch.at+by, len(ch.word.Picks)-1)) }

// key moves or chooses; it reports whether the key was for the chooser, and the line that was chosen.
func (ch *chooser) key(key string, w int) (handled bool, line string) {
	if d, ok := directions[key]; ok {
		ch.move(d.dx + d.dy*columns(w))
		return true, ""
	}
	switch key {
	case "enter", "space", "5":
		ch.on = false
		return true, ch.word.Picks[ch.at].Text
	case "q", "?":
		ch.on = false
		return false, ""
	}
	ch.on = false
	return key == "esc", ""
}

// The place of one pick with its label and, if the picks have any, its picture.
const pickW, pickH = 26, 9

// columns returns how many picks stand beside each other.
func columns(w int) int { return max(1, (w-2)/pickW) }

func (ch *chooser) draw(c *canvas) {
	c.put(2, 0, ch.word.Label, grid.Title)
	cols := columns(c.grid.W)
	high := 2
	for _, pick := range ch.word.Picks {
		if pick.Picture.H > 0 {
			high = pickH
		}
	}
	rows := max(1, (c.grid.H-3)/high)
	top := max(0, ch.at/cols-rows+1)
	for i, pick := range ch.word.Picks {
		row, col := i/cols-top, i%cols
		if row < 0 || row >= rows {
			continue
		}
		x, y := 2+col*pickW, 2+row*high
		spot := buttonSpot + "line " + pick.Text
		picture := grid.New(pickW, high)
		picture.Draw(0, 1, pick.Picture)
		for py := range picture.H {
			for px := range picture.W {
				cell := picture.At(px, py)
				cell.Spot = spot
				picture.Set(px, py, cell)
			}
		}
		c.grid.Draw(x, y, picture)
		label := clip(pick.Label, pickW-3)
		if i == ch.at {
			c.putSpot(x-1, y, "["+label+"]", grid.Cursor, spot)
		} else {
			c.putSpot(x, y, label, grid.Plain, spot)
		}
	}
	if shown := rows * cols; shown < len(ch.word.Picks) {
		text := fmt.Sprintf("%d of %d", ch.at+1, len(ch.word.Picks))
		c.put(c.grid.W-2-width(text), c.grid.H-1, text, grid.Muted)
	}
	x := 2
	for _, b := range []button{{"enter", "chooses"}, {"esc", "goes back"}} {
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
	}
}
