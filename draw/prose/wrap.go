package prose

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text into lines of at most w columns at blanks. The rest of a broken line is indented like
// that line, or like its second column if it has columns. A word that is longer is cut.
func Wrap(text string, w int) []string { return wrap(text, w, false) }

// Fold breaks text like Wrap, but never within a word: a word longer than w makes its line longer than w.
func Fold(text string, w int) []string { return wrap(text, w, true) }

func wrap(text string, w int, whole bool) []string {
	w = max(w, 1)
	var lines []string
paragraphs:
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := []rune(strings.TrimRight(paragraph, " "))
		indent := hanging(string(line), w/2)
		for len(line) > w {
			least := max(indent, len(line)-len([]rune(strings.TrimLeft(string(line), " "))))
			cut := w
			for cut > least && line[cut] != ' ' {
				cut--
			}
			if cut <= least { // one long word
				cut = w
				for whole && cut < len(line) && line[cut] != ' ' {
					cut++
				}
			}
			lines = append(lines, strings.TrimRight(string(line[:cut]), " "))
			rest := strings.TrimLeft(string(line[cut:]), " ")
			if rest == "" { // the long word was the last
				continue paragraphs
			}
			line = []rune(strings.Repeat(" ", indent) + rest)
		}
		lines = append(lines, string(line))
	}
	return lines
}

// hanging returns the column at which a line's text begins, or that of its second column if it has one. If
// the result would be most or more, it returns 0.
func hanging(line string, most int) int {
	indent := utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, " "))
	if i := strings.Index(strings.TrimLeft(line, " "), "  "); i > 0 {
		rest := strings.TrimLeft(line, " ")[i:]
		indent = utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(rest, " "))
	}
	if indent >= most {
		return 0
	}
	return indent
}
