package desk

import (
	"slices"
	"strings"

	"attic/internal/phrase"
)

// Prompt is the line below the board in which moves, words and file names are typed.
type Prompt struct {
	On       bool
	Secret   bool // what is typed must not be seen
	Question string
	input    line
	complete func(line string) []string
	history  []string
	past     int // how far back in the history one is
}

// open begins typing with something that stands there already.
func (pr *Prompt) open(p *Play, text string) {
	pr.begin(":", text)
	pr.complete = p.session.Complete
}

// ask begins typing what must not be seen.
func (pr *Prompt) ask(question string) {
	pr.begin(question, "")
	pr.Secret = true
}

func (pr *Prompt) begin(question, text string) {
	pr.On, pr.Secret, pr.Question, pr.complete, pr.past = true, false, question, nil, 0
	pr.input.set(text)
}

func (pr *Prompt) close() { pr.On, pr.input = false, line{} }

// key takes a key and reports whether the line is done; Esc leaves an empty line.
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

// insert puts pasted text in where the caret is.
func (pr *Prompt) insert(text string) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	pr.input.insert(first)
}

// Line returns what has been typed, as it may be seen, and before which of its runes the caret stands.
func (pr *Prompt) Line() (text []rune, caret int) {
	if pr.Secret {
		return []rune(strings.Repeat("*", len(pr.input.text))), pr.input.caret
	}
	return slices.Clone(pr.input.text), pr.input.caret
}
