package prose

import "strings"

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

// words splits a text into words. **bold** and `code` get their styles; *italic* is shown as plain text; links and pictures
// are shown as their text.
func words(text string, base Style) []word {
	var list []word
	var w word
	style := base
	for i, part := range strings.Split(text, "`") {
		code := i%2 == 1
		if !code {
			part = links(part, func(shown, _ string) string { return shown })
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
				piece = italics(piece, "", "")
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

// links returns a text with what link makes of their text and address instead of links, [text](address), and with their texts instead of
// pictures, ![text](address).
func links(text string, link func(shown, address string) string) string {
	var plain strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "[")
		shown, rest, _ := strings.Cut(rest, "](")
		address, after, ended := strings.Cut(rest, ")")
		switch {
		case !ended:
			plain.WriteString(text)
			return plain.String()
		case strings.Contains(shown, "]"): // the bracket is only a bracket
			plain.WriteString(before + "[")
			text = text[len(before)+1:]
		case strings.HasSuffix(before, "!"):
			plain.WriteString(before[:len(before)-1] + shown)
			text = after
		default:
			plain.WriteString(before + link(shown, address))
			text = after
		}
	}
}

// italics returns a text with these marks instead of the stars around *italic* text. A star begins such text at the start, or after a blank or a
// parenthesis.
func italics(text, begin, end string) string {
	var plain strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "*")
		inside, after, ended := strings.Cut(rest, "*")
		switch {
		case !ended:
			plain.WriteString(text)
			return plain.String()
		case inside == "" || inside[0] == ' ' || before != "" && !strings.ContainsAny(before[len(before)-1:], " ("):
			plain.WriteString(before + "*")
			text = rest
		default:
			plain.WriteString(before + begin + inside + end)
			text = after
		}
	}
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
