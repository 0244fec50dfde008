package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/testscript"

	"attic/desk/command"
	"attic/dev/wait"
)

// Scripts can have several programs that talk to each other:
//
//	begin NAME FILE PROGRAM ARGS...   start a program and type the lines of the conversation in FILE, as talk does; its input
//	                                  stays open. Variables such as $ann in FILE are replaced
//	hosting NAME                      wait until the program has printed "Hosting ADDRESS"; $NAME is then that address,
//	                                  $NAME_port its port, and $NAME_next the one after that
//	until NAME LINE                   wait until the program has printed this line
//	end NAME...                       end the input of these programs. Each must end with status 0, the answers in its FILE
//	                                  (ADDRESS stands for the address) and an empty standard error; NAME! stands for status 1
//	                                  and the first failed line on standard error
//	refused NAME LINE...              the same, but with status 1, nothing on standard output and these lines on standard error
//	kill NAME                         kill the program

// fellow is a program that a script started with begin.
type fellow struct {
	file    string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     growing
	errs    bytes.Buffer
	ended   chan struct{}
	err     error  // how it ended, valid after ended
	address string // valid after hosting
	want    string
}

// links matches the lines with other addresses of a host. They depend on the machine.
var links = regexp.MustCompile(`(?m)(^or open in a browser: )http://.*\n(?:From another network, .*\n)?`)

// setUps matches the lines on the set-up of another player. A guest whose first picture of the game comes after the set-up does not get them.
var setUps = regexp.MustCompile(`(?m)^(?:\d atoms were hidden by hand\.|\d atoms: new atoms were hidden\.|\d x \d field: new atoms were hidden\.)\n`)

// growing is the output of a program so far.
type growing struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{} // closed when there is more text
}

func (g *growing) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.grown)
	g.grown = make(chan struct{})
	return g.text.Write(p)
}

// now returns the text so far, and a channel that is closed when there is more.
func (g *growing) now() (string, <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.text.String(), g.grown
}

// fellows are the programs of a script, by name.
type fellows map[string]*fellow

// fellowsKey is the key of the fellows among a script's values.
type fellowsKey struct{}

func named(ts *testscript.TestScript, neg bool, args []string, least int, usage string) *fellow {
	if neg || len(args) < least {
		ts.Fatalf("usage: %s", usage)
	}
	f := ts.Value(fellowsKey{}).(fellows)[args[0]]
	if f == nil {
		ts.Fatalf("no program %s was started", args[0])
	}
	return f
}

func begin(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: begin NAME FILE PROGRAM ARGS...")
	}
	all := ts.Value(fellowsKey{}).(fellows)
	if all[args[0]] != nil {
		ts.Fatalf("%s has begun", args[0])
	}
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	typed, want := transcript(os.Expand(ts.ReadFile(args[1]), ts.Getenv))
	f := &fellow{file: args[1], cmd: exec.Command(path, args[3:]...), ended: make(chan struct{}), want: want}
	f.out.grown = make(chan struct{})
	f.cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "GORACE", "PATH"} {
		f.cmd.Env = append(f.cmd.Env, name+"="+ts.Getenv(name))
	}
	f.cmd.Stdout, f.cmd.Stderr = &f.out, &f.errs
	f.in, err = f.cmd.StdinPipe()
	ts.Check(err)
	ts.Check(f.cmd.Start())
	all[args[0]] = f
	go func() {
		f.err = f.cmd.Wait()
		close(f.ended)
	}()
	ts.Defer(func() {
		_ = f.cmd.Process.Kill()
		<-f.ended
	})
	if len(typed) > 0 { // few enough bytes for a pipe to hold
		_, err = io.WriteString(f.in, strings.Join(typed, "\n")+"\n")
		ts.Check(err)
	}
}

// line waits until a program has printed a line that the function look accepts.
func (f *fellow) line(ts *testscript.TestScript, what string, look func(line string) bool) {
	ctx, stop := wait.Context()
	defer stop()
	for over := false; ; {
		text, more := f.out.now()
		for line := range strings.Lines(text) {
			if line, whole := strings.CutSuffix(line, "\n"); whole && look(line) {
				return
			}
		}
		if over {
			ts.Fatalf("%s ends without %q:\n%s%s", f.file, what, text, &f.errs)
		}
		select {
		case <-more:
		case <-f.ended:
			over = true
		case <-ctx.Done():
			ts.Fatalf("%s: %q %v; so far:\n%s", f.file, what, context.Cause(ctx), text)
		}
	}
}

func hosting(ts *testscript.TestScript, neg bool, args []string) {
	f := named(ts, neg, args, 1, "hosting NAME")
	f.line(ts, "Hosting", func(line string) (ok bool) {
		f.address, ok = strings.CutPrefix(line, "Hosting ")
		return ok
	})
	ts.Setenv(args[0], f.address)
	text := f.address[strings.LastIndexByte(f.address, ':')+1:]
	port, err := strconv.Atoi(text)
	ts.Check(err)
	ts.Setenv(args[0]+"_port", text)
	ts.Setenv(args[0]+"_next", strconv.Itoa(port%command.MostPort+1))
}

func until(ts *testscript.TestScript, neg bool, args []string) {
	f := named(ts, neg, args, 2, "until NAME LINE")
	want := strings.Join(args[1:], " ")
	f.line(ts, want, func(line string) bool { return line == want })
}

func (f *fellow) over(ts *testscript.TestScript) string {
	ctx, stop := wait.Context()
	defer stop()
	select {
	case <-f.ended:
	case <-ctx.Done():
		text, _ := f.out.now()
		ts.Fatalf("%s does not end: %v; so far:\n%s%s", f.file, context.Cause(ctx), text, &f.errs)
	}
	text, _ := f.out.now()
	if f.address != "" {
		text = links.ReplaceAllString(strings.ReplaceAll(text, f.address, "ADDRESS"), "${1}LINK\n")
	}
	return text
}

func end(ts *testscript.TestScript, neg bool, args []string) {
	wrong := make([]bool, len(args))
	for i := range args {
		args[i], wrong[i] = strings.CutSuffix(args[i], "!")
		_ = named(ts, neg, args[i:], 1, "end NAME...").in.Close()
	}
	for i, name := range args {
		f := named(ts, neg, args[i:], 1, "end NAME...")
		text := f.over(ts)
		guest := f.address == ""
		if text != f.want && (!guest || setUps.ReplaceAllString(text, "") != setUps.ReplaceAllString(f.want, "")) {
			ts.Fatalf("%s", diff.Diff(f.file, []byte(f.want), "the program", []byte(text)))
		}
		failed := f.cmd.ProcessState.ExitCode() == 1 && failure.MatchString(f.errs.String())
		if failed != wrong[i] || !failed && (f.err != nil || f.errs.Len() > 0) {
			ts.Fatalf("%s: %v, standard error:\n%s", name, f.err, &f.errs)
		}
	}
}

func refused(ts *testscript.TestScript, neg bool, args []string) {
	f := named(ts, neg, args, 2, "refused NAME LINE...")
	_ = f.in.Close()
	text, want := f.over(ts), strings.Join(args[1:], "\n")+"\n"
	if errs := f.errs.String(); text != "" || errs != want || f.cmd.ProcessState.ExitCode() != 1 {
		ts.Fatalf("%s: status %d, standard output %q, standard error %q, want status 1, nothing and %q", args[0], f.cmd.ProcessState.ExitCode(), text, errs, want)
	}
}

func kill(ts *testscript.TestScript, neg bool, args []string) {
	f := named(ts, neg, args, 1, "kill NAME")
	ts.Check(f.cmd.Process.Kill())
	f.over(ts)
	delete(ts.Value(fellowsKey{}).(fellows), args[0])
}
