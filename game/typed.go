package game

import (
	"regexp"
	"strings"

	"attic/internal/phrase"
)

// Command returns a command as sentences hold it. Sentences name commands in no other way, because only those that show them
// know whether the reader types or presses keys: see Typed and Keyed.
func Command(line string) string { return opened + line + closed }

// Type returns "type LINE", for sentences that tell the reader to give a command.
func Type(line string) string { return "type " + Command(line) }

// What stands around a command inside a sentence: characters that nobody types.
const opened, closed = "⟨", "⟩"

// commands finds the commands of a sentence, with the verb before them.
var commands = regexp.MustCompile(`([Tt]ype )?` + opened + `([^` + closed + `]*)` + closed)

// Typed returns a sentence as a prompt shows it, where commands are typed: "type new to deal again".
func Typed(sentence string) string {
	if !strings.Contains(sentence, opened) {
		return sentence
	}
	return strings.NewReplacer(opened, "", closed, "").Replace(sentence)
}

// Keyed returns a sentence as a screen shows it, where commands are keys and buttons: "press New (n) to deal again". button
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

// Capital returns a sentence with its first letter in upper case, also that of a command.
func Capital(sentence string) string {
	if rest, ok := strings.CutPrefix(sentence, opened); ok {
		return opened + phrase.Capital(rest)
	}
	return phrase.Capital(sentence)
}
