package desk

import (
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Pager is a text that is longer than a line, such as help.
type Pager struct {
	On    bool
	Title string
	Text  string // with "# " before headings
	Top   int    // the first line shown
	Count int    // how many lines it is, as the front-end has wrapped it last
}

func (g *Pager) open(title, text string) {
	*g = Pager{On: true, Title: title, Text: unmarked.Replace(text)}
}

// Fit tells in how many lines the front-end has wrapped the text, of which it shows room at once, and
// returns the first one to show.
func (g *Pager) Fit(lines, room int) int {
	g.Count = lines
	g.Top = max(0, min(g.Top, lines-room))
	return g.Top
}

// key scrolls or closes, and reports whether the key was for the pager.
func (g *Pager) key(key string, page int) bool {
	switch key {
	case "up", "8":
		g.scroll(-1, page)
	case "down", "2", "enter":
		if key == "enter" && g.Top+page >= g.Count {
			g.On = false
			break
		}
		g.scroll(1, page)
	case "space", "pgdown", "3":
		if key == "space" && g.Top+page >= g.Count {
			g.On = false
			break
		}
		g.scroll(page, page)
	case "pgup", "9":
		g.scroll(-page, page)
	case "home", "7":
		g.Top = 0
	case "end", "1":
		g.scroll(g.Count, page)
	case "q":
		return false // it quits, as everywhere
	default:
		g.On = false
		return key == "esc" || key == "?" || key == "f1"
	}
	return true
}

func (g *Pager) scroll(by, page int) { g.Top = max(0, min(g.Top+by, g.Count-page)) }

// unmarked takes the marks out of a text that a README has for emphasis.
var unmarked = strings.NewReplacer("**", "", "`", "")

// help shows every key and the rules.
func (p *Play) help() {
	var b strings.Builder
	line := func(keys, what string) {
		var shown []string
		for _, key := range strings.Fields(keys) {
			shown = append(shown, KeyName(key))
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
	for _, w := range p.words {
		once(w.Key, w.Help)
	}
	for _, t := range p.Tracks {
		once(t.Key, t.Label)
	}
	for _, m := range p.Moves {
		once(m.Key, m.Label)
	}
	for _, l := range p.layers {
		once(l.Key, l.Label)
	}
	b.WriteString("\n# Keys of every game\n")
	for _, a := range actions {
		own := p.has(a)
		if !own {
			continue
		}
		for _, key := range strings.Fields(a.keys) {
			own = own && seen[key]
		}
		if !own {
			line(a.keys, a.help)
		}
	}
	for _, k := range p.desk.Display.Keys() {
		line(k.Key, k.Label)
	}
	b.WriteString("\n# Words, typed after :\n" + strings.Join(p.session.Words(), "\n") + "\n\n" + strings.TrimSpace(p.Info.Rules) + "\n")
	p.Pager.open(p.Info.Title+": help", b.String())
}

// Chooser offers the ready-made lines of a word, with pictures.
type Chooser struct {
	On     bool
	Drawer bool // it holds the controls of the drawer, and may stand beside the board
	Word   game.Word
	At     int
}

// covers reports whether the chooser stands in the way of the board.
func (ch *Chooser) covers() bool { return ch.On && !ch.Drawer }

func (ch *Chooser) open(w game.Word) { *ch = Chooser{On: true, Word: w} }

func (ch *Chooser) move(by int) { ch.At = max(0, min(ch.At+by, len(ch.Word.Items)-1)) }

// key moves or chooses; it reports whether the key was for the chooser, and the line that was chosen.
func (ch *Chooser) key(key string, columns int) (handled bool, line string) {
	if d, ok := directions[key]; ok {
		ch.move(d.dx + d.dy*columns)
		return true, ""
	}
	switch key {
	case "enter", "space", "5":
		ch.On = false
		return true, ch.Word.Items[ch.At].Text
	case "q", "?":
		ch.On = false
		return false, ""
	case moreKey:
		ch.On = false
		return ch.Drawer, ""
	}
	ch.On = false
	return key == "esc", ""
}
