// Command attic plays the abstract board games of package games.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/attic/share"
	"attic/cmd/internal/shell"
	"attic/desk"
	"attic/games"
	"attic/internal/phrase"
)

func main() {
	cobra.MousetrapHelpText = "" // on Windows, a double click opens the page
	shell.Out.Unread = endNow
	endPlainly()
	cmd := commandFor(os.Args[0])
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], cobra.ShellCompRequestCmd) {
		complete(cmd)
	}
	code := shell.Run(cmd)
	tellDamage()
	os.Exit(code)
}

// commandFor returns the command for program, the name that the program was started with: attic, or a game's name, for instance through a
// symbolic link.
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
	cmd.SetFlagErrorFunc(shell.FlagError)
	return cmd
}

func usage(format string, args ...any) error { return shell.Usage(format, args...) }

// trainer refers contributors to attic-train, for commands that attic no longer has.
const trainer = "this command is now in attic-train, which contributors run from the source: go run ./cmd/attic-train "

// movedCommands returns hidden commands that only print [trainer], since attic-train has them now.
func movedCommands() []*cobra.Command {
	var list []*cobra.Command
	for _, name := range []string{"selfplay", "corpus", "train"} {
		list = append(list, &cobra.Command{
			Use: name, Hidden: true, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error { return usage("%s", trainer+name) },
		})
	}
	return list
}

func brief() string {
	var titles []string
	for _, g := range games.All() {
		titles = append(titles, g.Info().Title)
	}
	return phrase.List(titles) + ": " + strings.ToLower(desk.Subtitle(games.All()))
}

func rootCommand() *cobra.Command {
	cobra.EnableCommandSorting = false // keep the order of the menu
	c, tell := usual(), false
	root := &cobra.Command{
		Use:           "attic [GAME]",
		Short:         brief(),
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
				if !c.look.plain && !c.look.lines {
					c.mode = begun().clicked()
				}
				return c.at(ctx, nil)
			})
		},
		Args: cobra.ArbitraryArgs,
	}
	root.SetFlagErrorFunc(shell.FlagError)
	c.look.register(root.Flags())
	root.Flags().BoolVarP(&tell, "version", "V", false, "print the version")
	root.AddGroup(&cobra.Group{ID: "play", Title: "Play:"}, &cobra.Group{ID: "machine", Title: "For machines:"})
	for _, g := range games.All() {
		root.AddCommand(gameCommand(g, false))
	}
	root.AddCommand(hostCommand(), joinCommand(), onlineCommand(), windowCommand(), pageCommand(), openCommand(), analyseCommand(), editCommand(), gamesCommand(), lessonsCommand(), todayCommand(), statsCommand())
	root.AddCommand(machineCommands()...)
	root.AddCommand(engineCommands()...)
	root.AddCommand(recordCommand(), exportCommand(), reviewCommand())
	root.AddCommand(botCommand(), matchCommand(), checkEngineCommand(), openingsCommand(), solveCommand(), puzzlesCommand(), generateCommand())
	root.AddCommand(movedCommands()...)
	root.AddCommand(filesCommand(), shell.Licences("attic", share.Licences), versionCommand(), manCommand())
	root.SetHelpCommand(helpCommand(root))
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown shell %q; completion supports bash, zsh, fish and powershell", args[0])
			}
			return cmd.Help()
		}
		completion.Args = cobra.ArbitraryArgs
		for _, sub := range completion.Commands() {
			sub.Args = shell.None
		}
	}
	return root
}

const release = shell.Release

// released is the date of the release, which is also in CHANGELOG.md.
const released = "2026-11-22"

// commit and date (as 2006-01-02) are set by the linker; see Makefile.
var commit, date string

// archived is the commit and its date if git archive made this tree; otherwise it is "$Format...".
//
//go:embed commit.txt
var archived string

// version returns the version and, if known, the commit that the program was built from and the commit's date.
func version() string { return shell.Version(source()) }

// source returns the commit that the program was built from and the commit's date, from the linker, an archive or the go command.
func source() (string, string) {
	if fields := strings.Fields(archived); commit == "" && len(fields) == 2 && !strings.HasPrefix(archived, "$") {
		return fields[0], fields[1]
	}
	return shell.Source(commit, date)
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: shell.None,
		RunE: func(*cobra.Command, []string) error { return printVersion() },
	}
}

func printVersion() error {
	_, err := fmt.Fprintln(shell.Out, "attic", version())
	return err
}
