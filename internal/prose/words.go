package prose

import (
	"regexp"
	"strings"
)

// Style is the look of a piece of text.
type Style uint8

// The styles.
const (
	Normal Style = iota
	Bold
	Code // keys, input, and text on a board
	Head // a heading
	Name // the name of a column
)

// run is a piece of text in one style, without blanks.
type run struct {
	text  string
	style Style
}

// word is the text between two blanks. Lines are broken between words.
type word []run

var (
	image  = regexp.MustCompile(`!\[([^]]*)\]\([^)]*\)`)
	link   = regexp.MustCompile(`\[([^]]+)\]\([^)]*\)`)
	italic = regexp.MustCompile(`(^|[ (])\*([^ *][^*]*)\*`)
)

// words splits a text into words. **bold** and `code` get their styles; *italic* is shown as plain text; links and pictures
// are shown as their text.
func words(text string, base Style) []word {
	var list []word
	var w word
	style := base
	for i, part := range strings.Split(text, "`") {
		code := i%2 == 1
		if !code {
			part = link.ReplaceAllString(image.ReplaceAllString(part, "$1"), "$1")
		}
		for n, piece := range strings.Split(part, "**") {
			switch {
			case code && n > 0:
				piece = "**" + piece
			case !code && n > 0 && style == Bold:
				style = base
			case !code && n > 0:
				style = Bold
			}
			now := style
			if code {
				now = Code
			} else {
				piece = italic.ReplaceAllString(piece, "$1$2")
			}
			for k, text := range strings.Split(piece, " ") {
				if k > 0 && len(w) > 0 {
					list, w = append(list, w), nil
				}
				if text != "" {
					w = append(w, run{text, now})
				}
			}
		}
	}
	if len(w) > 0 {
		list = append(list, w)
	}
	return list
}

// Text returns a text in the form in which it is shown, without Markdown.
func Text(text string) string {
	var list []string
	for _, w := range words(text, Normal) {
		shown := ""
		for _, r := range w {
			shown += r.text
		}
		list = append(list, shown)
	}
	return strings.Join(list, " ")
}
