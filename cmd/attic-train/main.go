// Command attic-train makes the data with which attic is built: positions from games of attic against itself, the evaluations of Ataxx and
// Atom-4, and puzzles. It is for contributors, who run it from the source; it is not installed.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
)

func main() {
	os.Exit(shell.Run(rootCommand()))
}

// commit is set by the linker; see Makefile.
var commit string

// program returns the name of the program with the commit that it was built from, if that is known.
func program() string {
	if commit == "" {
		return "attic-train"
	}
	return "attic-train " + commit
}

func rootCommand() *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use: "attic-train COMMAND", Short: "Make the data with which attic is built: positions, the evaluations of Ataxx and Atom-4, puzzles",
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return shell.Usage("unknown command %q; attic-train -h lists the commands", args[0])
			}
			return cmd.Help()
		},
		Args: cobra.ArbitraryArgs,
	}
	root.SetFlagErrorFunc(shell.FlagError)
	root.CompletionOptions.DisableDefaultCmd = true
	shell.Help(root)
	root.AddCommand(selfplayCommand(), corpusCommand(), trainCommand(), scaleCommand(), puzzlesCommand())
	return root
}

// untilSignal calls work with a context that a signal ends, so that work can save its results.
func untilSignal(work func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	return work(ctx)
}
