package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The script quoted finds exactly the commands that do not work. A program with a few commands takes the place of attic; for a command that runs
// for ever, it ends like timeout.
func TestQuotedCommandsAreTried(t *testing.T) {
	bin, page := t.TempDir(), filepath.Join(t.TempDir(), "page.md")
	const program = "#!/bin/sh\ncase \"$1$2\" in ataxx* | eval* | engine* | match* | export* | backup*) ;; *) echo \"unknown command $1\"; exit 2 ;; esac\n" +
		"case \"$*\" in *--wrong*) echo 'unknown option --wrong'; exit 2 ;; *--help*) exit 0 ;; esac\n" +
		"case \"$*\" in *missing.attic*) echo 'no such file'; exit 1 ;; *--forever*) exit 124 ;; esac\n"
	for _, name := range []string{"attic", "atticd"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(program), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.Join([]string{
		"Type `attic ataxx --think` or `attic ataxx --wrong`, not `attic save 2`.", // line 1: the second one
		"",
		"    attic ataxx          # a comment that says --wrong",
		"    go run ./cmd/attic nothing",
		"    attic eval missing.attic",
		"    attic eval \\",
		"        --wrong",
		"    printf 'x' | attic ataxx missing.attic",
		"    make help",
		"    make nothing-of-the-kind",
		"    attic engine GAME missing.attic",
		"    atticd backup --to /missing.attic",
		"    attic ataxx --forever",
		"",
		"```",
		"bin/attic strange",
		"```",
		"`make nothing-else` is wrong too.",
	}, "\n")
	if err := os.WriteFile(page, []byte(text+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("./quoted", page)
	cmd.Env = append(os.Environ(), "BIN="+bin, "LIMIT=60")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("the script succeeds")
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		if rest, ok := strings.CutPrefix(line, page+":"); ok {
			n, _, _ := strings.Cut(rest, ":")
			found = append(found, n)
		}
	}
	if got, want := strings.Join(found, " "), "1 4 5 7 8 10 16 18"; got != want || !strings.Contains(string(out), "14 quoted commands, 8 wrong") {
		t.Errorf("wrong lines are %s, want %s:\n%s", got, want, out)
	}
}
