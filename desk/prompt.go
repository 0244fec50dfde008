package desk

import (
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Prompt is the line below the board for typing moves, commands and file names.
type Prompt struct {
	On       bool
	Secret   bool // the text must not be shown
	Question string
	command  string // the command whose argument is typed if Secret
	input    line
	complete func(line string) []string
	history  []string
	past     int               // how many lines back in the history
	then     func(line string) // handles the line in the menu
}

// open opens the line with a text in it.
func (pr *Prompt) open(complete func(line string) []string, text string) {
	pr.begin(":", text)
	pr.complete = complete
}

// ask opens the line for the secret argument of a command.
func (pr *Prompt) ask(w game.Word) {
	pr.begin(w.Ask, "")
	pr.Secret, pr.command = true, w.Name
}

func (pr *Prompt) begin(question, text string) {
	pr.On, pr.Secret, pr.Question, pr.complete, pr.past = true, false, question, nil, 0
	pr.input.set(text)
}

func (pr *Prompt) close() { pr.On, pr.input = false, line{} }

// key handles a key and reports whether the line is done; Esc returns an empty line.
func (pr *Prompt) key(name string) (line string, done bool) {
	switch name {
	case "esc", "ctrl+g":
		pr.close()
		return "", true
	case "enter":
		line = pr.input.String()
		if !pr.Secret && strings.TrimSpace(line) != "" {
			pr.history = append(pr.history, line)
		}
		pr.close()
		return line, true
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
			pr.close()
			return "", true
		}
		fallthrough
	default:
		pr.input.key(name)
	}
	return "", false
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

// Line returns the text as it may be shown, and the index of the rune after the caret; see [Field.Edited] for a line that is too long.
func (pr *Prompt) Line(fits func(before string) bool) (text []rune, caret int) {
	shown := pr.input
	if pr.Secret {
		shown.text = []rune(strings.Repeat("*", len(shown.text)))
	}
	return shown.Edited(fits)
}
