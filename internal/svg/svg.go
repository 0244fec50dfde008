// Package svg writes the elements of SVG files.
//
// Attributes are alternating names and values. Values are formatted as by package fmt, except that numbers of type float64 have at most two
// decimals; an attribute whose value is nil is left out. Nothing in attributes is escaped.
package svg

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// File returns a file that shows elements on w by h points.
func File(w, h float64, elements string, attributes ...any) string {
	head := []any{"xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 " + Number(w) + " " + Number(h), "width", w, "height", h}
	return Around("svg", "\n"+elements, append(head, attributes...)...) + "\n"
}

// Element returns an element without contents.
func Element(name string, attributes ...any) string {
	return "<" + opened(name, attributes) + "/>"
}

// Around returns an element that contains elements.
func Around(name, elements string, attributes ...any) string {
	return "<" + opened(name, attributes) + ">" + elements + "</" + name + ">"
}

// Text returns an element that contains text, which may have any characters.
func Text(name, text string, attributes ...any) string {
	return Around(name, html.EscapeString(printable(text)), attributes...)
}

func opened(name string, attributes []any) string {
	for i := 0; i < len(attributes); i += 2 {
		switch value := attributes[i+1].(type) {
		case nil:
		case float64:
			name += fmt.Sprintf(` %s="%s"`, attributes[i], Number(value))
		default:
			name += fmt.Sprintf(` %s="%v"`, attributes[i], value)
		}
	}
	return name
}

// Number returns a number with at most two decimals.
func Number(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// printable makes text valid in an XML file: it drops control characters, U+FFFE and U+FFFF, and replaces invalid UTF-8 by U+FFFD.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
