package desk

import (
	"strings"
	"testing"
)

// Each case: the line with | at the caret, the keys pressed, and the line afterwards.
func TestLine(t *testing.T) {
	for _, c := range []struct{ before, keys, after string }{
		{"|", "a7 - ß 骰 space +", "a7-ß骰 +|"},
		{"ab|", "left c", "ac|b"},
		{"ab|", "left left left c right right right d", "cabd|"},
		{"ab|cd", "home x end y", "xabcdy|"},
		{"ab|cd", "ctrl+a x ctrl+e y ctrl+b ctrl+b ctrl+f z", "xabcdz|y"},
		{"ab|cd", "backspace delete", "a|d"},
		{"ab|cd", "ctrl+h ctrl+d", "a|d"},
		{"|cd", "backspace", "|cd"},
		{"cd|", "delete", "cd|"},
		{"save  my file|", "ctrl+w", "save  my |"},
		{"save  my |file", "ctrl+w ctrl+w", "|file"},
		{"save  my |file x", "alt+d", "save  my | x"},
		{"save  m|y file", "ctrl+u", "|y file"},
		{"save  m|y file", "ctrl+k", "save  m|"},
		{"save  my file|", "alt+b alt+b x alt+f y", "save  xmyy| file"},
		{"save  my file|", "ctrl+left ctrl+left ctrl+left ctrl+left x ctrl+right y", "xsavey|  my file"},
		{"a|", "f1 insert pgup ctrl+q alt+u shift+up", "a|"},
	} {
		var l line
		before, after, _ := strings.Cut(c.before, "|")
		l.set(before + after)
		l.caret = len([]rune(before))
		for key := range strings.FieldsSeq(c.keys) {
			l.key(key)
		}
		if got := string(l.text[:l.caret]) + "|" + string(l.text[l.caret:]); got != c.after {
			t.Errorf("%q, %s: %q, want %q", c.before, c.keys, got, c.after)
		}
	}
}

func TestWhatIsPastedIntoALine(t *testing.T) {
	var l line
	l.set("a\tb\x1b[31m\u200bc\xff")
	if got := l.String(); got != "a b[31mc\ufffd" {
		t.Errorf("%q", got)
	}
	l.set(strings.Repeat("x", 2*longestLine))
	l.insert("y")
	if got := l.String(); len(got) != longestLine || strings.Contains(got, "y") {
		t.Errorf("%d characters", len(got))
	}
}
