package wire

import (
	"math/bits"
	"strings"
	"testing"
)

func TestIDs(t *testing.T) {
	if n := len(idLetters); n != 32 || bits.OnesCount(uint(n)) != 1 {
		t.Fatalf("%d letters", n)
	}
	seen := map[string]bool{}
	letters := map[rune]bool{}
	for range 1000 {
		for length, id := range map[int]string{12: NewID(), 32: NewKey(), 16: NewAct()} {
			if len(id) != length || seen[id] || CheckID(id) != nil || id != strings.ToLower(id) {
				t.Fatalf("%q: %v", id, CheckID(id))
			}
			seen[id] = true
			if length == 12 {
				for _, r := range id {
					letters[r] = true
				}
			}
		}
	}
	if len(letters) != 32 || strings.ContainsAny(idLetters, "01lo") {
		t.Errorf("IDs use %d of the letters %s", len(letters), idLetters)
	}
}

func TestCheckID(t *testing.T) {
	for _, id := range []string{"a", "held27", "Ann-and_Bob", strings.Repeat("x", 64)} {
		if err := CheckID(id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
	for id, want := range map[string]string{
		"":                      `"" is not an ID: use 1 to 64 letters, digits, - or _`,
		"a b":                   `"a b" is not an ID: use 1 to 64 letters, digits, - or _`,
		"\x1b[2J":               `"\x1b[2J" is not an ID: use 1 to 64 letters, digits, - or _`,
		"ä":                     `"ä" is not an ID: use 1 to 64 letters, digits, - or _`,
		strings.Repeat("x", 65): `"` + strings.Repeat("x", 40) + `..." is not an ID: use 1 to 64 letters, digits, - or _`,
	} {
		if err := CheckID(id); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", id, err, want)
		}
	}
}

func TestEqualID(t *testing.T) {
	for _, pair := range [][2]string{{"", ""}, {"held27", "HELD27"}, {"a-Z_0", "A-z_0"}} {
		if !EqualID(pair[0], pair[1]) {
			t.Errorf("%q is not %q", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"", "a"}, {"held27", "held28"}, {"held27", "held2"}, {"@", "`"}, {"[", "{"}, {"a", "ab"}, {"_", "\x7f"}} {
		if EqualID(pair[0], pair[1]) {
			t.Errorf("%q is %q", pair[0], pair[1])
		}
	}
}
