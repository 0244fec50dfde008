// Package svg writes the elements of SVG files.
//
// Attributes are alternating names and values. Values are formatted as by package fmt, except that numbers of type float64 have at most two
// decimals; an attribute whose value is nil is omitted. Attributes are not escaped.
package svg

import (
	"fmt"
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
	return string(append(opened(name, attributes), "/>"...))
}

// Around returns an element that contains elements.
func Around(name, elements string, attributes ...any) string {
	return string(opened(name, attributes)) + ">" + elements + "</" + name + ">"
}

// Text returns an element that contains text, which may consist of any characters.
func Text(name, text string, attributes ...any) string {
	return Around(name, Escape(printable(text)), attributes...)
}

// Escape returns text for the contents of an element or for an attribute, in SVG or HTML. It does the same as html.EscapeString, but without the
// tables of package html, which would enlarge every page.
func Escape(text string) string { return escaper.Replace(text) }

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// opened returns the start of an element, without its last character.
func opened(name string, attributes []any) []byte {
	text := append(make([]byte, 0, 256), '<')
	text = append(text, name...)
	for i := 0; i < len(attributes); i += 2 {
		value := attributes[i+1]
		if value == nil {
			continue
		}
		text = append(text, ' ')
		text = append(text, attributes[i].(string)...)
		text = append(text, `="`...)
		switch value := value.(type) {
		case string:
			text = append(text, value...)
		case float64:
			text = appendNumber(text, value)
		case fmt.Stringer:
			text = append(text, value.String()...)
		default:
			text = fmt.Append(text, value)
		}
		text = append(text, '"')
	}
	return text
}

// Number returns a number with at most two decimals.
func Number(v float64) string { return string(appendNumber(nil, v)) }

func appendNumber(text []byte, v float64) []byte {
	v = math.Round(v*100) / 100
	if whole := int64(v); float64(whole) == v { // also for -0
		return strconv.AppendInt(text, whole, 10)
	}
	return strconv.AppendFloat(text, v, 'f', -1, 64)
}

// printable makes text valid in an XML file: it drops control characters, U+FFFE and U+FFFF, and replaces invalid UTF-8 by U+FFFD.
func printable(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0 { // usual
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
