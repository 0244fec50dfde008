package match_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"attic/game"
	"attic/match"
)

var update = flag.Bool("update", false, "rewrite the save files in testdata")

// saved holds the matches whose save files are in testdata. All future versions must be able to read these files.
var saved = []saving{
	{"atom4-rounds", "atom4", "i8; resign 1; next; i8; h8; undo"},
	{"ataxx-setup", "ataxx blocks=3gh", "blocks 0; blocks 3; start; b6; f6"},
	{"atom4-names", "atom4", "name 1 Jürgen 2.; name 2 my name is  Anna; i8; h8; undo; undo; i8"},
	{"ataxx-redo", "ataxx", "start; b6; g7-f6; a7-a6; undo; undo"},
	{"atommaster-hidden", "atommaster atoms=5#7", "level 1; atoms 4; hide a1,b2,c3,d4; fire 12; set e5; set e5"},
	{"toy-secret-redo", "toy#3", "hide 3; start; guess 10; next; start; undo; undo"},
}

type saving struct{ name, id, script string }

func (s saving) match(t testing.TB) match.Match {
	t.Helper()
	m, err := steps(t, begin(t, s.id), s.script)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	m.Seed = 42
	m.Players = slices.Clone(m.Players)
	m.Players[0].Program, m.Players[1].Program, m.Side = true, false, 1
	return m
}

func save(t testing.TB, m match.Match) string {
	t.Helper()
	var b strings.Builder
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(text string) (match.Match, error) {
	return match.Read(strings.NewReader(text), find)
}

// journal returns m's record in the form of a journal.
func journal(m match.Match) string {
	return match.Sealed(append([]string{match.JournalHead}, m.Lines()...)...)
}

func TestSaveFiles(t *testing.T) {
	for _, s := range saved {
		t.Run(s.name, func(t *testing.T) {
			m := s.match(t)
			path := filepath.Join("testdata", s.name+".save")
			if *update {
				if err := os.WriteFile(path, []byte(save(t, m)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			golden, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := save(t, m); got != string(golden) {
				t.Errorf("saved as\n%s\nwant\n%s", got, golden)
			}
			loaded, err := read(string(golden))
			if err != nil {
				t.Fatal(err)
			}
			same(t, loaded, m)
		})
	}
}

// Saved games of format 1 and saved games written by hand have no hashes, and can be read.
func TestSaveFilesWithoutHashes(t *testing.T) {
	for _, s := range saved {
		text, err := os.ReadFile(filepath.Join("testdata", "format1", s.name+".save"))
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range []string{"attic save 1", "attic save 2"} {
			m, err := read(strings.Replace(string(text), "attic save 1", version, 1))
			if err != nil {
				t.Fatalf("%s as %s: %v", s.name, version, err)
			}
			same(t, m, s.match(t))
		}
	}
}

// A saved game with hashes may have comments added by hand, and its lines may have the line endings of other systems.
func TestSaveFilesWithHashesAndComments(t *testing.T) {
	for _, s := range saved {
		text := save(t, s.match(t))
		for what, changed := range map[string]string{
			"comments":         strings.ReplaceAll(text, "\n", "\n# mine\n\n"),
			"carriage returns": strings.ReplaceAll(text, "\n", "\r\n"),
		} {
			m, err := read(changed)
			if err != nil {
				t.Fatalf("%s with %s: %v", s.name, what, err)
			}
			same(t, m, s.match(t))
		}
	}
}

// same checks that all methods of two matches return the same, now and after every redo.
func same(t testing.TB, a, b match.Match) {
	t.Helper()
	for {
		if x, y := facts(a), facts(b); x != y {
			t.Fatalf("the match is\n%s\nwant\n%s", x, y)
		}
		var errA, errB error
		a, errA = a.Redo()
		b, errB = b.Redo()
		if (errA == nil) != (errB == nil) {
			t.Fatalf("redo: %v, want %v", errA, errB)
		}
		if errA != nil {
			return
		}
	}
}

func facts(m match.Match) string {
	text := fmt.Sprintf("%q\n%v %v %v %v %v %v %v %v %v %v %+v", m.Lines(), m.Seed, m.Given, m.Side, m.Players, m.Setup(), m.Round(),
		m.ToMove(), m.Score(), m.Results(), match.Disclosed(m), m.History())
	if m.ToMove() == game.Nobody {
		text += fmt.Sprintf("%+v", m.Outcome())
	}
	for seat := game.Nobody; seat < len(m.Players); seat++ {
		if v := m.State().View(seat); v != nil {
			seen, err := v.MarshalText()
			text += fmt.Sprintf("\n%s %v", seen, err)
		}
	}
	return text
}

func TestSecretsStandInNoSaveFile(t *testing.T) {
	short, _ := steps(t, begin(t, "toy"), "hide 3")
	long, _ := steps(t, begin(t, "toy"), "hide 20")
	if a, b := save(t, short), save(t, long); strings.Contains(a, "hide") || strings.Contains(b, "20") || len(a) != len(b) || a == b {
		t.Errorf("the lines reveal the secrets:\n%s\n%s", a, b)
	}
	twice, _ := steps(t, begin(t, "toy"), "hide 3; hide 3")
	lines := twice.Lines()
	if n := len(lines); lines[n-1] == lines[n-2] {
		t.Errorf("equal secrets look alike: %q", lines[n-2:])
	}
}

func TestJournals(t *testing.T) {
	head := "attic journal 1\ngame coin\nround\n"
	for _, c := range []struct{ clause, lines, history string }{
		{"moves", "move toss\nmove one\n", "toss one"},
		{"undo", "move toss\nmove one\nundo\n", "toss"},
		{"undo and redo", "move toss\nmove one\nundo\nundo\nredo\n", "toss"},
		{"going on after undo", "move toss\nmove one\nundo\nmove two\n", "toss two"},
		{"the same move again, which keeps the rest", "move toss\nmove one\nundo\nundo\nmove toss\nredo\n", "toss one"},
		{"a name in between", "move toss\nseat 2 person level 0 name A B\nmove one\n", "toss one"},
		{"a seat line cut off in a name", "move toss\nseat 2 person level 0 name A", "toss"},
		{"rounds", "move toss\nmove one\nround round=2\nmove toss\n", "toss one / toss"},
		{"a resignation", "resign 2\n", "resign"},
		{"a draw by agreement", "move toss\nstop draw 1\n", "toss draw"},
		{"a win by decision", "move toss\nstop even 1\nundo\nstop won 2\n", "toss won"},
		{"a seat that left", "move toss\nstop left 2\nundo\nstop none 1\n", "toss none"},
		{"a seat without time", "move toss\nstop time 2\n", "toss time"},
		{"seats, seed and side in between", "move toss\nseed 9\nseat 2 person level 0\nside 2\nmove one\n", "toss one"},
		{"comments and empty lines", "# so it began\n\nmove toss\n \n", "toss"},
		{"carriage returns", "move toss\r\nmove one\r\n", "toss one"},
		{"a last line cut off", "move toss\nmove on", "toss"},
		{"a last line without its end only", "move toss\nmove one", "toss"},
		{"a last line of zero bytes, as a power cut leaves them", "move toss\n\x00\x00\x00", "toss"},
		{"a last line cut inside a character", "move toss\nmove \xc3", "toss"},
		{"a last line cut off after a word", "move toss\nmove", "toss"},
	} {
		m, err := read(head + c.lines)
		if err != nil {
			t.Errorf("%s: %v", c.clause, err)
			continue
		}
		if got := told(m); got != c.history {
			t.Errorf("%s: history %q, want %q", c.clause, got, c.history)
		}
	}
}

// Each line: a record, and a text that its error must contain.
func TestDamage(t *testing.T) {
	const head = "attic save 1\ngame coin\n"
	const notRecord = "not a saved game"
	for _, c := range []struct{ clause, text, want string }{
		{"nothing", "", notRecord},
		{"a seat before the round, by its own line", head + "side 7\nseed 1\nround\nend 5\n", `line 3: there is no seat "7"`},
		{"only blanks", "\n \n", notRecord},
		{"other text", "hello\n", notRecord},
		{"other text in a long line", strings.Repeat("x", 1<<20), notRecord},
		{"binary", "\x7fELF\x00\x01", notRecord},
		{"invalid UTF-8", "attic save 1\xff\n", notRecord},
		{"a version that is none", "attic save x\n", notRecord},
		{"version 0", "attic save 0\n", notRecord},
		{"a newer version", "attic save 5\ngame coin\n", "line 1: this was saved by a newer attic: its format is 5, this attic reads up to 4"},
		{"a newer version with its hash", match.Sealed("attic save 5", "game coin"), "line 1: this was saved by a newer attic: its format is 5"},
		{"a journal without hashes", "attic journal 2\ngame coin\nround\n", "line 1: each line of a journal of format 2 must end with a hash"},
		{"a journal without the hash of a line", match.Sealed("attic journal 2", "game coin") + "round\n", "line 3: its hash is wrong or missing"},
		{"a journal with a comment without hash", match.Sealed("attic journal 2", "game coin") + "# mine\n", "line 3: its hash is wrong or missing"},
		{"a journal without its last line feed", strings.TrimSuffix(match.Sealed("attic journal 2", "game coin", "round"), "\n"), "line 3: its line feed is missing"},
		{"a hash in format 1", "attic save 1 #gggggggggggg\n", "line 1: its hash is wrong"},
		{"a right hash in format 1", match.Sealed("attic save 1", "game coin", "round", "end 3"), notRecord},
		{"a save file with a line changed", strings.Replace(match.Sealed("attic save 2", "game coin", "round", "move toss", "end 4"), "toss", "TOSS", 1), "line 4: its hash is wrong"},
		{"a save file with the hash of a line removed", strings.Replace(match.Sealed("attic save 2", "game coin", "round", "end 3"), "round #", "round", 1), "line 3: its hash is wrong or missing"},
		{"a date that is none", match.Sealed("attic journal 2", "played 3 today", "game coin", "round"), `line 2: this line should look like "played 12 2026-05-01T12:00:00Z"`},
		{"a date in a save file", "attic save 2\nplayed 3 2026-05-01T12:00:00Z\n", `line 2: the game must be named before "played"`},
		{"abandoned in a save file", head + "round\nabandoned\nend 4\n", `line 4: unknown keyword "abandoned"`},
		{"a newer journal", "attic journal 7\n", "newer attic: its format is 7"},
		{"no game", "attic save 1\nround\n", `line 2: the game must be named before "round"`},
		{"an unknown game", "attic save 1\ngame chess\n", `line 2: attic has no game "chess"`},
		{"two games", "attic save 1\ngame coin\ngame toy\n", "line 3: the game is named twice"},
		{"no round", head + "end 2\n", "no round has begun"},
		{"a move before the round", head + "move toss\n", `line 3: a round must begin before "move"`},
		{"a setup that is none", head + "round blocks=3\n", `line 3: unknown option "blocks"`},
		{"a seed that is none", head + "round #x\n", `line 3: the seed after # is "x"`},
		{"an illegal move", head + "round\nmove toss\nmove toss\nend 5\n", "line 5: not now"},
		{"a move of another game", head + "round\nmove a7-b6\nend 4\n", "line 4: not now"},
		{"a move after the end", head + "round\nresign 1\nmove toss\nend 5\n", "line 5: the game is over"},
		{"undo of nothing", head + "round\nundo\nend 4\n", "line 4: there is nothing to take back"},
		{"redo of nothing", head + "round\nredo\nend 4\n", "line 4: there is nothing to redo"},
		{"an unknown keyword", head + "round\njump\nend 4\n", `line 4: unknown keyword "jump"`},
		{"a seat that does not exist", head + "round\nresign 3\nend 4\n", `line 4: there is no seat "3"; there are seats 1 to 2`},
		{"a side that does not exist", head + "round\nside 0\nend 4\n", `line 4: there is no seat "0"`},
		{"a seat badly written", head + "round\nseat 1 cat level 2\nend 4\n", "line 4: a seat should look like"},
		{"a seat with a name that is none", head + "round\nseat 1 person level 0 name\nend 4\n", "line 4: a seat should look like"},
		{"a name too long", head + "round\nseat 1 person level 0 name " + strings.Repeat("x", 60_000) + "\nend 4\n", "line 4: a name has at most 20 characters, not 60000"},
		{"a name that is not plain text", head + "round\nseat 1 person level 0 name a\tb\nend 4\n", `line 4: the name "a\tb" must be`},
		{"more than a name", head + "round\nseat 1 person level 0 called Anna\nend 4\n", "line 4: a seat should look like"},
		{"a level that is none", head + "round\nseat 1 person level x\nend 4\n", `line 4: the level is "x"`},
		{"a level that the game does not have", "attic save 1\ngame toy\nround\nseat 1 person level 9\nend 4\n", "line 4: there is no level 9"},
		{"a level of a newer version", "attic save 4\ngame ataxx\nround\nseat 1 person level 1299\nend 4\n", "line 4: Ataxx has no level with the code 1299; a newer attic may have one"},
		{"a level above the highest", "attic save 4\ngame ataxx\nround\nseat 1 person level 16\nend 4\n", "line 4: Ataxx has no level with the code 16"},
		{"more than given", head + "round\ngiven twice\nend 4\n", `line 4: nothing may follow "given"`},
		{"the match's seed", head + "round\nseed -1\nend 4\n", `line 4: the seed is "-1"`},
		{"a seat before the round", head + "side 7\nround\nend 4\n", `there is no seat "7"`},
		{"a secret that is none", head + "round\nsecret !\nend 4\n", "line 4: this secret move cannot be read"},
		{"a secret of another step", "attic save 1\ngame toy\nround\nmove start\n" + secretLine(t) + "\nend 5\n", "line 5: this secret move cannot be read"},
		{"no end line", head + "round\nmove toss\n", "line 4: the file is truncated"},
		{"a line missing", head + "round\nend 4\n", "line 4: the end line counts \"4\" lines before it, but there are 3"},
		{"a line too many", head + "round\nmove toss\nend 3\n", "line 5: the end line counts \"3\""},
		{"an end line without number", head + "round\nend\n", "line 4: the end line counts"},
		{"more after the end", head + "round\nend 3\nmove toss\n", "line 5: there must be no lines after the end line"},
		{"two ends", head + "round\nend 3\nend 3\n", "line 5: there must be no lines after"},
		{"an end line in a journal", "attic journal 1\ngame coin\nround\nend 3\n", "line 4: a journal has no end line"},
		{"a line too long", head + "round\nmove " + strings.Repeat("x", 1<<20) + "\nend 4\n", "line 4: the line is longer than"},
		{"binary inside", head + "round\nmove \x00\nend 4\n", "line 4: this is not text"},
		{"invalid UTF-8 inside", head + "round\nmove \xff\nend 4\n", "line 4: this is not text"},
		{"too many lines", head + "round\n" + strings.Repeat("#\n", 100_000), "line 100001: a record has at most 100000 lines"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			_, err := read(c.text)
			if err == nil {
				t.Fatal("it can be read")
			}
			if text := err.Error(); !strings.Contains(text, c.want) || len(text) > 250 || strings.Contains(text, "\n") {
				t.Errorf("error %.300q, want one that contains %q", text, c.want)
			}
		})
	}
}

// secretLine returns the line of a secret move that is the first step.
func secretLine(t *testing.T) string {
	m, _ := steps(t, begin(t, "toy"), "hide 3")
	return m.LastLine()
}

func TestCutSaveFilesAreNoticed(t *testing.T) {
	for _, s := range saved {
		text := save(t, s.match(t))
		for i := range len(text) - 1 { // a text that lacks only its last line feed is still complete
			if m, err := read(text[:i]); err == nil {
				t.Fatalf("%s, cut after %d bytes, is read as %q", s.name, i, m.Lines())
			}
		}
		if _, err := read(text[:len(text)-1]); err != nil {
			t.Errorf("%s without its last line feed: %v", s.name, err)
		}
	}
}

func TestLinesMissingInSaveFilesAreNoticed(t *testing.T) {
	for _, s := range saved {
		lines := strings.SplitAfter(save(t, s.match(t)), "\n")
		for i := range len(lines) - 1 {
			if m, err := read(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")); err == nil {
				t.Errorf("%s without line %d is read as %q", s.name, i+1, m.Lines())
			}
		}
	}
}

// A truncated journal is read up to its last complete line. A last line that lacks only its line feed counts as damage.
func TestCutJournalsArePrefixes(t *testing.T) {
	for _, s := range saved {
		text := journal(s.match(t))
		for i := range len(text) {
			m, err := read(text[:i])
			end := strings.LastIndexByte(text[:i], '\n') + 1
			line := strings.Count(text[:end], "\n") + 1
			if text[i] == '\n' && i > end {
				if want := fmt.Sprintf("line %d: its line feed is missing", line); line > 1 && (err == nil || err.Error() != want) {
					t.Fatalf("%s, cut before the line feed of line %d: %v", s.name, line, err)
				}
				continue
			}
			want, wantErr := read(text[:end])
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%s, cut after %d bytes: %v, its whole lines: %v", s.name, i, err, wantErr)
			}
			if err == nil && !slices.Equal(m.Lines(), want.Lines()) {
				t.Fatalf("%s, cut after %d bytes, is read as %q", s.name, i, m.Lines())
			}
			if began := strings.Contains(text[:end], "\nround"); err != nil && began {
				t.Fatalf("%s, cut after %d bytes: %v", s.name, i, err)
			}
		}
	}
}

func TestAnErrorOfTheInputIsReported(t *testing.T) {
	broken := errors.New("the disk is gone")
	text := save(t, saved[0].match(t))
	_, err := match.Read(io.MultiReader(strings.NewReader(text[:60]), iotest.ErrReader(broken)), find)
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestLongRecords(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("attic save 1\ngame atommaster\nround #5\nmove fire 12\n")
	for range 9000 {
		b.WriteString("move set e5\nmove set e5\nundo\nredo\nundo\nundo\nredo\nredo\nmove set a1\nundo\n")
	}
	b.WriteString("end " + strconv.Itoa(4+90_000) + "\n")
	m, err := read(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(m.History()); n != 2+2*9000 {
		t.Errorf("%d entries", n)
	}
	again, err := read(save(t, m))
	if err != nil || len(again.History()) != len(m.History()) {
		t.Errorf("after it was saved and read the match has %d entries, %v", len(again.History()), err)
	}
}

func TestRedoOfALongMatchIsLinear(t *testing.T) {
	const n = 30_000
	_, err := read("attic save 1\ngame atommaster\nround #5\nmove fire 12\n" + strings.Repeat("move set e5\n", n) +
		strings.Repeat("undo\n", n) + strings.Repeat("redo\n", n) + fmt.Sprintf("end %d\n", 4+3*n))
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoMoveIsTooLongForARecord(t *testing.T) {
	m := begin(t, "ataxx")
	if next, _, err := m.Play("blocks " + strings.Repeat("3", 65529)); err == nil {
		m = next
	}
	if _, err := read(save(t, m)); err != nil {
		t.Error(err)
	}
}
