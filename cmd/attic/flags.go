package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/command"
	"attic/game"
	"attic/match"
	"attic/palette"
	"attic/table"
	"attic/wire"
)

// value is an option that says itself what it wants.
type value struct {
	set  func(text string) error
	text string
	kind string
}

func (v *value) String() string { return v.text }
func (v *value) Type() string   { return v.kind }

// Set takes what was given.
func (v *value) Set(text string) error {
	if err := v.set(text); err != nil {
		return err
	}
	v.text = text
	return nil
}

// numberFlag is an option that takes a number within bounds.
func numberFlag(cmd *cobra.Command, name, help string, least, most int, to *int) {
	cmd.Flags().Var(&value{kind: "n", text: strconv.Itoa(*to), set: func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("--%s must be a number from %d to %d, not %q", name, least, most, text)
		}
		*to = n
		return nil
	}}, name, help)
}

// choice is what the options of a game command say.
type choice struct {
	look
	net      network
	first    string        // a command that is carried out in the beginning, or ""
	person   *table.Person // who plays in lines and has seen the table from its beginning, or nil
	ai       int           // the seat of the program, or -1
	side     int           // the seat of the person, or -1
	opponent string        // "person", "program", "both" for programs on all seats, or "" for the default
	engine   string        // what plays in the program's place, as match.Player has it, or ""
	level    int           // -1: the default
	mode     mode
	plays    bool // on a screen a new game begins without its set-up
	seed     *uint64
	setup    game.Setup
	seeded   bool // the seed of the setup was given

	file string // a saved game or a game record to open, or ""
	game int    // which game of a record, from 1, or 0
}

// mode is what a game is played on.
type mode int

const (
	asUsual mode = iota
	asText
	asWindow
	ifPossible // in a window, or as text if none can be opened
	orScreen   // in a window, or if none can be opened on the terminal, if there is one
)

// usual returns the defaults.
func usual() choice {
	return choice{ai: -1, side: -1, level: -1, net: network{port: wire.DefaultPort}}
}

// look is what the options say about how a game looks.
type look struct {
	lines bool // line by line
	plain bool // line by line for people who listen: no boards
	ascii bool
	still bool // no animation
	theme string
	scale float64 // pixels a point in a window, or 0
}

func (l *look) register(flags *pflag.FlagSet) {
	flags.BoolVar(&l.lines, "lines", false, "play line by line on a terminal too")
	flags.BoolVar(&l.plain, "plain", false, "the same for people who listen: one sentence a move, boards only on request")
	flags.BoolVar(&l.ascii, "ascii", false, "draw without Unicode")
	flags.BoolVar(&l.still, "no-animation", false, "show moves at once; so does the environment variable NO_MOTION")
	flags.Var(&value{kind: "name", set: func(text string) error {
		if _, ok := palette.Find(text); !ok {
			return fmt.Errorf("--theme takes %s, not %q", strings.Join(palette.Themes(), ", "), text)
		}
		l.theme = text
		return nil
	}}, "theme", "colours by `name`: "+strings.Join(palette.Themes(), ", ")+"; default: match the terminal's background")
}

// registerScale registers the option for how large things are in a window.
func (l *look) registerScale(flags *pflag.FlagSet) {
	flags.Var(&value{kind: "factor", set: func(text string) error {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f < leastScale || f > mostScale {
			return fmt.Errorf("--scale takes how large things are in a window, from %g to %g, not %q", leastScale, mostScale, text)
		}
		l.scale = f
		return nil
	}}, "scale", "how large things are in a window: 1, 1.5, 2 ...; default: as the desktop is set")
}

// The least and the most of --scale.
const leastScale, mostScale = 0.5, 8.0

func (c *choice) register(g game.Game, flags *pflag.FlagSet) {
	*c = usual()
	seats := len(g.Info().Seats)
	if bots, ok := g.(game.Bots); ok {
		var numbers []string
		for i := range seats {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
		among := strings.Join(numbers, " or ")
		flags.VarP(&value{kind: "n", set: func(text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > seats {
				return fmt.Errorf("-a takes the number of the player that the computer plays, %s, not %q", among, text)
			}
			c.ai = n - 1
			return nil
		}}, "ai", "a", "the computer plays player `n`, "+among)
		low, high, usual := bots.Levels()
		flags.VarP(&value{kind: "level", text: strconv.Itoa(usual), set: func(text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < low || n > high {
				return fmt.Errorf("-d takes the computer's level, not %q; %s", text, match.Levels(bots))
			}
			c.level = n
			return nil
		}}, "level", "d", "the computer's `level`; "+match.Levels(bots))
	}
	if _, ok := g.(game.Engines); ok {
		sit := func(name, engine string) error {
			if c.engine != "" {
				return errors.New("use either --engine or --think, and only once")
			}
			c.engine = engine
			if err := match.CheckEngine(engine); err != nil {
				return fmt.Errorf("--%s: %w", name, err)
			}
			return nil
		}
		flags.Var(&value{kind: "command", set: func(text string) error { return sit("engine", text) }}, "engine", "play against the engine that `command` runs")
		flags.Var(&value{kind: "time", set: func(text string) error { return sit("think", match.Think(text)) }}, "think", "let the computer think for a `time` a move, such as 5s, instead of a level")
	}
	c.registerMode(flags)
	registerNumber(flags, &c.game)
	c.net.register(flags)
	c.registerLearning(g, flags)
	flags.Var(&value{kind: "n", set: func(text string) error {
		seed, err := command.ParseSeed(text)
		c.seed = &seed
		if err != nil {
			return fmt.Errorf("--seed: %w", err)
		}
		return nil
	}}, "seed", "random seed: any whole number `n`")
	flags.Var(&value{kind: "id", set: func(text string) error {
		setup, err := command.ParseID(g, text)
		if err != nil {
			return fmt.Errorf("--id: %w", err)
		}
		c.setup, c.seeded = setup, true
		return nil
	}}, "id", "start the game with this game `ID`")
}

// registerMode registers the options for what a game is played on.
func (c *choice) registerMode(flags *pflag.FlagSet) {
	flags.VarP(&value{kind: "mode", set: func(text string) error {
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
	display := flags.VarPF(&value{kind: "bool", set: func(text string) error {
		window, err := strconv.ParseBool(text)
		if window {
			c.mode, c.plays = asWindow, false
		}
		return err
	}}, "display", "", "play in a window, like -mx; Ataxx starts with its set-up")
	display.NoOptDefVal = "true"
}

// flagError says of a wrong option what would be right.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	help := cmd.CommandPath() + " -h lists the options"
	switch {
	case errors.As(err, &invalid) && errors.Is(err, strconv.ErrSyntax): // from a flag of the library's own kind
		return usage("option %s takes no value; %s", dashed(invalid.GetFlag().Name), help)
	case errors.As(err, &invalid):
		return usage("%v", errors.Unwrap(invalid))
	case errors.As(err, &missing):
		return usage("option %s needs a value; %s", dashed(missing.GetSpecifiedName()), help)
	case errors.As(err, &unknown):
		return usage("unknown option %s; %s", dashed(unknown.GetSpecifiedName()), help)
	}
	return usage("%v; %s", err, help)
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
