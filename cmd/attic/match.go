package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/arena"
	"attic/command"
	"attic/game"
	"attic/games"
)

// entry is a player named on the command line.
type entry struct {
	player  string
	options []arena.Option
}

// matchChoice is what the options of match say.
type matchChoice struct {
	entries  []entry
	shared   []arena.Option // given before the first engine
	settings arena.Settings
	patience time.Duration
	openings string // a file, none or ""
	pgn      string
	replay   string
	paced    string // the option that limits the time or the search
}

// standingEvery is after how many games the standing is printed.
const standingEvery = 10

// enginesOf returns the games that engines play, by name.
func enginesOf() (by map[string]game.Game, names []string) {
	by = map[string]game.Game{}
	for _, g := range games.All() {
		if _, ok := g.(game.Engines); ok {
			by[g.Info().Name] = g
			names = append(names, g.Info().Name)
		}
	}
	return by, names
}

// enginesGame makes the one word of a command a game that engines play.
func enginesGame(cmd *cobra.Command) {
	by, names := enginesOf()
	cmd.ValidArgs = names
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if _, ok := by[strings.Join(args, " ")]; !ok {
			return usage("%s takes one game: %s", cmd.Name(), strings.Join(names, " or "))
		}
		return nil
	}
}

func matchCommand() *cobra.Command {
	c := matchChoice{patience: 10 * time.Second}
	cmd := &cobra.Command{
		Use: "match GAME --engine PLAYER --engine PLAYER [options]", Short: "Let engines play a match", GroupID: "machine",
		DisableFlagsInUseLine: true,
		Long: `Lets two players of engine games play a match and says who is better. A player is
  level:N       the program at a level
  think:100ms   the program's own engine at full strength, for that time a move; think alone: by the limits of the match
  COMMAND       the command of a UAI engine; quotes keep blanks together
Every opening is played twice with the seats changed. An engine that ends, hangs, moves too late or plays what is no move loses the
game. docs/matches.md says what the numbers mean.`,
		RunE: func(_ *cobra.Command, args []string) error {
			g, _ := games.Find(args[0])
			return conversation(func(ctx context.Context) error {
				if c.replay != "" {
					return replay(g, c.replay)
				}
				return c.run(ctx, g)
			})
		},
	}
	enginesGame(cmd)
	c.register(cmd)
	return cmd
}

func (c *matchChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	set := func(name, kind, help string, set func(text string) error) {
		flags.Var(&value{kind: kind, set: func(text string) error {
			if err := set(text); err != nil {
				return fmt.Errorf("--%s: %w", name, err)
			}
			return nil
		}}, name, help)
	}
	number := func(name, help string, most int64, to func(int64)) {
		set(name, "n", help, func(text string) error {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 1 || n > most {
				return fmt.Errorf("it is a number from 1 to %d, not %q", most, text)
			}
			to(n)
			return nil
		})
	}
	s := &c.settings
	s.Margin, s.Concurrency = 25*time.Millisecond, 1
	pace := func(name string) error {
		if c.paced != "" && c.paced != name {
			return fmt.Errorf("there is --%s already", c.paced)
		}
		c.paced = name
		return nil
	}
	set("engine", "player", "a `player`; two of them", func(text string) error {
		c.entries = append(c.entries, entry{player: text})
		return nil
	})
	set("option", "NAME=VALUE", "set an option of the engine before it, or of both: `NAME=VALUE`", func(text string) error {
		o, err := arena.ParseOption(text)
		to := &c.shared
		if n := len(c.entries); n > 0 {
			to = &c.entries[n-1].options
		}
		*to = append(*to, o)
		return err
	})
	set("games", "n", "play so many, an even number `n`; usually 100", func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n%2 != 0 || n > math.MaxInt32 {
			return fmt.Errorf("it is an even number, since every opening is played twice, not %q", text)
		}
		s.Games = n
		return nil
	})
	set("movetime", "ms", "so many milliseconds, `MS`, a move; usually 100", func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 || n > 1e9 {
			return fmt.Errorf("it is a number of milliseconds from 1 up, not %q", text)
		}
		s.Limits.Move = time.Duration(n) * time.Millisecond
		return pace("movetime")
	})
	set("tc", "M+S", "a clock with `M+S` minutes for the game and seconds a move on top; none: engines are told no limit at all", func(text string) error {
		clock, increment, err := parseClock(text)
		if err != nil {
			return err
		}
		s.Limits.Clock, s.Limits.Increment = clock, increment
		return pace("tc")
	})
	set("depth", "n", "search so many plies, `n`", func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return fmt.Errorf("it is a number of plies from 1 to 1000, not %q", text)
		}
		s.Limits.Depth = n
		return pace("depth")
	})
	set("nodes", "n", "search so many nodes, `n`", func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 {
			return fmt.Errorf("it is a number of nodes from 1 up, not %q", text)
		}
		s.Limits.Nodes = n
		return pace("nodes")
	})
	set("margin", "ms", "let a limit of time be overstepped by so many milliseconds, `MS`; usually 25", func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > 1e9 {
			return fmt.Errorf("it is a number of milliseconds, not %q", text)
		}
		s.Margin = time.Duration(n) * time.Millisecond
		return nil
	})
	set("patience", "time", "the `time` for which an engine that does not answer is waited for, on top of its own; usually 10s", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return fmt.Errorf("it is written 10s or 500ms, not %q", text)
		}
		c.patience = d
		return nil
	})
	set("openings", "file", "take the openings from a `file`, a position a line; none: all games begin from the start; usually they are made by chance", func(text string) error {
		c.openings = text
		return nil
	})
	number("concurrency", "play so many games, `n`, at a time", 1000, func(n int64) { s.Concurrency = int(n) })
	set("sprt", "ELO0,ELO1", "stop as soon as the match has settled which of two differences, `ELO0,ELO1`, is the likelier one", func(text string) error {
		test, err := parseTest(text)
		s.Test = test
		return err
	})
	set("seed", "n", "random seed: any whole number `n`", func(text string) error {
		seed, err := command.ParseSeed(text)
		s.Seed = seed
		return err
	})
	set("pgn", "file", "add the games to a `file`", func(text string) error {
		c.pgn = text
		return nil
	})
	set("replay", "file", "play no match: check the games in a `file` that --pgn wrote, and count the results", func(text string) error {
		c.replay = text
		return nil
	})
	flags.SortFlags = false
}

// parseClock reads minutes and seconds: "3+2", "0.5+0.1", or none.
func parseClock(text string) (clock, increment time.Duration, err error) {
	if text == "none" {
		return 0, 0, nil
	}
	minutes, seconds, both := strings.Cut(text, "+")
	m, err := strconv.ParseFloat(minutes, 64)
	s := 0.0
	if both && err == nil {
		s, err = strconv.ParseFloat(seconds, 64)
	}
	clock, increment = time.Duration(m*float64(time.Minute)), time.Duration(s*float64(time.Second))
	if err != nil || !(m > 0 && m <= 10000) || !(s >= 0 && s <= 10000) || clock < time.Millisecond {
		return 0, 0, fmt.Errorf("it is minutes and seconds such as 3+2, 1 or 0.1+0.05, or none, not %q", text)
	}
	return clock, increment, nil
}

// parseTest reads the two differences of a sequential test.
func parseTest(text string) (*arena.Test, error) {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err0 != nil || err1 != nil || !(elo0 < elo1) || !(elo0 >= -1000) || !(elo1 <= 1000) {
		return nil, fmt.Errorf("it is two differences in Elo, the lower one first, such as 0,10, not %q", text)
	}
	return &arena.Test{Elo0: elo0, Elo1: elo1}, nil
}

// run plays the match.
func (c *matchChoice) run(ctx context.Context, g game.Game) (err error) {
	if len(c.entries) != 2 {
		return usage("a match is between two engines: --engine PLAYER --engine PLAYER, not %d", len(c.entries))
	}
	s := c.settings
	if c.paced == "" {
		s.Limits.Move = 100 * time.Millisecond
	}
	switch {
	case s.Games == 0 && s.Test != nil:
		s.Games = math.MaxInt32 - 1
	case s.Games == 0:
		s.Games = 100
	}
	var entrants [2]arena.Entrant
	for i, e := range c.entries {
		config := arena.Config{Options: append(append([]arena.Option(nil), c.shared...), e.options...), Patience: c.patience, Hash: game.UsualHash, Threads: 1}
		entrants[i].Open, err = arena.Opener(g, e.player, config)
		if err != nil {
			return usage("%v", err)
		}
	}
	engines := g.(game.Engines)
	switch c.openings {
	case "":
	case "none":
		s.Openings = []string{"startpos"}
	default:
		if s.Openings, err = readOpenings(c.openings, engines); err != nil {
			return err
		}
	}
	var file *os.File
	if c.pgn != "" {
		if file, err = os.OpenFile(c.pgn, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	standing, err := arena.Run(ctx, engines, entrants, s, func(played arena.Game, standing arena.Standing) error {
		fmt.Println(played.Line())
		if played.Number%standingEvery == 0 {
			fmt.Println(standing.Line(s.Test))
		}
		if file == nil {
			return nil
		}
		return arena.WriteGame(file, engines, g.Info().Name, time.Now(), played)
	})
	if standing.Games() > 0 {
		fmt.Print(standing.Summary(s.Test))
	}
	return err
}

// readOpenings reads a file of openings.
func readOpenings(name string, g game.Engines) ([]string, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	list, err := arena.ReadOpenings(file, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// replay checks the games in a file and prints the results.
func replay(g game.Game, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	var table arena.Crosstable
	wrong := false
	err = arena.ReadGames(file, g.Info().Name, func(played arena.Game) error {
		table.Add(played)
		if err := arena.Check(g.(game.Engines), played); err != nil {
			wrong = true
			fmt.Printf("game %d, %s - %s: %s\n", played.Number, played.Names[0], played.Names[1], oneLine(err))
		}
		return nil
	}, func(err error) {
		wrong = true
		fmt.Println(oneLine(err))
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Print(table.String())
	if wrong {
		return errQuiet
	}
	return nil
}

// seatConfig is how an engine sits down at a person's game.
func seatConfig() arena.Config {
	return arena.Config{Patience: 10 * time.Second, Hash: 128, Threads: runtime.NumCPU()}
}
