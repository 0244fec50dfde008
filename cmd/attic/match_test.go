//go:build unix

package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"attic/dev/wait"
)

// After a signal, a match prints its summary, ends and leaves no engine running.
func TestASignalEndsAMatch(t *testing.T) {
	m := beginMatch(t, "--engine", "level:1", "--games", "100000", "--depth", "1", "--concurrency", "2")
	if line, err := m.out.ReadString('\n'); err != nil || !strings.HasPrefix(line, "   1  ") {
		t.Errorf("it says %q, %v", line, err)
	}
	m.signal(t, syscall.SIGTERM)
	if rest := m.end(t); !strings.Contains(rest, "score   ") || strings.Contains(rest, "faults") {
		t.Errorf("then it says\n%s", rest)
	}
}

// After Ctrl-C, the games in progress are finished.
func TestCtrlCFinishesAMatch(t *testing.T) {
	m := beginMatch(t, "--engine", "level:1", "--games", "100000", "--depth", "1", "--concurrency", "2")
	if _, err := m.out.ReadString('\n'); err != nil {
		t.Error(err)
	}
	m.signal(t, syscall.SIGINT)
	rest := m.end(t)
	begun, over := 0, 1 // the numbers of games begun and finished, as read from the log
	for text := range strings.Lines(m.log.String()) {
		if strings.Contains(text, "  match  game ") && strings.Contains(text, " begins: ") {
			begun++
		}
	}
	for text := range strings.Lines(rest) {
		if words := strings.Fields(text); len(words) > 0 {
			if _, err := strconv.Atoi(words[0]); err == nil {
				over++
			}
		}
	}
	if begun != over || !strings.Contains(rest, "score   ") {
		t.Errorf("%d games began and %d were finished:\n%s", begun, over, rest)
	}
}

// A second Ctrl-C stops a match immediately, even while an engine thinks
// endlessly.
func TestCtrlCTwiceStopsAMatch(t *testing.T) {
	m := beginMatch(t, "--engine", "level:1", "--tc", "none")
	m.hears(t, ">  go\n")
	m.signal(t, syscall.SIGINT)
	if line, err := m.errors.ReadString('\n'); err != nil || !strings.Contains(line, "press Ctrl+C again to stop immediately") {
		t.Errorf("it says %q, %v", line, err)
	}
	m.signal(t, syscall.SIGINT)
	if rest := m.end(t); rest != "" {
		t.Errorf("then it says\n%s", rest)
	}
}

// playing is a match in progress between "attic engine ataxx" and another player.
type playing struct {
	cmd         *exec.Cmd
	ctx         context.Context
	out, errors *bufio.Reader
	left        *os.File // ends when the last process closes its other end
	log         *logged
	done        func()
}

// logged is a log that signals new text.
type logged struct {
	mu    sync.Mutex
	text  strings.Builder
	again chan struct{}
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.again <- struct{}{}:
	default:
	}
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func beginMatch(t *testing.T, args ...string) *playing {
	t.Helper()
	left, held := pipe(t)
	from, log := pipe(t)
	args = append([]string{"match", "ataxx", "--engine", "attic engine ataxx", "--option", "Hash=1", "--patience", "1h", "--log", "/dev/fd/4"}, args...)
	m := &playing{cmd: exec.Command("attic", args...), left: left, log: &logged{again: make(chan struct{}, 1)}}
	m.cmd.Env = append(m.cmd.Environ(), "HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir(), "GORACE=atexit_sleep_ms=0")
	m.cmd.ExtraFiles = []*os.File{held, log} // inherited by the program and everything it starts
	out, err := m.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	complaints, err := m.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	m.out, m.errors = bufio.NewReader(out), bufio.NewReader(complaints)
	err = m.cmd.Start()
	held.Close()
	log.Close()
	if err != nil {
		t.Fatal(err)
	}
	ctx, done := wait.Context()
	kill := context.AfterFunc(ctx, func() { _ = m.cmd.Process.Kill() })
	copied := make(chan struct{})
	go func() {
		_, _ = io.Copy(m.log, from)
		close(copied)
	}()
	m.ctx, m.done = ctx, func() {
		<-copied
		kill()
		done()
	}
	return m
}

func pipe(t *testing.T) (read, write *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { read.Close() })
	return read, write
}

// hears waits until a text is in the log.
func (m *playing) hears(t *testing.T, what string) {
	t.Helper()
	for !strings.Contains(m.log.String(), what) {
		select {
		case <-m.log.again:
		case <-m.ctx.Done():
			t.Fatalf("%q is not in the log:\n%s", what, m.log)
		}
	}
}

func (m *playing) signal(t *testing.T, s os.Signal) {
	t.Helper()
	if err := m.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// end sends a signal, waits for the end, and returns the output up to then.
func (m *playing) end(t *testing.T) string {
	t.Helper()
	rest, _ := io.ReadAll(m.out)
	_, _ = io.Copy(io.Discard, m.errors)
	_ = m.cmd.Wait()
	if got := m.cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("the match ends with status %d, want 130: %v", got, context.Cause(m.ctx))
	}
	if n, err := io.Copy(io.Discard, m.left); n > 0 || err != nil {
		t.Errorf("a program that it started is still running: %v", err)
	}
	m.done()
	return string(rest)
}
