//go:build unix

package main

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"attic/dev/wait"
)

// Whatever the program does on a pipe, a signal ends it immediately. The test sends SIGTERM because shells make background commands ignore
// SIGINT.
func TestASignalEndsEveryCommand(t *testing.T) {
	for _, c := range []struct{ args, input string }{ // input makes it print something once it has started
		{"attic", "help\n"},
		{"attic atom4", "id\n"},
		{"attic positions ataxx", "b6\n"},
		{"attic beams", "8x8 a1\n"},
		{"attic perft ataxx 12", ""},
		{"attic engine ataxx", "isready\ngo infinite\n"},
		{"attic engine atom4 perft 20", ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			words := strings.Fields(c.args)
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir())
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ctx, done := wait.Context()
			defer done()
			defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
			_, _ = io.WriteString(in, c.input) // if this fails, there is no answer
			if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
				t.Fatalf("it says nothing: %v", err)
			}
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, out) // the rest of its output
			err = cmd.Wait()
			state := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if ended := state.Signal() == syscall.SIGTERM || state.ExitStatus() == 130; !ended {
				t.Errorf("it ended by %v %v", err, context.Cause(ctx))
			}
		})
	}
}
