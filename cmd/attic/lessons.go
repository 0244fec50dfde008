package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
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

// taughtCommand returns a command that calls list for one game with lessons and puzzles, or for all such games, with an empty line between them.
// The function list writes text and returns the same data for --json.
func taughtCommand(name, short, long, example string, list func(io.Writer, game.Game) (any, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use: name + " [GAME]", Short: short, GroupID: "play", ValidArgs: taught(), Long: long, Example: example,
		Args: func(_ *cobra.Command, args []string) error { return atMostOne(name, args, taught()) },
	}
	asJSON := jsonOption(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var text strings.Builder
		var data []any
		if len(args) == 0 {
			args = taught()
		}
		for i, name := range args {
			if i > 0 {
				text.WriteByte('\n')
			}
			g, _ := games.Find(name)
			one, err := list(&text, g)
			if err != nil {
				return err
			}
			data = append(data, one)
		}
		if *asJSON {
			text.Reset()
			fmt.Fprintln(&text, jsonOf(object{"games": data}, "  "))
		}
		_, err := io.WriteString(shell.Out, text.String())
		return err
	}
	return cmd
}

func lessonsCommand() *cobra.Command {
	return taughtCommand("lessons", "List the lessons and your progress",
		"Lists the lessons of one game, or of all: "+strings.Join(taught(), ", ")+". A + marks a finished lesson, a > the next one.\nattic GAME --lesson N starts one; so do the menu and, in a game, the command lesson.",
		"  attic lessons\n  attic ataxx --lesson 1", listLessons)
}

func listLessons(to io.Writer, g game.Game) (any, error) {
	list, err := learn.Of(g)
	if err != nil {
		return nil, err
	}
	chapters := learn.Map(list, openStore().Profile.Learnt(g.Info().Name))
	fmt.Fprintf(to, "%s, %d lessons; attic %s --lesson N starts one.\n", g.Info().Title, len(list), g.Info().Name)
	fmt.Fprint(to, learn.Chart(chapters))
	return object{"game": g.Info().Name, "parts": chapters}, nil
}

func todayCommand() *cobra.Command {
	share := false
	cmd := taughtCommand("today", "Show what to practise today",
		"Shows, for one game or for all ("+strings.Join(taught(), ", ")+"), today's practice, about five minutes: puzzles that come back, the puzzle\n"+
			"of the day, and a step of a lesson; before your first lesson, that lesson and a puzzle at your level. It also shows on which days of recent weeks\n"+
			"you solved the puzzle of the day, and which days you can still catch up on. Days begin at midnight UTC. attic GAME --today starts the practice;\n"+
			"so do the menu and, in a game, the command today. You can turn daily practice off in the settings.",
		"  attic today\n  attic ataxx --today\n  attic today ataxx --share", func(to io.Writer, g game.Game) (any, error) {
			r := openStore().Profile.Learnt(g.Info().Name)
			if day := learn.Day(time.Now()); share {
				text := fmt.Sprintf("%s: the puzzle of the day is not solved yet; attic %s --puzzle daily starts it.", g.Info().Title, g.Info().Name)
				_, solved := r.Days[day]
				if solved {
					text = r.Share(g, day)
				}
				fmt.Fprintln(to, text)
				return object{"game": g.Info().Name, "solved": solved, "text": text}, nil
			}
			if openStore().Profile.Settings().Unasked {
				return nil, command.ErrUnasked
			}
			plan, err := learn.Plan(g, r, time.Now())
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(to, "%s: %s\n%s\n", g.Info().Title, plan.Says(), plan.Text(r))
			days := map[string]learn.Result{}
			maps.Copy(days, r.Days)
			return object{
				"game": g.Info().Name, "day": plan.Day, "done": plan.Done(), "streak": plan.Streak, "more": plan.More, "waiting": plan.Waiting,
				"tomorrow": plan.Tomorrow, "tasks": plan.Tasks(), "days": days,
			}, nil
		})
	cmd.Flags().BoolVar(&share, "share", false, "print your result in the puzzle of the day, as a text to share, which does not give the solution away")
	return cmd
}

func listOwn(to io.Writer, g game.Game) object {
	r, info := openStore().Profile.Learnt(g.Info().Name), g.Info()
	own := []object{}
	if len(r.Own) == 0 {
		fmt.Fprintf(to, "%s: none of your moves is a puzzle yet. Reviews and attic stats --judge turn your worst mistakes into puzzles.\n", info.Title)
		return object{"game": info.Name, "own": own}
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
		own = append(own, object{"id": m.ID, "played": m.Played, "lost": rounded(m.Lost), "in_points": m.Goal != "", "idea": idea, "due": r.Returns[m.ID].Due, "waits": m.Waits != ""})
	}
	if said := r.Waits(); said != "" {
		fmt.Fprintln(to, said)
	}
	return object{"game": info.Name, "own": own}
}

func listRuns(to io.Writer, g game.Game) object {
	r, info := openStore().Profile.Learnt(g.Info().Name), g.Info()
	if len(r.Runs) == 0 {
		fmt.Fprintf(to, "%s: no timed run yet; attic %s --puzzle run starts one.\n", info.Title, info.Name)
		return object{"game": info.Name, "runs": []learn.Score{}}
	}
	fmt.Fprintf(to, "%s, your best timed runs; attic %s --puzzle run starts one.\n", info.Title, info.Name)
	for _, s := range r.Runs {
		fmt.Fprintf(to, "  %s  %s\n", s.Day, s)
	}
	return object{"game": info.Name, "runs": r.Runs}
}

// listPuzzles writes the themes of a game, with the numbers of their puzzles tried and solved, or the puzzles of one theme.
func listPuzzles(to io.Writer, g game.Game, theme string) (any, error) {
	list, err := learn.PuzzlesOf(g)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	r := openStore().Profile.Learnt(info.Name)
	if theme != "" {
		puzzles := []object{}
		for _, p := range list {
			if p.Theme == theme {
				fmt.Fprintln(to, strings.TrimSpace(fmt.Sprintf("%-14s level %-3d %s", p.ID, p.Level, how(r, p))))
				puzzles = append(puzzles, object{"id": p.ID, "level": p.Level, "result": resultIn(r.Puzzles, p.ID)})
			}
		}
		for _, id := range slices.Sorted(maps.Keys(r.Puzzles)) {
			if strings.HasPrefix(id, theme+"-") && !slices.ContainsFunc(list, func(p learn.Puzzle) bool { return p.ID == id }) {
				fmt.Fprintf(to, "%-14s earlier   %s\n", id, how(r, learn.Puzzle{ID: id}))
				puzzles = append(puzzles, object{"id": id, "level": nil, "result": r.Puzzles[id]})
			}
		}
		return object{"game": info.Name, "theme": theme, "puzzles": puzzles}, nil
	}
	themes, data := []object{}, object{"game": info.Name, "puzzles": len(list), "rated": r.Rated, "rating": nil, "daily": nil}
	fmt.Fprintf(to, "%s, %s; attic %s --puzzle daily, THEME or ID starts one.\n", info.Title, phrase.Count(len(list), "puzzle"), info.Name)
	for _, name := range learn.ThemeNames(g) {
		all, tried, clean := 0, 0, 0
		for _, p := range list {
			if p.Theme == name {
				all++
			}
		}
		for id, result := range r.Puzzles { // also those of earlier versions
			if strings.HasPrefix(id, name+"-") {
				tried++
				if result.Clean {
					clean++
				}
			}
		}
		t, _ := learn.ThemeOf(g, name)
		fmt.Fprintf(to, "  %-11s %-22s %4d %s, %d tried, %d solved on the first try\n", name, t.Title, all, phrase.Plural(all, "puzzle"), tried, clean)
		themes = append(themes, object{"name": name, "title": t.Title, "puzzles": all, "tried": tried, "solved": clean})
	}
	data["themes"] = themes
	if p, day, ok := learn.Daily(list, time.Now()); ok {
		fmt.Fprintf(to, "The puzzle of %s: %s.\n", day, p.Theme)
		if _, done := r.Days[day]; done {
			fmt.Fprintln(to, r.Share(g, day))
		}
		data["daily"] = object{"day": day, "theme": p.Theme, "result": resultIn(r.Days, day)}
	}
	if s := r.Strength(); s.Known() {
		data["rating"] = object{"value": math.Round(s.Points), "error": math.Round(2 * s.Deviation)}
	}
	fmt.Fprintf(to, "Your rating, from %s: %s.\n", phrase.Count(r.Rated, "puzzle"), r.Strength().Said())
	return data, nil
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
		func(to io.Writer, g game.Game) (any, error) {
			if _, known := learn.ThemeOf(g, theme); theme != "" && !known {
				return nil, usage("there is no theme %q in %s; its themes are %s", theme, g.Info().Title, phrase.List(learn.ThemeNames(g)))
			}
			switch {
			case own:
				return listOwn(to, g), nil
			case runs:
				return listRuns(to, g), nil
			}
			return listPuzzles(to, g, theme)
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
