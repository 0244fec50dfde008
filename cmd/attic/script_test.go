package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"attic/cmd/internal/shell/shelltest"
	"attic/dev/wait"
	"attic/table/newgame"
	"attic/ui/web"
)

// update writes the program's present output into the scripts. Check the diff before you commit it.
var update = flag.Bool("update", false, "write the program's output into the scripts")

// patienceVariable is the environment variable that shortens, only for this test binary, the minute after which a game can be claimed.
const patienceVariable = "ATTIC_TEST_PATIENCE"

// portVariable is the environment variable that sets, only for this test binary, the port of the page; with 0 it is any free port.
const portVariable = "ATTIC_TEST_PORT"

// tells lets a test ask the program about itself; see start_test.go.
var tells = func() {}

// program runs main with what the test sets in the environment: a shorter wait before a game can be claimed, and a journal that hangs.
func program() {
	tells()
	if port, err := strconv.Atoi(os.Getenv(portVariable)); err == nil {
		pagePort = port
	}
	tables := newGames
	newGames = func() newgame.Tables {
		made := tables()
		if each, err := time.ParseDuration(os.Getenv(patienceVariable)); err == nil {
			made.Patience = each
		}
		if mark := os.Getenv(hangVariable); mark != "" {
			made.Journal = hanging(made.Store, mark)
		}
		return made
	}
	main()
}

// TestMain lets this test binary act as the program when it is called by one of the program's names.
func TestMain(m *testing.M) {
	hostedPage = func() (http.Handler, error) { return http.NotFoundHandler(), nil } // whether or not this build has a page
	testscript.Main(m, map[string]func(){
		"attic":      program,
		"atom4":      main,
		"ataxx":      main,
		"atommaster": main,
	})
}

// TestScripts runs every script in testdata/script. Besides the usual commands, scripts have
//
//	talk FILE PROGRAM ARGS...     hold the conversation in FILE: lines after "> " are typed into a pipe, those after "# " are
//	                              remarks, the others answers; the program must end with status 0 and an empty standard error,
//	                              or after "!" with status 1 and the first failed line on standard error
//	cut FILE PROGRAM ARGS...      the same for input that ends after or within any of its lines
//	refuse N PROGRAM ARGS...      the program must end with status N, one line on standard error and nothing on standard output
//	newline PROGRAM ARGS...       the program must still print one line if the last argument gets a line feed and a word
//	status N PROGRAM ARGS...      the program must end with status N
//	sparse FILE BYTES             make a file of that size that takes no space on disk
//	shorten FILE BYTES NEW        copy the first BYTES bytes of a file to NEW
//	repeat FILE N TEXT            add TEXT, in which \n is a line feed, N times to a file
//	binary FILE N                 make a file of N bytes that are not text
//	alike FILE FILE               two game records must be equal except for their dates and comments
//
// and those of pair_test.go for several programs at once.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"HOME", "XDG_STATE_HOME"} {
				dir := filepath.Join(e.WorkDir, "."+strings.ToLower(name))
				if err := os.Mkdir(dir, 0o700); err != nil {
					return err
				}
				e.Setenv(name, dir)
			}
			for name, path := range map[string]string{"NETWORK": "games/ataxx/bot/weights.bin", "GATE": "dev/lab/ataxx/train/gate", "VALUES": "games/atom4/bot/weights.bin"} {
				file, err := filepath.Abs("../../" + path)
				if err != nil {
					return err
				}
				e.Setenv(name, file)
			}
			e.Values[fellowsKey{}] = fellows{}
			// Otherwise the race detector would wait a second at the end of each program.
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Condition: func(name string) (bool, error) {
			_, err := web.Files()
			return map[string]bool{"page": err == nil, "root": os.Getuid() == 0}[name], nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"talk":    talk,
			"cut":     cut,
			"refuse":  shelltest.Refuse,
			"status":  shelltest.Status,
			"newline": shelltest.NewLine,
			"sparse":  sparse,
			"shorten": shorten,
			"repeat":  repeat,
			"binary":  binary,
			"alike":   alike,
			"begin":   begin,
			"hosting": hosting,
			"until":   until,
			"end":     end,
			"refused": refused,
			"kill":    kill,
		},
	})
}

func alike(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: alike FILE FILE")
	}
	timed := regexp.MustCompile(`(?m)^\[Date ".*"\]$|\{[^}]*\} `)
	var text [2]string
	for i, name := range args {
		text[i] = timed.ReplaceAllString(ts.ReadFile(name), "")
	}
	if (text[0] == text[1]) == neg {
		ts.Fatalf("%s and %s are alike: %v\n%s", args[0], args[1], neg, diff.Diff(args[0], []byte(text[0]), args[1], []byte(text[1])))
	}
}

const (
	typed  = "> "
	remark = "# "
)

// transcript splits a conversation into the typed lines and the answers.
func transcript(text string) (in []string, answers string) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch said, ok := strings.CutPrefix(line, strings.TrimSpace(typed)); {
		case ok:
			in = append(in, strings.TrimSuffix(strings.TrimPrefix(said, " "), "\n"))
		case !strings.HasPrefix(line, remark):
			b.WriteString(line)
		}
	}
	return in, b.String()
}

// failure matches standard error, with the exit status 1, if a line of a script failed.
var failure = regexp.MustCompile(`^[a-z0-9 ]+: line [1-9][0-9]*: .+\n$`)

// tell runs the program with input from a pipe. It returns the output and whether a line failed.
func tell(ts *testscript.TestScript, program []string, input string) (answers string, failed bool) {
	path, err := exec.LookPath(program[0])
	ts.Check(err)
	ctx, stop := wait.Context()
	defer stop()
	cmd := exec.CommandContext(ctx, path, program[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "GORACE", "PATH"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	failed = cmd.ProcessState.ExitCode() == 1 && failure.MatchString(errs.String())
	if !failed && (err != nil || errs.Len() > 0) {
		ts.Fatalf("%s: %v %v, standard error:\n%s\nstandard output:\n%s", strings.Join(program, " "), err, context.Cause(ctx), &errs, &out)
	}
	return out.String(), failed
}

func talk(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: talk FILE PROGRAM ARGS...")
	}
	name, program := args[0], args[1:]
	want := ts.ReadFile(name)
	in, answers := transcript(want)
	if len(in) == 0 {
		ts.Fatalf("%s: it has no typed lines", name)
	}
	said, failed := tell(ts, program, strings.Join(in, "\n")+"\n")
	if failed != neg {
		ts.Fatalf("%s: a line failed: %v", name, failed)
	}
	if said == answers {
		return
	}
	// Type one more line each time to find the line of each answer.
	var b strings.Builder
	before, _ := tell(ts, program, "")
	b.WriteString(before)
	typing := 0
	for line := range strings.Lines(want) {
		switch {
		case strings.HasPrefix(line, remark):
			b.WriteString(line)
		case strings.HasPrefix(line, strings.TrimSpace(typed)):
			b.WriteString(line)
			typing++
			now, _ := tell(ts, program, strings.Join(in[:typing], "\n")+"\n")
			answer, ok := strings.CutPrefix(now, before)
			if !ok {
				ts.Fatalf("%s: answers differ from run to run:\n%s", name, diff.Diff("before", []byte(before), "now", []byte(now)))
			}
			b.WriteString(answer)
			before = now
		}
	}
	if *update {
		rewrite(ts, name, b.String())
		return
	}
	ts.Fatalf("%s", diff.Diff(name, []byte(want), "the program", []byte(b.String())))
}

// rewrite replaces a conversation in the script's file.
func rewrite(ts *testscript.TestScript, name, text string) {
	path := filepath.Join("testdata", "script", ts.Name()+".txtar")
	archive, err := txtar.ParseFile(path)
	ts.Check(err)
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(text)
		}
	}
	ts.Check(os.WriteFile(path, txtar.Format(archive), 0o644))
}

func cut(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: cut FILE PROGRAM ARGS...")
	}
	in, _ := transcript(ts.ReadFile(args[0]))
	whole, failed := tell(ts, args[1:], strings.Join(in, "\n")+"\n")
	if failed != neg {
		ts.Fatalf("%s: a line failed: %v", args[0], failed)
	}
	for i := range in {
		input := strings.Join(in[:i+1], "\n")
		if said, _ := tell(ts, args[1:], input); !strings.HasPrefix(whole, said) {
			ts.Fatalf("input that ends with %q, without a line feed, has different answers:\n%s", in[i], diff.Diff("whole", []byte(whole), "cut", []byte(said)))
		}
		if i%3 == 0 {
			tell(ts, args[1:], input[:len(input)-len(in[i])/2])
		}
	}
}

func sparse(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o600))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

func shorten(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := ts.ReadFile(args[0])
	if size >= len(text) {
		ts.Fatalf("%s has only %d bytes", args[0], len(text))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text[:size]), 0o600))
}

func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	file, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	ts.Check(err)
	_, err = fmt.Fprint(file, strings.Repeat(strings.ReplaceAll(args[2], `\n`, "\n"), n))
	ts.Check(err)
	ts.Check(file.Close())
}

func binary(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i*i>>3 ^ i)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}
