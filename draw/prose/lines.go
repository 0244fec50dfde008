package prose

import (
	"math"
	"strings"
)

// Setter breaks text into lines. Its lengths are in the units of Measure.
type Setter struct {
	Width    float64
	Measure  func(text string, style Style) float64
	Indent   float64                     // the indent of a list item's text
	Gap      float64                     // the gap between the columns of a table
	Verbatim func(lines []string) []Line // sets verbatim lines, unchanged if there is room; required if there are any
	Figure   func(number int) int        // the number of lines that a picture needs; required if there are any
}

// Part is text in one style at the position X of a line.
type Part struct {
	X     float64
	Text  string
	Style Style
	Size  float64 // the size of the letters; 0: that of the style
}

// Span is a rule under the name of a column: W wide, from X.
type Span struct{ X, W float64 }

// Line is a line of set text: parts, rules under the names of columns, or a row of a picture.
type Line struct {
	Parts  []Part
	Rules  []Span
	Figure bool // the line belongs to a picture
	Number int  // the number of the picture
	Row    int  // the row of the picture, from 0
}

// Text returns the text of a line, where each unit of length is one column.
func (l Line) Text() string {
	text := ""
	at := func(x float64) {
		if n := int(x) - Width(text); n > 0 {
			text += strings.Repeat(" ", n)
		}
	}
	for _, r := range l.Rules {
		at(r.X)
		text += strings.Repeat("-", int(r.W))
	}
	for _, p := range l.Parts {
		at(p.X)
		text += p.Text
	}
	return text
}

// Columns returns a Setter for a terminal that is width columns wide.
func Columns(width int) Setter {
	return Setter{
		Width: float64(width), Indent: 2, Gap: 2,
		Measure: func(text string, _ Style) float64 { return float64(Width(text)) },
		Verbatim: func(texts []string) []Line {
			var lines []Line
			for _, text := range Wrap(strings.Join(texts, "\n"), width) {
				lines = append(lines, Line{Parts: []Part{{Text: text}}})
			}
			return lines
		},
	}
}

// Set breaks blocks into lines. There is an empty line between two blocks, except between the items of a list and after a heading.
func (s Setter) Set(blocks []Block) []Line {
	var list []Line
	for i, b := range blocks {
		if i > 0 && len(list) > 0 {
			before := blocks[i-1].Kind
			if before != Heading && (before != Item || b.Kind != Item) {
				list = append(list, Line{})
			}
		}
		list = append(list, s.block(b)...)
	}
	return list
}

func (s Setter) block(b Block) []Line {
	switch b.Kind {
	case Heading:
		return s.fill(words(b.Text, Head), 0, s.Width)
	case Item:
		lines := s.fill(words(b.Text, Normal), s.Indent, s.Width-s.Indent)
		if len(lines) > 0 {
			lines[0].Parts = append([]Part{{Text: "•"}}, lines[0].Parts...)
		}
		return lines
	case Table:
		return s.table(b)
	case Verbatim:
		return s.Verbatim(b.Lines)
	case Figure:
		lines := make([]Line, s.Figure(b.Number))
		for row := range lines {
			lines[row] = Line{Figure: true, Number: b.Number, Row: row}
		}
		return lines
	}
	return s.fill(words(b.Text, Normal), 0, s.Width)
}

// slack is added to widths, so that text of exactly the right width fits in spite of rounding.
const slack = 1e-6

// fill breaks words into lines that begin at x and are at most width wide. A word is broken only if it is wider than a whole line.
func (s Setter) fill(words []word, x, width float64) []Line {
	blank := s.Measure(" ", Normal)
	var list []Line
	var l Line
	at := 0.0     // the start of the next word, relative to x
	before := 0.0 // the end of the previous word
	end := func() {
		if len(l.Parts) > 0 {
			list, l, at = append(list, l), Line{}, 0
		}
	}
	for _, w := range words {
		wide := s.wide(w)
		if at > 0 && at+blank+wide > width+slack {
			end()
		}
		if at > 0 {
			at += blank
		}
		for _, r := range w {
			for r.text != "" {
				fits := r.text
				if wide > width+slack {
					if fits = s.first(r, width+slack-at, at == 0); fits == "" {
						end()
						continue
					}
				}
				l.put(Part{X: x + at, Text: fits, Style: r.style}, at-before, s.Measure(" ", r.style))
				at += s.Measure(fits, r.style)
				before = at
				r.text = r.text[len(fits):]
			}
		}
	}
	end()
	return list
}

// put adds a part to a line. gap is its distance from the last part, and blank is the width of a blank. If the last part
// has the same style and gap is 0 or blank, put appends the text to that part.
func (l *Line) put(p Part, gap, blank float64) {
	if n := len(l.Parts); n > 0 && l.Parts[n-1].Style == p.Style {
		switch {
		case gap == 0:
			l.Parts[n-1].Text += p.Text
			return
		case math.Abs(gap-blank) < slack:
			l.Parts[n-1].Text += " " + p.Text
			return
		}
	}
	l.Parts = append(l.Parts, p)
}

// first returns the longest start of a run that fits into width; if must is set, the start has at least one character.
func (s Setter) first(r run, width float64, must bool) string {
	end := 0
	for end < len(r.text) {
		_, _, rest := First(r.text[end:])
		next := len(r.text) - len(rest)
		if s.Measure(r.text[:next], r.style) > width && (end > 0 || !must) {
			break
		}
		end = next
	}
	return r.text[:end]
}

func (s Setter) wide(w word) float64 {
	sum := 0.0
	for _, r := range w {
		sum += s.Measure(r.text, r.style)
	}
	return sum
}

// column holds two widths of a column of a table: with each cell on one line (most), and with each word on its own line (least).
type column struct{ most, least float64 }

func (s Setter) table(b Block) []Line {
	if len(b.Rows) == 0 {
		return nil
	}
	widths, ok := s.widths(b)
	if !ok {
		return s.stacked(b)
	}
	var list []Line
	for i, row := range b.Rows {
		style := Normal
		if b.Headed && i == 0 {
			style = Name
		}
		x, high := 0.0, 0
		columns := make([][]Line, len(row))
		at := make([]float64, len(row))
		for c, cell := range row {
			at[c] = x
			columns[c] = s.fill(words(cell, style), x, widths[c])
			high = max(high, len(columns[c]))
			x += widths[c] + s.Gap
		}
		for n := range high {
			var l Line
			for _, lines := range columns {
				if n < len(lines) {
					l.Parts = append(l.Parts, lines[n].Parts...)
				}
			}
			list = append(list, l)
		}
		if style == Name {
			var l Line
			for c := range row {
				l.Rules = append(l.Rules, Span{at[c], widths[c]})
			}
			list = append(list, l)
		}
	}
	return list
}

// widths returns the widths of the columns of a table, or false if the columns do not fit without breaking a word.
func (s Setter) widths(b Block) ([]float64, bool) {
	columns := make([]column, len(b.Rows[0]))
	for i, row := range b.Rows {
		style := Normal
		if b.Headed && i == 0 {
			style = Name
		}
		for c, cell := range row {
			line := 0.0
			for n, w := range words(cell, style) {
				wide := s.wide(w)
				columns[c].least = max(columns[c].least, wide)
				if n > 0 {
					line += s.Measure(" ", Normal)
				}
				line += wide
			}
			columns[c].most = max(columns[c].most, line)
		}
	}
	room := s.Width - s.Gap*float64(len(columns)-1)
	least, most := 0.0, 0.0
	for _, c := range columns {
		least, most = least+c.least, most+c.most
	}
	widths := make([]float64, len(columns))
	switch last := columns[len(columns)-1]; {
	case most <= room:
		for i, c := range columns {
			widths[i] = c.most
		}
		return widths, true
	case least > room:
		return nil, false
	case most-last.most <= room/2: // cells before the last column stay on one line
		for i, c := range columns {
			widths[i] = c.most
		}
		widths[len(columns)-1] = room - (most - last.most)
		return widths, widths[len(columns)-1] >= last.least
	}
	for i, c := range columns {
		widths[i] = c.least + (room-least)*(c.most-c.least)/(most-least)
	}
	return widths, true
}

// stacked sets a table row by row: the first cell and, below it, the other cells; if there are two or more of these, each starts
// with the name of its column.
func (s Setter) stacked(b Block) []Line {
	var list []Line
	rows := b.Rows
	if b.Headed {
		rows = rows[1:]
	}
	for _, row := range rows {
		list = append(list, s.fill(words(row[0], Bold), 0, s.Width)...)
		var rest []string
		for c, cell := range row[1:] {
			switch {
			case cell == "":
			case b.Headed && len(row) > 2:
				rest = append(rest, b.Rows[0][c+1]+": "+cell)
			default:
				rest = append(rest, cell)
			}
		}
		list = append(list, s.fill(words(strings.Join(rest, ", "), Normal), s.Indent, s.Width-s.Indent)...)
	}
	return list
}
