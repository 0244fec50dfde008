//go:build unix

package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"attic/dev/lab/ataxx/corpus"
	"attic/dev/wait"
	"attic/games/ataxx/bot"
)

// interrupted runs the program until the function look accepts its standard error so far, then interrupts it and returns its standard
// error. The program must end with status 0.
func interrupted(t *testing.T, look func(said string) bool, args ...string) string {
	t.Helper()
	cmd := exec.Command("attic-train", args...)
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(errs); in.Scan(); {
			lines <- in.Text()
		}
	}()
	var said strings.Builder
	wait.Until(t, "the work has begun", func() (any, bool) {
		select {
		case line := <-lines:
			said.WriteString(line + "\n")
		default:
		}
		return said.String(), look(said.String())
	})
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for line := range lines {
		said.WriteString(line + "\n")
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v %v, it said:\n%s", err, context.Cause(ctx), &said)
	}
	return said.String()
}

// Ctrl-C ends self-play and training, and keeps finished work.
func TestWhatWasDoneIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "corpus")
	said := interrupted(t, func(string) bool {
		list, err := os.ReadDir(folder)
		return err == nil && len(list) > 0
	}, "selfplay", "ataxx", folder, "--net", "none", "--nodes", "20", "--threads", "1")
	if !strings.Contains(said, " positions from ") || !strings.Contains(said, folder) {
		t.Errorf("self-play does not report what is kept: %q", said)
	}
	if _, err := corpus.Open(folder); err != nil {
		t.Error(err)
	}

	if out, err := exec.Command("attic-train", "selfplay", "ataxx", folder, "--net", "none", "--nodes", "20", "--positions", "5000", "--seed", "24").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := filepath.Join(t.TempDir(), "new.net")
	said = interrupted(t, func(said string) bool { return strings.Contains(said, "validation ") },
		"train", "ataxx", folder, "-o", file, "--epochs", "1000", "--threads", "1")
	if !strings.Contains(said, "wrote the best network") || strings.Contains(said, "epoch 1000 of") {
		t.Errorf("training was not interrupted, or does not report what is kept: %q", said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bot.DecodeWeights(data); err != nil {
		t.Error(err)
	}
}
