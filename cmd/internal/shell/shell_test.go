package shell_test

import (
	"errors"
	"testing"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
)

func TestErrorsAreOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"a: b":                        "a: b",
		"a\nb\tc\r\n":                 "a b c",
		"\x1b[31mx\u009b0m\a\x00.sav": "\ufffd[31mx\ufffd0m\ufffd\ufffd.sav",
	} {
		if got := shell.OneLine(errors.New(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The error for a wrong option says what is right, whatever the option's type.
func TestWrongOptions(t *testing.T) {
	for _, test := range []struct{ option, want string }{
		{"--verbose=loud", "option --verbose takes no value; tool -h lists the options"},
		{"--rate=high", `--rate takes a number, not "high"`},
		{"--size=99999999999999999999", `--size takes a number, not "99999999999999999999"`},
		{"--count=0", `--count must be a number from 1 to 9, not "0"`},
		{"--seed=x", `--seed: a seed is a whole number of at most 64 bits, not "x"`},
		{"--count", "option --count needs a value; tool -h lists the options"},
		{"-z", "unknown option -z; tool -h lists the options"},
		{"--count=9", ""},
		{"--seed=-1", ""},
	} {
		count, seed := 1, uint64(0)
		cmd := &cobra.Command{Use: "tool", SilenceUsage: true, SilenceErrors: true, RunE: func(*cobra.Command, []string) error { return nil }}
		cmd.SetFlagErrorFunc(shell.FlagError)
		cmd.Flags().Bool("verbose", false, "")
		cmd.Flags().Float64("rate", 1, "")
		cmd.Flags().Int("size", 1, "")
		shell.Number(cmd, "count", "", 1, 9, &count)
		shell.Seed(cmd, "", &seed)
		cmd.SetArgs([]string{test.option})
		got := ""
		if err := cmd.Execute(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.option, got, test.want)
		}
		if test.want == "" && count != 9 && seed != 1<<64-1 {
			t.Errorf("%s: not stored", test.option)
		}
	}
}
