// Package shell is shared by attic's commands: exit statuses, errors in one line, and options that describe their values.
package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/game"
	"attic/internal/phrase"
)

// Release is the version of attic; tags and CHANGELOG.md follow it.
const Release = "0.9.0"

// Run runs cmd with the command line's arguments, prints an error in one line on standard error, and returns the exit status: 0, 1 after an
// error, 2 after a [Usage] error, 130 after a signal. Output that could not be written is also an error.
func Run(cmd *cobra.Command) (status int) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // otherwise, writing to a pipe that nobody reads ends the program without a message
	cmd.SetOut(Out)
	cmd, err := cmd.ExecuteC()
	if unwritten := Out.failed(); err == nil || unwritten != nil && errors.Is(err, context.Canceled) { // cancelled by Out.Unread
		err = unwritten
	}
	var wrong *usageError
	status = 1
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		status = 2
	case errors.Is(err, context.Canceled): // cancelled by a signal
		return 130
	case errors.Is(err, ErrQuiet):
		return status
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", cmd.CommandPath(), OneLine(err))
	return status
}

// Out is standard output. Commands print only through it: Run then notices lost output even if a caller drops the error.
var Out = &Output{to: os.Stdout}

// Output keeps the first error of writing, under a mutex. Several goroutines may use it.
type Output struct {
	Unread func() // called after an error because nobody reads the output any longer; or nil

	to  io.Writer
	mu  sync.Mutex
	err error
}

// Write writes to standard output.
func (o *Output) Write(text []byte) (int, error) {
	return through{o, o.to}.Write(text)
}

// Through returns a writer to w that treats w's errors as errors of standard output. Use it if w writes to standard output in the end.
func (o *Output) Through(w io.Writer) io.Writer { return through{o, w} }

type through struct {
	out *Output
	io.Writer
}

func (t through) Write(text []byte) (int, error) {
	n, err := t.Writer.Write(text)
	if o := t.out; err != nil {
		o.mu.Lock()
		o.err = cmp.Or(o.err, err)
		o.mu.Unlock()
		if o.Unread != nil && errors.Is(err, syscall.EPIPE) {
			o.Unread()
		}
	}
	return n, err
}

func (o *Output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// ErrQuiet ends a command with status 1 after the failure has been printed on standard error.
var ErrQuiet = errors.New("")

type usageError struct{ why string }

func (e *usageError) Error() string { return e.why }

// Usage returns an error for a wrong command line. Its text should show a correct one.
func Usage(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// Licences returns the command that prints text, the licences of everything linked into the program.
func Licences(program, text string) *cobra.Command {
	return &cobra.Command{
		Use: "licences", Short: "Print the licences of " + program + " and of the software in it", Args: None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
}

// None refuses arguments other than options. Use it as Args of a cobra.Command.
func None(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usage("unexpected argument %q; %s takes only options: %s -h", args[0], cmd.Name(), cmd.CommandPath())
	}
	return nil
}

// Help adds the command help to a program. It refuses an argument that is not a command.
func Help(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use: "help [COMMAND]", Short: "Show the options of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return Usage("unknown help topic %q; %s -h lists the commands", strings.Join(args, " "), root.Name())
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	})
}

// OneLine returns the text of an error in one line, without control characters, which a path may contain.
func OneLine(err error) string {
	return phrase.Printable(strings.Join(strings.Fields(game.Typed(err.Error())), " "))
}

// Value is an option of type Kind. Parse stores the value that a text stands for, or returns an error that shows a correct value. Text is
// the default, later the text given.
type Value struct {
	Parse func(text string) error
	Text  string
	Kind  string
}

// String returns the last text given, or the default.
func (v *Value) String() string { return v.Text }

// Type returns the kind.
func (v *Value) Type() string { return v.Kind }

// Set stores the text given on the command line.
func (v *Value) Set(text string) error {
	if err := v.Parse(text); err != nil {
		return err
	}
	v.Text = text
	return nil
}

// Number adds an option that takes a number from least to most; its default is *to.
func Number(cmd *cobra.Command, name, help string, least, most int, to *int) {
	parse := Whole(to, least, most, fmt.Sprintf("--%s must be a number from %d to %d", name, least, most))
	cmd.Flags().Var(&Value{Kind: "n", Text: strconv.Itoa(*to), Parse: parse}, name, help)
}

// Option adds an option of the given kind. parse stores its value; the option's name is put in front of parse's errors.
func Option(flags *pflag.FlagSet, name, kind, help string, parse func(text string) error) *pflag.Flag {
	return flags.VarPF(&Value{Kind: kind, Parse: func(text string) error {
		if err := parse(text); err != nil {
			return fmt.Errorf("--%s: %w", name, err)
		}
		return nil
	}}, name, "", help)
}

// Count adds an option of the given kind that takes a whole number from least to most. wants describes the number in errors.
func Count[N int | int64](flags *pflag.FlagSet, name, kind, help string, to *N, least, most N, wants string) {
	flags.Var(&Value{Kind: kind, Parse: Whole(to, least, most, "--"+name+" takes "+wants)}, name, help)
}

// Whole returns the Parse of a Value that is a whole number from least to most. Its errors begin with wants, such as "--port takes a port".
func Whole[N int | int64](to *N, least, most N, wants string) func(text string) error {
	return func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < int64(least) || n > int64(most) {
			return fmt.Errorf("%s, not %q", wants, text)
		}
		*to = N(n)
		return nil
	}
}

// Seed adds the option --seed, a random seed; see [game.ParseSeed]. The value at to is not shown as the default.
func Seed(cmd *cobra.Command, help string, to *uint64) {
	Option(cmd.Flags(), "seed", "n", help, func(text string) (err error) {
		*to, err = game.ParseSeed(text)
		return err
	})
}

// FlagError returns an error that explains how a wrong option should be written. Use it as FlagErrorFunc of a cobra.Command.
func FlagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var number *strconv.NumError // from an option of a type that pflag defines
	help := cmd.CommandPath() + " -h lists the options"
	switch {
	case errors.As(err, &invalid) && errors.As(err, &number) && strings.HasPrefix(invalid.GetFlag().Value.Type(), "bool"):
		return Usage("option %s takes no value; %s", dashed(invalid.GetFlag().Name), help)
	case errors.As(err, &invalid) && errors.As(err, &number):
		return Usage("%s takes a number, not %q", dashed(invalid.GetFlag().Name), invalid.GetValue())
	case errors.As(err, &invalid):
		return Usage("%v", errors.Unwrap(invalid))
	case errors.As(err, &missing):
		return Usage("option %s needs a value; %s", dashed(missing.GetSpecifiedName()), help)
	case errors.As(err, &unknown):
		return Usage("unknown option %s; %s", dashed(unknown.GetSpecifiedName()), help)
	}
	return Usage("%v; %s", err, help)
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Source returns the commit that the program was built from and the commit's date as 2006-01-02: the arguments, which the linker has set, or
// else the values that the go command recorded. Unknown values are empty.
func Source(commit, date string) (string, string) {
	info, ok := debug.ReadBuildInfo()
	if commit != "" || !ok {
		return commit, date
	}
	found := map[string]string{}
	for _, s := range info.Settings {
		found[s.Key] = s.Value
	}
	if at, err := time.Parse(time.RFC3339, found["vcs.time"]); err == nil {
		date = at.Format(time.DateOnly)
	}
	revision := found["vcs.revision"]
	return revision[:min(len(revision), 7)], date
}

// Version returns the version with the commit and its date, if they are known.
func Version(commit, date string) string {
	switch {
	case commit == "":
		return Release
	case date == "":
		return fmt.Sprintf("%s (commit %s)", Release, commit)
	}
	return fmt.Sprintf("%s (commit %s of %s)", Release, commit, date)
}
