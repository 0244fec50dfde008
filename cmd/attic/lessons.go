package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/desk/command"
	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/internal/phrase"
)

func (c *choice) registerLearning(g game.Game, flags *pflag.FlagSet) {
	if g.Info().Course.Try == nil {
		return
	}
	flags.Var(&shell.Value{Kind: "n", Parse: func(text string) error {
		list, err := learn.Of(g)
		if err != nil {
			return err
		}
		for n := range list {
			if text == fmt.Sprint(n+1) {
				c.first = command.Request{Verb: command.Lesson, Text: text}
				return nil
			}
		}
		return fmt.Errorf("--lesson takes a number from 1 to %d, not %q", len(list), text)
	}}, "lesson", "start with lesson `N`; attic lessons lists them")
	shell.Option(flags, "puzzle", "which", "start with a puzzle: daily, a theme, own for your own mistakes, run for a timed run, or an `ID`; attic puzzles lists them", func(text string) error {
		_, own := openStore().Profile.Learnt(g.Info().Name).Mistake(text)
		if _, _, err := learn.Find(g, learn.Record{}, text, nil, time.Now()); err != nil && !own && text != learn.OwnTheme && text != learn.RunTheme {
			return err
		}
		c.first = command.Request{Verb: command.Puzzle, Text: text}
		return nil
	})
	flags.BoolFunc("today", "start today's practice; attic today lists it", func(string) error {
		c.first = command.Request{Verb: command.Today}
		return nil
	})
}

func taught() []string {
	var names []string
	for _, g := range games.All() {
		if g.Info().Course.Try != nil {
			names = append(names, g.Info().Name)
		}
	}
	return names
}

// taughtCommand returns a command that calls list for one game with lessons and puzzles, or for all such games.
func taughtCommand(name, short, long, example string, list func(io.Writer, game.Game) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " [GAME]", Short: short, GroupID: "play", ValidArgs: taught(), Long: long, Example: example,
		Args: func(_ *cobra.Command, args []string) error { return atMostOne(name, args, taught()) },
		RunE: func(_ *cobra.Command, args []string) error { return eachTaught(shell.Out, args, list) },
	}
}

func lessonsCommand() *cobra.Command {
	return taughtCommand("lessons", "List the lessons and your progress",
		"Lists the lessons of one game, or of all: "+strings.Join(taught(), ", ")+". A + marks a finished lesson, a > the next one.\nattic GAME --lesson N starts one; so do the menu and, in a game, the command lesson.",
		"  attic lessons\n  attic ataxx --lesson 1", listLessons)
}

// eachTaught calls list for the games with these names or, if there are none, for all games with lessons and puzzles. An empty line
// separates the games.
func eachTaught(to io.Writer, names []string, list func(io.Writer, game.Game) error) error {
	if len(names) == 0 {
		names = taught()
	}
	var all strings.Builder
	for i, name := range names {
		if i > 0 {
			all.WriteByte('\n')
		}
		g, _ := games.Find(name)
		if err := list(&all, g); err != nil {
			return err
		}
	}
	_, err := io.WriteString(to, all.String())
	return err
}

func listLessons(to io.Writer, g game.Game) error {
	list, err := learn.Of(g)
	if err != nil {
		return err
	}
	r := openStore().Profile.Learnt(g.Info().Name)
	fmt.Fprintf(to, "%s, %d lessons; attic %s --lesson N starts one.\n", g.Info().Title, len(list), g.Info().Name)
	_, err = io.WriteString(to, learn.Chart(learn.Map(list, r)))
	return err
}

func todayCommand() *cobra.Command {
	share := false
	cmd := taughtCommand("today", "Show what to practise today",
		"Shows, for one game or for all ("+strings.Join(taught(), ", ")+"), today's practice, about five minutes: puzzles that come back, the puzzle\n"+
			"of the day, and a step of a lesson; before your first lesson, that lesson and a puzzle at your level. It also shows on which days of recent weeks\n"+
			"you solved the puzzle of the day, and which days you can still catch up on. Days begin at midnight UTC. attic GAME --today starts the practice;\n"+
			"so do the menu and, in a game, the command today. You can turn daily practice off in the settings.",
		"  attic today\n  attic ataxx --today\n  attic today ataxx --share", func(to io.Writer, g game.Game) error {
			r := openStore().Profile.Learnt(g.Info().Name)
			if day := learn.Day(time.Now()); share {
				text := fmt.Sprintf("%s: the puzzle of the day is not solved yet; attic %s --puzzle daily starts it.", g.Info().Title, g.Info().Name)
				if _, solved := r.Days[day]; solved {
					text = r.Share(g, day)
				}
				_, err := fmt.Fprintln(to, text)
				return err
			}
			if openStore().Profile.Settings().Unasked {
				return command.ErrUnasked
			}
			plan, err := learn.Plan(g, r, time.Now())
			if err != nil {
				return err
			}
			fmt.Fprintf(to, "%s: %s\n%s\n", g.Info().Title, plan.Says(), plan.Text(r))
			return nil
		})
	cmd.Flags().BoolVar(&share, "share", false, "print your result in the puzzle of the day, as a text to share, which does not give the solution away")
	return cmd
}

func listOwn(to io.Writer, g game.Game) {
	r, info := openStore().Profile.Learnt(g.Info().Name), g.Info()
	if len(r.Own) == 0 {
		fmt.Fprintf(to, "%s: none of your moves is a puzzle yet. Reviews and attic stats --judge turn your worst mistakes into puzzles.\n", info.Title)
		return
	}
	fmt.Fprintf(to, "%s, %s of yours; attic %s --puzzle own or ID starts one.\n", info.Title, phrase.Count(len(r.Own), "mistake"), info.Name)
	for _, m := range r.Own {
		when, lost, idea := "does not come back", fmt.Sprintf("%2.0f%%", 100*m.Lost), m.Theme
		if m.Goal != "" { // naming the kind of mistake would give the answer away
			lost, idea = fmt.Sprintf("%.1f points", m.Lost), ""
		}
		if back, comes := r.Returns[m.ID]; comes {
			when = "comes back on " + back.Due
		} else if m.Waits != "" {
			when = "waits"
		}
		fmt.Fprintln(to, strings.TrimSpace(fmt.Sprintf("%-14s %-9s lost %s  %s  %s", m.ID, m.Played, lost, when, idea)))
	}
	if said := r.Waits(); said != "" {
		fmt.Fprintln(to, said)
	}
}

func listRuns(to io.Writer, g game.Game) {
	r, info := openStore().Profile.Learnt(g.Info().Name), g.Info()
	if len(r.Runs) == 0 {
		fmt.Fprintf(to, "%s: no timed run yet; attic %s --puzzle run starts one.\n", info.Title, info.Name)
		return
	}
	fmt.Fprintf(to, "%s, your best timed runs; attic %s --puzzle run starts one.\n", info.Title, info.Name)
	for _, s := range r.Runs {
		fmt.Fprintf(to, "  %s  %s\n", s.Day, s)
	}
}

// listPuzzles writes the themes of a game, with the numbers of their puzzles tried and solved, or the puzzles of one theme.
func listPuzzles(to io.Writer, g game.Game, theme string) error {
	list, err := learn.PuzzlesOf(g)
	if err != nil {
		return err
	}
	r := openStore().Profile.Learnt(g.Info().Name)
	if theme != "" {
		for _, p := range list {
			if p.Theme == theme {
				fmt.Fprintln(to, strings.TrimSpace(fmt.Sprintf("%-14s level %-3d %s", p.ID, p.Level, how(r, p))))
			}
		}
		return nil
	}
	info := g.Info()
	fmt.Fprintf(to, "%s, %s; attic %s --puzzle daily, THEME or ID starts one.\n", info.Title, phrase.Count(len(list), "puzzle"), info.Name)
	for _, name := range learn.ThemeNames(g) {
		all, tried, clean := 0, 0, 0
		for _, p := range list {
			if p.Theme != name {
				continue
			}
			all++
			if result, ok := r.Puzzles[p.ID]; ok {
				tried++
				if result.Clean {
					clean++
				}
			}
		}
		t, _ := learn.ThemeOf(g, name)
		fmt.Fprintf(to, "  %-11s %-22s %4d %s, %d tried, %d solved on the first try\n", name, t.Title, all, phrase.Plural(all, "puzzle"), tried, clean)
	}
	if p, day, ok := learn.Daily(list, time.Now()); ok {
		fmt.Fprintf(to, "The puzzle of %s: %s.\n", day, p.Theme)
		if _, done := r.Days[day]; done {
			fmt.Fprintln(to, r.Share(g, day))
		}
	}
	fmt.Fprintf(to, "Your rating, from %s: %s.\n", phrase.Count(r.Rated, "puzzle"), r.Strength().Said())
	return nil
}

// how describes the person's result in a puzzle, or returns "" if they have not tried it.
func how(r learn.Record, p learn.Puzzle) string {
	switch result, tried := r.Puzzles[p.ID]; {
	case !tried:
		return ""
	case result.Clean:
		return "solved"
	case result.Helped:
		return "solved with help"
	default:
		return fmt.Sprintf("solved on try %d", result.Tries+1)
	}
}

func puzzlesCommand() *cobra.Command {
	theme, own, runs := "", false, false
	takers := strings.Join(taught(), ", ")
	cmd := taughtCommand("puzzles", "List the puzzles and your results",
		"Lists the kinds of puzzles of one game, or of all: "+takers+". attic GAME --puzzle WHICH starts one; so do the menu and, in a game, the\n"+
			"command puzzle. With --theme it lists the puzzles of one kind: the ID, the lowest level of the computer that solves it, and your result. With --own it lists\n"+
			"the worst mistakes of your own games, which reviews and attic stats --judge turn into puzzles. It shows the day on which each comes back, or that it\n"+
			"is waiting, and the idea that you missed; attic GAME --puzzle own starts one. With --run it lists your best timed runs. A run lasts three minutes or until the third\n"+
			"mistake; attic GAME --puzzle run starts one.",
		"  attic puzzles\n  attic ataxx --puzzle daily\n  attic puzzles ataxx --theme ending",
		func(to io.Writer, g game.Game) error {
			if _, known := learn.ThemeOf(g, theme); theme != "" && !known {
				return usage("there is no theme %q in %s; its themes are %s", theme, g.Info().Title, phrase.List(learn.ThemeNames(g)))
			}
			switch {
			case own:
				listOwn(to, g)
			case runs:
				listRuns(to, g)
			default:
				return listPuzzles(to, g, theme)
			}
			return nil
		})
	oneGame := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if own && theme != "" || runs && (own || theme != "") {
			return usage("use one of --theme, --own and --run")
		}
		if len(args) == 0 && theme != "" {
			return usage("--theme needs a game: %s", takers)
		}
		return oneGame(cmd, args)
	}
	cmd.Flags().StringVar(&theme, "theme", "", "list the puzzles of this `theme`")
	cmd.Flags().BoolVar(&own, "own", false, "list the mistakes in your own games that come back as puzzles")
	cmd.Flags().BoolVar(&runs, "run", false, "list your best timed runs")
	cmd.Flags().Var(&shell.Value{Parse: func(string) error { return errors.New("--mine: " + trainer + "puzzles") }}, "mine", "")
	_ = cmd.Flags().MarkHidden("mine") // the option exists, so this cannot fail
	return cmd
}
