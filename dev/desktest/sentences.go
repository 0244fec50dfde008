package desktest

import (
	"regexp"
	"testing"

	"attic/desk"
)

// typedCommand finds commands to type, which belong at a prompt and not on a screen: in quotes, after a colon, or in the
// marks around them that a front-end should have removed.
var typedCommand = regexp.MustCompile(`(?i)\btype\b|[⟨⟩]|\s:[a-z]+|"(start|clear|undo|redo|hint|new|next|resume|save|help|games|learn|evaluate|hide|fire|set|blocks|pass)\b`)

// ownInput finds the person's own input where an error quotes it.
var ownInput = regexp.MustCompile(`"[^"]*" is not\b|[Uu]nknown command or move "[^"]*"|no command "[^"]*"|leave out "[^"]*"`)

// CheckSentences checks that the sentences below the board name keys and buttons, never commands to type.
func CheckSentences(t testing.TB, p *desk.Play) {
	t.Helper()
	for _, room := range []int{60, 1000} {
		first, second := p.Sentences(func(text string) bool { return len(text) <= room })
		for _, said := range []string{first, second} {
			if found := typedCommand.FindString(ownInput.ReplaceAllString(said, "")); found != "" {
				t.Errorf("a screen shows %q, which contains %q", said, found)
			}
		}
	}
}
