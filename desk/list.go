package desk

// Scroll is the part of a page that scrolls the list beside the board, where there is one that is longer than its place.
type Scroll struct {
	top, rows, room int
}

// Fit tells that the list has so many rows, of which room are shown at once, and returns the first one to show, from 0.
func (l *Scroll) Fit(rows, room int) (top int) {
	l.rows, l.room = rows, room
	l.scroll(0)
	return l.top
}

// More reports whether there are rows above the first one shown, and below the last one.
func (l *Scroll) More() (above, below bool) { return l.top > 0, l.top+l.room < l.rows }

// Part returns which part of the list is shown, from 0 to 1.
func (l *Scroll) Part() (from, to float64) {
	if l.rows <= l.room {
		return 0, 1
	}
	return float64(l.top) / float64(l.rows), float64(l.top+l.room) / float64(l.rows)
}

// scroll moves the list by rows.
func (l *Scroll) scroll(by int) { l.top = max(0, min(l.top+by, l.rows-l.room)) }

// show scrolls no further than it takes to show a row.
func (l *Scroll) show(row int) { l.top = max(min(l.top, row), row-l.room+1) }

// key does what the keys of the list mean, and reports whether a key is one of them here.
func (l *Scroll) key(key string) bool {
	step := map[string]int{"(": -1, ")": 1}[key]
	if step == 0 || l.rows <= l.room {
		return false
	}
	l.scroll(step * max(1, l.room-1))
	return true
}
