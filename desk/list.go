package desk

// Scroll says which rows of a list or a text are shown, if there is not enough room for all of them.
type Scroll struct {
	top, rows, room int
}

// Fit sets the number of rows and how many are shown at once (room), and returns the first row to show, from 0.
func (l *Scroll) Fit(rows, room int) (top int) {
	l.rows, l.room = rows, room
	l.scroll(0)
	return l.top
}

// More reports whether there are rows above and below those shown.
func (l *Scroll) More() (above, below bool) { return l.top > 0, l.top+l.room < l.rows }

// Part returns which part of the rows is shown, from 0 to 1.
func (l *Scroll) Part() (from, to float64) {
	if l.rows <= l.room {
		return 0, 1
	}
	return float64(l.top) / float64(l.rows), float64(l.top+l.room) / float64(l.rows)
}

// scroll scrolls by rows.
func (l *Scroll) scroll(by int) { l.top = max(0, min(l.top+by, l.rows-l.room)) }

// show scrolls only as far as needed to show a row.
func (l *Scroll) show(row int) { l.top = max(min(l.top, row), row-l.room+1) }

// key handles a key of the list beside the board, and reports whether it is one.
func (l *Scroll) key(key string) bool {
	step := map[string]int{"(": -1, ")": 1}[key]
	if step == 0 || l.rows <= l.room {
		return false
	}
	l.scroll(step * max(1, l.room-1))
	return true
}
