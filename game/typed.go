package game

import (
	"strings"
	"unicode"

	"attic/internal/phrase"
)

// Command returns a command in the form in which sentences must name it, because only the front-end knows whether the reader
// types commands or presses keys: see Typed and Keyed.
func Command(line string) string { return opened + line + closed }

// Type returns "type LINE", for sentences that tell the reader to give a command.
func Type(line string) string { return "type " + Command(line) }

// The characters around a command inside a sentence; nobody types them.
const opened, closed = "⟨", "⟩"

// Typed returns a sentence for a prompt, where commands are typed: "type new to deal again".
func Typed(sentence string) string {
	if !strings.Contains(sentence, opened) {
		return sentence
	}
	return strings.NewReplacer(opened, "", closed, "").Replace(sentence)
}

// Keyed returns a sentence for a screen, where commands are keys and buttons: "press New (n) to deal again". The parameter press is the verb for
// using them, such as "press"; button returns the button of a command, such as "New (n)".
func Keyed(sentence, press string, button func(line string) string) string {
	var keyed strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, opened)
		line, after, ended := strings.Cut(rest, closed)
		if !found || !ended {
			keyed.WriteString(sentence)
			return keyed.String()
		}
		for _, verb := range []struct{ typed, pressed string }{{"type ", press + " "}, {"Type ", phrase.Capital(press) + " "}} {
			if start, ok := strings.CutSuffix(before, verb.typed); ok {
				before = start + verb.pressed
			}
		}
		keyed.WriteString(before + button(line))
		sentence = after
	}
}

// Capital returns a sentence with its first letter in upper case, even if it begins with a command.
func Capital(sentence string) string {
	if rest, ok := strings.CutPrefix(sentence, opened); ok {
		return opened + phrase.Capital(rest)
	}
	return phrase.Capital(sentence)
}

// Sentence turns an error into a sentence. Pass the sentence to Typed or game.Keyed, which write its commands for a prompt or a
// screen.
func Sentence(err error) string {
	text := err.Error()
	word, _, _ := strings.Cut(Typed(text), " ")
	if strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
		text = Capital(text)
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
