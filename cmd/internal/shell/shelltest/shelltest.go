// Package shelltest has commands for test scripts. They check the exit status and the errors of programs that use package shell.
package shelltest

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Refuse is the command refuse N PROGRAM ARGS...: the program must end with status N, one line on standard error and nothing on standard output.
func Refuse(ts *testscript.TestScript, neg bool, args []string) {
	Status(ts, neg, args)
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("standard output: %q, want nothing", out)
	}
	if errs := ts.ReadFile("stderr"); strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") {
		ts.Fatalf("standard error: %q, want one line", errs)
	}
}

// NewLine is the command newline PROGRAM ARGS...: with a line feed and another word added to its last argument, the program must still
// print a single line.
func NewLine(ts *testscript.TestScript, neg bool, args []string) {
	args = slices.Clone(args)
	if len(args) == 1 {
		args = append(args, "")
	}
	args[len(args)-1] += "\nnext"
	err := ts.Exec(args[0], args[1:]...)
	if errs := ts.ReadFile("stderr"); neg || err == nil || strings.Count(errs, "\n") != 1 {
		ts.Fatalf("%q: %v, standard error %q, want an error and one line", args, err, errs)
	}
}

// Status is the command status N PROGRAM ARGS...: the program must end with status N.
func Status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := err.(*exec.ExitError); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s: exit status %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}
