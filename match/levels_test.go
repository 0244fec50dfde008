package match_test

import (
	"strings"
	"testing"

	"attic/match"
)

// Records name levels by codes. Only a code that older programs do not know needs a newer format.
func TestLevelsInRecords(t *testing.T) {
	for _, c := range []struct {
		id    string
		level int
		line  string // the seat and the code
		head  string
	}{
		{"ataxx", 12, "seat 2 program level 12", "2"},
		{"ataxx", 13, "seat 2 program level 1225", "4"},
		{"ataxx", 16, "seat 2 program level 13", "2"},
		{"ataxx", 22, "seat 2 program level 15", "2"},
		{"atom4", 14, "seat 2 program level 1350", "4"},
		{"atom4", 18, "seat 2 program level 16", "2"},
		{"atommaster", 5, "seat 2 program level 5", "2"},
	} {
		m := begin(t, c.id)
		m.Players[1] = match.Player{Program: true, Level: c.level}
		var b strings.Builder
		if err := m.Save(&b); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, "\n"+c.line+" #") || !strings.HasPrefix(text, match.SaveHead+c.head+" #") {
			t.Errorf("%s, level %d: the file is\n%s", c.id, c.level, text)
		}
		again, err := read(b.String())
		if err != nil || again.Players[1].Level != c.level {
			t.Errorf("%s, level %d: read back: %+v, %v", c.id, c.level, again.Players, err)
		}
		if again, err = match.Follow(begin(t, c.id), c.line); err != nil || again.Players[1].Level != c.level {
			t.Errorf("%s, level %d: followed: %+v, %v", c.id, c.level, again.Players, err)
		}
		if head := match.JournalHeadOf([]string{"act a1 " + c.line + " name level 1"}); head != "attic journal "+c.head || match.JournalFormat([]byte(head+" #x")) != int(c.head[0]-'0') {
			t.Errorf("%s, level %d: a journal begins with %q", c.id, c.level, head)
		}
	}
	if n := match.JournalFormat([]byte("attic save 2")); n != 0 {
		t.Errorf("a saved game is a journal of format %d", n)
	}
}
