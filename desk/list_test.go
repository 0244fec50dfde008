package desk

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheListScrolls(t *testing.T) {
	for _, c := range []struct {
		what       string
		rows, room int
		script     string // keys, numbers to scroll by, =N for a row to be shown
		want       string // the first row, and whether there are more above and below
	}{
		{"it begins at its top", 9, 4, "", "0 false true"},
		{"a page leaves one row to read on", 9, 4, ")", "3 true true"},
		{"it ends with the last row", 9, 4, ") ) )", "5 true false"},
		{"and back", 9, 4, ") ) (", "2 true true"},
		{"no further than the top", 9, 4, ") ( (", "0 false true"},
		{"the wheel goes by rows", 9, 4, "1 1 -1", "1 true true"},
		{"a row below is shown last", 9, 4, "=5", "2 true true"},
		{"a row above is shown first", 9, 4, "5 =3", "3 true true"},
		{"a row that is seen moves nothing", 9, 4, "2 =4", "2 true true"},
		{"a list that fits does not scroll", 4, 4, ") 3", "0 false false"},
		{"a place of one row", 3, 1, ") )", "2 true false"},
	} {
		var l Scroll
		l.Fit(c.rows, c.room)
		for word := range strings.FieldsSeq(c.script) {
			var n int
			switch {
			case l.key(word):
			case word[0] == '=':
				_, _ = fmt.Sscan(word[1:], &n)
				l.show(n)
			default:
				_, _ = fmt.Sscan(word, &n)
				l.scroll(n)
			}
		}
		above, below := l.More()
		if got := fmt.Sprint(l.Fit(c.rows, c.room), above, below); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	var short Scroll
	short.Fit(3, 5)
	if short.key("(") || short.key(")") || short.key("x") {
		t.Error("keys of a list that fits mean something")
	}
}
