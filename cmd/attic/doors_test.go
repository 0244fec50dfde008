package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// door is a program that is run with one input.
type door struct{ dir string }

// run runs attic with a standard input and returns its exit status, output and errors.
func (d door) run(t *testing.T, in string, args ...string) (status int, out, errs string) {
	t.Helper()
	cmd := exec.Command("attic", args...)
	cmd.Dir = d.dir
	cmd.Env = append(cmd.Environ(), "HOME="+d.dir, "XDG_STATE_HOME="+d.dir, "TERM=dumb", "GORACE=atexit_sleep_ms=0")
	cmd.Stdin = strings.NewReader(in)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// fits fails the test unless text matches the pattern.
func fits(t *testing.T, what, text, pattern string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(text) {
		t.Errorf("%s: %q does not match %s", what, text, pattern)
	}
}

// units returns a text in UTF-16 with the byte of less weight first, or last if big.
func units(text string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		pair := [2]byte{byte(u), byte(u >> 8)}
		if big {
			pair[0], pair[1] = pair[1], pair[0]
		}
		b.Write(pair[:])
	}
	return b.String()
}

func packed(t *testing.T, w io.Closer, to io.Writer, text string) {
	if _, err := io.WriteString(to, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// forms returns a text in all forms in which a person may have it. The last two are not read.
func forms(t *testing.T, text string) map[string]string {
	var squeezed, archive bytes.Buffer
	z := gzip.NewWriter(&squeezed)
	packed(t, z, z, "\ufeff"+text)
	a := zip.NewWriter(&archive)
	in, err := a.Create("text")
	if err != nil {
		t.Fatal(err)
	}
	packed(t, a, in, text)
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	return map[string]string{
		"as it is": text, "a byte order mark": "\ufeff" + text, "UTF-16": "\xff\xfe" + units(text, false), "UTF-16, big": "\xfe\xff" + units(text, true),
		"UTF-16 without a mark": units(text, false), "carriage returns": strings.ReplaceAll(text, "\n", "\r"), "both ends of lines": crlf, "a mark and both": "\ufeff" + crlf,
		"Ctrl-Z": text + "\x1a\x00\x00", "gzip": squeezed.String(), "Windows-1252": strings.ReplaceAll(text, "é", "\xe9"), "ZIP": archive.String(),
	}
}

const (
	savedText  = "attic save 1\ngame ataxx\nseat 1 person level 0 name José\nround\nmove g1-f1\nmove g7-f7\nmove f1-e1\nmove f7-e7\nend 8\n"
	recordText = "[Event \"t\"]\n[Black \"José\"]\n[White \"Bob\"]\n\n1. f1 f7 2. e1 e7 1-0\n"
)

// Each text is read in the same way through each door, whatever its form.
func TestDoors(t *testing.T) {
	for what, c := range map[string]struct {
		text string
		args []string // FILE stands for the file
		in   string   // on standard input
		out  string
	}{
		"export a saved game": {savedText, []string{"export", "FILE", "--pgn"}, "", `(?s)Black "José".*FEN "x3ooo`},
		"export a record":     {recordText, []string{"export", "FILE", "--pgn"}, "", `(?s)Black "José".*1\. f1 f7 2\. e1 e7 1-0`},
		"load a saved game":   {savedText, []string{"ataxx", "--lines"}, "load FILE\nhistory\n", `f1-e1`},
		"load a record":       {recordText, []string{"ataxx", "--lines"}, "load FILE\nhistory\n", `1\. g1-f1 g7-f7, 2\. f1-e1 f7-e7`},
		"load commands":       {"name José\nf1\nf7\n", []string{"ataxx", "--lines"}, "load FILE\nname\nhistory\n", `(?s)José.*g7-f7`},
		"replay":              {recordText, []string{"match", "ataxx", "--replay", "FILE"}, "", `\AJosé - Bob  1 game, 1 won`},
		"openings":            {"# José\nx5o/7/7/7/7/7/o4xx o 0 1\n", []string{"match", "ataxx", "--openings", "FILE", "--engine", "level:0", "--engine", "level:0", "--games", "2"}, "", `Score of|level:0 \(1\)`},
		"options of a match":  {"# José\nengine level:0\nengine level:0\ngames 2\n", []string{"match", "ataxx", "--config", "FILE"}, "", `level:0 \(1\)`},
		"open a saved game":   {savedText, []string{"ataxx", "FILE", "--lines"}, "history\n", `f1-e1`},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for form, text := range forms(t, c.text) {
				d := door{t.TempDir()}
				name := "file.attic"
				if c.text == recordText {
					name = "file.pgn"
				}
				if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				args := append([]string(nil), c.args...)
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], "FILE", name)
				}
				status, out, errs := d.run(t, strings.ReplaceAll(c.in, "FILE", name), args...)
				told := out + errs
				switch {
				case form == "ZIP":
					if fits(t, what+" of a ZIP archive", told, `his is a ZIP archive; unpack it first`); status == 0 {
						t.Error(what + ": a ZIP archive was read")
					}
					continue
				case status != 0 || form != "Windows-1252" && errs != "":
					t.Errorf("%s: status %d, %q", form, status, told)
				case form == "Windows-1252" && c.in == "":
					fits(t, form, errs, `\Afile\.\w+ is not UTF-8; it was read as Windows-1252\n\z`)
				}
				fits(t, form, out, c.out)
				if c.in != "" || len(c.args) > 2 && c.args[1] == "FILE" && c.args[0] == "ataxx" {
					continue
				}
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], name, "-")
				}
				status, out, errs = d.run(t, text, args...)
				if fits(t, form+" on standard input", out, c.out); status != 0 {
					t.Errorf("%s on standard input: status %d, %q", form, status, errs)
				}
			}
		})
	}
}

// The small files of other programs that attic once failed to read.
func TestInputs(t *testing.T) {
	inputs, err := filepath.Abs(filepath.Join("testdata", "inputs"))
	if err != nil {
		t.Fatal(err)
	}
	const four, none = `1\. f1 f7 2\. e1 e7 `, `\A\z`
	for _, c := range []struct {
		file, result  string
		status        int    // of --replay
		out, wrong    string // of --replay
		black, played string // of export
	}{
		{"05-utf16", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"08-nag-attached", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"09-glyphs", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"10-two-tags-a-line", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"15-nbsp", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"16-endash-result", `1-0`, 0, `\AAnn - Bob  1 game, 1 won, 0 drawn, 0 lost`, none, "Ann", four},
		{"17-result-mismatch", `0-1`, 0, `\AAnn - Bob  1 game, 0 won, 0 drawn, 1 lost`, `the moves end with 0-1, but the tag \[Result\] is 1-0\n.*: 1 game, 1 whole\n\z`, "Ann", four},
		{"23-unquoted-tag", `\*`, 0, none, `\Agame 1, line 4: the tag Round has no quotes.*\n.*: 1 game, 1 whole`, "Ann", four},
		{"38-tag-comment-after", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"41-nul", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"44-event-in-comment", `\*`, 0, none, `\A\S+: 1 game, 1 whole\n\z`, "Ann", four},
		{"60-cut-in-moves", `1/2-1/2`, 1, `  1 game, 0 won, 1 drawn, 0 lost`, `\Agame 2, line 16: the file ends in the middle of this game, which does not count\n.*: 2 games, 1 whole\n\z`, `level:1 \(1\)`, `1\.\.\. g6 2\. e2 b1 `},
		{"62-empty", "", 1, none, `: the file holds no game\n\z`, "", ""},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			d, name := door{t.TempDir()}, filepath.Join(inputs, "pgn", c.file+".pgn")
			status, out, errs := d.run(t, "", "match", "ataxx", "--replay", name)
			fits(t, "--replay", out, c.out)
			if fits(t, "--replay", errs, c.wrong); status != c.status {
				t.Errorf("--replay: status %d, not %d: %s", status, c.status, errs)
			}
			for _, args := range [][]string{{"export", name, "--pgn", "--game", "1"}, {"ataxx", "--lines"}} {
				status, out, errs := d.run(t, "load "+name+" 1\nhistory\nsave game.pgn\n", args...)
				if c.black == "" {
					if fits(t, args[0], out+errs, "holds no game|is no game"); status != 1 {
						t.Errorf("%s: status %d", args[0], status)
					}
					continue
				}
				if args[0] == "ataxx" {
					text, err := os.ReadFile(filepath.Join(d.dir, "game.pgn"))
					if err != nil {
						t.Fatal(err)
					}
					out = string(text)
				}
				out = regexp.MustCompile(` (\{[^}]*\}|\$\d+)|\{[^}]*\} `).ReplaceAllString(out, "") // what was said of the moves
				fits(t, args[0], out, `(?s)\[Black "`+c.black+`"\].*\[Result "`+c.result+`"\].*\n`+c.played+".*"+c.result+"\n")
				if status != 0 || errs != "" {
					t.Errorf("%s: status %d, %s", args[0], status, errs)
				}
			}
		})
	}
	for file, fen := range map[string]string{
		"books/semicolon.epd": "x5o/7/7/7/7/7/o4xx o 0 1", "books/epdops.epd": "x5o/7/7/7/7/7/o4xx o 0 1", "books/utf16.txt": "x5o/7/7/7/7/7/o4xx o 0 1",
		"books/book.txt.gz": "x5o/7/7/7/7/7/o4xx o 0 1", "public-samples/zataxx-8ply-head.txt": "x5o/7/7/2o2o1/1oo4/3o3/3x3 x 0 5",
		"public-samples/rb-one-line.fen": "x5o/7/7/2o2o1/1oo4/3o3/3x3 x 0 5",
	} {
		d := door{t.TempDir()}
		status, _, errs := d.run(t, "", "match", "ataxx", "--openings", filepath.Join(inputs, file), "--engine", "level:0", "--engine", "level:0", "--games", "2", "--pgn", "games.pgn")
		if status != 0 || errs != "" {
			t.Errorf("%s: status %d, %s", file, status, errs)
		}
		text, _ := os.ReadFile(filepath.Join(d.dir, "games.pgn")) // if it is missing, the text is wrong
		fits(t, file, string(text), regexp.QuoteMeta(`[FEN "`+fen+`"]`))
	}
	d := door{t.TempDir()}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(inputs, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, out, _ := d.run(t, read("uai/bom-uai.txt"), "engine", "ataxx")
	fits(t, "UAI", out, `(?s)uaiok\n.*readyok\n\z`)
	for i, line := range strings.Split(strings.TrimSpace(read("prompt-lines.txt")), "\n") {
		status, _, errs := d.run(t, line+"\nhistory\n", "ataxx", "--lines")
		if moves := i < 4; moves != (status == 0) {
			t.Errorf("%q at the prompt: status %d, %s", line, status, errs)
		}
	}
}

// An ID or a position on the command line may have been copied from a page.
func TestAlikeArguments(t *testing.T) {
	d := door{t.TempDir()}
	for _, args := range [][]string{
		{"export", "ａtaxx\u00a0blocks=３gh", "--svg"},
		{"ataxx", "--lines", "--id", "ataxx\u00a0fen=x5o/7/7/3–3/7/7/o5x_o_3_9"},
		{"eval", "ataxx", "ｘ5o/7/2–1–2/7/2−1-2/7/o5x\u00a0x 0 1"},
		{"perft", "ataxx", "1", "--position", "x5o/7/2–1–2/7/2-1-2/7/o5x\u00a0x 0 1"},
		{"solve", "atommaster", "--answers", "7=A\u00a012＝R 20=31"},
	} {
		if status, _, errs := d.run(t, "", args...); status != 0 {
			t.Errorf("%q: status %d, %s", args, status, errs)
		}
	}
	_, out, errs := d.run(t, "f1 a7−c5\nf1 g7–g6\n", "positions", "ataxx")
	fits(t, "positions", out, `7/7/7`)
	fits(t, "positions", errs, `\Aerror: line 1, move 2: the piece on a7 is red`)
}

// What is not a file of text is refused in one line, and nothing is added to a text that had to be decoded.
func TestNoText(t *testing.T) {
	d := door{t.TempDir()}
	match := []string{"match", "ataxx", "--engine", "level:0", "--engine", "level:0", "--games", "2"}
	for name, why := range map[string]string{"dir": "it is a folder; a file is needed", os.DevNull: "it is not a file"} {
		if name == "dir" {
			if err := os.Mkdir(filepath.Join(d.dir, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{
			{"export", name, "--pgn"},
			{"review", name},
			{"open", name},
			{"ataxx", name},
			{"match", "ataxx", "--replay", name},
			{"match", "ataxx", "--config", name},
			append(match, "--openings", name), append(match, "--resume", name),
			{"solve", "atom4", "--plies", "2", "--keep", name},
		} {
			status, _, errs := d.run(t, "", args...)
			if fits(t, strings.Join(args, " "), errs, why+`\n\z`); status == 0 || strings.Count(errs, "\n") != 1 {
				t.Errorf("%q: status %d, %s", args, status, errs)
			}
		}
	}
	for _, args := range [][]string{{"ataxx", "-"}, append(match, "--resume", "-"), append(match, "--pgn", "-"), {"solve", "atom4", "--keep", "-"}} {
		if status, _, errs := d.run(t, "", args...); status != 2 || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: status %d, %s", args, status, errs)
		}
	}
	for form, text := range forms(t, recordText) {
		adds := form == "as it is" || form == "a byte order mark" || form == "both ends of lines" || form == "a mark and both" || form == "Windows-1252"
		name := filepath.Join(d.dir, "games.pgn")
		for _, option := range []string{"--pgn", "--resume"} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			status, _, errs := d.run(t, "", append(match, option, name)...)
			after, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if option == "--resume" && adds { // the game is one of other players
				adds = false
			}
			if adds != (status == 0) || adds == (string(after) == text) {
				t.Errorf("%s with %s: status %d, %s", form, option, status, errs)
			}
		}
	}
}
