//go:build unix

package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	xterm "golang.org/x/term"

	"attic/dev/wait"
)

// home is a user's home folder for the duration of a test.
type home struct {
	t     *testing.T
	dir   string
	state string // XDG_STATE_HOME
	size  pty.Winsize
}

func newHome(t *testing.T) home {
	dir := t.TempDir()
	return home{t: t, dir: dir, state: filepath.Join(dir, "state"), size: pty.Winsize{Rows: 40, Cols: 100}}
}

// terminal is a pseudo-terminal with the program running in it.
type terminal struct {
	t       *testing.T
	prompt  string
	cmd     *exec.Cmd
	master  *os.File
	slave   *os.File
	fd      int           // the descriptor of slave
	before  *xterm.State  // the state of the terminal when the program began
	arrived chan []byte   // closed when all has been read
	screen  []byte        // everything that was written to the terminal
	read    int           // the number of bytes of screen that expect has consumed
	vt      *vt.Emulator  // what a person sees if the program fills the screen; see full
	modes   map[int]bool  // the modes of vt that were switched, with their current states
	ended   chan struct{} // closed when the program has ended
	after   *xterm.State  // the state of the terminal at that time
}

// start runs the program in a terminal. kind holds environment variables that describe it, such as "TERM=dumb".
func (h home) start(kind string, args ...string) *terminal {
	h.t.Helper()
	check := func(err error) {
		h.t.Helper()
		if err != nil {
			h.t.Fatal(err)
		}
	}
	path, err := exec.LookPath(args[0])
	check(err)
	x := &terminal{t: h.t, prompt: "attic> ", arrived: make(chan []byte, 1), ended: make(chan struct{})}
	for _, name := range []string{"atom4", "ataxx", "atommaster"} {
		if len(args) > 1 && args[1] == name || args[0] == name {
			x.prompt = name + "> "
		}
	}
	x.master, x.slave, err = pty.Open()
	check(err)
	check(syscall.SetNonblock(int(x.master.Fd()), true)) // so that closing it ends a read
	check(pty.Setsize(x.slave, &h.size))
	x.fd = int(x.slave.Fd())
	x.before, err = xterm.GetState(x.fd)
	check(err)
	x.cmd = exec.Command(path, args[1:]...)
	x.cmd.Dir = h.dir
	x.cmd.Env = append([]string{
		"HOME=" + h.dir, "XDG_STATE_HOME=" + h.state, "PATH=" + os.Getenv("PATH"),
		"GORACE=atexit_sleep_ms=0", // otherwise the race detector would wait a second at the end
	}, strings.Fields(kind)...)
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = x.slave, x.slave, x.slave
	x.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	check(x.cmd.Start())
	go func() {
		defer close(x.ended)
		_ = x.cmd.Wait()                  // the callers examine the exit status instead
		x.after, _ = xterm.GetState(x.fd) // nil is a wrong state too
		_ = x.slave.Close()               // this ends the read
	}()
	go func() {
		defer close(x.arrived)
		for {
			block := make([]byte, 4096)
			n, err := x.master.Read(block)
			x.arrived <- block[:n]
			if err != nil {
				return
			}
		}
	}()
	h.t.Cleanup(func() {
		_ = x.cmd.Process.Kill() // fails if the program has ended
		x.end()
		_ = x.master.Close()
	})
	return x
}

// open starts the program line by line and waits until it asks for the first line; it returns the output before that.
func (h home) open(kind string, args ...string) (*terminal, string) {
	h.t.Helper()
	x := h.start(kind, append(args, "--lines")...)
	return x, x.expect(x.prompt)
}

// end waits for the end of the program and returns its exit status: 130 if Ctrl-C ended it, -1 if another signal did.
func (x *terminal) end() int {
	x.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for reading := true; reading; {
		var block []byte
		select {
		case block, reading = <-x.arrived:
			x.take(block)
		case <-ctx.Done():
			_ = x.cmd.Process.Kill() // the test has failed
			x.t.Fatalf("the program did not end: %v; the screen:\n%s", context.Cause(ctx), plain(x.screen))
		}
	}
	<-x.ended
	status := x.cmd.ProcessState.ExitCode()
	if how, ok := x.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && how.Signaled() && how.Signal() == syscall.SIGINT {
		status = 130 // as shells report it; a second Ctrl-C may come when the program no longer catches it
	}
	if status >= 0 && !reflect.DeepEqual(x.after, x.before) {
		x.t.Error("the terminal was not given back as it was")
	}
	if bytes.Contains(x.screen, []byte("goroutine ")) || bytes.Contains(x.screen, []byte("DATA RACE")) {
		x.t.Errorf("the program panicked:\n%s", plain(x.screen))
	}
	return status
}

// take records output to the terminal.
func (x *terminal) take(block []byte) {
	x.screen = append(x.screen, block...)
	if x.vt != nil {
		_, _ = x.vt.Write(block) // never fails
	}
}

// kill ends the program like kill -9.
func (x *terminal) kill() {
	x.t.Helper()
	x.signal(syscall.SIGKILL)
	x.end()
}

func (x *terminal) signal(s syscall.Signal) {
	x.t.Helper()
	if err := x.cmd.Process.Signal(s); err != nil {
		x.t.Fatal(err)
	}
}

// write types text exactly as given.
func (x *terminal) write(text string) {
	x.t.Helper()
	if _, err := x.master.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

// expect waits for text in the output after everything expected so far, and returns the output before it in readable form.
func (x *terminal) expect(text string) string {
	x.t.Helper()
	ctx, stop := wait.Context()
	defer stop()
	for {
		if i := bytes.Index(x.screen[x.read:], []byte(text)); i >= 0 {
			said := plain(x.screen[x.read : x.read+i])
			x.read += i + len(text)
			return said
		}
		select {
		case block, ok := <-x.arrived:
			x.take(block)
			if !ok {
				x.t.Fatalf("the program ended without showing %q; the screen:\n%s", text, plain(x.screen))
			}
		case <-ctx.Done():
			x.t.Fatalf("%q was not shown: %v; the screen:\n%s", text, context.Cause(ctx), plain(x.screen))
		}
	}
}

// say types a line and returns the output until the next prompt.
func (x *terminal) say(line string) string {
	x.t.Helper()
	x.write(line + "\r")
	x.expect("\n") // the echo of the typed line
	return x.expect(x.prompt)
}

var (
	escape = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\r`)
	blanks = regexp.MustCompile(`(?m) +$`) // blanks may have a background colour
)

// plain returns output to a terminal in readable form.
func plain(screen []byte) string {
	return blanks.ReplaceAllString(escape.ReplaceAllString(string(screen), ""), "")
}

// files returns the text of every file of the home folder, by name.
func (h home) files() map[string]string {
	h.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

// kept returns the content of the only file of a kept game.
func (h home) kept() string {
	h.t.Helper()
	list, err := filepath.Glob(filepath.Join(h.state, "attic", "games", "*.game"))
	if err != nil || len(list) != 1 {
		h.t.Fatalf("kept games: %v %v, want one", list, err)
	}
	return list[0]
}

func want(t *testing.T, what, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(got, part) {
			t.Errorf("%s: %q does not contain %q", what, got, part)
		}
	}
}

func wantNot(t *testing.T, what, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(got, part) {
			t.Errorf("%s: %q contains %q", what, got, part)
		}
	}
}

// kinds are the kinds of terminals to test.
var kinds = []string{"TERM=xterm-256color", "TERM=xterm-256color NO_COLOR=1", "TERM=dumb", "TERM="}

func eachKind(t *testing.T, test func(t *testing.T, kind string)) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, kind)
		})
	}
}
