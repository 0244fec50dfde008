package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/draw/palette"
	"attic/game"
	"attic/game/learn"
	"attic/games"
)

var fileOptions = []string{"output", "pgn", "replay", "openings", "tls-cert", "tls-key", "log", "config", "resume"}

func complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(fileOptions, f.Name) {
			return // left to the shell's own completion
		}
		// This can fail only if a completion is registered already, which is not the case.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return values(cmd, f.Name), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
	})
	for _, c := range cmd.Commands() {
		complete(c)
	}
}

// values lists the possible values of a command's option, or nothing if there is no short list.
func values(cmd *cobra.Command, option string) []string {
	g, ofGame := games.Find(cmd.Name())
	switch {
	case option == "theme" && cmd.Name() == "puzzles":
		var list []string
		for _, g := range games.All() {
			list = append(list, learn.ThemeNames(g)...)
		}
		return list
	case option == "theme":
		return palette.Themes()
	case option == "mode":
		return []string{"t\tas text", "x\tin a window"}
	case !ofGame:
		return nil
	}
	switch option {
	case "level":
		return levelNames(g)
	case "ai":
		var list []string
		for i, seat := range g.Info().Seats {
			list = append(list, fmt.Sprintf("%d\t%s", i+1, seat.Name))
		}
		return list
	case "lesson":
		var list []string
		lessons, _ := learn.Of(g) // a game without lessons has nothing to list
		for i, l := range lessons {
			list = append(list, fmt.Sprintf("%d\t%s", i+1, l.Title))
		}
		return list
	case "puzzle":
		return append([]string{"daily\tthe puzzle of the day"}, learn.ThemeNames(g)...)
	}
	return nil
}

func levelNames(g game.Game) []string {
	bots, ok := g.(game.Bots)
	if !ok {
		return nil
	}
	var list []string
	low, high, _ := bots.Levels()
	for level := low; level <= high && level < low+game.MostLevels; level++ {
		list = append(list, strings.TrimRight(fmt.Sprintf("%d\t%s", level, bots.LevelName(level)), "\t"))
	}
	return list
}

// savedGames completes the name of one saved game or game record.
func savedGames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"attic", "pgn"}, cobra.ShellCompDirectiveFilterFileExt
}
