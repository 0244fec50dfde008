package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/desk"
	"attic/desk/command"
	"attic/draw/palette"
	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/match"
	"attic/table"
	"attic/table/newgame"
	"attic/table/wire"
)

type choice struct {
	look
	newgame.Wish
	net    network
	first  command.Request  // carried out first
	opens  func(*desk.Desk) // opens the page shown over the menu at the start, or nil
	person *table.Person    // the person who plays in line mode and has seen the table from its beginning, or nil
	mode   mode
	plays  bool // a person's new game starts without its set-up

	file string // a saved game or a game record to open, or ""
	game int    // the number of a game in a file of records, from 1, or 0

	analyses bool // the game is opened as an analysis
	edits    bool // the game is opened in the board editor
}

// mode is where a game is shown.
type mode int

const (
	asUsual mode = iota
	asText
	asWindow
	asPage     // on the page, in a browser
	ifPossible // in a window, or as text if none can be opened
	orScreen   // in a window, or on the terminal, if there is one, where no window can be opened
)

func usual() choice {
	return choice{Wish: newgame.Usual(), net: network{port: wire.DefaultPort}}
}

type look struct {
	lines bool // line by line
	plain bool // line by line, for people who listen: no boards
	ascii bool
	drawn bool // boards in characters, even where the terminal shows pictures
	still bool // no animation
	theme string
	scale float64 // pixels per point in a window, or 0
}

func (l *look) register(flags *pflag.FlagSet) {
	flags.BoolVar(&l.lines, "lines", false, "play line by line, even on a terminal")
	flags.BoolVar(&l.plain, "plain", false, "play line by line for screen readers: one sentence per move, boards only on request")
	flags.BoolVar(&l.ascii, "ascii", false, "draw without Unicode")
	flags.BoolVar(&l.drawn, "no-pictures", false, "draw boards in characters, even where the terminal shows pictures")
	flags.BoolVar(&l.still, "no-animation", false, "show moves without animation; the environment variable NO_MOTION does the same")
	registerTheme(flags, &l.theme, "; default: match the terminal's background")
}

func registerTheme(flags *pflag.FlagSet, to *string, more string) {
	flags.Var(&shell.Value{Kind: "name", Text: *to, Parse: func(text string) error {
		if _, ok := palette.Find(text); !ok {
			return fmt.Errorf("--theme takes %s, not %q", strings.Join(palette.Themes(), ", "), text)
		}
		*to = text
		return nil
	}}, "theme", "the `name` of a colour theme: "+strings.Join(palette.Themes(), ", ")+more)
}

// registerAll registers the options of register and, after them, --scale. Call it after all other options of a command are registered.
func (l *look) registerAll(flags *pflag.FlagSet) {
	l.register(flags)
	flags.SortFlags = false
	flags.Var(&shell.Value{Kind: "factor", Parse: func(text string) error {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f < leastScale || f > mostScale {
			return fmt.Errorf("--scale takes the scale of the window, from %g to %g, not %q", leastScale, mostScale, text)
		}
		l.scale = f
		return nil
	}}, "scale", "the scale of the window: 1, 1.5, 2 ...; default: the desktop's")
}

const leastScale, mostScale = 0.5, 8.0

// register registers the options of a game; plays is choice.plays.
func (c *choice) register(g game.Game, flags *pflag.FlagSet, plays bool) {
	*c = usual()
	c.plays = plays
	seats := len(g.Info().Seats)
	if bots, ok := g.(game.Bots); ok {
		var numbers []string
		for i := range seats {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
		among := strings.Join(numbers, " or ")
		flags.VarP(&shell.Value{Kind: "n", Parse: func(text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > seats {
				return fmt.Errorf("-a takes the number of the player that the computer plays, %s, not %q", among, text)
			}
			c.Program = n - 1
			return nil
		}}, "ai", "a", "the computer plays player `n`, "+among)
		low, high, _ := bots.Levels()
		levels := match.Levels(bots)
		if plays && low < high {
			levels += fmt.Sprintf("; without -a, the default is the level of your last game, or %d before your first", low)
		}
		flags.VarP(&shell.Value{Kind: "level", Parse: func(text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < low || n > high {
				return fmt.Errorf("-d takes the computer's level, not %q; %s", text, match.Levels(bots))
			}
			c.Level = n
			return nil
		}}, "level", "d", "the computer's `level`; "+levels)
	}
	if _, ok := g.(game.Engines); ok {
		sit := func(engine string) error {
			if c.Engine != "" {
				return errors.New("use either --engine or --think, and only once")
			}
			c.Engine = engine
			return match.CheckEngine(engine)
		}
		shell.Option(flags, "engine", "command", "play against the engine that `command` runs", sit)
		shell.Option(flags, "think", "time", "let the computer think for this `time` on each move, such as 5s, instead of playing at a level", func(text string) error { return sit(match.Think(text)) })
	}
	c.registerMode(flags)
	registerNumber(flags, &c.game)
	c.net.register(flags)
	c.registerLearning(g, flags)
	shell.Option(flags, "seed", "n", "random seed: any whole number `n`", func(text string) error {
		seed, err := game.ParseSeed(text)
		c.Seed = &seed
		return err
	})
	shell.Option(flags, "id", "id", "start the game with this game `ID`", func(text string) (err error) {
		c.Setup, err = command.ParseID(g, text)
		c.Seeded = true
		return err
	})
}

func (c *choice) registerMode(flags *pflag.FlagSet) {
	flags.VarP(&shell.Value{Kind: "mode", Parse: func(text string) error {
		switch text {
		case "t":
			c.mode = asText
		case "x":
			c.mode = asWindow
		default:
			return fmt.Errorf("-m takes t for text or x for a window (-mt, -mx), not %q", text)
		}
		return nil
	}}, "mode", "m", "t: play as text; x: play in a window")
	flags.BoolFunc("display", "play in a window, like -mx; Ataxx starts with its set-up", func(text string) error {
		window, err := strconv.ParseBool(text)
		if window {
			c.mode, c.plays = asWindow, false
		}
		return err
	})
}

var fileOptions = []string{"output", "pgn", "replay", "openings", "tls-cert", "tls-key", "log", "config", "resume"}

func complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		f.Usage = strings.ReplaceAll(f.Usage, "`", "") // shells show it as it is
		if slices.Contains(fileOptions, f.Name) {
			return // left to the shell's own completion
		}
		// This can fail only if a completion is registered already, which is not the case.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			return values(cmd, f.Name, word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
	})
	for _, c := range cmd.Commands() {
		complete(c)
	}
}

// values lists the possible values of a command's option, or nothing if there is no short list. IDs of puzzles are listed only once a word is begun.
func values(cmd *cobra.Command, option, word string) []string {
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
	case option == "delete":
		return keptGames()
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
		list := append([]string{"daily\tthe puzzle of the day", learn.OwnTheme + "\tyour own mistakes", learn.RunTheme + "\ta timed run"}, learn.ThemeNames(g)...)
		if word == "" {
			return list
		}
		puzzles, _ := learn.PuzzlesOf(g) // tests read them all
		for _, p := range puzzles {
			list = append(list, fmt.Sprintf("%s\tlevel %d", p.ID, p.Level))
		}
		return list
	}
	return nil
}

// keptGames lists the numbers of the kept games.
func keptGames() []string {
	_, list, _ := command.List(openStore(), "") // after an error there is nothing to list
	for i, line := range list {
		list[i] = strings.Replace(line, "  ", "\t", 1)
	}
	return list
}

func levelNames(g game.Game) []string {
	bots, ok := g.(game.Bots)
	if !ok {
		return nil
	}
	var list []string
	low, _, _ := bots.Levels()
	for level := low; level <= game.HighestListed(bots); level++ {
		list = append(list, strings.TrimRight(fmt.Sprintf("%d\t%s", level, bots.LevelName(level)), "\t"))
	}
	return list
}

func savedGames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"attic", "pgn"}, cobra.ShellCompDirectiveFilterFileExt
}
