package desk

import (
	"slices"
	"unicode"
)

// longestLine is how many characters can be typed in a line.
const longestLine = 4000

// line is a line of text that is being typed, with a caret before one of its characters or at its end.
type line struct {
	text  []rune
	caret int
}

// String returns what has been typed.
func (l *line) String() string { return string(l.text) }

// set makes a text the whole line, with the caret at its end.
func (l *line) set(text string) {
	l.text, l.caret = nil, 0
	l.insert(text)
}

// insert puts text in before the caret: as much as there is room for, with blanks for tabs, and nothing that cannot be
// seen.
func (l *line) insert(text string) {
	var runes []rune
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			runes = append(runes, ' ')
		case unicode.IsPrint(r):
			runes = append(runes, r)
		}
	}
	runes = runes[:min(len(runes), longestLine-len(l.text))]
	l.text = slices.Insert(l.text, l.caret, runes...)
	l.caret += len(runes)
}

// key does what a key means in a line; one that means nothing there is passed over.
func (l *line) key(name string) {
	switch name {
	case "left", "ctrl+b":
		l.caret = max(0, l.caret-1)
	case "right", "ctrl+f":
		l.caret = min(len(l.text), l.caret+1)
	case "home", "ctrl+a":
		l.caret = 0
	case "end", "ctrl+e":
		l.caret = len(l.text)
	case "ctrl+left", "alt+left", "alt+b":
		l.caret = l.wordBefore()
	case "ctrl+right", "alt+right", "alt+f":
		l.caret = l.wordAfter()
	case "backspace", "ctrl+h", "shift+backspace":
		l.cut(l.caret-1, l.caret)
	case "delete", "ctrl+d":
		l.cut(l.caret, l.caret+1)
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		l.cut(l.wordBefore(), l.caret)
	case "alt+d", "alt+delete", "ctrl+delete":
		l.cut(l.caret, l.wordAfter())
	case "ctrl+u":
		l.cut(0, l.caret)
	case "ctrl+k":
		l.cut(l.caret, len(l.text))
	case "space", "shift+space":
		l.insert(" ")
	default:
		if typesText(name) {
			l.insert(name)
		}
	}
}

// cut removes the characters from one place to another, and puts the caret there.
func (l *line) cut(from, to int) {
	from, to = max(0, from), min(len(l.text), to)
	if from < to {
		l.text = slices.Delete(l.text, from, to)
		l.caret = from
	}
}

// wordBefore returns where the word begins that the caret is in or behind.
func (l *line) wordBefore() int {
	i := l.caret
	for i > 0 && unicode.IsSpace(l.text[i-1]) {
		i--
	}
	for i > 0 && !unicode.IsSpace(l.text[i-1]) {
		i--
	}
	return i
}

// wordAfter returns where the word ends that the caret is in or before.
func (l *line) wordAfter() int {
	i := l.caret
	for i < len(l.text) && unicode.IsSpace(l.text[i]) {
		i++
	}
	for i < len(l.text) && !unicode.IsSpace(l.text[i]) {
		i++
	}
	return i
}
