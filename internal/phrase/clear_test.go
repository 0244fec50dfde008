package phrase

import (
	"strings"
	"testing"
)

func TestClear(t *testing.T) {
	for _, text := range []string{
		"", "Ann", "well played!", "Müller", "Mu\u0308ller", "名前", "שָׁלוֹם", "नमस्ते", "ṩ", "s\u0323\u0307", "\u2764\uFE0F", "🎲 a7-b6", "e\u0301\u0301\u0301\u0301",
	} {
		if err := Clear(text); err != nil {
			t.Errorf("%q %v", text, err)
		}
	}
	const plain = "must be plain text on one line, without the "
	for text, want := range map[string]string{
		"a\xff":                           "must be valid UTF-8",
		"two\nlines":                      plain + "control character U+000A",
		"a\tb":                            plain + "control character U+0009",
		"\x1b[2J":                         plain + "control character U+001B",
		"a\u200bb":                        plain + "invisible character U+200B",
		"a\u202eb":                        plain + "invisible character U+202E",
		"a\u2028b":                        plain + "invisible character U+2028",
		"a\u00a0b":                        plain + "invisible character U+00A0",
		"\u3164":                          plain + "invisible character U+3164",
		"\u115f\u1160":                    plain + "invisible character U+115F",
		"\u2800":                          plain + "invisible character U+2800",
		"a\u034f":                         plain + "invisible character U+034F",
		"Ann\ufe0f":                       plain + "invisible character U+FE0F",
		"a\U000E0100":                     plain + "invisible character U+E0100",
		"\U000E0041":                      plain + "invisible character U+E0041",
		"Z" + strings.Repeat("\u0301", 5): "must have at most 4 accents or other marks on a letter",
		"a" + strings.Repeat("\u0489", 9): "must have at most 4 accents or other marks on a letter",
	} {
		if err := Clear(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
