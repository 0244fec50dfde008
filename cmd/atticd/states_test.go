//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"attic/dev/wait"
	"attic/match"
)

// states make the folder of a hall. It is a copy of an earlier version's folder, or, if fresh is set, does not exist yet.
var states = map[string]struct {
	fresh bool
	make  func(t *testing.T, d string)
}{
	"missing":    {fresh: true},
	"earlier":    {},
	"unwritable": {fresh: true, make: func(t *testing.T, d string) { t.Helper(); must(t, os.Mkdir(d, 0o500)) }},
	"foreign": {fresh: true, make: func(t *testing.T, d string) {
		t.Helper()
		must(t, os.Mkdir(d, 0o700))
		must(t, os.Chown(d, 65534, 65534))
	}},
	"a file": {fresh: true, make: func(t *testing.T, d string) { t.Helper(); must(t, os.WriteFile(d, []byte("a file"), 0o600)) }},
	"full":   {},
	"in use": {make: func(t *testing.T, d string) { t.Helper(); start(t, d) }},
	"tables": {make: spoil("tables", 0)},
	"people": {make: spoil("people", 0)},
	"cut": {make: func(t *testing.T, d string) {
		t.Helper()
		name := filepath.Join(d, "people")
		text, err := os.ReadFile(name)
		must(t, err)
		must(t, os.WriteFile(name, text[:len(text)-10], 0o600))
	}},
	"a flipped bit": {make: func(t *testing.T, d string) {
		t.Helper()
		value := `{"hash":"` + strings.Repeat("0", 64) + `","name":"Bo"}`
		must(t, os.WriteFile(filepath.Join(d, "people"), []byte(strings.Replace(match.Sealed(value), "0", "1", 1)), 0o600))
	}},
	"times": {make: spoil("times", 0)},
	"identity": {make: func(t *testing.T, d string) {
		t.Helper()
		must(t, os.WriteFile(filepath.Join(d, "hall"), []byte("this is none\n"), 0o600))
	}},
	"a game": {make: spoil("games/*/*/games/000001-ataxx.game", 0.5)},
}

// spoil returns a function that overwrites some bytes of the files whose names match; after is the share of each file before these bytes.
func spoil(pattern string, after float64) func(*testing.T, string) {
	return func(t *testing.T, d string) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(d, pattern))
		must(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			must(t, err)
			copy(text[int(after*float64(len(text))):], "\x00\x01\x02")
			must(t, os.WriteFile(name, text, 0o600))
		}
		if len(files) == 0 {
			t.Fatal("there is nothing to spoil")
		}
	}
}

// For every state of a hall's folder, atticd behaves and prints messages as docs/server.md says.
func TestEveryStateOfTheFolder(t *testing.T) {
	doc, err := os.ReadFile("../../docs/server.md")
	must(t, err)
	_, table, _ := strings.Cut(string(doc), "## What it says at the start")
	rows := regexp.MustCompile("(?m)^\\| ([a-z ]+) \\| [^|]+ \\| (yes|no) \\| (nothing)?(?:[^|`]*`([^`]+)`)?[^|]*\\|$").FindAllStringSubmatch(table, -1)
	if len(rows) != len(states) {
		t.Errorf("the table has %d rows, and %d states are tried", len(rows), len(states))
	}
	for _, row := range rows {
		name, opens, said := row[1], row[2] == "yes", row[4]
		s, ok := states[name]
		if !ok {
			t.Errorf("%q of the table is not tried", name)
			continue
		}
		if name == "foreign" && os.Getuid() != 0 || name == "full" && runtime.GOOS != "linux" {
			t.Logf("%q is left out: only root, and only on Linux", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			d := filepath.Join(t.TempDir(), "hall")
			if !s.fresh {
				must(t, os.CopyFS(d, os.DirFS("testdata/kept")))
				if name != "earlier" {
					must(t, os.WriteFile(filepath.Join(d, "hall"), []byte("abcdefgh234567ab\n"), 0o600))
				}
			}
			if s.make != nil {
				s.make(t, d)
			}
			shell := "exec \"$0\" \"$@\""
			if name == "full" {
				shell = "ulimit -f 0; " + shell
			}
			args := []string{"sh", "-c", shell, os.Args[0], "--listen", "127.0.0.1:0", "--admin", "off", "--data", d}
			if os.Getuid() == 0 && runtime.GOOS == "linux" { // root may write everywhere unless it drops that right
				args = append([]string{"setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"}, args...)
			}
			out, wrong, status := begins(t, args)
			if opened := strings.HasPrefix(out, "The hall is open"); opened != opens || !opens && status != 1 {
				t.Errorf("printed %q, said %q, status %d", out, wrong, status)
			}
			switch {
			case row[3] != "" && wrong != "", row[3] == "" && !strings.Contains(wrong, said), strings.Count(wrong, "\n") > 1:
				t.Errorf("said %q, want %q", wrong, said)
			case row[3] != "" && said != "":
				if found, _ := run(t, "fsck", "--data", d); !strings.Contains(found, said) {
					t.Errorf("fsck says %q, want %q", found, said)
				}
			}
		})
	}
}

// begins runs atticd until it opens its hall or ends. It returns the standard output, the standard error and, if it ended by itself, its status.
func begins(t *testing.T, args []string) (printed, said string, status int) {
	t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	first := make([]byte, 200)
	n, _ := io.ReadAtLeast(out, first, 1) // an error means that it has ended
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait() // the status says how it ended
	if ctx.Err() != nil {
		t.Fatal(ctx.Err())
	}
	return string(first[:n]), wrong.String(), cmd.ProcessState.ExitCode()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
