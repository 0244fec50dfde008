package atom4

import (
	"fmt"
	"strings"
	"unicode"

	"attic/draw/grid"
	"attic/games/atom4/rules"
)

var order = [...]rules.Color{rules.Red, rules.Yellow, rules.Green, rules.Cyan, rules.Blue, rules.Purple}

// The columns and rows that each form of the panel needs. The rows below the panel are for the moves.
const (
	narrowW, narrowH = 12, 2
	namesH, goalsH   = 8, 16 // rows with the names of the colours, and with what each player needs
	wheelW, wheelH   = 24, 16
)

// Panel shows the colours in the order they are played: as a wheel, or as a line where there is less room.
func (v view) Panel(w, h int) grid.Grid {
	switch {
	case w >= wheelW && h >= wheelH:
		return v.wheel()
	case w >= narrowW && h >= narrowH:
		return v.line(h)
	}
	return grid.Grid{}
}

func (v view) line(h int) grid.Grid {
	text := []string{"r y g c b p", ""}
	turn := v.pos.Turn()
	if !v.pos.Over() {
		for i, c := range order {
			if c == turn {
				text[1] = strings.Repeat(" ", 2*i) + "^"
			}
		}
	}
	if h >= namesH {
		now, then := "", ""
		if !v.pos.Over() {
			next := turn.Next()
			now, then = fmt.Sprintf("now %s", turn), fmt.Sprintf("then %c, %c", next.Letter(), next.Next().Letter())
		}
		text = append(text, now, then)
	}
	if h >= goalsH {
		text = append(text, "", "1 r g b: 4 W", "2 y c p: 4 K")
	}
	g := grid.New(narrowW, len(text))
	for y, line := range text {
		write(g, 0, y, line)
	}
	if i := strings.IndexByte(text[1], '^'); i >= 0 {
		g.Put(i, 1, "^", grid.Accent, "")
	}
	return g
}

func (v view) wheel() grid.Grid {
	g := grid.New(wheelW, 10)
	turn := v.pos.Turn()
	for i, at := range [len(order)]struct{ x, y int }{{9, 0}, {15, 0}, {18, 2}, {15, 4}, {9, 4}, {6, 2}} {
		c := order[i]
		g.Put(at.x-1, at.y, fmt.Sprintf(" %c ", c.Letter()), roles[c], "")
		if c == turn && !v.pos.Over() {
			g.Put(at.x-2, at.y, "[", grid.Accent, "")
			g.Put(at.x+2, at.y, "]", grid.Accent, "")
		}
	}
	if !v.pos.Over() {
		g.Put(12, 2, fmt.Sprint(int(v.pos.Player())+1), grid.Title, "")
		write(g, 0, 6, fmt.Sprintf("next: %s, then %s", turn.Next(), turn.Next().Next()))
	}
	write(g, 0, 8, "1 r g b: four W in line")
	write(g, 0, 9, "2 y c p: four K in line")
	return g
}

func write(g grid.Grid, x, y int, line string) {
	for line != "" {
		word, role := line[:len(line)-len(strings.TrimLeftFunc(line, unicode.IsLetter))], grid.Plain
		if word == "" {
			word = line[:1]
		} else if c, err := rules.ParseColor(word); err == nil {
			role = roles[c]
		}
		g.Put(x, y, word, role, "")
		x, line = x+len(word), line[len(word):]
	}
}
