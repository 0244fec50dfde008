package scene

import (
	"slices"
	"strings"
	"unicode"
)

// em is how many units of the Go fonts make the size of letters.
const em = 2048

// advance says how far one goes on after a letter, in the fonts' units.
type advance struct {
	letter        rune
	regular, bold uint16
}

// unknown is the advance of letters that the fonts do not have.
const unknown = 1536

// Advance returns how far one goes on after a letter, in ems: times the size of the letters. Marks that
// stand above other letters and characters that are not to be seen have none; letters that the fonts do
// not have get three quarters of an em.
func Advance(letter rune, bold bool) float64 {
	i, found := int(letter-' '), true
	if letter < ' ' || letter > '~' {
		i, found = slices.BinarySearchFunc(advances[:], letter, func(a advance, r rune) int { return int(a.letter - r) })
	}
	switch {
	case !found && unicode.In(letter, unicode.Cc, unicode.Cf, unicode.Mn):
		return 0
	case !found:
		return unknown / float64(em)
	case bold:
		return float64(advances[i].bold) / em
	}
	return float64(advances[i].regular) / em
}

// TextWidth returns how wide text is in letters of a size.
func TextWidth(text string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range text {
		w += Advance(r, bold)
	}
	return w * size
}

// slack lets text fit that was measured to fit, in spite of rounding.
const slack = 1e-6

// ellipsis stands for what did not fit.
const ellipsis = "…"

// Clip returns text if it is no wider than width, else the beginning that fits together with an ellipsis
// at its end, and "" where not even that fits.
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

// Wrap breaks text into lines no wider than width: at line ends, else at blanks, which go, else, where one
// word is too wide, between letters. A line has one letter at least. Empty text has no lines.
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

// firstLine returns where the first line of text without line ends ends, and where the next one begins.
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
