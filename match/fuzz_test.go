package match_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/match"
)

// Whatever a file holds, Read returns a match or an error of one line. A match that was read can be saved and read again.
func FuzzReadNeverPanics(f *testing.F) {
	files, err := filepath.Glob("testdata/*.save")
	if err != nil || len(files) == 0 {
		f.Fatal("no save files", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
		f.Add(bytes.Replace(text, []byte("attic save"), []byte("attic journal"), 1))
		f.Add(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
	}
	f.Add([]byte(match.Sealed("attic journal 2", "played 3 2026-05-01T12:00:00Z", "game coin", "round", "# so", "", "move toss", "abandoned", "undo", "abandoned")))
	f.Add([]byte(match.Sealed("attic journal 2", "game coin", "round", "move toss") + "move one"))
	f.Add([]byte("attic journal 1\ngame coin\nround\nmove toss\nundo\nredo\nresign 2\nundo\n"))
	f.Add([]byte("attic journal 1\ngame coin\nseat 2 person level 0 name A B\nround\nmove toss\nmove one\nundo\nundo\nmove toss\n"))
	f.Add([]byte("attic journal 1\ngame toy\ngiven\nround #4\nmove start\nround deal=2#4\nundo\n"))
	f.Add([]byte("attic save 1\ngame ataxx\nround\nmove fen x5o/7/7/7/7/7/o5x x 0 1\nend 4\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		record, err := match.ReadRecord(bytes.NewReader(text), find)
		m := record.Match
		if err != nil {
			if say := err.Error(); strings.Contains(say, "\n") || len(say) > 1000 {
				t.Fatalf("the error is not one line: %.200q", say)
			}
			if !record.Playable() {
				return
			}
		}
		if good := text[:record.Bytes]; record.Journal {
			again, err := match.ReadRecord(bytes.NewReader(good), find)
			if err != nil || again.Chain != record.Chain || again.Lines != record.Lines || again.Bytes != record.Bytes {
				t.Fatalf("the good lines alone are read as %+v, %v", again, err)
			}
			same(t, again.Match, m)
		}
		again, err := read(save(t, m))
		if err != nil {
			t.Fatalf("what was read cannot be saved and read: %v", err)
		}
		same(t, again, m)
	})
}

// Any match is read back unchanged from its save file and from its journal, even from a truncated journal. The first byte chooses the
// game, each other byte the next action.
func FuzzSavesRoundTrip(f *testing.F) {
	for i := range byte(5) {
		f.Add([]byte{i, 1, 2, 3, 250, 251, 4, 5, 250, 250, 6, 7, 252, 253, 8, 9, 250})
	}
	f.Add([]byte{1, 0, 1, 250, 250, 0, 250, 0, 1, 252, 253, 250, 250, 250, 1, 251})
	f.Add([]byte{2, 254, 0, 1, 254, 9, 250, 251, 253, 3, 4, 250})
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) == 0 || len(choices) > 60 {
			return
		}
		names := []string{"toy", "coin", "atommaster", "ataxx", "atom4"}
		m := begin(t, names[int(choices[0])%len(names)]+"#11")
		log := append([]string{match.JournalHead}, m.Lines()...)
		for _, c := range choices[1:] {
			next, line := act(m, c)
			if line == "" {
				continue
			}
			m, log = next, append(log, line)
		}
		text := save(t, m)
		back, err := read(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		same(t, back, m)
		if again := save(t, back); again != text {
			t.Fatalf("saved as\n%s\nthen as\n%s", text, again)
		}
		kept, err := read(match.Sealed(log...))
		if err != nil {
			t.Fatalf("%v in\n%q", err, log)
		}
		same(t, kept, m)
		cut := match.Sealed(log...)
		if _, err := read(cut[:len(cut)-2]); err != nil && m.Begun() {
			t.Fatalf("without the end of its last line: %v in\n%q", err, log)
		}
	})
}

// beforeHead matches what may precede the first line of a journal: blank lines and comments.
var beforeHead = regexp.MustCompile(`^(\s*(#.*)?\n)*\s*$`)

// Whatever overwrites part of a journal, the journal is still read as the same game up to one of its lines, never as another game. A
// change that does not merely cut off the end is reported as damage.
func FuzzAChangedJournalIsNoOtherGame(f *testing.F) {
	f.Add(uint16(60), uint16(1), []byte("x"))
	f.Add(uint16(3), uint16(0), []byte("\n # x\n"))
	f.Add(uint16(100), uint16(300), []byte{})
	f.Add(uint16(0), uint16(16), []byte("attic journal 1\n"))
	f.Add(uint16(200), uint16(0), []byte("move i8 #gggggggggggg\nundo\n"))
	var texts [][]byte
	for _, s := range saved {
		texts = append(texts, []byte(match.Sealed(kept(s.match(f))...)))
	}
	f.Fuzz(func(t *testing.T, at, length uint16, over []byte) {
		text := texts[int(at)%len(texts)]
		from := int(at) / len(texts) % len(text)
		to := min(from+int(length), len(text))
		changed := slices.Concat(text[:from], over, text[to:])
		record, err := match.ReadRecord(bytes.NewReader(changed), find)
		if !record.Playable() || !record.Journal || record.Version == 1 {
			return
		}
		good := changed[:record.Bytes]
		if head := bytes.Index(good, []byte("attic journal")); head > 0 && beforeHead.Match(good[:head]) {
			good = good[head:]
		}
		if !bytes.HasPrefix(text, good) {
			t.Fatalf("the lines read are %q, %v", good, err)
		}
		if rest := changed[record.Bytes:]; err == nil && bytes.Contains(rest, []byte("\n")) {
			t.Fatalf("%q is not read, but there is no error", rest)
		}
	})
}

// act applies the action of a byte and returns the line that records it, or "" if the action was refused.
func act(m match.Match, c byte) (match.Match, string) {
	var err error
	line := ""
	switch moves := game.MovesOf(m.State()); {
	case c == 250:
		m, err = m.Undo()
		line = "undo"
	case c == 251:
		m, err = m.Redo()
		line = "redo"
	case c == 252:
		m, err = m.Resign(0)
	case c == 253:
		m, err = m.Next(chance)
	case c == 254:
		secret := map[string]string{"toy": "hide 4", "atommaster": "hide a1,b2,c3,d4"}[m.Game().Info().Name]
		m, _, err = m.Play(secret)
	case m.ToMove() == game.Nobody:
		err = io.EOF
	default:
		m, _, err = m.Play(moves[int(c)%len(moves)].Text)
	}
	switch {
	case err != nil:
		return m, ""
	case line == "":
		line = m.LastLine()
	}
	return m, line
}
