package prose

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text into lines of at most w columns at blanks. What follows a broken line is indented as
// that line is, or as its second column if it has columns.
func Wrap(text string, w int) []string {
	w = max(w, 1)
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := []rune(strings.TrimRight(paragraph, " "))
		indent := hanging(string(line), w/2)
		for len(line) > w {
			cut := w
			for cut > indent && line[cut] != ' ' {
				cut--
			}
			if cut <= indent { // one long word
				cut = w
			}
			lines = append(lines, strings.TrimRight(string(line[:cut]), " "))
			rest := strings.TrimLeft(string(line[cut:]), " ")
			line = []rune(strings.Repeat(" ", indent) + rest)
		}
		lines = append(lines, string(line))
	}
	return lines
}

// hanging returns the column in which a line's text begins, after a first column if there is one, but no
// column from most on.
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
