package desktest

import (
	"regexp"
	"testing"

	"attic/desk"
)

// typedCommand finds what belongs at a prompt and not on a screen: commands to type, in quotes, after a colon, or as they stand
// in sentences before a front-end has shown them.
var typedCommand = regexp.MustCompile(`(?i)\btype\b|[⟨⟩]|\s:[a-z]+|"(start|clear|undo|redo|hint|new|next|resume|save|help|games|learn|evaluate|hide|fire|set|blocks|pass)\b`)

// ownInput finds what the person has typed, where a refusal repeats it.
var ownInput = regexp.MustCompile(`"[^"]*" is not\b|[Uu]nknown command or move "[^"]*"|leave out "[^"]*"`)

// CheckSentences checks that the sentences below the board name keys and buttons, never commands to type.
func CheckSentences(t testing.TB, p *desk.Play) {
	t.Helper()
	for _, room := range []int{60, 1000} {
		first, second := p.Sentences(func(text string) bool { return len(text) <= room })
		for _, said := range []string{first, second} {
			if found := typedCommand.FindString(ownInput.ReplaceAllString(said, "")); found != "" {
				t.Errorf("a screen says %q, which has %q", said, found)
			}
		}
	}
}
