package term

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"
)

// Line is a line on a terminal that changes in place. It needs no escape codes. Not safe for concurrent use.
type Line struct {
	Out   *os.File // anything but a terminal stays empty
	width int      // the number of columns of the text shown
}

// Show replaces the text of the line; with "" the line is empty and the cursor at its start.
func (l *Line) Show(text string) {
	if text == "" && l.width == 0 || !IsTerminal(l.Out) {
		return
	}
	width := utf8.RuneCountInString(text)
	blank := strings.Repeat(" ", max(0, l.width-width))
	if l.width = width; text == "" {
		blank += "\r"
	}
	fmt.Fprintf(l.Out, "\r%s%s", text, blank)
}
