package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/engine/machine"
	"attic/game"
	"attic/games"
	"attic/internal/lines"
)

func machineCommands() []*cobra.Command {
	list := []*cobra.Command{perftCommand()}
	offered := map[string]map[string]game.Filter{} // by the filter's name and the game's
	var names []string
	by, takers := offering[game.Filters]()
	for _, taker := range takers {
		for _, f := range by[taker].Filters() {
			if offered[f.Name] == nil {
				offered[f.Name] = map[string]game.Filter{}
				names = append(names, f.Name)
			}
			offered[f.Name][taker] = f
		}
	}
	for _, name := range names {
		list = append(list, filterCommand(name, offered[name]))
	}
	return list
}

// filterCommand makes the command of a filter. If only one game has it, the game need not be named.
func filterCommand(name string, by map[string]game.Filter) *cobra.Command {
	var takers []string
	var any game.Filter
	long := "Reads lines on standard input and answers each on standard output. A line looks like this:\n"
	for _, g := range games.All() {
		if f, ok := by[g.Info().Name]; ok {
			takers = append(takers, g.Info().Name)
			any = f
			long += fmt.Sprintf("  %-10s %s\n", g.Info().Name, f.Args)
		}
	}
	cmd := &cobra.Command{Use: name, Short: strings.ToUpper(any.Help[:1]) + any.Help[1:], Long: long, GroupID: "machine"}
	oneGame(cmd, takers)
	if named := cmd.Args; len(takers) > 1 {
		cmd.Use += " GAME"
	} else {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return named(cmd, args)
		}
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		f := by[takers[0]]
		if len(args) > 0 {
			f = by[args[0]]
		}
		err := machine.Run(f, os.Stdin, shell.Out, os.Stderr)
		if errors.Is(err, machine.ErrAnswers) {
			return shell.ErrQuiet
		}
		return err
	}
	return cmd
}

func perftCommand() *cobra.Command {
	by, takers := offering[game.Perfter]()
	long := "Counts move sequences by depth and prints one line per depth with four columns: depth, leaves, wins, seconds.\nWrite positions like this:\n"
	for _, name := range takers {
		long += fmt.Sprintf("  %-10s %s\n", name, by[name].PerftPosition())
	}
	var position string
	var divide, every bool
	var asJSON *bool
	cmd := &cobra.Command{
		Use: "perft GAME DEPTH", Short: "Count move sequences", Long: long, GroupID: "machine", ValidArgs: takers,
		RunE: func(_ *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 1 || depth > 99 {
				return usage("the depth is %q; it must be a number from 1 to 99", args[1])
			}
			p, err := by[args[0]].Perft(lines.Alike(position))
			if err != nil {
				return usage("--position: %v", err)
			}
			list, err := machine.Perft(textOut(*asJSON), p, depth, every, divide, time.Now)
			if err != nil || !*asJSON {
				return err
			}
			_, err = fmt.Fprintln(shell.Out, jsonOf(object{"game": args[0], "position": position, "depths": list}, "  "))
			return err
		},
	}
	asJSON = jsonOption(cmd)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 2 || by[args[0]] == nil {
			return usage("perft takes a game and a depth: attic perft %s 5", strings.Join(takers, "|"))
		}
		return nil
	}
	cmd.Flags().StringVar(&position, "position", "", "count from `P` instead of the start")
	cmd.Flags().BoolVar(&divide, "divide", false, "at the last depth, print each first move with its number of leaves")
	cmd.Flags().BoolVar(&every, "every", false, "play every move, even on the last ply, where moves are normally only counted")
	return cmd
}

func helpCommand(root *cobra.Command) *cobra.Command {
	topics := gameNames()
	return &cobra.Command{
		Use: "help [TOPIC]", Short: "Show the options of a command, or the options and rules of a game: " + strings.Join(topics, ", "),
		ValidArgs: topics,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			topic := strings.Join(args, " ")
			if g, ok := games.Find(topic); ok {
				cmd := gameCommand(g, false)
				cmd.SetOut(shell.Out)
				if err := cmd.Help(); err != nil {
					return err
				}
				_, err := fmt.Fprint(shell.Out, "\n", g.Info().Rules)
				return err
			}
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 || cmd == root {
				return usage("unknown help topic %q; the topics are the games, %s, and the commands that attic help lists", topic, strings.Join(topics, ", "))
			}
			if cmd.Hidden { // its help names the command that replaces it
				return cmd.RunE(cmd, nil)
			}
			return cmd.Help()
		},
	}
}
