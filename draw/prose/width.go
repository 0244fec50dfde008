package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// mostMarks is the greatest number of combining marks shown on one letter.
const mostMarks = 4

// Width returns the number of columns that a line of text takes on a terminal.
func Width(text string) int {
	w, columns := 0, 0
	for text != "" {
		if text[0] < utf8.RuneSelf { // the next character takes its own columns
			text, columns = text[1:], 1
		} else {
			_, columns, text = First(text)
		}
		w += columns
	}
	return w
}

// First returns the first character of a line of text as terminals show it, its number of columns, and the rest of the text. A character is a
// letter with its combining marks. Terminals disagree about characters that are composed of others, so First returns the parts separately: a
// flag as two letters, a group of people as single people. Invisible characters, and characters that change the direction of the text, are
// omitted. A control character takes a column, but must not be shown. At the end of the text, char is "" and columns is 0.
func First(text string) (char string, columns int, rest string) {
	if len(text) > 0 && text[0] >= ' ' && text[0] < 0x7f && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return text[:1], 1, text[1:]
	}
	for text != "" && columns == 0 {
		letter, size := utf8.DecodeRuneInString(text)
		char, columns, text = text[:size], wide(letter), text[size:]
		switch {
		case unicode.IsControl(letter):
			return char, 1, text
		case letter == utf8.RuneError:
			char = string(utf8.RuneError)
		case letter >= firstFlag && letter <= lastFlag:
			char, columns = string('A'+letter-firstFlag), 1
		}
	}
	if columns == 0 {
		return "", 0, ""
	}
	marks := 0
	for text != "" {
		mark, size := utf8.DecodeRuneInString(text)
		tone := mark >= firstTone && mark <= lastTone && columns == 2
		if mark < firstMark || !tone && wide(mark) > 0 {
			break
		}
		if marks++; !tone && marks <= mostMarks && unicode.In(mark, unicode.Mn, unicode.Me, unicode.Lo) && !unicode.Is(unicode.Variation_Selector, mark) {
			char += text[:size]
		}
		text = text[size:]
	}
	return char, columns, text
}

// The first combining mark; the letters of flags; and the skin colours, which belong to the picture before them.
const (
	firstMark           = '\u0300'
	firstFlag, lastFlag = '\U0001F1E6', '\U0001F1FF'
	firstTone, lastTone = '\U0001F3FB', '\U0001F3FF'
)

// wide returns the columns of a single character; 0 means that it is invisible or combines with the previous character.
func wide(r rune) int {
	if r >= '\u1160' && r <= '\u11ff' || r >= '\ud7b0' && r <= '\ud7ff' { // the vowels and ends of Korean syllables, which the library counts as letters
		return 0
	}
	return displaywidth.Rune(r)
}

// Start returns the longest start of a line of text that takes at most w columns.
func Start(text string, w int) string {
	rest := text
	for rest != "" {
		_, columns, after := First(rest)
		if w -= columns; w < 0 {
			break
		}
		rest = after
	}
	return text[:len(text)-len(rest)]
}

// Pad returns a line of text with blanks added at the end to make it at least w columns wide.
func Pad(text string, w int) string { return text + strings.Repeat(" ", max(0, w-Width(text))) }

// Wrap breaks text at blanks into lines of at most w columns. The continuation of a line is indented like that line or, if the line has columns,
// like its second column. A word that is longer than w is cut.
func Wrap(text string, w int) []string { return wrap(text, w, false) }

// Fold breaks text like Wrap, but never within a word: a word longer than w makes its line longer than w.
func Fold(text string, w int) []string { return wrap(text, w, true) }

func wrap(text string, w int, whole bool) []string {
	w = max(w, 1)
	var lines []string
paragraphs:
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := strings.TrimRight(paragraph, " ")
		indent := hanging(line, w/2)
		for Width(line) > w {
			least := max(len(Start(line, indent)), leading(line))
			fits := Start(line, w)
			if fits == "" { // a wide letter in one column
				fits, _, _ = First(line)
			}
			cut := len(fits)
			for cut > least && cut < len(line) && line[cut] != ' ' {
				cut--
			}
			if cut <= least { // one long word
				cut = len(fits)
				for whole && cut < len(line) && line[cut] != ' ' {
					cut++
				}
			}
			lines = append(lines, strings.TrimRight(line[:cut], " "))
			rest := strings.TrimLeft(line[cut:], " ")
			if rest == "" { // the long word was the last
				continue paragraphs
			}
			line = strings.Repeat(" ", indent) + rest
		}
		lines = append(lines, line)
	}
	return lines
}

func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// hanging returns the column at which a line's second column or, without columns, its text begins; it returns 0 if that is at least most.
func hanging(line string, most int) int {
	indent := leading(line)
	if i := strings.Index(line[indent:], "  "); i > 0 {
		indent = Width(line) - Width(strings.TrimLeft(line[indent+i:], " "))
	}
	if indent >= most {
		return 0
	}
	return indent
}
