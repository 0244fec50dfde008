package wire

import (
	"os"
	"strings"
	"testing"
)

// TestTheDescription checks the examples in docs/wire.md: each is a message as Encode writes it, there is one of each kind,
// and the hashes are right.
func TestTheDescription(t *testing.T) {
	text, err := os.ReadFile("../docs/wire.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[Kind]bool{}
	section := ""
	var h Hash
	commit := ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "## ") {
			section, h = strings.TrimSpace(line[3:]), ""
		}
		example, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), `    {`)
		if !ok {
			continue
		}
		raw := []byte("{" + example)
		m, err := Decode(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		kinds[m.T] = true
		if again, err := Encode(m); err != nil || string(again) != string(raw) {
			t.Errorf("%s\nis written %s, %v", raw, again, err)
		}
		switch {
		case m.T == KindEvent && section != "Messages":
			if h, err = h.Next(raw); err != nil || !h.Equal(m.H) {
				t.Errorf("%s: the hash is %s, %v", raw, h, err)
			}
		case m.T == KindCommit:
			commit = m.Commit
		case m.T == KindReveal && m.More:
			layout := ""
			for _, line := range m.Rec {
				if strings.HasPrefix(line, "round") || strings.HasPrefix(line, "secret ") {
					layout += line + "\n"
				}
			}
			if got := Commitment(m.Salt, layout); got != commit {
				t.Errorf("%s: the commitment is %s", raw, got)
			}
		}
	}
	if len(kinds) != len(needs) {
		t.Errorf("there are examples of %d kinds, but %d kinds", len(kinds), len(needs))
	}
}
