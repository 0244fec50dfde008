package desk

import (
	"slices"
	"sort"
	"unicode"
)

// longestLine is the maximum length of a typed line in characters.
const longestLine = 4000

// line is a line of text being edited. The caret is an index into text, or len(text).
type line struct {
	text  []rune
	caret int
}

// String returns the text.
func (l *line) String() string { return string(l.text) }

// Edited returns the text and the index of the rune after the caret. If the line is too long, it omits the beginning,
// so that the part before the caret fits. If the function fits is nil, every length fits.
func (l *line) Edited(fits func(before string) bool) (text []rune, caret int) {
	start := sort.Search(l.caret, func(start int) bool { return fits == nil || fits(string(l.text[start:l.caret])) })
	return slices.Clone(l.text[start:]), l.caret - start
}

// set replaces the line and puts the caret at its end.
func (l *line) set(text string) {
	l.text, l.caret = nil, 0
	l.insert(text)
}

// edit replaces the line with text and puts the caret after its first caret characters.
func (l *line) edit(text string, caret int) {
	l.set(text)
	l.caret = max(0, min(caret, len(l.text)))
}

// insert inserts text before the caret, up to longestLine. White space becomes blanks; control characters are dropped.
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

// key handles a key, given by its name. It ignores keys that have no function in a line.
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

// cut removes the text between two indices and puts the caret there.
func (l *line) cut(from, to int) {
	from, to = max(0, from), min(len(l.text), to)
	if from < to {
		l.text = slices.Delete(l.text, from, to)
		l.caret = from
	}
}

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
