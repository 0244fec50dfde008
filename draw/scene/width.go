package scene

import (
	"strings"
	"sync"
	"unicode"

	"attic/draw/prose"
)

// em is the number of units of the Go fonts in one em.
const em = 2048

// advance is the width of some letters, each to the start of the next letter, in the fonts' units.
type advance struct {
	letters       string
	regular, bold uint16
}

// advanceOf returns the advance of every letter of the fonts.
var advanceOf = sync.OnceValue(func() map[rune]advance {
	of := map[rune]advance{}
	for _, a := range advances {
		for _, letter := range a.letters {
			of[letter] = a
		}
	}
	return of
})

// unknown is the advance of letters that the fonts do not have, in the fonts' units.
const unknown = 1536

// Advance returns the width of a letter, to the start of the next letter, in ems: multiply it by the size of the letters. Combining marks and
// invisible characters have width 0; letters that the fonts do not have get three quarters of an em, or a whole em if they take two columns of a
// terminal.
func Advance(letter rune, bold bool) float64 {
	a, found := advanceOf()[letter]
	switch {
	case !found && unicode.IsControl(letter):
		return 0
	case !found:
		return [...]float64{0, unknown / float64(em), 1}[prose.Width(string(letter))]
	case bold:
		return float64(a.bold) / em
	}
	return float64(a.regular) / em
}

// TextWidth returns the width of text in letters of the given size, in the same unit as size.
func TextWidth(text string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range text {
		w += Advance(r, bold)
	}
	return w * size
}

// slack allows for rounding, so that text fits if its measured width is exactly the room.
const slack = 1e-6

const ellipsis = "…"

// Clip returns text if it is no wider than width. Otherwise it returns the longest beginning that fits together with an ellipsis, or "" if not even
// the ellipsis fits.
func Clip(text string, size float64, bold bool, width float64) string {
	width += slack
	room := width - TextWidth(ellipsis, size, bold)
	w, fits := 0.0, 0
	for i, r := range text {
		if w <= room {
			fits = i
		}
		w += Advance(r, bold) * size
	}
	switch {
	case w <= width:
		return text
	case room < 0:
		return ""
	}
	return strings.TrimRight(text[:fits], " ") + ellipsis
}

// Wrap breaks text into lines no wider than width: at line feeds and at blanks, which are dropped, or, if a single word is
// too wide, between letters. A line has at least one letter, even if that is too wide. Empty text has no lines.
func Wrap(text string, size float64, bold bool, width float64) []string {
	if text == "" {
		return nil
	}
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		for {
			end, next := firstLine(paragraph, size, bold, width+slack)
			lines = append(lines, paragraph[:end])
			if next == len(paragraph) {
				break
			}
			paragraph = paragraph[next:]
		}
	}
	return lines
}

// firstLine returns the index in text, which has no line feeds, where the first line ends and where the next one begins.
func firstLine(text string, size float64, bold bool, width float64) (end, next int) {
	w, word := 0.0, false
	for i, r := range text {
		a := Advance(r, bold) * size
		switch {
		case r != ' ' && w+a > width && next > 0:
			return end, next
		case r != ' ' && w+a > width && i > 0:
			return i, i
		case r != ' ':
			word = true
		case word:
			end, next, word = i, i+1, false
		case next > 0:
			next = i + 1
		}
		w += a
	}
	return len(strings.TrimRight(text, " ")), len(text)
}
