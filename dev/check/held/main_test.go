package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const document = `# Figures

| figure | value | command |
|---|---|---|
| not checked | 1 | ` + "`false`" + ` |

## Figures that are checked

| figure | value | command |
|---|---|---|
| memory, menu | 15.1 MB | ` + "`printf 'old memory, menu: 1 MB\\nmemory, menu: 16.6 MB\\nmemory, window: 21 MB\\nsize: 1,100 bytes\\n' \\| cat; echo ran >>RAN`" + ` |
| memory, window | 25 MB | the same |
| size | 1,000 bytes | the same |
| time | 7 ms | ` + "`echo '    speed_test.go:12: time: 7 s'`" + ` |
| speed | 7 | ` + "`echo no speed: at all; exit 3`" + ` |

## Another table

| figure | value | command |
|---|---|---|
| also not checked | 1 | ` + "`false`" + ` |
`

// A figure holds if it differs by at most a tenth. Figures that do not hold, have another unit or are not printed are marked. Equal commands run once.
func TestFigures(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("figures.md", []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	off, err := run("figures.md", "", &out)
	if err != nil || off != 3 {
		t.Errorf("%d figures do not hold, want 3: %v", off, err)
	}
	for _, line := range []string{
		"   memory, menu: 16.6 MB, in the document 15.1 MB\n",
		"** memory, window: 21 MB, more than a tenth from the 25 MB of the document\n",
		"   size: 1100 bytes, in the document 1000 bytes\n",
		"** time: 7 s, where the document has 7 ms\n",
		"exit status 3\n** speed: the command does not print it\n",
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no %q in\n%s", line, &out)
		}
	}
	if strings.Contains(out.String(), "not checked") {
		t.Errorf("a figure of another table was measured:\n%s", &out)
	}
	if ran, _ := os.ReadFile(filepath.Join(dir, "RAN")); string(ran) != "ran\n" {
		t.Errorf("the command of three rows ran %d times", strings.Count(string(ran), "ran"))
	}
	if off, err := run("figures.md", "echo no", new(strings.Builder)); off != 1 || err != nil {
		t.Errorf("%d figures of one command do not hold, want 1: %v", off, err)
	}
}

// A table that cannot be read is an error, so that no figure is left out unnoticed.
func TestWrongTables(t *testing.T) {
	row := func(text string) string {
		return "\n" + heading + "\n\n| figure | value | command |\n|---|---|---|\n" + text + "\n"
	}
	for _, text := range []string{
		"# Figures\n",
		row("| memory | 15 MB |"),
		row("| memory | little | `free` |"),
		row("| memory | 15 MB | free |"),
		row("| memory | 15 MB | the same |"),
	} {
		if rows, err := table(text); err == nil {
			t.Errorf("%q is read as %v", text, rows)
		}
	}
}

// The document of the tree can be read, and has figures.
func TestTheDocument(t *testing.T) {
	text, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := table(string(text)); err != nil || len(rows) == 0 {
		t.Errorf("%d figures: %v", len(rows), err)
	}
}
