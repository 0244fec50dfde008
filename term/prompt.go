package term

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"attic/grid"
)

// prompt is the line below the board in which moves, words and file names are typed.
type prompt struct {
	on       bool
	secret   bool
	question string
	input    textinput.Model
	complete func(line string) []string
	history  []string
	past     int // how far back in the history one is
}

// open begins typing with something that stands there already.
func (pr *prompt) open(p *play, text string) {
	pr.begin(":", text)
	pr.complete = p.session.Complete
}

// ask begins typing what must not be seen.
func (pr *prompt) ask(question string) {
	pr.begin(question, "")
	pr.secret = true
	pr.input.EchoMode = textinput.EchoPassword
}

func (pr *prompt) begin(question, text string) {
	pr.on, pr.secret, pr.question, pr.complete, pr.past = true, false, question, nil, 0
	pr.input = textinput.New()
	pr.input.KeyMap.Paste = key.NewBinding() // the terminal pastes
	pr.input.CharLimit = 4000
	pr.input.SetValue(text)
	pr.input.CursorEnd()
	pr.input.Focus()
}

func (pr *prompt) close() { pr.on, pr.input = false, textinput.Model{} }

// key takes a key and reports whether the line is done; Esc leaves an empty line.
func (pr *prompt) key(k tea.Key, name string) (line string, done bool) {
	switch name {
	case "esc", "ctrl+g":
		pr.close()
		return "", true
	case "enter":
		line = pr.input.Value()
		if !pr.secret && strings.TrimSpace(line) != "" {
			pr.history = append(pr.history, line)
		}
		pr.close()
		return line, true
	case "tab":
		if pr.complete != nil {
			if text := common(pr.complete(pr.input.Value())); len(text) > len(pr.input.Value()) {
				pr.set(text)
			}
		}
	case "up":
		pr.recall(1)
	case "down":
		pr.recall(-1)
	case "backspace":
		if pr.input.Value() == "" { // as in vi and less
			pr.close()
			return "", true
		}
		fallthrough
	default:
		pr.input, _ = pr.input.Update(tea.KeyPressMsg(k))
	}
	return "", false
}

func (pr *prompt) set(text string) {
	pr.input.SetValue(text)
	pr.input.CursorEnd()
}

// recall fetches an earlier line, step lines further back.
func (pr *prompt) recall(step int) {
	if to := pr.past + step; !pr.secret && to >= 0 && to <= len(pr.history) {
		pr.past = to
		text := ""
		if to > 0 {
			text = pr.history[len(pr.history)-to]
		}
		pr.set(text)
	}
}

// insert puts pasted text in where the caret is.
func (pr *prompt) insert(text string) {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	pr.input, _ = pr.input.Update(tea.PasteMsg{Content: line})
}

// draw writes the line in row y and returns the column of the caret.
func (pr *prompt) draw(c *canvas, y int) int {
	c.put(1, y, pr.question, grid.Accent)
	x := 1 + width(pr.question)
	text := []rune(pr.input.Value())
	if pr.secret {
		text = []rune(strings.Repeat("*", len(text)))
	}
	at := pr.input.Position()
	if room := c.grid.W - x - 2; at > room { // the end of a long line
		text, at = text[at-room:], room
	}
	c.put(x, y, string(text), grid.Plain)
	return x + at
}
