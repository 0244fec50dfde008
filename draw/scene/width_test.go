package scene_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"attic/draw/scene"
)

func TestTextIsAsWideAsItsLetters(t *testing.T) {
	for _, c := range []struct {
		text string
		size float64
		bold bool
		want float64
	}{
		{"", 16, false, 0},
		{"0", 2048, false, 1139},
		{"0", 2048, true, 1139},
		{"aA", 2048, false, 1139 + 1366},
		{"A", 1024, true, 1479.0 / 2},
		{"é…", 2048, false, 1139 + 2048},
		{"✓", 2048, false, 1536},
		{"a\u0301\u200b\t", 2048, false, 1139},
		{"漢👍", 2048, false, 2 * 2048},
		{"א\u05b7", 2048, false, 1536},
	} {
		if got := scene.TextWidth(c.text, c.size, c.bold); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q, size %v, bold %v: %v, want %v", c.text, c.size, c.bold, got, c.want)
		}
	}
}

func TestDigitsAreEquallyWide(t *testing.T) {
	for _, bold := range []bool{false, true} {
		for _, r := range "123456789" {
			if a := scene.Advance(r, bold); a != scene.Advance('0', bold) {
				t.Errorf("%c, bold %v, is %v", r, bold, a)
			}
		}
	}
}

func TestClippedTextSaysSo(t *testing.T) {
	for _, c := range []struct {
		text  string
		width float64
		want  string
	}{
		{"red i9", 100, "red i9"},
		{"red i9", scene.TextWidth("red i9", 10, false), "red i9"},
		{"red i9", scene.TextWidth("red i9", 10, false) - 0.01, "red…"},
		{"red i9", scene.TextWidth("re…", 10, false), "re…"},
		{"red i9", 10, "…"},
		{"red i9", 9.9, ""},
		{"i", 9.9, "i"},
		{"ééé", scene.TextWidth("é…", 10, false), "é…"},
		{"", 0, ""},
		{"a", -1, ""},
	} {
		if got := scene.Clip(c.text, 10, false, c.width); got != c.want {
			t.Errorf("%q within %v: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestTextIsWrapped(t *testing.T) {
	width := func(text string) float64 { return scene.TextWidth(text, 10, false) }
	for _, c := range []struct {
		text  string
		width float64
		want  []string
	}{
		{"", 100, nil},
		{"one two three", 1000, []string{"one two three"}},
		{"one two three", width("one two"), []string{"one two", "three"}},
		{"one two three", width("one two") - 0.01, []string{"one", "two", "three"}},
		{"one  two", width("one"), []string{"one", "two"}},
		{"one  two ", width("one  two"), []string{"one  two"}},
		{"onetwo three", width("one"), []string{"one", "two", "thr", "ee"}},
		{"one\ntwo\n\nthree", 1000, []string{"one", "two", "", "three"}},
		{"one\u00a0two three", width("three"), []string{"one\u00a0t", "wo", "three"}},
		{"ab", 0, []string{"a", "b"}},
		{"é é", 0, []string{"é", "é"}},
	} {
		if got := scene.Wrap(c.text, 10, false, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q within %v: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func FuzzWrappedLinesFitAndLoseNothing(f *testing.F) {
	f.Add("place it on a dot", uint8(30))
	f.Add(" a  b\n\n\xffc", uint8(0))
	f.Fuzz(func(t *testing.T, text string, width uint8) {
		letters := func(text string) string {
			return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }), "")
		}
		lines := scene.Wrap(text, 10, true, float64(width))
		if got := strings.Join(lines, ""); letters(got) != letters(text) {
			t.Fatalf("%q became %q", text, got)
		}
		for _, line := range lines {
			if scene.TextWidth(line, 10, true) > float64(width)+1e-3 && utf8.RuneCountInString(strings.Trim(line, " ")) > 1 {
				t.Fatalf("%q is wider than %d", line, width)
			}
		}
		if clipped := scene.Clip(text, 10, true, float64(width)); scene.TextWidth(clipped, 10, true) > float64(width)+1e-3 {
			t.Fatalf("%q is wider than %d", clipped, width)
		}
	})
}

func ExampleWrap() {
	for _, line := range scene.Wrap("Place it beside two adjacent pieces", 16, false, 150) {
		fmt.Println(line)
	}
	// Output:
	// Place it beside two
	// adjacent pieces
}
