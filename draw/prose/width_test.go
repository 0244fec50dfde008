package prose

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A character is a letter with its marks; sequences on which terminals disagree are split or
// omitted.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		what, text, chars string // chars are separated by bars
		columns           int
	}{
		{"nothing", "", "", 0},
		{"ASCII", "ab", "a|b", 2},
		{"wide letters", "漢字", "漢|字", 4},
		{"an accent of its own", "e\u0301x", "e\u0301|x", 2},
		{"an accent without a letter", "\u0301x", "x", 1},
		{"more accents than a letter has", "e" + strings.Repeat("\u0301", 9) + "x", "e\u0301\u0301\u0301\u0301|x", 2},
		{"a syllable of Korean in parts", "\u1112\u1161\u11ab", "\u1112\u1161\u11ab", 2},
		{"the same in one", "한", "한", 2},
		{"a flag", "🇩🇪", "D|E", 2},
		{"people who are joined", "👨\u200d👩\u200d👧", "👨|👩|👧", 6},
		{"a colour of skin", "👍🏽!", "👍|!", 3},
		{"a colour of skin alone", "🏽", "🏽", 2},
		{"a choice of form", "❤\ufe0f", "❤", 1},
		{"a key", "1\ufe0f\u20e3", "1\u20e3", 1},
		{"letters from the right", "אב\u05b7ג", "א|ב\u05b7|ג", 3},
		{"a direction", "a\u202eb\u2066c\u200f", "a|b|c", 3},
		{"control characters", "a\x1bb\tc\u0085", "a|\x1b|b|\t|c|\u0085", 6},
		{"an accent on a control character", "\t\u0301x", "\t|x", 2},
		{"bytes that are no text", "a\xffb", "a|\ufffd|b", 3},
		{"a line", "─│", "─|│", 2},
	} {
		var chars []string
		columns := 0
		for rest := c.text; ; {
			char, w, after := First(rest)
			if w == 0 {
				break
			}
			chars, columns, rest = append(chars, char), columns+w, after
		}
		if got := strings.Join(chars, "|"); got != c.chars || columns != c.columns || Width(c.text) != c.columns {
			t.Errorf("%s: %q in %d columns (Width: %d), want %q in %d", c.what, got, columns, Width(c.text), c.chars, c.columns)
		}
	}
}

func TestStartAndPad(t *testing.T) {
	for _, c := range []struct {
		text        string
		w           int
		start, full string
	}{
		{"abc", 2, "ab", "abc"},
		{"漢字", 3, "漢", "漢字"},
		{"漢字", 4, "漢字", "漢字"},
		{"漢字", 6, "漢字", "漢字  "},
		{"e\u0301x", 1, "e\u0301", "e\u0301x"},
		{"x", 0, "", "x"},
	} {
		if start, full := Start(c.text, c.w), Pad(c.text, c.w); start != c.start || full != c.full {
			t.Errorf("%q in %d columns: %q and %q, want %q and %q", c.text, c.w, start, full, c.start, c.full)
		}
	}
}

// The characters that First returns make up the whole text in order, and splitting them again
// changes nothing.
func FuzzFirst(f *testing.F) {
	for _, text := range []string{"a漢e\u0301", "👨\u200d👩", "🇩🇪\u202e", "\x1b[31m", "\xff\u0301", "\u1112\u1161\u11ab"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown, columns := "", 0
		for rest := text; rest != ""; {
			char, w, after := First(rest)
			if len(after) >= len(rest) || w < 0 || w > 2 || (char == "") != (w == 0) || !utf8.ValidString(char) {
				t.Fatalf("%q: %q in %d columns, then %q", rest, char, w, after)
			}
			shown, columns, rest = shown+char, columns+w, after
		}
		if Width(text) != columns || Width(shown) > columns {
			t.Errorf("%q in %d columns is shown as %q in %d", text, columns, shown, Width(shown))
		}
	})
}
