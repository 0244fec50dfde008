package prose

import (
	"fmt"
	"strings"
)

// Roff returns blocks in the language of manual pages, man(7), without the title line. Headings up to level 2 are sections,
// others are subsections. A table of two columns becomes a list of terms; other tables, and verbatim text, keep their lines.
// The blocks must not include a Figure.
func Roff(blocks []Block) string {
	var b roff
	for _, block := range blocks {
		b.block(block)
	}
	return b.String()
}

// roffColumns is the width of a line of source; roffVerbatim is that of verbatim lines, which are indented on a page of 80 columns.
const roffColumns, roffVerbatim = 78, 68

type roff struct {
	strings.Builder
	headed bool // the last line is a heading: the next paragraph needs no macro
}

func (b *roff) block(block Block) {
	headed := b.headed
	b.headed = false
	switch block.Kind {
	case Heading:
		if block.Level <= 2 {
			fmt.Fprintf(b, ".SH %s\n", roffArgument(strings.ToUpper(Text(block.Text))))
		} else {
			fmt.Fprintf(b, ".SS %s\n", roffArgument(Text(block.Text)))
		}
		b.headed = true
	case Item:
		b.WriteString(".IP \\(bu 2\n")
		b.fill(block.Text)
	case Table:
		b.table(block)
	case Verbatim:
		b.verbatim(block.Lines, headed)
	default:
		if !headed {
			b.WriteString(".PP\n")
		}
		b.fill(block.Text)
	}
}

// table writes a table of two columns as terms with their meanings, and any other table as lines.
func (b *roff) table(block Block) {
	rows := block.Rows
	if len(rows) == 0 {
		return
	}
	if len(rows[0]) != 2 {
		var lines []string
		for _, line := range Columns(roffVerbatim).Set([]Block{block}) {
			lines = append(lines, strings.TrimRight(line.Text(), " "))
		}
		b.verbatim(lines, false)
		return
	}
	if block.Headed {
		rows = rows[1:]
	}
	for _, row := range rows {
		b.WriteString(".TP\n")
		b.WriteString(roffLine(strings.Join(roffWords(row[0]), " ")) + "\n")
		b.fill(row[1])
	}
}

// verbatim writes verbatim lines; headed means that they follow a heading.
func (b *roff) verbatim(lines []string, headed bool) {
	if !headed {
		b.WriteString(".PP\n")
	}
	b.WriteString(".RS 4\n.EX\n")
	for _, line := range Wrap(strings.Join(lines, "\n"), roffVerbatim) {
		b.WriteString(roffLine(roffText(line, Code)) + "\n")
	}
	b.WriteString(".EE\n.RE\n")
}

// fill writes text in source lines, which roff fills again; each sentence starts a line.
func (b *roff) fill(text string) {
	line := ""
	end := func() {
		if line != "" {
			b.WriteString(roffLine(line) + "\n")
		}
		line = ""
	}
	for _, word := range roffWords(text) {
		if line != "" && len(line)+1+len(word) > roffColumns {
			end()
		}
		if line != "" {
			line += " "
		}
		line += word
		if strings.HasSuffix(word, ".") || strings.HasSuffix(word, ":") || strings.HasSuffix(word, "?") {
			end()
		}
	}
	end()
}

func roffWords(text string) []string {
	var list []string
	for _, w := range words(text, Normal) {
		var b strings.Builder
		for _, r := range w {
			if r.style == Normal {
				b.WriteString(roffText(r.text, Normal))
			} else {
				b.WriteString("\\fB" + roffText(r.text, r.style) + "\\fR")
			}
		}
		list = append(list, strings.ReplaceAll(b.String(), "\\fR\\fB", ""))
	}
	return list
}

// roffLine keeps roff from reading a line as a request.
func roffLine(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return "\\&" + line
	}
	return line
}

func roffArgument(text string) string { return `"` + roffText(text, Normal) + `"` }

// roffText escapes characters that have a special meaning in roff. In the style Code, - and ' are escaped too, so that they are printed as
// these ASCII characters.
func roffText(text string, style Style) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '"':
			b.WriteString(`\(dq`)
		case r == '-' && style == Code:
			b.WriteString(`\-`)
		case r == '\'' && style == Code:
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
