package prose

import "strings"

// column holds two widths of a column of a table: with each cell on one line, and with each word on a line of its own.
type column struct{ most, least float64 }

// table sets a table in columns, or row by row where there is no room for columns.
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

// widths returns the widths of the columns of a table, or false if there is no room for them without breaking a word.
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
	case most-last.most <= room/2: // cells before the last column stay in one line
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

// stacked sets a table row by row: the first cell, and below it the others, with the names of their columns if there
// are at least two others.
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
