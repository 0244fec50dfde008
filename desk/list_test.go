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
		script     string // keys, numbers of rows to scroll by, =N to show row N
		want       string // the first row, and whether there are more above and below
	}{
		{"it starts at the top", 9, 4, "", "0 false true"},
		{"paging keeps one row in view", 9, 4, ")", "3 true true"},
		{"it ends with the last row", 9, 4, ") ) )", "5 true false"},
		{"a page back", 9, 4, ") ) (", "2 true true"},
		{"no further than the top", 9, 4, ") ( (", "0 false true"},
		{"the wheel scrolls by rows", 9, 4, "1 1 -1", "1 true true"},
		{"a row below becomes the last one shown", 9, 4, "=5", "2 true true"},
		{"a row above becomes the first one shown", 9, 4, "5 =3", "3 true true"},
		{"showing a visible row does not scroll", 9, 4, "2 =4", "2 true true"},
		{"a list that fits does not scroll", 4, 4, ") 3", "0 false false"},
		{"room for one row", 3, 1, ") )", "2 true false"},
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
		t.Error("a list that fits responds to keys")
	}
}
