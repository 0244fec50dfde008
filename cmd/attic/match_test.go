//go:build unix

package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"attic/internal/wait"
)

// A signal ends a match with its summary, and no engine is left.
func TestASignalEndsAMatch(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	cmd := exec.Command("attic", "match", "ataxx", "--engine", "attic engine ataxx", "--option", "Hash=1", "--engine", "level:1",
		"--games", "100000", "--depth", "1", "--concurrency", "2", "--patience", "1h")
	cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir(), "GORACE=atexit_sleep_ms=0")
	cmd.ExtraFiles = []*os.File{write} // the program and all that it starts have it
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	err = cmd.Start()
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
	text := bufio.NewReader(out)
	if line, err := text.ReadString('\n'); err != nil || !strings.HasPrefix(line, "   1  ") {
		t.Errorf("it says %q, %v", line, err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(text)
	if !strings.Contains(string(rest), "score   ") || strings.Contains(string(rest), "faults") {
		t.Errorf("then it says\n%s", rest)
	}
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("it ends with %d, want 130: %v", got, context.Cause(ctx))
	}
	if n, err := io.Copy(io.Discard, read); n > 0 || err != nil {
		t.Errorf("what it has started is still there: %v", err)
	}
}
