package prose

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text into lines of at most w columns at blanks. The rest of a broken line is indented like
// that line, or like its second column if it has columns.
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
