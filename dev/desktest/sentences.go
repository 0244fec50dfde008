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
var ownInput = regexp.MustCompile(`"[^"]*" is not\b|[Uu]nknown command (or move )?"[^"]*"|no command "[^"]*"|leave out "[^"]*"|^\S+: (there is no such file|not saved|it is a folder|this is (not a saved game|a game of))`)

// keyName finds the name of a key: "Enter", "press n", "n: next" or "New (n)".
var keyName = regexp.MustCompile(`\b(Enter|Esc|Space|Tab|Shift|Ctrl|F[0-9]+|PgUp|PgDn|[Aa]rrows|[Kk]eyboard|[Mm]ouse|[Cc]lick)\b|\b[Pp]ress \S([ .,;:]|$)|(^|[.?!] )[^A-Z ]: |[.] [A-Z]: |\([a-z?]\)`)

// CheckSentences checks that the sentences of a page name keys and buttons, never commands to type, and on a touched page no keys.
func CheckSentences(t testing.TB, d *desk.Desk) {
	t.Helper()
	checkSentences(t, d, typedCommand)
	checkTouched(t, d)
}

// checkTouched checks that the sentences of a page name no keys if the page is touched.
func checkTouched(t testing.TB, d *desk.Desk) {
	t.Helper()
	was := d.Fingers
	d.Fingers = true
	checkSentences(t, d, keyName, d.Form.Said)
	d.Fingers = was
}

func checkSentences(t testing.TB, d *desk.Desk, wrong *regexp.Regexp, said ...string) {
	t.Helper()
	if p := d.Play; p != nil {
		said = append(said, p.Question(), p.Turn())
		for _, room := range []int{60, 1000} {
			first, second := p.Sentences(func(text string) bool { return len(text) <= room })
			said = append(said, first, second)
		}
		if r := On[*desk.Review](d); r != nil {
			said = append(said, r.Lines()...)
		}
	}
	for _, said := range said {
		if found := wrong.FindString(ownInput.ReplaceAllString(said, "")); found != "" {
			t.Errorf("a screen shows %q, which contains %q", said, found)
		}
	}
}
