package phrase

import (
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	for _, test := range []struct{ name, got, want string }{
		{"a short text stays", Clip("a7-b6"), "a7-b6"},
		{"a long text is cut", Clip(strings.Repeat("x", 41)), strings.Repeat("x", 40) + "..."},
		{"never inside a letter", Clip(strings.Repeat("x", 39) + "äb"), strings.Repeat("x", 39) + "..."},
		{"a file name", Name("games/mine.txt"), "games/mine.txt"},
		{"a text that a terminal would obey", Name("\x1b[2J"), `"\x1b[2J"`},
		{"a long one", Name(strings.Repeat("x", 200)), strings.Repeat("x", 160) + "..."},
		{"a list of none", List(nil), ""},
		{"of one", List([]string{"b7"}), "b7"},
		{"of two", List([]string{"b7", "c7"}), "b7 and c7"},
		{"of three", List([]string{"b7", "c7", "d7"}), "b7, c7 and d7"},
		{"a capital", Capital("red wins"), "Red wins"},
		{"of nothing", Capital(""), ""},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct{ line, word, rest string }{
		{"", "", ""},
		{" \t ", "", ""},
		{"start", "start", ""},
		{" fire 12 ", "fire", "12"},
		{"id\tround=2", "id", "round=2"},
		{"save  my game ", "save", "my game"},
	} {
		if word, rest := Cut(test.line); word != test.word || rest != test.rest {
			t.Errorf("Cut(%q) is %q, %q", test.line, word, rest)
		}
	}
}
