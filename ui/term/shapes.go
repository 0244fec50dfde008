package term

import (
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"attic/draw/prose"
)

// shapes lets the line editor, for which each rune is a column, edit characters that are wide or consist of several runes. The editor gets one private rune, a
// shape, for each of them, and fillers for further columns. The zero value is ready for use.
type shapes struct {
	mu    sync.Mutex
	of    map[string]rune
	texts [][2]string // the text of each shape, as read and as shown
	last  string      // the character typed by the last key, or ""
}

const firstShape, lastShape, filler = '\U000F0000', '\U000FFFFD', '\U00100000'

// Keys that replace the editor's own, which would split a shape and its fillers: the editor passes unknown keys to its callback.
const shapedBack, shapedLeft, shapedRight = 0x1c, 0x1d, 0x1e

// shaped returns a text with shapes in place of such characters.
func (s *shapes) shaped(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for char, columns, rest := prose.First(text); columns > 0; char, columns, rest = prose.First(text) {
		whole := text[:len(text)-len(rest)] // including bytes that are not shown
		if text = rest; columns > 1 || utf8.RuneCountInString(whole) > 1 {
			r, ok := s.of[whole]
			if !ok {
				if s.of == nil {
					s.of = map[string]rune{}
				}
				r = min(firstShape+rune(len(s.texts)), lastShape) // more than a line can hold
				s.of[whole], s.texts = r, append(s.texts, [2]string{whole, char})
			}
			char = string(r) + strings.Repeat(string(filler), columns-1)
		}
		b.WriteString(char)
	}
	return b.String()
}

// any reports whether any shapes have been made.
func (s *shapes) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.texts) > 0
}

// The forms that text can return.
const asRead, asShown = 0, 1

// text returns a text with shapes in the form asRead or asShown.
func (s *shapes) text(shaped string, as int) string {
	if !s.any() {
		return shaped
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, r := range shaped {
		switch n := int(r - firstShape); {
		case r == filler:
		case n >= 0 && n < len(s.texts):
			b.WriteString(s.texts[n][as])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// typed returns the input for the editor for typed keys. A combining mark that arrives after its letter replaces the letter by a shape for both.
func (s *shapes) typed(keys []byte) []byte {
	if len(keys) == 0 { // only a part of a character has arrived: s.last is still the last key
		return nil
	}
	text, again := string(keys), ""
	if mark, _ := utf8.DecodeRuneInString(text); mark >= utf8.RuneSelf && prose.Width(string(mark)) == 0 && s.last != "" {
		text, again = s.last+text, string(rune(shapedBack))
	}
	shaped := again + s.shaped(text)
	s.last = ""
	for char, columns, rest := prose.First(text); columns > 0; char, columns, rest = prose.First(rest) {
		if s.last = char; char < " " || char == "\x7f" {
			s.last = ""
		}
	}
	if s.any() {
		shaped = shapedKeys.Replace(shaped)
	}
	return []byte(shaped)
}

var shapedKeys = strings.NewReplacer("\x7f", "\x1c", "\b", "\x1c", "\x1b[D", "\x1d", "\x02", "\x1d", "\x1b[C", "\x1e", "\x06", "\x1e")

// pressed carries out a key for shapes in a line with the caret before the byte with index at.
func (s *shapes) pressed(line string, at int, key rune) (next string, to int, ok bool) {
	before, after := line[:at], line[at:]
	start := strings.TrimRight(before, string(filler))
	_, size := utf8.DecodeLastRuneInString(start)
	start = start[:len(start)-size]
	switch key {
	case shapedBack:
		return start + after, len(start), true
	case shapedLeft:
		return line, len(start), true
	case shapedRight:
		_, size := utf8.DecodeRuneInString(after)
		return line, len(line) - len(strings.TrimLeft(after[size:], string(filler))), true
	}
	return "", 0, false
}

// shapedOutput writes the editor's output with the characters in place of their shapes.
type shapedOutput struct {
	io.Writer
	*shapes
}

// Write implements io.Writer.
func (o shapedOutput) Write(p []byte) (int, error) {
	if _, err := io.WriteString(o.Writer, o.text(string(p), asShown)); err != nil {
		return 0, err
	}
	return len(p), nil
}
