package phrase

import (
	"strings"
	"testing"
)

func TestStart(t *testing.T) {
	for want, list := range map[string][]string{
		"":        {},
		"undo":    {"undo"},
		"fire 1":  {"fire 1", "fire 12", "fire 10"},
		"re":      {"redo", "resign", "resume"},
		"a":       {"abc", "a"},
		"set a1":  {"set a1", "set a1"},
		"c d":     {"c d", "c de"},
		"history": {"history", "history"},
	} {
		if got := Start(list); got != want {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
	if got := Start([]string{"undo", "move"}); got != "" {
		t.Errorf("two words without a common start give %q", got)
	}
}

func FuzzStart(f *testing.F) {
	f.Add("fire 1", "fire 12", "firs")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		start := Start([]string{a, b, c})
		for _, s := range []string{a, b, c} {
			if !strings.HasPrefix(s, start) {
				t.Fatalf("%q does not begin with %q", s, start)
			}
		}
		if n := len(start); len(a) > n && len(b) > n && len(c) > n && a[n] == b[n] && b[n] == c[n] {
			t.Fatalf("%q is not the longest common start", start)
		}
	})
}
