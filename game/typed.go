package game

import (
	"regexp"
	"strings"

	"attic/internal/phrase"
)

// Command returns a command in the form in which sentences must name it, because only the front-end knows whether the reader
// types commands or presses keys: see Typed and Keyed.
func Command(line string) string { return opened + line + closed }

// Type returns "type LINE", for sentences that tell the reader to give a command.
func Type(line string) string { return "type " + Command(line) }

// The characters around a command inside a sentence; nobody types them.
const opened, closed = "⟨", "⟩"

// commands matches the commands in a sentence, with the verb before them.
var commands = regexp.MustCompile(`([Tt]ype )?` + opened + `([^` + closed + `]*)` + closed)

// Typed returns a sentence for a prompt, where commands are typed: "type new to deal again".
func Typed(sentence string) string {
	if !strings.Contains(sentence, opened) {
		return sentence
	}
	return strings.NewReplacer(opened, "", closed, "").Replace(sentence)
}

// Keyed returns a sentence for a screen, where commands are keys and buttons: "press New (n) to deal again". button
// returns the button of a command, such as "New (n)".
func Keyed(sentence string, button func(line string) string) string {
	if !strings.Contains(sentence, opened) {
		return sentence
	}
	return commands.ReplaceAllStringFunc(sentence, func(found string) string {
		part := commands.FindStringSubmatch(found)
		if part[1] == "" {
			return button(part[2])
		}
		return string(part[1][0]-'t'+'p') + "ress " + button(part[2])
	})
}

// Capital returns a sentence with its first letter in upper case, even if it begins with a command.
func Capital(sentence string) string {
	if rest, ok := strings.CutPrefix(sentence, opened); ok {
		return opened + phrase.Capital(rest)
	}
	return phrase.Capital(sentence)
}
