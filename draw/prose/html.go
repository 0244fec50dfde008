package prose

import (
	"fmt"
	"strings"

	"attic/draw/svg"
)

// HTML returns blocks as HTML below a heading of level 1. figure returns a picture by its number; it is required if there are
// pictures. A link to PressKey followed by the name of a spot becomes a button with that name in data-spot, and a link to FileKey followed by
// the name of a file beside the page becomes a link; of other links, only the text is shown.
func HTML(blocks []Block, figure func(number int) string) string {
	var b strings.Builder
	level, list := 1, false
	for _, block := range blocks {
		if item := block.Kind == Item; item != list {
			b.WriteString(map[bool]string{true: "<ul>", false: "</ul>"}[item])
			list = item
		}
		switch block.Kind {
		case Heading:
			level = min(block.Level+1, level+1, 6) // a skipped level would have no meaning
			fmt.Fprintf(&b, "<h%d>%s</h%d>", level, inline(block.Text), level)
		case Item:
			around(&b, "li", inline(block.Text))
		case Table:
			b.WriteString(tableHTML(block))
		case Verbatim:
			b.WriteString(verbatimHTML(block.Lines))
		case Figure:
			b.WriteString(figure(block.Number))
		default:
			around(&b, "p", inline(block.Text))
		}
	}
	if list {
		b.WriteString("</ul>")
	}
	return b.String()
}

// PressKey begins the target of a link that presses a spot, FileKey that of a link to a file beside the page.
const PressKey, FileKey = "press:", "file:"

func around(b *strings.Builder, tag, text string) {
	fmt.Fprintf(b, "<%s>%s</%s>", tag, text, tag)
}

func tableHTML(b Block) string {
	var table strings.Builder
	for i, row := range b.Rows {
		tag := "td"
		if b.Headed && i == 0 {
			tag = "th"
		}
		var cells strings.Builder
		for _, cell := range row {
			if cell == "" {
				around(&cells, "td", "")
			} else {
				around(&cells, tag, inline(cell))
			}
		}
		around(&table, "tr", cells.String())
	}
	return "<table>" + table.String() + "</table>"
}

// verbatimHTML keeps lines that are set in columns as they are; otherwise, each line becomes a paragraph.
func verbatimHTML(lines []string) string {
	var text strings.Builder
	for _, line := range lines {
		if strings.HasPrefix(line, " ") || strings.Contains(strings.TrimSpace(line), "  ") {
			return "<pre>" + svg.Escape(strings.Join(lines, "\n")) + "</pre>"
		}
	}
	for _, line := range lines {
		if line != "" {
			around(&text, "p", svg.Escape(line))
		}
	}
	return text.String()
}

func inline(text string) string {
	var b strings.Builder
	bold := false
	for i, part := range strings.Split(svg.Escape(text), "`") {
		if i%2 == 1 {
			around(&b, "code", part)
			continue
		}
		part = links(part, func(shown, address string) string {
			if spot, ok := strings.CutPrefix(address, PressKey); ok {
				return `<span role="button" tabindex="0" data-spot="` + spot + `">` + shown + `</span>`
			}
			if file, ok := strings.CutPrefix(address, FileKey); ok {
				return `<a href="` + file + `" target="_blank">` + shown + `</a>`
			}
			return shown
		})
		for n, piece := range strings.Split(part, "**") {
			if n > 0 {
				bold = !bold
				b.WriteString(map[bool]string{true: "<b>", false: "</b>"}[bold])
			}
			b.WriteString(italics(piece, "<em>", "</em>"))
		}
	}
	if bold {
		b.WriteString("</b>")
	}
	return b.String()
}
