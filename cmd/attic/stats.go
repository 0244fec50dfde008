package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/teach/stats"
	"attic/ui/term"
)

func statsCommand() *cobra.Command {
	asJSON, judges := false, false
	cmd := &cobra.Command{
		Use: "stats [GAME]", Short: "Sum up your finished games: results, streaks, rating, scores", GroupID: "play", ValidArgs: gameNames(),
		Long: `Sums up the games kept by attic: the results by level, winning streaks and a rating in Atom-4 and Ataxx, and in Atommaster the mean
score by field, the best score, and a comparison with par, the computer's mean score. With GAME, only that game is summed up:
` + gameList() + `.

` + stats.Counted + `
Not counted, but listed: unfinished games, games between people, watched games, games against engines, games with a change of level or
sides after the first move, and games from saved files. A game in which you took moves back or used hints counts, but not for streaks
and rating; a deal of Atommaster with hints does not count for the scores either.

Insights show where you lose points: at which stage of a game, by which mistake, against which level, and the trend from week to week.
In Atommaster they separate luck from mistakes. Insights need judged games: games that you reviewed, and games that --judge judges
with ` + fmt.Sprint(stats.JudgeNodes) + ` nodes a position, which takes a second or more a game. Its results are saved; Ctrl+C stops it. The worst mistakes of
each game, at most three, become puzzles (attic puzzles --own). At most the 60 latest wait there, and daily practice adds at most two of them a day.

With --json the statistics are printed as JSON for programs; docs/save-format.md describes them, docs/science.md the rating.`,
		Example: "  attic stats\n  attic stats ataxx\n  attic stats --judge\n  attic stats --json",
		Args: func(_ *cobra.Command, args []string) error {
			return atMostOne("stats", args, gameNames())
		},
		RunE: func(_ *cobra.Command, args []string) error {
			all := games.All()
			if len(args) == 1 {
				g, _ := games.Find(args[0]) // checked above
				all = []game.Game{g}
			}
			var err error
			if judges {
				if openStore().Profile.Settings().Unasked {
					return command.ErrUnasked
				}
				err = conversation(func(ctx context.Context) error { return judge(ctx, openStore(), all) })
			}
			wrong := printStats(all, asJSON) // even if a round could not be judged
			return cmp.Or(err, wrong)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the statistics as JSON")
	cmd.Flags().BoolVar(&judges, "judge", false, "judge the games that have not been judged, and save the results")
	return cmd
}

// judge judges the rounds of games that have not been judged, until ctx is done.
func judge(ctx context.Context, s store.Store, all []game.Game) error {
	list, err := command.Statistics(s, all...)
	if err != nil {
		return err
	}
	var todo []stats.Unjudged
	for _, of := range list {
		todo = append(todo, of.Insights.Open()...)
	}
	line := term.Line{Out: os.Stderr}
	for i, next := range todo {
		line.Show(fmt.Sprintf("Judging game %d of %d ", i+1, len(todo)))
		wrong := stats.JudgeNext(ctx, s, next)
		if ctx.Err() != nil {
			break
		}
		if wrong != nil && err == nil { // the other rounds are still judged
			err = fmt.Errorf("game %d: its judgement is not saved: %w", next.Number, wrong)
		}
	}
	line.Show("")
	return err
}

func printStats(all []game.Game, asJSON bool) error {
	list, err := command.Statistics(openStore(), all...)
	if err != nil {
		return err
	}
	text := command.Lines(statsText(list), statsColumns)
	if asJSON {
		data, err := stats.JSON(list)
		if err != nil {
			return err
		}
		text = string(data)
	}
	_, err = fmt.Fprintln(shell.Out, text)
	return err
}

func statsOf(s store.Store, all []game.Game) (string, error) {
	list, err := command.Statistics(s, all...)
	if err != nil {
		return "", err
	}
	return command.Lines(statsText(list), statsColumns), nil
}

const statsColumns = 80

func statsText(list []stats.Stats) string {
	var b strings.Builder
	counted := false
	for _, s := range list {
		if len(list) == 1 || s.Any() {
			if len(list) > 1 {
				fmt.Fprintf(&b, "## %s\n\n", s.Info.Title)
			}
			fmt.Fprintf(&b, "%s\n", s.Text("To start one: "+against(s.Info)))
			b.WriteString(s.Insights.Text("attic stats --judge judges them."))
		}
		counted = counted || s.Total.Played > 0
	}
	switch {
	case b.Len() == 0:
		return "No finished game against the computer yet. To start one: " + against(list[0].Info)
	case counted:
		return b.String() + stats.Counted
	}
	return b.String()
}

// against returns the command that starts a game against the computer.
func against(info game.Info) string {
	command := "attic " + info.Name
	if !slices.ContainsFunc(info.Seats, func(s game.Seat) bool { return s.Program }) {
		command += fmt.Sprint(" -a ", len(info.Seats))
	}
	return command
}
