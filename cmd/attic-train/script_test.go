package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"attic/cmd/internal/shell/shelltest"
)

// TestMain lets this test binary act as the program when it is called by the program's name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"attic-train": main})
}

// TestScripts runs every script in testdata/script. Besides the usual commands, scripts have refuse; see package shelltest.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// Otherwise the race detector would wait a second at the end of each program.
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"refuse": shelltest.Refuse},
	})
}
