package term

import (
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"attic/draw/prose"
)

// shapes lets the line editor, which takes each rune for a column, edit characters that are wide or made of several runes: it gets a rune of its own for each of
// them, with fillers for further columns. The zero value is ready for use.
type shapes struct {
	mu    sync.Mutex
	of    map[string]rune
	texts [][2]string // as read and as shown
	last  string      // the character typed last, if that was the last key
}

const firstShape, lastShape, filler = '\U000F0000', '\U000FFFFD', '\U00100000'

// Keys that the editor gets instead of its own, which would take a shape apart: it hands them to its callback.
const shapedBack, shapedLeft, shapedRight = 0x1c, 0x1d, 0x1e

// shaped returns a text with runes in place of such characters.
func (s *shapes) shaped(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for char, columns, rest := prose.First(text); columns > 0; char, columns, rest = prose.First(text) {
		whole := text[:len(text)-len(rest)] // with what is not shown of it
		if text = rest; columns > 1 || utf8.RuneCountInString(whole) > 1 {
			r, ok := s.of[whole]
			if !ok {
				if s.of == nil {
					s.of = map[string]rune{}
				}
				r = min(firstShape+rune(len(s.texts)), lastShape) // a line has fewer of them
				s.of[whole], s.texts = r, append(s.texts, [2]string{whole, char})
			}
			char = string(r) + strings.Repeat(string(filler), columns-1)
		}
		b.WriteString(char)
	}
	return b.String()
}

// any reports whether there are shapes.
func (s *shapes) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.texts) > 0
}

// What text returns.
const asRead, asShown = 0, 1

// text returns a text with shapes as it is read or shown.
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

// typed returns what the editor gets for what was typed. A mark that comes after its letter replaces that by both.
func (s *shapes) typed(keys []byte) []byte {
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

// pressed carries out a key in a line with the caret before byte at.
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

// shapedOutput writes what the editor writes.
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
