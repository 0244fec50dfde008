package compose

import (
	"fmt"
	"testing"
)

// For screen readers, each part of a page has a heading before its first spot, and in a list, the chosen option is marked.
func TestPartsHaveHeadings(t *testing.T) {
	for _, c := range []struct{ name, id, script, want string }{
		{"no move yet", "atom4", "", "[Board Buttons] 0"},
		{"moves", "ataxx", ":start;g1-f2", "[Board Buttons Moves] 0"},
		{"a list", "ataxx", "f4", "[Lessons] 1"},
		{"a form", "ataxx", "W", "[Board Buttons Export the game] 1"},
		{"a text", "ataxx", "?", "[Ataxx: help] 0"},
		{"moves on a page of their own", "ataxx", ":start;g1-f2\nr", "[Moves] 0"},
		{"the menu", "", "", "[] 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, parts, chosen := open(t, c.id, "", c.script, usual), []string{}, 0
			for _, s := range d.p.Spots() {
				if s.Part != "" {
					parts = append(parts, s.Part)
				}
				if s.Role == Chosen {
					chosen++
				}
			}
			if got := fmt.Sprint(parts, chosen); got != c.want {
				t.Errorf("the parts are %s, want %s", got, c.want)
			}
		})
	}
}
