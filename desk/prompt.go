package desk

import (
	"strings"

	"attic/internal/phrase"
)

// Prompt is the line below the board for typing moves, commands and file names.
type Prompt struct {
	On       bool
	Secret   bool // the text must not be shown
	Question string
	input    line
	complete func(line string) []string
	history  []string
	past     int               // how many lines back in the history
	then     func(line string) // handles the line
}

// begin opens the line with a text in it. complete lists what a line can be completed to; nil: Tab does nothing. then is called with the line,
// unless that is empty.
func (pr *Prompt) begin(question, text string, complete func(line string) []string, then func(line string)) {
	pr.On, pr.Secret, pr.Question, pr.complete, pr.past, pr.then = true, false, question, complete, 0, then
	pr.input.set(text)
}

// ask opens the line for a secret. then is called with it, even if it is empty.
func (pr *Prompt) ask(question string, then func(line string)) {
	pr.begin(question, "", nil, then)
	pr.Secret = true
}

func (pr *Prompt) close() { pr.On, pr.input = false, line{} }

// end closes the line, and hands it on.
func (pr *Prompt) end(line string) {
	pr.close()
	if strings.TrimSpace(line) != "" || pr.Secret {
		pr.then(line)
	}
}

// key handles a key; Esc drops the line.
func (pr *Prompt) key(name string) {
	switch name {
	case "esc", "ctrl+g":
		pr.end("")
	case "enter":
		line := pr.input.String()
		if !pr.Secret && strings.TrimSpace(line) != "" {
			pr.history = append(pr.history, line)
		}
		pr.end(line)
	case "tab":
		if pr.complete != nil {
			if text := phrase.Start(pr.complete(pr.input.String())); len(text) > len(pr.input.String()) {
				pr.input.set(text)
			}
		}
	case "up":
		pr.recall(1)
	case "down":
		pr.recall(-1)
	case "backspace":
		if pr.input.String() == "" { // as in vi and less
			pr.end("")
			return
		}
		fallthrough
	default:
		pr.input.key(name)
	}
}

// recall fetches an earlier line, step lines further back.
func (pr *Prompt) recall(step int) {
	if to := pr.past + step; !pr.Secret && to >= 0 && to <= len(pr.history) {
		pr.past = to
		text := ""
		if to > 0 {
			text = pr.history[len(pr.history)-to]
		}
		pr.input.set(text)
	}
}

// insert inserts pasted text at the caret.
func (pr *Prompt) insert(text string) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	pr.input.insert(first)
}

// Text returns the text as it was typed.
func (pr *Prompt) Text() string { return pr.input.String() }

// Line returns the text as it may be shown, and the index of the rune after the caret; see [Field.Edited] for a line that is too long.
func (pr *Prompt) Line(fits func(before string) bool) (text []rune, caret int) {
	shown := pr.input
	if pr.Secret {
		shown.text = []rune(strings.Repeat("*", len(shown.text)))
	}
	return shown.Edited(fits)
}
