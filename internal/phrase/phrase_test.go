package phrase

import (
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	for _, test := range []struct{ name, got, want string }{
		{"a short text stays", Clip("a7-b6"), "a7-b6"},
		{"a long one is cut", Clip(strings.Repeat("x", 41)), strings.Repeat("x", 40) + "..."},
		{"never inside a letter", Clip(strings.Repeat("x", 39) + "äb"), strings.Repeat("x", 39) + "..."},
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
