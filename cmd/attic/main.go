// Command attic plays Atom-4, Ataxx and Atommaster.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"attic/game"
	"attic/games"
	"attic/internal/phrase"
)

func main() {
	os.Exit(run())
}

func run() int {
	cobra.MousetrapHelpText = "" // a double click on Windows plays
	cmd, err := commandFor(os.Args[0]).ExecuteC()
	var wrong *usageError
	status := 1
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		status = 2
	case errors.Is(err, context.Canceled): // by a signal, see conversation
		return 130
	case errors.Is(err, errQuiet):
		return status
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", cmd.CommandPath(), oneLine(err))
	return status
}

// oneLine returns an error in one line, without what a terminal would obey: a path may hold anything.
func oneLine(err error) string {
	return phrase.Printable(strings.Join(strings.Fields(game.Typed(err.Error())), " "))
}

// commandFor returns the command that goes by the name of the program: called by the name of a game, for
// instance through a link, attic is that game.
func commandFor(program string) *cobra.Command {
	name := strings.ToLower(strings.TrimSuffix(filepath.Base(program), ".exe"))
	g, ok := games.Find(name)
	if !ok {
		return rootCommand()
	}
	cmd := gameCommand(g, true)
	cmd.GroupID = ""
	if g.Info().Lines && len(os.Args) == 1 {
		cmd.SetArgs([]string{"--lines"})
	}
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	complete(cmd)
	cmd.SetFlagErrorFunc(flagError)
	return cmd
}

// errQuiet ends the program with status 1 when all has been said.
var errQuiet = errors.New("")

// usageError is a command line that cannot be understood.
type usageError struct{ why string }

func (e *usageError) Error() string { return e.why }

func usage(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

func rootCommand() *cobra.Command {
	cobra.EnableCommandSorting = false // the order of the menu
	c, tell := usual(), false
	root := &cobra.Command{
		Use:           "attic [GAME]",
		Short:         "Atom-4, Ataxx and Atommaster: three abstract board games",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if tell {
				return printVersion()
			}
			if len(args) > 0 {
				return usage("unknown command %q; attic help lists the commands", args[0])
			}
			return conversation(func(ctx context.Context) error {
				if !interactive() && !c.look.plain && !c.look.lines && windowed() { // started by a click, not from a terminal
					return c.window(ctx, nil)
				}
				return menu(ctx, c)
			})
		},
		Args: cobra.ArbitraryArgs,
	}
	root.SetFlagErrorFunc(flagError)
	c.look.register(root.Flags())
	root.Flags().BoolVarP(&tell, "version", "V", false, "print the version")
	root.AddGroup(&cobra.Group{ID: "play", Title: "Play:"}, &cobra.Group{ID: "machine", Title: "For machines:"})
	for _, g := range games.All() {
		root.AddCommand(gameCommand(g, false))
	}
	root.AddCommand(hostCommand(), joinCommand(), windowCommand(), openCommand(), gamesCommand(), lessonsCommand(), statsCommand())
	root.AddCommand(machineCommands()...)
	root.AddCommand(engineCommands()...)
	root.AddCommand(recordCommand(), exportCommand(), reviewCommand())
	root.AddCommand(matchCommand(), openingsCommand(), solveCommand(), puzzlesCommand(), generateCommand())
	root.AddCommand(learnCommands()...)
	root.AddCommand(filesCommand(), versionCommand(), manCommand())
	root.SetHelpCommand(helpCommand(root))
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("there is no shell %q; completion knows bash, zsh, fish and powershell", args[0])
			}
			return cmd.Help()
		}
		completion.Args = cobra.ArbitraryArgs
		for _, shell := range completion.Commands() {
			shell.Args = none
		}
	}
	complete(root)
	return root
}

// none refuses any word after the options.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("unexpected argument %q; %s takes only options: %s -h", args[0], cmd.Name(), cmd.CommandPath())
	}
	return nil
}
