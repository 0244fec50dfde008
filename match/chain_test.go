package match_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"attic/match"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// kept returns the lines of m's journal as on the disk, with comments and an abandoned line among them.
func kept(m match.Match) []string {
	list := append([]string{match.JournalHead, match.PlayedLine(7, noon)}, m.Lines()...)
	return append(list, "# a comment", "", match.AbandonedLine, match.PlayedLine(9, noon.Add(time.Hour)), m.SeatLine(0))
}

// A flipped bit in a journal is reported at its line, and the lines before it are read unchanged.
func TestEveryFlippedBitIsFound(t *testing.T) {
	for _, s := range saved {
		list := kept(s.match(t))
		text := []byte(match.Sealed(list...))
		if _, err := match.Read(bytes.NewReader(text), find); err != nil {
			t.Fatal(err)
		}
		line, start := 1, 0
		whole, wholeErr := match.ReadRecord(bytes.NewReader(nil), find)
		for i, c := range text {
			for bit := range 8 {
				flipped := bytes.Clone(text)
				flipped[i] ^= 1 << bit
				record, err := match.ReadRecord(bytes.NewReader(flipped), find)
				found := 1 // if the file is no longer a journal, its first line is wrong
				if wrong := (*match.LineError)(nil); errors.As(err, &wrong) {
					found = wrong.Line
				}
				if err == nil || found != line {
					t.Fatalf("%s: bit %d of byte %d, in line %d: %v", s.name, bit, i, line, err)
				}
				if record.Bytes != int64(start) || record.Lines != line-1 {
					t.Fatalf("%s: bit %d of byte %d: %d lines in %d bytes are good, want %d in %d", s.name, bit, i, record.Lines, record.Bytes, line-1, start)
				}
				if wholeErr == nil && (!record.Playable() || record.Match.LastLine() != whole.Match.LastLine() || record.Match.Ply() != whole.Match.Ply() ||
					record.Chain != whole.Chain || record.Order != whole.Order) {
					t.Fatalf("%s: bit %d of byte %d: the lines before it are not read", s.name, bit, i)
				}
			}
			if c == '\n' {
				line, start = line+1, i+1
				whole, wholeErr = match.ReadRecord(bytes.NewReader(text[:start]), find)
			}
		}
	}
}

// A flipped bit in a saved game is always an error.
func TestEveryFlippedBitOfASavedGameIsFound(t *testing.T) {
	for _, s := range saved {
		text := []byte(save(t, s.match(t)))
		for i := range text {
			for bit := range 8 {
				flipped := bytes.Clone(text)
				flipped[i] ^= 1 << bit
				if m, err := match.Read(bytes.NewReader(flipped), find); err == nil {
					t.Fatalf("%s: bit %d of byte %d is read as %q", s.name, bit, i, m.Lines())
				}
			}
		}
	}
}

// A journal records the time of play, and whether its game was abandoned.
func TestWhatAJournalTellsBesideTheMatch(t *testing.T) {
	played := match.PlayedLine(7, noon)
	for _, c := range []struct {
		clause    string
		lines     []string
		order     uint64
		abandoned bool
	}{
		{"nothing", []string{"game coin", "round"}, 0, false},
		{"when it was played", []string{played, "game coin", "round"}, 7, false},
		{"when it was played last", []string{played, "game coin", "round", match.PlayedLine(9, noon), "move toss"}, 9, false},
		{"that it was abandoned", []string{"game coin", "round", "move toss", match.AbandonedLine}, 0, true},
		{"that it was abandoned, with a comment after it", []string{"game coin", "round", "move toss", match.AbandonedLine, "# why"}, 0, true},
		{"that it was continued", []string{"game coin", "round", "move toss", match.AbandonedLine, "undo"}, 0, false},
		{"that it was opened again", []string{"game coin", "round", match.AbandonedLine, played}, 7, false},
		{"that it was abandoned again", []string{"game coin", "round", match.AbandonedLine, played, match.AbandonedLine}, 7, true},
	} {
		text := match.Sealed(append([]string{match.JournalHead}, c.lines...)...)
		r, err := match.ReadRecord(strings.NewReader(text), find)
		if err != nil || !r.Journal || r.Version != 2 || r.Order != c.order || r.Abandoned != c.abandoned || r.Order > 0 && !r.Played.Equal(noon) {
			t.Errorf("%s: %+v, %v", c.clause, r, err)
		}
		if r.Lines != len(c.lines)+1 || r.Bytes != int64(len(text)) {
			t.Errorf("%s: %d lines, %d bytes of %q", c.clause, r.Lines, r.Bytes, text)
		}
	}
}

// The example in docs/save-format.md is a journal that can be read.
func TestTheExampleOfTheDocumentation(t *testing.T) {
	page, err := os.ReadFile("../docs/save-format.md")
	if err != nil {
		t.Fatal(err)
	}
	var example, plain []string
	for line := range strings.Lines(string(page)) {
		line, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    ")
		if ok && (strings.HasPrefix(line, match.JournalHead) || len(example) > 0) {
			example = append(example, line)
			plain = append(plain, line[:len(line)-match.SealBytes])
		} else if len(example) > 0 {
			break
		}
	}
	got := strings.Join(example, "\n") + "\n"
	if want := match.Sealed(plain...); got != want {
		t.Errorf("the page shows\n%swant\n%s", got, want)
	}
	record, err := match.ReadRecord(strings.NewReader(got), find)
	if err != nil || !record.Journal || record.Match.Ahead() == 0 {
		t.Errorf("the record is %+v, %v", record, err)
	}
}

func TestWhatCountsAsPlayed(t *testing.T) {
	for _, c := range []struct {
		id, script string
		want       bool
	}{
		{"ataxx", "blocks 3", false},
		{"ataxx", "blocks 3; undo", false},
		{"ataxx", "start", false},
		{"ataxx", "start; b6", true},
		{"ataxx", "start; b6; undo; undo", true},
		{"coin", "resign 1", true},
		{"coin", "toss; one; next", true},
		{"atom4", "i8", true},
	} {
		m := begin(t, c.id)
		m, err := steps(t, m, c.script)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Played(); got != c.want {
			t.Errorf("%s: %s: %v", c.id, c.script, got)
		}
	}
	if begin(t, "coin").Played() {
		t.Error("a new match counts as played")
	}
}

// Save refuses a match that could not be read again.
func TestSaveRefusesWhatReadRefuses(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("attic save 1\ngame atommaster\nround #5\nmove fire 12\n")
	b.WriteString(strings.Repeat("move set e5\n", match.MostLines-5))
	m, _ := match.ReadRecord(&b, find) // the error is expected: the record has no end line
	if n := m.Match.Ply(); n != match.MostLines-4 {
		t.Fatalf("%d plies", n)
	}
	var out bytes.Buffer
	if err := m.Match.Save(&out); err == nil || !strings.Contains(err.Error(), "at most 100000 lines and 8 MB") || out.Len() > 0 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
	for err := error(nil); err == nil; {
		if m.Match, err = m.Match.Undo(); m.Match.Ply() == 1 {
			break
		}
	}
	m.Match = m.Match.At(1)
	m.Match, _, _ = m.Match.Play("fire 3")
	if err := m.Match.Save(&out); err != nil {
		t.Error(err)
	}
	if _, err := match.Read(&out, find); err != nil {
		t.Error(err)
	}
}
