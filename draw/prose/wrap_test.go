package prose

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		what, text string
		w          int
		want       string
	}{
		{"a short line", "one two", 10, "one two"},
		{"a line that just fits", "one two", 7, "one two"},
		{"at a blank", "one two three", 8, "one two|three"},
		{"several times", "a b c d e f", 3, "a b|c d|e f"},
		{"several lines", "one\ntwo three", 5, "one|two|three"},
		{"an empty line", "one\n\ntwo", 5, "one||two"},
		{"nothing", "", 5, ""},
		{"a long word", "abcdefghij", 4, "abcd|efgh|ij"},
		{"a long word after a short one", "a bcdefghij", 4, "a|bcde|fghi|j"},
		{"an indented line", "  one two three", 10, "  one two|  three"},
		{"a line of two columns", "u   take back now", 14, "u   take back|    now"},
		{"an indented line of two columns", " u  take back now", 14, " u  take back|    now"},
		{"columns too far right to hang from", "a long key  what it does", 14, "a long key|what it does"},
		{"blanks at the end", "one   ", 4, "one"},
		{"letters beyond ASCII", "één twéé", 5, "één|twéé"},
		{"wide letters", "漢字 かな", 4, "漢字|かな"},
		{"wide letters in an odd number of columns", "漢字かな", 5, "漢字|かな"},
		{"a wide letter in one column", "漢字", 1, "漢|字"},
		{"accents of their own", "e\u0301e\u0301 e\u0301e\u0301", 3, "e\u0301e\u0301|e\u0301e\u0301"},
		{"a wide first column", "漢  one two", 10, "漢  one|    two"},
	} {
		if got := strings.Join(Wrap(c.text, c.w), "|"); got != c.want {
			t.Errorf("%s: %q in %d columns is %q, want %q", c.what, c.text, c.w, got, c.want)
		}
	}
}

// Fold breaks lines only at blanks.
func TestFold(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"one two three", 8, "one two|three"},
		{"abcdefghij", 4, "abcdefghij"},
		{"a bcdefghij k", 4, "a|bcdefghij|k"},
		{"  abcdefghij k", 4, "  abcdefghij|k"},
	} {
		if got := strings.Join(Fold(c.text, c.w), "|"); got != c.want {
			t.Errorf("%q in %d columns is %q, want %q", c.text, c.w, got, c.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("  u   take back to your last turn", 12)
	f.Add("a\n\n  b  c", 3)
	f.Fuzz(func(t *testing.T, text string, w int) {
		w = 1 + (w%200+200)%200
		lines := Wrap(text, w)
		for _, line := range lines {
			if Width(line) > max(w, 2) {
				t.Errorf("%q is wider than %d columns", line, w)
			}
		}
		letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := letters(strings.Join(lines, " ")); strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r > '~' }) < 0 && got != letters(text) {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

func TestHanging(t *testing.T) {
	for _, c := range []struct {
		line string
		most int
		want int
	}{
		{"", 10, 0},
		{"one two", 10, 0},
		{"  one two", 10, 2},
		{"u  back", 10, 3},
		{"  u  back", 10, 5},
		{"  u  back", 5, 0},
		{"    one", 4, 0},
		{"a b  c  d", 10, 5},
	} {
		if got := hanging(c.line, c.most); got != c.want {
			t.Errorf("%q hangs at %d, want %d", c.line, got, c.want)
		}
	}
}
