package prose

import "strings"

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

// hanging returns the column at which a line's text begins, or that of its second column if it has one. If
// the result would be most or more, it returns 0.
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
